// Rows of the read store in words, also of the tables that hold numbers for them.
import { sql } from 'kysely';
import type { Database } from '../../src/store/database/db.ts';
import { decodeRows, isCoded } from '../../src/store/schema/row-codec.ts';
import type { CodedRows, Tables } from '../../src/store/schema/tables.ts';

type RowsOf<Table extends keyof Tables> = (Table extends keyof CodedRows ? CodedRows[Table] : Tables[Table])[];

/** All rows of a table; in the order of the columns named, as they are stored. */
export async function rowsInWords<Table extends keyof Tables>(
  { sql: on }: Database,
  table: Table,
  ...order: (keyof Tables[Table] & string)[]
): Promise<RowsOf<Table>> {
  const by = order.length === 0 ? '' : `ORDER BY ${order.join(', ')}`;
  const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.raw(`${table} ${by}`)}`.execute(on);
  const all: unknown = isCoded(table) ? await decodeRows(on, table, rows) : rows;
  return all as RowsOf<Table>;
}
