/** Parameters several operations share, the same everywhere: contracts, names of orders, codes. */
import { BUSINESS_TYPES, type BusinessType } from '../../core/language/bills.ts';
import type { Instrument } from '../../core/state/records.ts';
import {
  CLIENT_ORDER_ID_ALPHABET,
  CLIENT_ORDER_ID_FORM,
  isCallersOrderId,
  LONGEST_CLIENT_ORDER_ID,
} from '../../core/text/client-order-id.ts';
import type { Call } from '../call/call.ts';
import { byContractId } from '../shapes/contract.ts';
import type { Bilingual } from '../words/errors.ts';
import { invalid, malformed, same } from '../words/errors.ts';
import { symbolHint } from '../words/guesses.ts';
import { COIN, MARGIN_MODES, ORDER_TYPES, POSITION_MODES, PRICE_KINDS, TRIGGERS } from '../words/wire.ts';
import { type Fields, foundInstead, missingHint } from '../call/fields.ts';
import {
  code,
  id,
  idIn,
  type Needed,
  optional,
  type Parameter,
  refined,
  text,
  textItem,
  texts,
  type ValuesOf,
  word,
} from '../call/parameter.ts';

/** The contract that `symbol` names. */
export const instrument = refined(text('Trading pair, such as cmt_btcusdt'), (found, _, { deps }): Instrument => {
  const { bySymbol } = deps.engine.state;
  const known = bySymbol.get(found);
  if (known === undefined) throw invalid('symbol', symbolHint(found, [...bySymbol.keys()]));
  return known;
});

/** The symbol of an existing contract. */
export const symbol = refined(instrument, ({ contract }) => contract.symbol);

/** The contract asked for, or all of them. */
export function chosenInstruments(asked: Instrument | null, { deps }: Call): readonly Instrument[] {
  return asked === null ? byContractId(deps.engine.state.instruments) : [asked];
}

const OID_FORM: Bilingual = {
  en: CLIENT_ORDER_ID_FORM,
  zh: `1到${LONGEST_CLIENT_ORDER_ID}个字符：${CLIENT_ORDER_ID_ALPHABET}`,
};

/** A caller's order id (ORDR-004). */
export function clientOid(description = `Your id of the order, ${OID_FORM.en}`): Needed<string> {
  return refined(text(description), (found, name) => {
    if (!isCallersOrderId(found)) throw invalid(name, foundInstead(found, OID_FORM));
    return found;
  });
}

/** The same, for what callers have to make up. */
export const ownClientOid: Needed<string> = {
  ...clientOid(),
  hint: { en: `choose an id for each order: ${OID_FORM.en}`, zh: `请为每个委托自定编号：${OID_FORM.zh}` },
};

/** `type` 1–4 of an order. */
export const orderType = code(
  { en: '1 open long, 2 open short, 3 close long, 4 close short', zh: '1开多、2开空、3平多、4平空' },
  ORDER_TYPES,
);

const POSITION_MODE_MEANING: Bilingual = { en: '1 combined, 2 separated', zh: '1合仓、2分仓' };

export const marginMode = code({ en: '1 cross, 3 isolated', zh: '1全仓、3逐仓' }, MARGIN_MODES);
export const positionMode = (description = POSITION_MODE_MEANING.en) =>
  code(POSITION_MODE_MEANING, POSITION_MODES, description);

/** Whether an order has a limit or takes any price. */
export const priceKind = code({ en: '0 limit, 1 market', zh: '0限价、1市价' }, PRICE_KINDS);

/** The price a trigger watches. */
export const triggerPrice = code({ en: '1 last price, 3 mark price', zh: '1最新价、3标记价' }, TRIGGERS);

/** The one coin there is. */
export const coin = (description: string): Needed<string> => word(text(description), { [COIN]: COIN }, same(COIN));

const TYPES = Object.fromEntries(BUSINESS_TYPES.map((one) => [one, one])) as Record<BusinessType, BusinessType>;
const TYPES_MEANING = { en: BUSINESS_TYPES.join(', '), zh: BUSINESS_TYPES.join('、') };

/** Subjects of bills. */
export const businessType: Needed<BusinessType> = word(
  text('One of the 21 business types', { enum: ['', ...BUSINESS_TYPES] }),
  TYPES,
  TYPES_MEANING,
);

const SORTS = { desc: 'desc', asc: 'asc' } as const;
export type Sort = keyof typeof SORTS;

/** `sort` of the lists that are newest first unless their caller wants them the other way round. */
export const sort = (
  description = 'desc: newest first (default), asc: the same rows, oldest first',
): Parameter<Sort | null> => optional(code({ en: 'desc or asc', zh: 'desc或asc' }, SORTS, description));

/** Orders by their ids: these as they were sent, and as ids of ours. */
export const orderIds = (description: string) =>
  optional(
    refined(texts(textItem('Id of an order or plan order'), description), (sentIds, name) => ({
      sentIds,
      orderIds: sentIds.map((sent) => idIn(sent, name)),
    })),
    { sentIds: [], orderIds: [] },
  );

/** The two ways to name an order. */
export const orderNameParameters = {
  orderId: optional(id('Id of the order; wins over clientOid')),
  clientOid: optional(text('Your id of the order')),
};

/** The order asked for, by its id or the caller's; with neither, 40017 with the names that were probably meant. */
export function orderNames(
  { orderId, clientOid: clientOrderId }: ValuesOf<typeof orderNameParameters>,
  _call: Call,
  fields: Fields,
): { readonly orderId: number | null; readonly clientOrderId: string | null } {
  if (orderId === null && clientOrderId === null)
    throw malformed(
      { en: 'orderId or clientOid is required', zh: 'orderId与clientOid至少需要一个' },
      missingHint(fields, 'orderId') ?? missingHint(fields, 'clientOid'),
      'names',
    );
  return { orderId, clientOrderId };
}
