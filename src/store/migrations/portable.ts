/**
 * The few words in which the two databases differ, for the text of migrations. Everything else is written once.
 */
import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';

/** The type of a column of bytes. */
export function bytesColumn(kind: DatabaseKind): string {
  return kind === 'sqlite' ? 'BLOB' : 'BYTEA';
}

/**
 * A 64-bit primary key: in SQLite the row's own number, which saves an index and keeps rows in the order of their ids.
 */
export function idColumn(kind: DatabaseKind): string {
  return kind === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'BIGINT PRIMARY KEY';
}

export async function runAll(on: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(on);
}

/**
 * Statements after which the table's rows can be inserted and read, never changed or deleted.
 * @param columns those that never change; all, when none are named
 */
export function refuseChanges(kind: DatabaseKind, table: string, columns = ''): string[] {
  const of = columns === '' ? '' : ` OF ${columns}`;
  const message = `${table}: what was written is never changed or deleted`;
  if (kind === 'sqlite') {
    return ['UPDATE', 'DELETE'].map(
      (verb) =>
        `CREATE TRIGGER ${table}_refuse_${verb.toLowerCase()} BEFORE ${verb}${verb === 'UPDATE' ? of : ''} ON ${table} BEGIN SELECT RAISE(ABORT, '${message}'); END`,
    );
  }
  return [
    `CREATE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${message}'; END $$`,
    `CREATE TRIGGER ${table}_refuse_rows BEFORE UPDATE${of} OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_refuse()`,
    `CREATE TRIGGER ${table}_refuse_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse()`,
  ];
}
