/** Parameters that operations of v3 share: contracts, client ids, codes in words, names of orders. */
import type { Instrument } from '../../../core/state/records.ts';
import { code, id, type Needed, optional, refined, text, type ValuesOf } from '../../call/parameter.ts';
import type { Call } from '../../call/call.ts';
import { type Fields, foundInstead, missingHint } from '../../call/fields.ts';
import { byContractId } from '../../shapes/contract.ts';
import { invalid, malformed, outOfRange, same } from '../../words/errors.ts';
import { symbolHint } from '../../words/guesses.ts';
import {
  MARGIN_MODES,
  POSITION_MODES,
  plainText,
  POSITION_SIDES,
  SIDES,
  symbolNamed,
  symbolText,
  TRIGGERS,
} from '../words/names.ts';

const LIST = '/capi/v3/market/exchangeInfo';

function named(found: string, { deps }: Call): Instrument {
  const { bySymbol } = deps.engine.state;
  const known = bySymbol.get(symbolNamed(found));
  // A name of v2 in lower case would be looked up as that of another contract.
  if (known === undefined || symbolText(known.contract.symbol) !== found.toUpperCase())
    throw invalid('symbol', symbolHint(found, [...bySymbol.keys()].map(symbolText), LIST));
  return known;
}

/** The contract that `symbol` names, in letters of any case. */
export const anyCaseInstrument = refined(text('Contract, such as BTCUSDT'), (found, _, call) => named(found, call));

/** The same in upper case, as private paths take it. */
export const instrument = refined(text('Contract, such as BTCUSDT'), (found, _, call) => upperCase(found, call));

function upperCase(found: string, call: Call): Instrument {
  const known = named(found, call);
  const name = symbolText(known.contract.symbol);
  if (found !== name) throw invalid('symbol', { en: `in upper case: ${name}`, zh: `请使用大写：${name}` });
  return known;
}

/** The symbol of an existing contract, in the core's spelling. */
export const symbol = refined(instrument, ({ contract }) => contract.symbol);

/** The same on the demo paths, by its name there or its own; looked up as it is first. */
export const demoSymbol = refined(text('Contract, such as BTCSUSDT or BTCUSDT'), (found, _, call): string => {
  const known = call.deps.engine.state.bySymbol.has(symbolNamed(found)) ? found : plainText(found);
  return upperCase(known, call).contract.symbol;
});

/** The contract asked for, or all of them. */
export function chosenInstruments(asked: Instrument | null, { deps }: Call): readonly Instrument[] {
  return asked === null ? byContractId(deps.engine.state.instruments) : [asked];
}

const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;
const CLIENT_ID_FORM = '1 to 36 of . A-Z : / a-z 0-9 _ -';

/** A caller's id of an order it makes. */
export const clientId: Needed<string> = refined(text(`Your id of the order, ${CLIENT_ID_FORM}`), (found, name) => {
  if (!CLIENT_ID.test(found)) throw invalid(name, foundInstead(found, same(CLIENT_ID_FORM)));
  return found;
});

/** A code that is its own meaning: the words listed. */
export const words = <Word>(codes: Readonly<Record<string, Word>>, description?: string): Needed<Word> => {
  const list = Object.keys(codes).join(', ');
  return code({ en: list, zh: list }, codes, description);
};

export const side = words(SIDES, 'BUY or SELL');
export const positionSide = words(POSITION_SIDES, 'LONG or SHORT: the position that is opened or closed');
export const marginType = words(MARGIN_MODES, 'CROSSED or ISOLATED');
export const separatedType = words(POSITION_MODES, 'COMBINED or SEPARATED');
export const triggerPriceType = words(TRIGGERS, 'CONTRACT_PRICE: the last price, MARK_PRICE: the mark');
/** Of an order: the one there is for presets; of a closing algo order, which has none, that of its own trigger. */
export const presetPriceType = words(
  TRIGGERS,
  'CONTRACT_PRICE; MARK_PRICE for a closing algo order alone, not for presets',
);

export const orderNameParameters = {
  orderId: optional(id('Id of the order; wins over origClientOrderId')),
  origClientOrderId: optional(text('Your id of the order')),
};

/** The order asked for, by its id or the caller's. @throws ApiError 40017 with neither */
export function orderNames(
  { orderId, origClientOrderId: clientOrderId }: ValuesOf<typeof orderNameParameters>,
  _call: Call,
  fields: Fields,
): { readonly orderId: number | null; readonly clientOrderId: string | null } {
  if (orderId === null && clientOrderId === null)
    throw malformed(same(''), missingHint(fields, 'orderId') ?? missingHint(fields, 'origClientOrderId'), 'names');
  return { orderId, clientOrderId };
}

const MOST_ROWS = 10;

/** Checks how many rows a batch has. @throws ApiError 40020 */
export function someRows(count: number, name: string): void {
  if (count < 1 || count > MOST_ROWS)
    throw outOfRange(name, 1, MOST_ROWS, { en: `found ${count} rows`, zh: `收到${count}行` });
}
