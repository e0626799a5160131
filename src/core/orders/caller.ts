/**
 * What every caller's command passes first: the account is not frozen (FLOW-006), and what the API has checked already is
 * asserted once more (FLOW-007: 40017, 40019, 40020), so that no journal can bring the core to work on nonsense.
 */
import type { OrderFields } from '../commands.ts';
import { Fault } from '../invariant.ts';
import { isDecimalText } from '../num/decimal.ts';
import type { Reject } from '../rejects.ts';
import type { Account, Instrument, State } from '../state.ts';

const LONGEST_CLIENT_ORDER_ID = 40;
/** By character code: 1 for what a caller's client order id may hold (ORDR-004). */
const ALPHABET = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:#/@+=-')
  ALPHABET[character.charCodeAt(0)] = 1;

function isClientOrderId(text: string): boolean {
  if (text.length === 0 || text.length > LONGEST_CLIENT_ORDER_ID) return false;
  for (let at = 0; at < text.length; at++) if (ALPHABET[text.charCodeAt(at)] !== 1) return false;
  return true;
}

/** ACCOUNT_FROZEN (check 13). */
export function checkCaller(account: Account): Reject | null {
  return account.frozen ? { reason: 'ACCOUNT_FROZEN', account: account.id } : null;
}

function invalid(parameter: string, found: string): Reject {
  return { reason: 'PARAMETER_INVALID', parameter, code: '40020', found };
}

export function unknownSymbol(symbol: string): Reject {
  return invalid('symbol', symbol);
}

export function checkListed(instrument: Instrument | undefined, symbol: string): Reject | null {
  return instrument === undefined ? unknownSymbol(symbol) : null;
}

export function checkSymbol(state: State, symbol: string): Reject | null {
  return checkListed(state.bySymbol.get(symbol), symbol);
}

/** The contract's live state; the symbol has been checked. */
export function instrumentOf(state: State, symbol: string): Instrument {
  const instrument = state.bySymbol.get(symbol);
  if (instrument === undefined) throw new Fault(`FLOW-007: symbol ${symbol} is unknown`);
  return instrument;
}

/** ORDR-004: 1 to 40 characters of the callers' alphabet. */
export function checkClientOrderIdForm(parameter: string, clientOrderId: string): Reject | null {
  return isClientOrderId(clientOrderId) ? null : invalid(parameter, clientOrderId);
}

/** Every given decimal is canonical text. */
export function checkDecimals(fields: Readonly<Record<string, string | null>>): Reject | null {
  for (const [parameter, text] of Object.entries(fields))
    if (text !== null && !isDecimalText(text)) return invalid(parameter, text);
  return null;
}

/** Client order id, decimals, and market with post-only (ORDR-001: 40017). */
export function checkOrderFields(fields: OrderFields): Reject | null {
  const { size, price, takeProfit, stopLoss } = fields;
  const reject = checkClientOrderIdForm('client_oid', fields.clientOrderId);
  if (reject !== null) return reject;
  if (!isDecimalText(size)) return invalid('size', size);
  if (price !== null && !isDecimalText(price)) return invalid('price', price);
  if (takeProfit !== null && !isDecimalText(takeProfit)) return invalid('presetTakeProfitPrice', takeProfit);
  if (stopLoss !== null && !isDecimalText(stopLoss)) return invalid('presetStopLossPrice', stopLoss);
  if (price === null && fields.execution === 'postOnly')
    return { reason: 'PARAMETER_INVALID', parameter: 'order_type', code: '40017', found: 'a market order cannot be post-only' };
  return null;
}
