/**
 * Parameters several operations share, described and read the same way everywhere: the contract, the caller's order id,
 * modes, limit or market, and the order fields.
 */
import { Type } from 'typebox';
import type { Effect, MarginMode, PositionMode, Side } from '../../core/language/commands.ts';
import type { Instrument } from '../../core/state/records.ts';
import {
  CLIENT_ORDER_ID_ALPHABET,
  CLIENT_ORDER_ID_FORM,
  isCallersOrderId,
  LONGEST_CLIENT_ORDER_ID,
} from '../../core/text/client-order-id.ts';
import type { Call } from '../front/call.ts';
import { byContractId } from '../shapes/contract.ts';
import type { Bilingual } from '../words/errors.ts';
import { invalid, malformed } from '../words/errors.ts';
import type { Fields } from './fields.ts';
import { foundInstead, idField, missingHint, textOf, wordOf } from './fields.ts';
import { symbolHint } from '../words/guesses.ts';
import { MARGIN_MODES, ORDER_TYPES, POSITION_MODES, PRICE_KINDS, TRIGGERS } from '../words/wire.ts';
import { code, text } from './schemas.ts';

/** The contract a required `symbol` names. */
export function instrumentField(fields: Fields, call: Call): Instrument {
  return optionalInstrument(fields, call) as Instrument;
}

/** The contract `symbol` names, or null when it is not given. */
export function optionalInstrument(fields: Fields, { deps }: Call): Instrument | null {
  const found = textOf(fields, 'symbol');
  if (found === null) return null;
  const { bySymbol } = deps.engine.state;
  const instrument = bySymbol.get(found);
  if (instrument === undefined) throw invalid('symbol', symbolHint(found, [...bySymbol.keys()]));
  return instrument;
}

/** The symbol of an existing contract, or null when none is given. */
export function optionalSymbol(fields: Fields, call: Call): string | null {
  return optionalInstrument(fields, call)?.contract.symbol ?? null;
}

/** The contract asked for, or all of them. */
export function chosenInstruments(asked: Instrument | null, { deps }: Call): readonly Instrument[] {
  return asked === null ? byContractId(deps.engine.state.instruments) : [asked];
}

export const OID_FORM: Bilingual = {
  en: CLIENT_ORDER_ID_FORM,
  zh: `1到${LONGEST_CLIENT_ORDER_ID}个字符：${CLIENT_ORDER_ID_ALPHABET}`,
};

export const clientOidText = text(`Your id of the order, ${OID_FORM.en}`);

/** A caller's order id (ORDR-004); null when not given. */
export function clientOidField(fields: Fields, name: string): string | null {
  const found = textOf(fields, name);
  if (found !== null && !isCallersOrderId(found)) throw invalid(name, foundInstead(found, OID_FORM));
  return found;
}

const TYPE_MEANING: Bilingual = {
  en: '1 open long, 2 open short, 3 close long, 4 close short',
  zh: '1开多、2开空、3平多、4平空',
};

export const orderTypeCode = code(TYPE_MEANING.en, ['1', '2', '3', '4']);

/** `type` 1–4 of an order. */
export function typeField(fields: Fields, name: string): { readonly side: Side; readonly effect: Effect } | null {
  return wordOf(fields, name, ORDER_TYPES, TYPE_MEANING);
}

const MARGIN_MODE_MEANING: Bilingual = { en: '1 cross, 3 isolated', zh: '1全仓、3逐仓' };
const POSITION_MODE_MEANING: Bilingual = { en: '1 combined, 2 separated', zh: '1合仓、2分仓' };

export const marginModeCode = code(MARGIN_MODE_MEANING.en, ['1', '3']);
export const positionModeCode = code(POSITION_MODE_MEANING.en, ['1', '2']);

export function marginModeField(fields: Fields): MarginMode | null {
  return wordOf(fields, 'marginMode', MARGIN_MODES, MARGIN_MODE_MEANING);
}

export function positionModeField(fields: Fields): PositionMode | null {
  return wordOf(fields, 'separatedMode', POSITION_MODES, POSITION_MODE_MEANING);
}

const PRICE_KIND_MEANING: Bilingual = { en: '0 limit, 1 market', zh: '0限价、1市价' };

export const priceKindCode = code(PRICE_KIND_MEANING.en, ['0', '1']);

/** Whether an order takes any price; the field is required. */
export function isMarketField(fields: Fields, name: 'match_price' | 'match_type'): boolean {
  return wordOf(fields, name, PRICE_KINDS, PRICE_KIND_MEANING) === 'market';
}

const TRIGGER_MEANING: Bilingual = { en: '1 last price, 3 mark price', zh: '1最新价、3标记价' };

export const triggerCode = code(TRIGGER_MEANING.en, ['1', '3']);

/** The price a trigger watches; null when not given. */
export function triggerField(fields: Fields): 'last' | 'mark' | null {
  return wordOf(fields, 'triggerPriceType', TRIGGERS, TRIGGER_MEANING);
}

/** The two ways to name an order. */
export const orderNameFields = {
  orderId: Type.Optional(text('Id of the order; wins over clientOid')),
  clientOid: Type.Optional(text('Your id of the order')),
};

/** The order asked for, by its id or the caller's; with neither, 40017 with the names that were probably meant. */
export function orderNames(fields: Fields): { readonly orderId: number | null; readonly clientOrderId: string | null } {
  const orderId = idField(fields, 'orderId');
  const clientOrderId = textOf(fields, 'clientOid');
  if (orderId === null && clientOrderId === null)
    throw malformed(
      { en: 'orderId or clientOid is required', zh: 'orderId与clientOid至少需要一个' },
      missingHint(fields, 'orderId') ?? missingHint(fields, 'clientOid'),
    );
  return { orderId, clientOrderId };
}
