/**
 * The rows that are kept, and for how long (decision 0077). Ages are measured by the exchange's own time, that of the
 * journal, and never by the machine's clock. AI logs, leaves, bodies, keys and accounts are always kept.
 */
import { FEE, isHouse } from '../../core/language/accounts.ts';
import type { LongList } from '../schema/row-codec.ts';
import type { CodedRows } from '../schema/tables.ts';

/** Ages in milliseconds; null for ever. */
export interface Keep {
  /**
   * Whether the house's orders, its bills and its makers' sides of fills are rows at all. Nobody has a key for its
   * accounts; without them a fill among the house is one row, its taker's, which says what was traded.
   */
  readonly projectHouse: boolean;
  /** Rows of the accounts of the exchange's own market, and the fees of fills as its books show them. */
  readonly house: number | null;
  /** Rows of users: bills, ended orders and plan orders. */
  readonly users: number | null;
  /** Users' sides of fills, when that is shorter. */
  readonly trades: number | null;
  /** Candles of one minute; longer ones are always kept. */
  readonly minutes: number | null;
}

export const KEEP_ALL: Keep = { projectHouse: true, house: null, users: null, trades: null, minutes: null };

/** Whether a row is one that only a store which projects the house has. */
export function isHouseOwn(table: LongList, { uid, role }: { uid: number; role?: unknown }): boolean {
  return isHouse(uid) && (table !== 'fill' || role === 'maker');
}

/** Whether a row of the lists is the house's. */
export function isOfHouse(row: { uid: number; business_type?: string }): boolean {
  return isHouse(row.uid) || isIncome(row);
}

function isIncome({ uid, business_type: type }: { uid: number; business_type?: string }): boolean {
  return uid === FEE && type === 'order_fill_fee_income';
}

const TIMES = { bill: 'time_ms', fill: 'time_ms', order_record: 'ended_ms' } as const;

/** The time of a row, by which it ages. */
function timeOf<Table extends LongList>(table: Table, row: CodedRows[Table]): number {
  return Number((row as unknown as Record<string, unknown>)[TIMES[table]]);
}

/** How far the sweep has come, and the exchange's time: they tell what is no longer written. */
export interface Keeping {
  readonly keep: Keep;
  /** The latest time the journal is known to have. */
  readonly nowMs: number;
  reach(timeMs: number): void;
  /** Rows of the house up to this id, as stored, are gone; one that comes late is not written. */
  readonly swept: Record<LongList, number>;
  /** Whether a row is written: not when it is the house's and already past its time, as when a store is rebuilt. */
  isWritten<Table extends LongList>(table: Table, row: CodedRows[Table], id: number): boolean;
  isWrittenMinute(openMs: number): boolean;
  /** Kinds of rows left out since this was last noted. */
  readonly leavesOut: (typeof HOUSE_ROWS | typeof MINUTES)[];
}

export function createKeeping(keep: Keep): Keeping {
  let nowMs = 0;
  const swept = { bill: 0, fill: 0, order_record: 0 };
  const leavesOut: (typeof HOUSE_ROWS | typeof MINUTES)[] = [];
  const leaveOut = (name: (typeof leavesOut)[number]): false => {
    if (!leavesOut.includes(name)) leavesOut.push(name);
    return false;
  };
  return {
    keep,
    get nowMs() {
      return nowMs;
    },
    reach(timeMs) {
      nowMs = Math.max(nowMs, timeMs);
    },
    swept,
    leavesOut,
    isWritten(table, row, id) {
      if (keep.house === null || !isOfHouse(row)) return true;
      if (timeOf(table, row) < minuteOf(nowMs - keep.house)) return leaveOut(HOUSE_ROWS);
      return id > swept[table];
    },
    isWrittenMinute: (openMs) => keep.minutes === null || openMs >= minuteOf(nowMs - keep.minutes) || leaveOut(MINUTES),
  };
}

/** The walk through the house's bills; its time is that of all rows of the house. */
export const HOUSE_ROWS = 'house bill';
/** Up to when rows that only a store which projects the house has may be missing, by its name in `kept_from`. */
export const HOUSE_OWN = 'house own';
/** From when on candles of a minute are known, by its name in `kept_from`. */
export const MINUTES = 'minutes';

const MINUTE_MS = 60_000;

/** The minute of a time: bars are let go in whole minutes. */
export function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}
