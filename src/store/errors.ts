/**
 * The two ways the store says no, and how they cross the thread's border as data.
 *
 * A `StoreRefusal` is the caller's: a cursor that is none, a key that is taken. The API or the command line turns its reason into its
 * own words. A `StoreFault` is ours: the database or the thread failed, and the process has to end. Never mixed.
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

/** The database or the store's thread failed. Nothing more can be asked of this store. */
export class StoreFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFault';
  }
}

/** The projection did not reach the asked-for sequence in time; asking again may succeed. */
export class StoreBehind extends Error {
  constructor(asked: number, projected: number, waitedMs: number) {
    super(`the read store is at sequence ${projected}, ${asked} is needed; waited ${waitedMs} ms`);
    this.name = 'StoreBehind';
  }
}

/** An error as plain data. */
export type ErrorData =
  | { readonly kind: 'refusal'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string };

export function errorToData(error: unknown): ErrorData {
  if (error instanceof StoreRefusal) return { kind: 'refusal', reason: error.reason, message: error.message };
  const known = error instanceof Error ? error : new Error(String(error));
  return { kind: 'fault', message: known.message, stack: known.stack ?? '' };
}

export function errorFromData(data: ErrorData): StoreRefusal | StoreFault {
  if (data.kind === 'refusal') return new StoreRefusal(data.reason, data.message);
  return new StoreFault(`read store: ${data.message}`, { cause: data.stack });
}
