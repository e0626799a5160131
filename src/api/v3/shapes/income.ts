/** A bill in v3, and a page of them, which says after which one the next page begins. */
import type { Bill } from '../../../core/language/bills.ts';
import { isShared } from '../../../core/state/parts.ts';
import type { Page } from '../../../store/read/paging.ts';
import { billView } from '../../shapes/bill.ts';
import { boolean, list, nullable, nullableString, number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { MARGIN_TYPES, symbolText } from '../words/names.ts';

const item = object({
  billId: number(),
  asset: string(),
  symbol: nullableString('null when no contract is involved'),
  income: string('Signed change, net of fillFee'),
  incomeType: string(),
  balance: string('Collateral amount of the part after the change'),
  fillFee: string('Cost positive'),
  time: number(),
  transferReason: string(),
  marginType: string('CROSSED or ISOLATED'),
  isolatedPositionId: number(),
  legacyBalance: string('balance plus signed open values'),
  orderId: nullableString(),
});

export const incomeShape = shape(
  object({
    hasNextPage: boolean(),
    nextKey: nullable(object({ nextKeyId: number(), nextKeyTime: number() }), 'Of the next page; null on the last'),
    items: list(item),
  }),
  {
    hasNextPage: true,
    nextKey: { nextKeyId: 700000000000027, nextKeyTime: 1767254400000 },
    items: [
      {
        billId: 700000000000027,
        asset: 'USDT',
        symbol: 'BTCUSDT',
        income: '-0.18040000',
        incomeType: 'position_funding',
        balance: '8209.10160000',
        fillFee: '0',
        time: 1767254400000,
        transferReason: 'UNKNOWN_TRANSFER_REASON',
        marginType: 'CROSSED',
        isolatedPositionId: 0,
        legacyBalance: '9999.10160000',
        orderId: null,
      },
    ],
  },
);

type IncomeView = ViewOf<typeof incomeShape>;

export function incomeView({ items, nextCursor }: Page<Bill>): IncomeView {
  const last = nextCursor === null ? undefined : items.at(-1);
  return {
    hasNextPage: last !== undefined,
    nextKey: last === undefined ? null : { nextKeyId: last.id, nextKeyTime: last.timeMs },
    items: items.map(itemView),
  };
}

function itemView(bill: Bill): IncomeView['items'][number] {
  const of = billView(bill);
  return {
    billId: of.billId,
    asset: of.coin,
    symbol: of.symbol === '' ? null : symbolText(of.symbol),
    income: of.amount,
    incomeType: of.businessType,
    balance: of.balance,
    fillFee: of.fillFee,
    time: of.ctime,
    transferReason: of.transferReason,
    marginType: MARGIN_TYPES[isShared(bill) ? 'cross' : 'isolated'],
    isolatedPositionId: of.isolatedPositionId,
    legacyBalance: of.legacyBalance,
    orderId: of.orderId,
  };
}
