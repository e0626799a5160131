/** A bill as the bills operation shows it (wire 5.5). The time goes out as `ctime` and `cTime`, both numbers (W-16). */
import type { Bill } from '../../core/ledger/bills.ts';
import { COIN, moneyText } from '../wire.ts';

export interface BillView {
  billId: number;
  coin: string;
  symbol: string;
  amount: string;
  businessType: string;
  balance: string;
  fillFee: string;
  transferReason: string;
  ctime: number;
  cTime: number;
  marginMode: string;
  isolatedPositionId: number;
  legacyBalance: string;
  orderId: string | null;
}

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
    marginMode: bill.positionId === 0 ? 'SHARED' : 'ISOLATED',
    isolatedPositionId: bill.positionId,
    legacyBalance: moneyText(bill.legacyBalance),
    orderId: bill.orderId === 0 ? null : String(bill.orderId),
  };
}
