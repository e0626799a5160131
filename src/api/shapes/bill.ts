/** A bill as the bills operation shows it. The time goes out as `ctime` and `cTime`, both numbers (W-16). */
import type { Bill } from '../../core/language/bills.ts';
import { isShared } from '../../core/state/parts.ts';
import { boolean, list, nullableString, number, object, string } from './schema.ts';
import { COIN, MARGIN_MODE_WORDS, moneyText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

const billShape = shape(
  object({
    billId: number(),
    coin: string(),
    symbol: string('Empty when no contract is involved'),
    amount: string('Signed change, net of fillFee'),
    businessType: string(),
    balance: string('Collateral amount of the part after the change'),
    fillFee: string('Cost positive'),
    transferReason: string(),
    ctime: number('Epoch ms'),
    cTime: number('Epoch ms'),
    marginMode: string(),
    isolatedPositionId: number(),
    legacyBalance: string('balance plus signed open values'),
    orderId: nullableString(),
  }),
  {
    billId: 700000000000027,
    coin: 'USDT',
    symbol: 'cmt_btcusdt',
    amount: '-0.18040000',
    businessType: 'position_funding',
    balance: '8209.10160000',
    fillFee: '0',
    transferReason: 'UNKNOWN_TRANSFER_REASON',
    ctime: 1767254400000,
    cTime: 1767254400000,
    marginMode: 'SHARED',
    isolatedPositionId: 0,
    legacyBalance: '9999.10160000',
    orderId: null,
  },
);

export type BillView = ViewOf<typeof billShape>;

export const billPageShape = shape(object({ hasNextPage: boolean(), items: list(billShape.schema) }), {
  hasNextPage: true,
  items: [
    billShape.sample,
    {
      ...billShape.sample,
      billId: 700000000000024,
      amount: '-890.17800000',
      businessType: 'position_open_long',
      balance: '8209.28200000',
      fillFee: '0.17800000',
      ctime: 1767253500000,
      cTime: 1767253500000,
      legacyBalance: '9999.28200000',
      orderId: '700000000000020',
    },
  ],
});

export type BillPageView = ViewOf<typeof billPageShape>;

export function billView(bill: Bill): BillView {
  return {
    billId: bill.id,
    coin: COIN,
    symbol: bill.symbol,
    amount: moneyText(bill.amount),
    businessType: bill.businessType,
    balance: moneyText(bill.balance),
    fillFee: moneyText(bill.fillFee),
    transferReason: bill.transferReason,
    ctime: bill.timeMs,
    cTime: bill.timeMs,
    marginMode: MARGIN_MODE_WORDS[isShared(bill) ? 'cross' : 'isolated'],
    isolatedPositionId: bill.positionId,
    legacyBalance: moneyText(bill.legacyBalance),
    orderId: bill.orderId === 0 ? null : String(bill.orderId),
  };
}
