/**
 * Makes the tables of a new database, knows the version of those that are there, and makes the projected ones anew when
 * asked.
 *
 * There is one version. The first release that changes the tables raises it, and brings here the step that leads from
 * the one before; a released step is never edited. Until then a database of another version is refused.
 *
 * Projected tables refuse changes of what was written (`tlog_leaf`, `tlog_node`, `ailog`), so making them anew does not
 * delete rows: it drops the tables and makes them empty, and the projector reads the journal from its start. Primary
 * tables (payloads, checkpoints, keys, accounts, the owner) are never dropped.
 */
import { type Kysely, sql } from 'kysely';
import type { Ask, Database, DatabaseKind } from './db.ts';
import { primaryTables, projectedTables } from './create.ts';
import { makeNodeTables, oneNodeAtATime } from './nodes.ts';
import { ARCHIVE_TABLES, NODE_TABLES } from '../schema/node-tables.ts';
import { PRIMARY_TABLES, SCHEMA_VERSION, type Tables } from '../schema/tables.ts';

/** Asks for the names of the tables that are there. */
export const TABLE_NAMES: Readonly<Record<DatabaseKind, string>> = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
};

/** The version of these tables: null when none is ours, 0 when they are of before versions were written down. */
export async function versionOf(tables: readonly string[], ask: Ask): Promise<number | null> {
  if (!tables.includes('schema_version')) return tables.includes('projection_state') ? 0 : null;
  const [row] = await ask('SELECT version FROM schema_version');
  return Number(row?.['version'] ?? 0);
}

/** The version of a database's tables, as `versionOf` says it. */
export async function storedVersion(database: Database): Promise<number | null> {
  return versionOf(await tableNames(database, database.sql), (text) => asked(database.sql, text));
}

/**
 * Makes the tables of a database that has none; a second time does nothing. All of it in one transaction.
 * @throws Error when there are tables of another version, or the schema that the URL names is not there
 */
export async function makeTables(database: Database): Promise<void> {
  const { kind, isShared } = database;
  await mustHaveSchema(database);
  if (!isShared && (await hasTables(database, database.sql))) return;
  await database.transaction('durable', async (on) => {
    if (isShared) await oneNodeAtATime(on);
    if (isShared && (await hasTables(database, on))) return makeNodeTables(on, await tableNames(database, on));
    // Before there is a table: its figures are the ones given below.
    if (kind === 'sqlite') await runAll(on, ['ANALYZE']);
    await runAll(on, [
      ...primaryTables(kind),
      ...projectedTables(kind),
      "INSERT INTO owner (exchange, changes) VALUES ('', 0)",
      'CREATE TABLE schema_version (version BIGINT NOT NULL)',
      `INSERT INTO schema_version (version) VALUES (${SCHEMA_VERSION})`,
    ]);
    if (isShared) await makeNodeTables(on, []);
  });
}

/** False: there is no table. @throws Error when there are tables of another version */
async function hasTables(database: Database, on: Kysely<Tables>): Promise<boolean> {
  const version = await versionOf(await tableNames(database, on), (text) => asked(on, text));
  if (version === SCHEMA_VERSION || version === null) return version !== null;
  throw new Error(
    `store: its tables have version ${version}, this program needs ${SCHEMA_VERSION}: another version of it made ` +
      'them. Go on with that one, or give this exchange a folder (--data) or a database (--store) of its own',
  );
}

/**
 * Makes every projected table empty and its last sequence 0, so that the projector builds them from the journal's
 * start.
 */
export async function resetProjection(database: Database): Promise<void> {
  const kept: readonly string[] = [...PRIMARY_TABLES, ...NODE_TABLES, ...ARCHIVE_TABLES, 'schema_version'];
  await database.transaction('durable', async (on) => {
    const projected = (await tableNames(database, on)).filter((name) => !kept.includes(name));
    await runAll(on, [...projected.map((name) => `DROP TABLE ${name}`), ...projectedTables(database.kind)]);
  });
}

async function mustHaveSchema({ kind, sql: on }: Database): Promise<void> {
  if (kind === 'sqlite') return;
  const [row] = await asked(on, 'SELECT current_schema() AS name');
  if (row?.['name'] === null)
    throw new Error('store: the schema named in the URL does not exist in this database; create it first');
}

async function tableNames({ kind }: Database, on: Kysely<Tables>): Promise<string[]> {
  return (await asked(on, TABLE_NAMES[kind])).map(({ name }) => String(name));
}

async function asked(on: Kysely<Tables>, text: string) {
  return (await sql.raw<Record<string, unknown>>(text).execute(on)).rows;
}

async function runAll(on: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(on);
}
