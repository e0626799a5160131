/**
 * Looks at a read store in a SQLite file without changing it; SQLite may only rewrite its shared memory (`-shm`), which
 * holds no data.
 *
 * Its own check goes table by table, first what exists nowhere else. It finds pages that are broken, not figures that
 * somebody changed. One table can't be left half checked, and a year's rows take minutes: when time is limited, only a
 * small file is checked in full; of a large one the tables that are small by their nature, and the newest rows of every
 * other one, whose pages are those a fault of the disk most likely took. It still says which it left out.
 */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { TABLE_NAMES } from '../schema/schema.ts';
import { factsOfName, nothingAt, sizeOf } from './absent.ts';
import type { StoreFacts } from './facts.ts';
import { type LookOptions, readFacts } from './read-facts.ts';
import type { Ask, Reader } from './reader.ts';
import { machine } from '../../time/machine.ts';

const BUSY_MS = 5_000;
/** A file of this size is checked in full in about 100 ms. */
const SMALL_FILE_BYTES = 32 * 1024 * 1024;
/** Tables that exist nowhere else and stay small. */
const FIRST = ['account', 'api_key', 'credential', 'owner', 'projection_state', 'schema_version', 'symbol'];
const NEWEST_ROWS = 2_000;

export async function lookAtFile(path: string, options: LookOptions): Promise<StoreFacts> {
  const nothing = nothingAt(path);
  if (nothing !== null) return nothing;
  const known = factsOfName(path);
  let database: DatabaseSync | null = null;
  try {
    database = openUntouched(path, options);
    const ask = asking(database);
    const tables = (await ask(TABLE_NAMES.sqlite)).map(({ name }) => String(name));
    return {
      ...known,
      ...(await readFacts(ask, tables, options)),
      ...check(database, tables, options, sizeOf(path)),
    };
  } catch (error) {
    return { ...known, state: 'unreadable', problem: error instanceof Error ? error.message : String(error) };
  } finally {
    database?.close();
  }
}

/** @throws Error when it can't be opened */
export function readFile(path: string, options: LookOptions): Reader {
  const database = openUntouched(path, options);
  return { kind: 'sqlite', ask: asking(database), close: async () => database.close() };
}

/** A file without a log of latest changes is opened as immutable, or SQLite would make that log. */
function openUntouched(path: string, { isRunning = false }: LookOptions): DatabaseSync {
  const url = pathToFileURL(path);
  if (!isRunning && sizeOf(`${path}-wal`) === 0) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS });
}

function asking(database: DatabaseSync): Ask {
  return async (text) => {
    const statement = database.prepare(text);
    statement.setReadBigInts(true);
    return statement.all();
  };
}

/** A table that was begun is finished. */
function check(
  database: DatabaseSync,
  tables: readonly string[],
  { checkMs = Number.POSITIVE_INFINITY }: LookOptions,
  bytes: number,
): Pick<StoreFacts, 'damage' | 'unchecked'> {
  const endMs = machine.steadyMs() + checkMs;
  const isWhole = !Number.isFinite(checkMs) || bytes <= SMALL_FILE_BYTES;
  const first = tables.filter((table) => FIRST.includes(table));
  const damage: string[] = [];
  const unchecked: string[] = [];
  for (const table of [...first, ...tables.filter((table) => !FIRST.includes(table))]) {
    if (machine.steadyMs() > endMs) unchecked.push(table);
    else if (isWhole || FIRST.includes(table)) damage.push(...damageOf(database, table));
    else damage.push(...damageOfNewest(database, table));
  }
  return { damage, unchecked };
}

/** Reads the newest rows in the order of the table's key. */
function damageOfNewest(database: DatabaseSync, table: string): string[] {
  const isInKey = database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(table)?.['wr'] === 1;
  const key = isInKey
    ? database.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table)
    : [{ name: 'rowid' }];
  const order = key.map(({ name }) => `"${String(name)}" DESC`).join(', ');
  try {
    database.prepare(`SELECT COUNT(*) FROM (SELECT * FROM "${table}" ORDER BY ${order} LIMIT ${NEWEST_ROWS})`).get();
    return [];
  } catch (error) {
    return [`${table}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function damageOf(database: DatabaseSync, table: string): string[] {
  const said = database.prepare(`PRAGMA quick_check("${table}")`).all();
  return said.flatMap((row) => (row['quick_check'] === 'ok' ? [] : [`${table}: ${String(row['quick_check'])}`]));
}
