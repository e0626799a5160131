/**
 * Faults of a rehearsal as the HTTP surface meets them (REH-11): what becomes of a request on its way to a route and
 * back. They never touch what is decided: an order whose answer is lost stands, as behind any network that loses one.
 */

export const FAULTS = [
  'tooMany',
  'errorBefore',
  'errorAfter',
  'dropBefore',
  'dropAfter',
  'hang',
  'staleReads',
  'latency',
  'outage',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** In place of an answer: the page of a gateway, 500 and 429 in the exchange's own form, or nothing. */
export type Instead = 429 | 500 | 502 | 503 | 504 | 'reset';

/** Thrown in place of an answer. */
export class Faulted extends Error {
  readonly instead: Exclude<Instead, 429>;

  constructor(instead: Exclude<Instead, 429>) {
    super(`a fault of the rehearsal: ${instead}`);
    this.instead = instead;
  }
}

/** A request that has passed its checks. */
export interface Asked {
  /** Null: of a route that everybody may ask. */
  readonly account: number | null;
  /** Account of the key that such a request names all the same; null: it names none. */
  readonly named: number | null;
  readonly operation: string;
  readonly isRead: boolean;
  /** Path and query. */
  readonly target: string;
  /** It came over this one. */
  readonly connection: object;
}

/** The fate of a request. */
export interface FaultPlan {
  /** Account that it counts for; 0: nobody's. */
  readonly account: number;
  readonly name: FaultName;
  /** The answer's header names it. */
  readonly isRevealed: boolean;
  /** Of the rehearsal's time, until it is carried out, and then until it is answered. */
  readonly beforeMs: number;
  readonly afterMs: number;
  /** Of the machine's time, until it is answered. */
  readonly hangMs: number;
  /** It is not carried out, and gets this. */
  readonly before: Instead | null;
  /** It is carried out, and gets this. */
  readonly after: Instead | null;
  /** The answer as it was so long ago; 0: as it is. */
  readonly staleMs: number;
}

/** How a message of a private connection is delivered. */
export interface Delivery {
  /** 0: it is lost. */
  readonly times: number;
  readonly lagMs: number;
}

/** Faults that are in force, as the administration asks for them. */
export interface FaultWish {
  /** Null: every account. */
  readonly uid: number | null;
  /** A profile's name, or a profile. */
  readonly profile: unknown;
  /** Null: the rehearsal's own. */
  readonly seed: string | null;
}

export interface FaultsInForce {
  readonly uid: number | null;
  /** Of a profile that comes with it; null: one that was given. */
  readonly profile: string | null;
  readonly seed: string;
  /** Of the rehearsal's time; null: open. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Requests they looked at, */
  readonly requests: number;
  /** and those that were hit, by fault. */
  readonly hits: Readonly<Partial<Record<FaultName, number>>>;
  readonly settings: object;
}

export interface Faults {
  /** Null: nothing becomes of it but what is usual. */
  plan(asked: Asked): FaultPlan | null;
  /** Runs after so much of the rehearsal's time, which is told how much of it passed: none where time stands. */
  later<Done>(account: number, ms: number, run: (passedMs: number) => Done | Promise<Done>): Promise<Done>;
  /** Runs after so much of the rehearsal's time, whenever that is. */
  after(account: number, ms: number, run: () => void): void;
  /** The answer to a read so long ago; undefined: it is not kept. */
  past(asked: Asked, staleMs: number): unknown;
  /** Is told how reads are answered, for those that are kept. */
  readBy(read: (account: number, target: string) => unknown): void;
  /** Null: as usual. */
  message(account: number): Delivery | null;
  /** A private connection of an account, and how it is cut; the function it returns takes it out again. */
  socket(account: number, cut: () => void): () => void;
  /** Nobody is let in: there is an outage. */
  readonly isOut: boolean;
  list(): readonly FaultsInForce[];
  /** In the place of what the account had. @throws ApiError 60006 */
  set(wish: FaultWish): readonly FaultsInForce[];
  /** Of an account, or of all that have some (null). */
  clear(uid: number | null): readonly FaultsInForce[];
}
