/** What activity is asked for: of whom, how much, and between which places. */

/** The levels of disclosure, each with everything before it: who did what; why; and from what. */
export type Disclosure = 'actions' | 'reasons' | 'full';

export interface DisclosedAccount {
  readonly uid: number;
  readonly what: Disclosure;
  /** So long after it happened. */
  readonly delayMs: number;
  /** Of what happened in this time, both ends inclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Where an item stands. */
export interface ActivityPlace {
  readonly timeMs: number;
  /**
   * 0 a log, 1 an order, 2 a taker's side of a fill, 3 a maker's: the order in which they follow from each other. 4 is
   * what concerns all.
   */
  readonly rank: number;
  /** A leaf's index; of a fill its id, which both of its sides have. */
  readonly number: number;
}

export interface ActivityArgs {
  readonly accounts: readonly DisclosedAccount[];
  /** What concerns all in these contests, and of which teams; null: none of it. */
  readonly notices: NoticesWanted | null;
  readonly symbol: string | null;
  /** Only what is newer, and older, than these. */
  readonly after: ActivityPlace | null;
  readonly before: ActivityPlace | null;
  readonly limit: number;
  readonly nowMs: number;
}

export interface NoticesWanted {
  readonly contests: readonly string[];
  /** Verdicts of this team alone, and no phases; null: of all. */
  readonly team: string | null;
}
