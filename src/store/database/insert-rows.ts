/**
 * Writes many rows of one table with few statements, the same on both databases.
 *
 * Rows go in batches of powers of two, so that a handful of statement texts serves any number of rows: kysely compiles
 * each text once, SQLite keeps it prepared, PostgreSQL answers it in one round trip.
 */
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from './db.ts';
import { addEncoded, type CodedTable, columnsOf, isCoded, readSymbols } from '../schema/row-codec.ts';
import type { CodedRows, Tables } from '../schema/tables.ts';

type TableName = keyof Tables;
/** As it is given: in words. */
type RowOf<Table extends TableName> = Table extends CodedTable ? CodedRows[Table] : Tables[Table];
type Column<Table extends TableName> = keyof Tables[Table] & string;

/** The treatment of a row whose key is there already: an error, the new row's values, or the old ones. */
export type OnConflict<Table extends TableName> =
  | 'fail'
  | { readonly replaceBy: readonly Column<Table>[] }
  | { readonly keepBy: readonly Column<Table>[] };

const LARGEST_BATCH = 256;
/** SQLite takes 32 766 parameters in a statement, PostgreSQL 65 535. */
const MAX_PARAMETERS = 32_000;

const texts = new WeakMap<Database, Map<string, string>>();

/** Inserts all rows; every row has the same columns. */
export async function insertRows<Table extends TableName>(
  database: Database,
  on: Kysely<Tables>,
  table: Table,
  rows: readonly RowOf<Table>[],
  onConflict: OnConflict<Table> = 'fail',
): Promise<void> {
  const first = rows[0];
  if (first === undefined) return;
  const columns = (isCoded(table) ? columnsOf(table) : Object.keys(first)) as Column<Table>[];
  const target: Target<Table> = { table, columns, onConflict };
  const all = rows as readonly Readonly<Record<string, unknown>>[];
  if (!isCoded(table))
    return insertInto(database, on, target, all, (values, row) => {
      for (const column of columns) values.push(row[column] ?? null);
    });
  const symbols = await numbered(on, rows as readonly { readonly symbol: string }[]);
  return insertInto(database, on, target, all, (values, row) => addEncoded(values, table, row, symbols));
}

/** The contracts' numbers; contracts seen for the first time get theirs here. */
async function numbered(on: Kysely<Tables>, rows: readonly { readonly symbol: string }[]) {
  const symbols = await readSymbols(on);
  const strangers = new Set<string>();
  for (const { symbol } of rows) if (!symbols.codes.has(symbol)) strangers.add(symbol);
  for (const name of strangers)
    await sql`INSERT INTO symbol (code, name) SELECT COALESCE(MAX(code), -1) + 1, ${name} FROM symbol WHERE TRUE
      ON CONFLICT DO NOTHING`.execute(on);
  return strangers.size > 0 ? readSymbols(on) : symbols;
}

/** The table that rows go into, its columns in the order in which their values are given. */
interface Target<Table extends TableName> {
  readonly table: Table;
  readonly columns: readonly Column<Table>[];
  readonly onConflict: OnConflict<Table>;
}

/** @param add adds the values of a row */
async function insertInto<Table extends TableName, Row>(
  database: Database,
  on: Kysely<Tables>,
  target: Target<Table>,
  rows: readonly Row[],
  add: (values: unknown[], row: Row) => void,
): Promise<void> {
  for (let start = 0; start < rows.length; ) {
    const count = batchSize(rows.length - start, target.columns.length);
    const values: unknown[] = [];
    for (let at = start; at < start + count; at++) add(values, rows[at]!);
    await on.executeQuery(CompiledQuery.raw(textFor(database, target, count, on.isTransaction), values));
    start += count;
  }
}

function batchSize(left: number, columns: number): number {
  let size = LARGEST_BATCH;
  while (size > left || size * columns > MAX_PARAMETERS) size /= 2;
  return size;
}

/** @param isPart whether it is part of a transaction, which ends with a statement that fails */
function textFor<Table extends TableName>(
  database: Database,
  target: Target<Table>,
  count: number,
  isPart: boolean,
): string {
  let known = texts.get(database);
  if (!known) texts.set(database, (known = new Map()));
  const { table, onConflict } = target;
  const name = `${table}:${count}:${JSON.stringify(onConflict)}:${isPart}`;
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const text = compileInsert(database, target, count, isPart);
  known.set(name, text);
  return text;
}

function compileInsert<Table extends TableName>(
  database: Database,
  { table, columns, onConflict }: Target<Table>,
  count: number,
  isPart: boolean,
): string {
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const row = sql`(${sql.join(columns.map(() => sql.val(0)))})`;
  // SQLite copies each page that a statement of many rows changes, so that it can undo that statement alone.
  const into = sql.raw(isPart && database.kind === 'sqlite' ? 'INSERT OR FAIL INTO' : 'INSERT INTO');
  const insert = sql`${into} ${sql.table(table)} (${list(columns)}) VALUES ${sql.join(Array.from({ length: count }, () => row))}`;
  if (onConflict === 'fail') return insert.compile(database.sql).sql;
  if ('keepBy' in onConflict)
    return sql`${insert} ON CONFLICT (${list(onConflict.keepBy)}) DO NOTHING`.compile(database.sql).sql;
  const keys = onConflict.replaceBy;
  const others = columns.filter((column) => !keys.includes(column));
  const changes = sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  return sql`${insert} ON CONFLICT (${list(keys)}) DO UPDATE SET ${changes}`.compile(database.sql).sql;
}
