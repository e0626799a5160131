/**
 * Writes many rows of one table with few statements, the same on both databases.
 *
 * Rows go in batches of powers of two, so that a handful of statement texts serves any number of rows: kysely compiles
 * each text once, SQLite keeps it prepared, PostgreSQL answers it in one round trip.
 */
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from './db.ts';
import { formOf, type RowForm, smallRow } from './row-forms.ts';
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
  const form = formOf(table);
  if (form !== null) {
    const small = await smallRows(on, form, rows as readonly Record<string, unknown>[]);
    return insertPlain(database, on, form.table, small, onConflict as OnConflict<keyof Tables>);
  }
  return insertPlain(database, on, table, rows, onConflict);
}

/** The rows as they lie in the table of their form; contracts met for the first time get their numbers. */
async function smallRows(
  on: Kysely<Tables>,
  form: RowForm,
  rows: readonly Record<string, unknown>[],
): Promise<Tables[RowForm['table']][]> {
  let symbols = await symbolCodes(on);
  const strangers = new Set(rows.map(({ symbol }) => symbol as string).filter((symbol) => !symbols.has(symbol)));
  for (const name of strangers)
    await sql`INSERT INTO symbol (code, name) SELECT COALESCE(MAX(code), -1) + 1, ${name} FROM symbol WHERE TRUE
      ON CONFLICT DO NOTHING`.execute(on);
  if (strangers.size > 0) symbols = await symbolCodes(on);
  return rows.map((row) => smallRow(form, row, symbols) as unknown as Tables[RowForm['table']]);
}

async function symbolCodes(on: Kysely<Tables>): Promise<Map<string, number>> {
  const rows = await on.selectFrom('symbol').selectAll().execute();
  return new Map(rows.map(({ code, name }) => [name, code]));
}

async function insertPlain<Table extends TableName>(
  database: Database,
  on: Kysely<Tables>,
  table: Table,
  rows: readonly Tables[Table][],
  onConflict: OnConflict<Table>,
): Promise<void> {
  const columns = Object.keys(rows[0]!) as Column<Table>[];
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
