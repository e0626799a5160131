/**
 * Parameters several operations share, read the same way everywhere: the contract, the caller's order id, modes, and the order fields.
 */
import type { Effect, MarginMode, PositionMode, Side } from '../core/commands.ts';
import type { Instrument, State } from '../core/state.ts';
import type { Bilingual } from './errors.ts';
import { invalid } from './errors.ts';
import type { Fields } from './fields.ts';
import { foundInstead, textOf, wordOf } from './fields.ts';
import { symbolHint } from './guesses.ts';
import { MARGIN_MODES, ORDER_TYPES, POSITION_MODES } from './wire.ts';

/** The contract a required `symbol` names. */
export function instrumentField(fields: Fields, state: State): Instrument {
  return optionalInstrument(fields, state) as Instrument;
}

/** The contract `symbol` names, or null when it is not given. */
export function optionalInstrument(fields: Fields, state: State): Instrument | null {
  const text = textOf(fields, 'symbol');
  if (text === null) return null;
  const instrument = state.bySymbol.get(text);
  if (instrument === undefined) throw invalid('symbol', symbolHint(text, [...state.bySymbol.keys()]));
  return instrument;
}

const OID_HINT: Bilingual = {
  en: '1 to 40 characters of A-Z a-z 0-9 _ . : # / @ + = -',
  zh: '1到40个字符：A-Z a-z 0-9 _ . : # / @ + = -',
};
const MAX_CLIENT_OID = 40;

/** Characters of a caller's order id (W-22), by code. */
const OID_CHARACTER = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9_.:#/@+=-]/.test(String.fromCharCode(code)));

/** A caller's order id (ORDR-004); null when not given. */
export function clientOidField(fields: Fields, name: string): string | null {
  const text = textOf(fields, name);
  if (text === null) return null;
  if (text.length > MAX_CLIENT_OID) throw invalid(name, foundInstead(text, OID_HINT));
  for (let at = 0; at < text.length; at++) {
    if (OID_CHARACTER[text.charCodeAt(at)] !== true) throw invalid(name, foundInstead(text, OID_HINT));
  }
  return text;
}

const TYPE_MEANING: Bilingual = {
  en: '1 open long, 2 open short, 3 close long, 4 close short',
  zh: '1开多、2开空、3平多、4平空',
};

/** `type` 1–4 of an order. */
export function typeField(fields: Fields, name: string): { readonly side: Side; readonly effect: Effect } | null {
  return wordOf(fields, name, ORDER_TYPES, TYPE_MEANING);
}

const MARGIN_MODE_MEANING: Bilingual = { en: '1 cross, 3 isolated', zh: '1全仓、3逐仓' };
const POSITION_MODE_MEANING: Bilingual = { en: '1 combined, 2 separated', zh: '1合仓、2分仓' };

export function marginModeField(fields: Fields): MarginMode | null {
  return wordOf(fields, 'marginMode', MARGIN_MODES, MARGIN_MODE_MEANING);
}

export function positionModeField(fields: Fields): PositionMode | null {
  return wordOf(fields, 'separatedMode', POSITION_MODES, POSITION_MODE_MEANING);
}
