/**
 * Bills: the form of a posting and the 21 business types (BILL-001, BILL-003). A bill is written by `ledger.ts` alone.
 */
import type { TransferReason } from './commands.ts';
import type { AccountId, Id, Money, TimeMs } from '../num/units.ts';

/** All business types, in the order of the interface document. */
export const BUSINESS_TYPES = [
  'deposit',
  'withdraw',
  'transfer_in',
  'transfer_out',
  'margin_move_in',
  'margin_move_out',
  'position_open_long',
  'position_open_short',
  'position_close_long',
  'position_close_short',
  'position_funding',
  'order_fill_fee_income',
  'order_liquidate_fee_income',
  'start_liquidate',
  'finish_liquidate',
  'order_fix_margin_amount',
  'tracking_follow_pay',
  'tracking_system_pre_receive',
  'tracking_follow_back',
  'tracking_trader_income',
  'tracking_third_party_share',
] as const;

export type BusinessType = (typeof BUSINESS_TYPES)[number];

/** One posting on one collateral part. */
export interface Bill {
  readonly id: Id;
  readonly account: AccountId;
  /** 0 for SHARED, else the isolated position. */
  readonly positionId: Id;
  /** Empty for money not tied to a contract. */
  readonly symbol: string;
  /** Signed change of the part's amount, net of fee. */
  readonly amount: Money;
  readonly businessType: BusinessType;
  /** Amount of the part after it (W-40). */
  readonly balance: Money;
  readonly legacyBalance: Money;
  /** Trading fee inside `amount`, cost positive. */
  readonly fillFee: Money;
  readonly transferReason: TransferReason | 'UNKNOWN_TRANSFER_REASON';
  readonly timeMs: TimeMs;
  /** The order of the part's side of a fill, 0 when none. */
  readonly orderId: Id;
  readonly matchSequence: number;
}
