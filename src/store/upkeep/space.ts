/**
 * Gives the room of deleted rows back to the disk. PostgreSQL does it by itself (autovacuum), for what comes next in
 * the same tables; a SQLite file is made shorter, a few pages at a time, once more than a little is free.
 */
import { sql } from 'kysely';
import type { Database } from '../database/db.ts';
import { LOG_PAGES } from '../database/open-database.ts';
import type { Step } from './steps.ts';
import { machine } from '../../time/machine.ts';

/** Free pages that are kept for the rows to come: 4 MiB. */
const SPARE_PAGES = 1_024;
/** Pages given back in one go: 4 ms as a rule in a file of 5 GB, most of which has to be moved. */
const PAGES = 64;

async function pragma(database: Database, name: string): Promise<number> {
  const { rows } = await sql<Record<string, number>>`${sql.raw(`PRAGMA ${name}`)}`.execute(database.sql);
  return Object.values(rows[0] ?? {})[0] ?? 0;
}

/** Makes the file a little shorter. True: there is more to give back. */
export async function giveBackSpace(database: Database): Promise<boolean> {
  if (database.kind !== 'sqlite') return false;
  const free = await pragma(database, 'freelist_count');
  if (free <= SPARE_PAGES) return false;
  await sql`${sql.raw(`PRAGMA incremental_vacuum(${PAGES})`)}`.execute(database.sql);
  return (await pragma(database, 'freelist_count')) < free;
}

const CHECKPOINT_EVERY_MS = 60_000;
/** Pages written in that time where little is written: 8 MiB. */
const FEW_PAGES = 2_048;
const PAGE_BYTES = 4_096;

/**
 * Copies the contents of the write-ahead log into the database now and then, so that the log starts over: its file, and
 * the part of it that a start has to read, stay small where little is written. Under load SQLite does it by size, and
 * the file keeps its length: each sync takes longer for a file that was cut and grows again.
 */
export function checkpoint(database: Database, nowMs: () => number = machine.steadyMs): Step {
  let nextMs = nowMs() + CHECKPOINT_EVERY_MS;
  return async () => {
    if (database.kind !== 'sqlite' || nowMs() < nextMs) return false;
    nextMs = nowMs() + CHECKPOINT_EVERY_MS;
    // Never waits: what a reader still needs stays for the next time.
    const { rows } = await sql<{ log: number }>`PRAGMA wal_checkpoint(PASSIVE)`.execute(database.sql);
    const isQuiet = (rows[0]?.log ?? 0) <= FEW_PAGES;
    await pragma(database, `journal_size_limit = ${(isQuiet ? FEW_PAGES : LOG_PAGES) * PAGE_BYTES}`);
    return false;
  };
}
