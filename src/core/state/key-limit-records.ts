/** The record of a key's limits. The type of an account's record is left open here and given in `records.ts`. */
import type { Money, TimeMs } from '../num/units.ts';

/** Limits of a key (LIMT-001); amounts in 1e-8 USDT, 0: no such limit. */
export interface KeyLimits<Account> {
  readonly keyId: string;
  readonly account: Account;
  maxOrder: Money;
  maxPosition: Money;
  maxDayLoss: Money;
  closeOnly: boolean;
  /** Null: any. */
  symbols: readonly string[] | null;
  /** 0: never. */
  untilMs: TimeMs;
  /** 0 while it is not stopped. */
  stoppedMs: TimeMs;
  /** The day its loss is counted of, as days since the epoch, and what the account was worth when that began. */
  day: number;
  dayWorth: Money;
  /** `closing`: the day's loss is reached and positions are being closed; `spent`: they are. */
  loss: 'open' | 'closing' | 'spent';
}
