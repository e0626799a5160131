/** What is asked of activity: whose, how much, and between which places. */

/** The levels of disclosure, each with everything before it: who did what; why; and from what. */
export type Disclosure = 'actions' | 'reasons' | 'full';

export interface DisclosedAccount {
  readonly uid: number;
  readonly what: Disclosure;
  /** Shown this long after it happened. */
  readonly delayMs: number;
  /** Shown when it happened in this time, both ends inclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
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
  /** What concerns all in these contests, and for which teams; null: none of it. */
  readonly notices: NoticesWanted | null;
  readonly symbol: string | null;
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
