/** The arguments of a question about activity: which accounts, how much, and between which places. */

/** The levels of disclosure, each with everything before it: who did what; why; and from what. */
export type Disclosure = 'actions' | 'reasons' | 'full';

export interface DisclosedAccount {
  readonly uid: number;
  readonly what: Disclosure;
  /** Shown this long after it happened. */
  readonly delayMs: number;
  /** And not before this moment, however long ago it happened; 0: any. */
  readonly notBeforeMs: number;
  /** Shown when it happened in this time, both ends inclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** When what an account did at a time may be shown. */
export function opensAtMs({ delayMs, notBeforeMs }: DisclosedAccount, timeMs: number): number {
  return Math.max(timeMs + delayMs, notBeforeMs);
}

/** The latest time of what may be shown of an account now; below 0: nothing. */
export function openUntilMs({ delayMs, notBeforeMs }: DisclosedAccount, nowMs: number): number {
  return notBeforeMs > nowMs ? -1 : nowMs - delayMs;
}

/** The place of an item. */
export interface ActivityPlace {
  readonly timeMs: number;
  /**
   * 0 a log, 1 an order, 2 a taker's side of a fill, 3 a maker's: the order in which they follow from each other. 4 is
   * for what concerns all.
   */
  readonly rank: number;
  /** A leaf's index; for a fill its id, which both of its sides have. */
  readonly number: number;
}

export interface ActivityArgs {
  readonly accounts: readonly DisclosedAccount[];
  /** Items that concern all in these contests, and their teams; null: none of it. */
  readonly notices: NoticesWanted | null;
  readonly symbol: string | null;
  /** Whether what may not be shown yet is named: not in a list of one team or contract, which would say whose it is. */
  readonly namesSealed: boolean;
  /** Only what is newer than `after` and older than `before`. */
  readonly after: ActivityPlace | null;
  readonly before: ActivityPlace | null;
  readonly limit: number;
  readonly nowMs: number;
}

export interface NoticesWanted {
  readonly contests: readonly string[];
  /** Verdicts of this team alone, and no phases; null: those of all. */
  readonly team: string | null;
}
