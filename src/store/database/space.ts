/**
 * Gives the room of rows that are gone back to the disk. PostgreSQL does it by itself (autovacuum), for what comes next
 * in the same tables; a SQLite file is made shorter, a few pages at a time, once more than a little is free.
 */
import { sql } from 'kysely';
import type { Database } from './db.ts';
import type { Step } from '../thread/upkeep.ts';

/** Free pages that stay, for the rows to come: 4 MiB. */
const SPARE_PAGES = 1_024;
/** Pages given back at once: 4 ms as a rule in a file of 5 GB, of which most has to be moved. */
const PAGES = 64;
/** A larger file is not written anew by a start: 2 GiB take half a minute. */
const MOST_PAGES = 524_288;
const INCREMENTAL = 2;
/** Of the write-ahead log, before it is copied and written over: 64 MiB. A page that changes often is copied once. */
export const LOG_PAGES = 16_384;

async function pragma(database: Database, name: string): Promise<number> {
  const { rows } = await sql<Record<string, number>>`${sql.raw(`PRAGMA ${name}`)}`.execute(database.sql);
  return Object.values(rows[0] ?? {})[0] ?? 0;
}

/**
 * Sees to it that the file can be made shorter: one of an older version has to be written anew once, which takes about
 * a second for every 100 MB and as much free room. A file that is too large, or a disk that is too full, is left as it
 * is.
 */
export async function makeShrinkable(database: Database): Promise<void> {
  if (database.kind !== 'sqlite' || (await pragma(database, 'auto_vacuum')) === INCREMENTAL) return;
  if ((await pragma(database, 'page_count')) > MOST_PAGES) return;
  try {
    await sql`PRAGMA auto_vacuum = INCREMENTAL`.execute(database.sql);
    await sql`VACUUM`.execute(database.sql);
  } catch {
    // Nothing was changed: room that is free is used again, and not given back.
  }
}

/** Makes the file a little shorter. True: there is more to give back. */
export async function giveBackSpace(database: Database): Promise<boolean> {
  if (database.kind !== 'sqlite') return false;
  const free = await pragma(database, 'freelist_count');
  if (free <= SPARE_PAGES || (await pragma(database, 'auto_vacuum')) !== INCREMENTAL) return false;
  await sql`${sql.raw(`PRAGMA incremental_vacuum(${PAGES})`)}`.execute(database.sql);
  return (await pragma(database, 'freelist_count')) < free;
}

const CHECKPOINT_EVERY_MS = 60_000;
/** Pages written in such a time where little is written: 8 MiB. */
const FEW_PAGES = 2_048;
const PAGE_BYTES = 4_096;

/**
 * Copies what stands in the write-ahead log into the database now and then, so that the log begins anew: its file, and
 * what a start has to read of it, stay small where little is written. Under load SQLite does it by size, and the file
 * keeps its length: each sync of a file that was cut and grows again takes longer.
 */
export function checkpoint(database: Database, nowMs: () => number = () => performance.now()): Step {
  let nextMs = nowMs() + CHECKPOINT_EVERY_MS;
  return async () => {
    if (database.kind !== 'sqlite' || nowMs() < nextMs) return false;
    nextMs = nowMs() + CHECKPOINT_EVERY_MS;
    // Waits for nobody: what a reader still needs stays for the next time.
    const { rows } = await sql<{ log: number }>`PRAGMA wal_checkpoint(PASSIVE)`.execute(database.sql);
    const isQuiet = (rows[0]?.log ?? 0) <= FEW_PAGES;
    await pragma(database, `journal_size_limit = ${(isQuiet ? FEW_PAGES : LOG_PAGES) * PAGE_BYTES}`);
    return false;
  };
}
