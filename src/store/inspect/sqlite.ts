/**
 * Reads a SQLite file without changing it; SQLite may only rewrite its shared memory (`-shm`), which holds no data.
 *
 * Its own check goes table by table, first what exists nowhere else. It finds pages that are broken, not figures that
 * somebody changed. One table can't be left half checked, and a year's rows take minutes: when time is limited, only a
 * small file is checked in full; of a large one the tables that are small by their nature, and the newest rows of every
 * other one, whose pages are those a fault of the disk most likely took. It still says which it left out.
 */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { machine } from '../../time/machine.ts';
import { sizeOf } from './absent.ts';
import type { Reader, ReadOptions } from './reader.ts';

const BUSY_MS = 5_000;
/** A file of this size is checked in full in about 100 ms. */
const SMALL_FILE_BYTES = 32 * 1024 * 1024;
/** Tables that exist nowhere else and stay small. */
const FIRST = ['account', 'api_key', 'credential', 'owner', 'projection_state', 'schema_version', 'symbol'];
const NEWEST_ROWS = 2_000;

/** @throws Error when it can't be opened */
export function readSqlite(path: string, { isRunning = false, checkMs }: ReadOptions): Reader {
  const url = pathToFileURL(path);
  // A file without a log of latest changes is opened as immutable, or SQLite would make that log.
  if (!isRunning && sizeOf(`${path}-wal`) === 0) url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS });
  return {
    kind: 'sqlite',
    async ask(text) {
      const statement = database.prepare(text);
      statement.setReadBigInts(true);
      return statement.all();
    },
    check: async (tables) => damageIn(database, tables, { checkMs, isSmall: sizeOf(path) <= SMALL_FILE_BYTES }),
    close: async () => database.close(),
  };
}

/** A table that was begun is finished. */
function damageIn(
  database: DatabaseSync,
  tables: readonly string[],
  { checkMs = Number.POSITIVE_INFINITY, isSmall }: { readonly checkMs: number | undefined; readonly isSmall: boolean },
) {
  const endMs = machine.steadyMs() + checkMs;
  const isWhole = !Number.isFinite(checkMs) || isSmall;
  const first = tables.filter((table) => FIRST.includes(table));
  const damage: string[] = [];
  const unchecked: string[] = [];
  for (const table of new Set([...first, ...tables])) {
    if (machine.steadyMs() > endMs) unchecked.push(table);
    else damage.push(...(isWhole || FIRST.includes(table) ? damageOf : damageOfNewest)(database, table));
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
