/**
 * The two ways the store says no, and how they cross the thread's border as data.
 *
 * A `StoreRefusal` is the caller's: a cursor that is none, a key that is taken. The API or the command line turns its reason into its
 * own words. A `StoreFault` is ours: the database or the thread failed. Never mixed. Whether the process can go on after a fault is not
 * decided by who asked: `startStore` calls `onFault` when it can't.
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
  | 'accountTaken';

/** The caller asked for something that cannot be; nothing was changed. */
export class StoreRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = 'StoreRefusal';
    this.reason = reason;
  }
}

/** The database or the store's thread failed; what was asked for was not done, or it is not known whether it was. */
export class StoreFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFault';
  }
}

/** The projection did not reach the asked-for sequence in time; asking again may succeed. */
export class StoreBehind extends Error {
  readonly projected: number;

  constructor(asked: number, projected: number, waitedMs: number) {
    super(`the read store is at sequence ${projected}, ${asked} is needed; waited ${waitedMs} ms`);
    this.name = 'StoreBehind';
    this.projected = projected;
  }
}

/** An error as plain data. */
export type ErrorData =
  | { readonly kind: 'refusal'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string };

export function errorToData(error: unknown): ErrorData {
  if (error instanceof StoreRefusal) return { kind: 'refusal', reason: error.reason, message: error.message };
  return { kind: 'fault', message: wholeMessage(error), stack: error instanceof Error ? (error.stack ?? '') : '' };
}

/** What an error says with what caused it: no cause is lost on the way out. */
export function wholeMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${wholeMessage(error.cause)}` : error.message;
}

export function errorFromData(data: ErrorData): StoreRefusal | StoreFault {
  if (data.kind === 'refusal') return new StoreRefusal(data.reason, data.message);
  return new StoreFault(`read store: ${data.message}`, { cause: data.stack });
}
