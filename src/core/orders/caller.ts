/**
 * The checks every caller's command passes first: the account is not frozen (FLOW-006), the contract it names is
 * listed, and its fields go together as the API has checked already (FLOW-007). That each field is of its kind is known
 * before (FLOW-009).
 */
import type { OrderFields } from '../language/commands.ts';
import { rulesOf } from '../language/execution.ts';
import { Fault } from '../num/invariant.ts';
import { conflictingField, invalidField, type Reject } from '../language/rejects.ts';
import type { Account, Instrument } from '../state/records.ts';
import type { State } from '../state/state.ts';

/** ACCOUNT_FROZEN (check 13). */
export function checkCaller(account: Account): Reject | null {
  return account.frozen ? { reason: 'ACCOUNT_FROZEN', account: account.id } : null;
}

export function unknownSymbol(symbol: string): Reject {
  return invalidField('symbol', symbol);
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

/** No market order is post-only (ORDR-001). */
export function checkOrderFields({ price, execution }: OrderFields): Reject | null {
  if (price !== null || !rulesOf(execution).makerOnly) return null;
  return conflictingField('execution', 'a market order cannot be post-only');
}
