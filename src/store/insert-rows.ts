/**
 * Writes many rows of one table with few statements, the same on both databases.
 *
 * Rows go in batches of powers of two, so that a handful of statement texts serves any number of rows: kysely compiles
 * each text once, SQLite keeps it prepared, PostgreSQL answers it in one round trip.
 */
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from './db.ts';
import type { Tables } from './tables.ts';

type TableName = keyof Tables;
type Column<Table extends TableName> = keyof Tables[Table] & string;

/** The treatment of a row whose key is there already: an error, or the new row's values. */
export type OnConflict<Table extends TableName> = 'fail' | { readonly replaceBy: readonly Column<Table>[] };

const LARGEST_BATCH = 256;
/** SQLite takes 32 766 parameters in a statement, PostgreSQL 65 535. */
const MAX_PARAMETERS = 32_000;

const texts = new WeakMap<Database, Map<string, string>>();

/** Inserts all rows; every row has the same columns. */
export async function insertRows<Table extends TableName>(
  database: Database,
  on: Kysely<Tables>,
  table: Table,
  rows: readonly Tables[Table][],
  onConflict: OnConflict<Table> = 'fail',
): Promise<void> {
  const first = rows[0];
  if (first === undefined) return;
  const columns = Object.keys(first) as Column<Table>[];
  for (let start = 0; start < rows.length; ) {
    const count = batchSize(rows.length - start, columns.length);
    const parameters: unknown[] = [];
    for (let at = start; at < start + count; at++)
      for (const column of columns) parameters.push(rows[at]?.[column] ?? null);
    await on.executeQuery(CompiledQuery.raw(textFor(database, table, columns, count, onConflict), parameters));
    start += count;
  }
}

function batchSize(left: number, columns: number): number {
  let size = LARGEST_BATCH;
  while (size > left || size * columns > MAX_PARAMETERS) size /= 2;
  return size;
}

function textFor<Table extends TableName>(
  database: Database,
  table: Table,
  columns: readonly Column<Table>[],
  count: number,
  onConflict: OnConflict<Table>,
): string {
  let known = texts.get(database);
  if (!known) texts.set(database, (known = new Map()));
  const name = `${table}:${count}:${onConflict === 'fail' ? '' : onConflict.replaceBy.join()}`;
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const text = compileInsert(database, table, columns, count, onConflict);
  known.set(name, text);
  return text;
}

function compileInsert<Table extends TableName>(
  database: Database,
  table: Table,
  columns: readonly Column<Table>[],
  count: number,
  onConflict: OnConflict<Table>,
): string {
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const row = sql`(${sql.join(columns.map(() => sql.val(0)))})`;
  const insert = sql`INSERT INTO ${sql.table(table)} (${list(columns)}) VALUES ${sql.join(Array.from({ length: count }, () => row))}`;
  if (onConflict === 'fail') return insert.compile(database.sql).sql;
  const keys = onConflict.replaceBy;
  const others = columns.filter((column) => !keys.includes(column));
  const changes = sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  return sql`${insert} ON CONFLICT (${list(keys)}) DO UPDATE SET ${changes}`.compile(database.sql).sql;
}
