/**
 * The ways in which the store says no, and how they cross the thread's border as data.
 *
 * A `StoreRefusal` is the caller's: an invalid cursor, a key that is taken. The API or the command line turns its
 * reason into its own words. A `StoreFault` is ours: the database or the thread failed. They are never mixed. Whether
 * the process can go on after a fault is not for the asker to decide: `startStore` calls `onFault` when it can't.
 */

/** Why the store refused. */
export type RefusalReason =
  | 'badCursor'
  | 'badKey'
  | 'keyTaken'
  | 'tooManyKeys'
  | 'unknownKey'
  | 'unknownAccount'
  | 'badAccount'
  | 'accountTaken'
  | 'badName'
  | 'nameTaken'
  | 'unknownName';

/** The caller asked for something that cannot be; nothing was changed. */
export class StoreRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = 'StoreRefusal';
    this.reason = reason;
  }
}

/** The database or the store's thread failed; the request was not carried out, or it is not known whether it was. */
export class StoreFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFault';
  }
}

/**
 * The stored part of the log is not what the log committed to, or is missing; or work that was begun with it was
 * stopped. The message says which.
 */
export class EvidenceBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EvidenceBroken';
  }
}

/** The database can't be asked now; nothing was done. The message is for the log: it may name the server. */
export class StoreAway extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the read store is away: ${reason}`);
    this.name = 'StoreAway';
    this.reason = reason;
  }
}

/** Another session holds the database's lock. */
export class DatabaseTaken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseTaken';
  }
}

/**
 * An exchange in words, for messages. It is known by the verifier key of its AI log: the log's name, a hash and the
 * public key.
 */
export function exchangeName(verifierKey: string): string {
  const [name, hash] = verifierKey.split('+');
  return `the exchange '${name}' (key ${hash})`;
}

/** The database is another exchange's; nothing in it was changed. A new thread would meet the same. */
export class OtherExchange extends StoreFault {
  /** @param found what shows it */
  constructor(found: string) {
    super(
      `the database is another exchange's: ${found}. Nothing in it was changed. Put together what belongs together, ` +
        'or give this exchange a database or a schema of its own (--store).',
    );
    this.name = 'OtherExchange';
  }
}

/** Longer estimates improve in the meantime. */
export const LONGEST_RETRY_SECONDS = 60;

/** The projection is not at the asked-for sequence, and won't be soon; asking again may succeed. */
export class StoreBehind extends Error {
  readonly projected: number;
  /** When to ask again: when it may be there, or when a better estimate is possible; 1 when nothing can be said. */
  readonly retryAfterSeconds: number;

  /** @param seconds about how long it will take; null when that can't be said */
  constructor(asked: number, projected: number, seconds: number | null) {
    const when = seconds === null ? '' : `, in about ${Math.ceil(seconds)} s`;
    super(`history is stored up to sequence ${projected}, ${asked} is needed${when}`);
    this.name = 'StoreBehind';
    this.projected = projected;
    this.retryAfterSeconds = Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(seconds ?? 1)));
  }
}

/** An error as plain data. */
export type ErrorData =
  | { readonly kind: 'refusal'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'away'; readonly reason: string }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string };

export function errorToData(error: unknown): ErrorData {
  if (error instanceof StoreRefusal) return { kind: 'refusal', reason: error.reason, message: error.message };
  if (error instanceof StoreAway) return { kind: 'away', reason: error.reason };
  return { kind: 'fault', message: wholeMessage(error), stack: error instanceof Error ? (error.stack ?? '') : '' };
}

/** Its message, for the log. */
export function messageOf(data: ErrorData): string {
  return data.kind === 'away' ? data.reason : data.message;
}

/** An error's message with those of its causes: no cause is lost on the way out. */
export function wholeMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${wholeMessage(error.cause)}` : error.message;
}

export function errorFromData(data: ErrorData): StoreRefusal | StoreAway | StoreFault {
  if (data.kind === 'refusal') return new StoreRefusal(data.reason, data.message);
  if (data.kind === 'away') return new StoreAway(data.reason);
  return new StoreFault(`read store: ${data.message}`, { cause: data.stack });
}
