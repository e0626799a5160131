/**
 * Looks at a read store in a SQLite file without changing it; SQLite may only write its shared memory (`-shm`) anew,
 * which holds no data.
 *
 * Its own check goes table by table, what exists nowhere else first and what is large last, until its time is used up;
 * it says which it left out. It finds pages that are broken, not figures that somebody changed.
 */
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { basename } from 'node:path';
import { NO_STORE, type StoreFacts } from './facts.ts';
import { type Ask, type LookOptions, readFacts } from './read-facts.ts';
import type { Reader } from './reader.ts';

const BUSY_MS = 5_000;
const LARGE = ['payload', 'ailog', 'tlog_leaf', 'bar', 'plan_order', 'order_record_row', 'fill_row', 'bill_row'];

export async function lookAtFile(path: string, options: LookOptions): Promise<StoreFacts> {
  const lostWal = existsSync(`${path}-shm`) && !existsSync(`${path}-wal`);
  const nothing = { ...NO_STORE, database: 'sqlite', place: basename(path), lostWal } as const;
  if (!existsSync(path)) return { ...nothing, state: 'absent' };
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) === 0) return { ...nothing, state: 'empty' };
  let database: DatabaseSync | null = null;
  try {
    database = openUntouched(path, options);
    const ask = asking(database);
    const tables = (await ask("SELECT name FROM sqlite_schema WHERE type = 'table'")).map(({ name }) => String(name));
    return { ...nothing, ...(await readFacts(ask, new Set(tables), options)), ...check(database, tables, options) };
  } catch (error) {
    return { ...nothing, state: 'unreadable', problem: error instanceof Error ? error.message : String(error) };
  } finally {
    database?.close();
  }
}

/** @throws Error when it can't be opened */
export function readFile(path: string, options: LookOptions): Reader {
  const database = openUntouched(path, options);
  return { kind: 'sqlite', ask: asking(database), close: async () => database.close() };
}

/** A file without a log of latest changes is opened as one that nobody changes, or SQLite would make that log. */
function openUntouched(path: string, { isRunning = false }: LookOptions): DatabaseSync {
  const url = pathToFileURL(path);
  if (!isRunning && sizeOf(`${path}-wal`) === 0) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function asking(database: DatabaseSync): Ask {
  return async (text) => {
    const statement = database.prepare(text);
    statement.setReadBigInts(true);
    return statement.all();
  };
}

/** The last table begun is finished. */
function check(
  database: DatabaseSync,
  tables: readonly string[],
  { checkMs = Number.POSITIVE_INFINITY }: LookOptions,
): Pick<StoreFacts, 'damage' | 'unchecked'> {
  const endMs = performance.now() + checkMs;
  const damage: string[] = [];
  const unchecked: string[] = [];
  for (const table of tables.toSorted((a, b) => LARGE.indexOf(a) - LARGE.indexOf(b))) {
    if (performance.now() > endMs) unchecked.push(table);
    else damage.push(...damageOf(database, table));
  }
  return { damage, unchecked };
}

function damageOf(database: DatabaseSync, table: string): string[] {
  const said = database.prepare(`PRAGMA quick_check("${table}")`).all();
  return said.flatMap((row) => (row['quick_check'] === 'ok' ? [] : [`${table}: ${String(row['quick_check'])}`]));
}
