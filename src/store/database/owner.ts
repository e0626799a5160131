/**
 * The owner of a database, and how often keys and accounts in it were changed. An exchange is named by the verifier key
 * of its AI log, which its journal opens once and no other exchange has. Any other is refused before anything is
 * changed; the lock that keeps two processes apart is separate (postgres-guard.ts).
 *
 * The count of durable changes in the database is written afterwards to a small file of the data folder (`store-mark`):
 * a database that has seen less than its folder remembers lost something that somebody was told is safe, and is refused
 * at the next start.
 */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Database } from './db.ts';
import { exchangeName, OtherExchange } from '../errors.ts';
import { storedVersion } from './schema.ts';
import { SCHEMA_VERSION, type Tables } from '../schema/tables.ts';

/** The content of the file. */
export interface StoreMark {
  readonly exchange: string;
  readonly changes: number;
}

/** A journal's own facts. */
export interface JournalIdentity {
  /** Verifier key of the AI log it opened; '' while it has none. */
  readonly exchange: string;
  /** It holds no command. */
  readonly isEmpty: boolean;
  /** Time of the command asked for; null when it does not reach that far. */
  readonly timeMs: number | null;
}

/** Reads a journal's beginning, and on to `sequence`. */
export type Identify = (sequence: number) => JournalIdentity;

/**
 * Must be asked before anything is changed, with the database held: it must be the journal's. One without an owner must
 * agree with the journal as far as both go; so an exchange that claims it afterwards claims its own.
 * @throws OtherExchange
 */
export async function checkOwner(database: Database, identify: Identify): Promise<void> {
  // Tables of another version are refused before anything is changed as well, by what makes them.
  if ((await storedVersion(database)) !== SCHEMA_VERSION) return;
  const owner = (await ownerOf(database)).exchange;
  // A node that joins has nothing of its own yet: what it gets is the order's.
  if (database.isShared && identify(0).isEmpty) return;
  if (owner !== '') return refuseOther(owner, identify(0).exchange);
  const states = database.sql.selectFrom('projection_state').selectAll();
  const state = await states.where('name', '=', 'journal').executeTakeFirst();
  if (state === undefined || state.last_sequence === 0) return;
  const { isEmpty, timeMs } = identify(state.last_sequence);
  if (isEmpty || (timeMs !== null && timeMs !== state.last_time_ms))
    throw new OtherExchange(`it holds rows up to sequence ${state.last_sequence}, which are not of this journal`);
}

/**
 * Writes down that the database belongs to the exchange with this verifier key; a second time changes nothing.
 * @throws OtherExchange when it belongs to another
 */
export async function claim(database: Database, { exchange }: { readonly exchange: string }): Promise<null> {
  const owner = (await ownerOf(database)).exchange;
  if (owner !== '') refuseOther(owner, exchange);
  else
    await database.transaction('durable', async (on) => {
      await on.updateTable('owner').set({ exchange }).where('exchange', '=', '').execute();
    });
  return null;
}

/**
 * Must be called in the transaction that changes a key or an account, and before anything is looked at that the change
 * depends on: the next change, of another node too, waits for the end of this one.
 */
export async function countChange(on: Kysely<Tables>): Promise<void> {
  await on.updateTable('owner').set({ changes: sql`changes + 1` }).execute();
}

/** Writes the whole file or nothing. */
export async function writeMark(database: Database, path: string): Promise<void> {
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(await ownerOf(database))}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}

/** The owner and the count of changes that the database has written down. */
export async function ownerOf(database: Database): Promise<StoreMark> {
  return database.sql.selectFrom('owner').select(['exchange', 'changes']).executeTakeFirstOrThrow();
}

function refuseOther(owner: string, exchange: string): void {
  if (owner === exchange) return;
  const ours = exchange === '' ? 'has opened no AI log yet' : `is of ${exchangeName(exchange)}`;
  throw new OtherExchange(`it belongs to ${exchangeName(owner)}, and this journal ${ours}`);
}
