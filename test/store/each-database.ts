// Runs the same tests on both databases of the read store: always on node:sqlite, and on PostgreSQL where one is given
// by OUTCRY_STORE=postgres://… or answers on 127.0.0.1:5432 (user root or postgres, database test). Without one its
// tests are shown as skipped, with the reason. On PostgreSQL every test has a schema to itself, and none is left
// afterwards.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe } from 'vitest';
import type { Database } from '../../src/store/database/db.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { makeTables } from '../../src/store/database/schema.ts';

/** How a test gets at empty databases of one kind. */
export interface TestDatabases {
  /** Where a new, empty database is; dropped after the test. */
  freshUrl(): Promise<string>;
  /** A database with its tables, closed after the test. */
  fresh(): Promise<Database>;
  /** Another handle on the same database; closed after the test. */
  open(url: string): Database;
}

const given = process.env['OUTCRY_STORE'];
const candidates =
  given === undefined ? ['postgres://root@127.0.0.1:5432/test', 'postgres://postgres@127.0.0.1:5432/test'] : [given];

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function findPostgres(): Promise<string | null> {
  for (const url of candidates) if (await answers(url)) return url;
  return null;
}

const postgres = await findPostgres();
if (postgres === null && given !== undefined)
  throw new Error(`OUTCRY_STORE=${given} was given, but no PostgreSQL answers there`);

async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}

/** Where databases of one kind come from, and how they go. */
interface Kind {
  /** A new, empty database. */
  readonly freshUrl: () => Promise<string>;
  /** One with its tables and nothing in them. */
  readonly made: () => Promise<string>;
  readonly drop: (url: string) => Promise<unknown>;
  /** What `made` gave; nobody has it open any more. */
  readonly giveBack: (url: string) => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

async function withTables(url: string): Promise<string> {
  const database = openDatabase(url);
  await makeTables(database);
  await database.close();
  return url;
}

/** Each with tables is a copy of the first. */
function onSqlite(): Kind {
  const freshUrl = () => Promise.resolve(join(mkdtempSync(join(tmpdir(), 'outcry-store-')), 'outcry.db'));
  const drop = (url: string) => Promise.resolve(rmSync(join(url, '..'), { recursive: true, force: true }));
  let first: Promise<string> | null = null;
  return {
    freshUrl,
    async made() {
      first ??= freshUrl().then(withTables);
      const url = await freshUrl();
      copyFileSync(await first, url);
      return url;
    },
    drop,
    giveBack: drop,
    end: async () => first === null || drop(await first),
  };
}

/** Those with tables are emptied and used again: to make and drop the tables takes a hundred times as long. */
function onPostgres(base: string): Kind {
  const schemaIn = (url: string) => new URL(url).searchParams.get('schema')!;
  const drop = (url: string) => run(base, `DROP SCHEMA ${schemaIn(url)} CASCADE`);
  const freshUrl = async () => {
    const schema = `outcry_test_${randomBytes(8).toString('hex')}`;
    await run(base, `CREATE SCHEMA ${schema}`);
    const url = new URL(base);
    url.searchParams.set('schema', schema);
    return url.toString();
  };
  const made = new Map<string, Emptied>();
  const unused: string[] = [];
  return {
    freshUrl,
    async made() {
      const used = unused.pop();
      if (used !== undefined) return used;
      const url = await withTables(await freshUrl());
      made.set(url, await emptied(base, schemaIn(url)));
      return url;
    },
    drop,
    async giveBack(url) {
      if (await isEmptiedAgain(base, schemaIn(url), made.get(url)!)) unused.push(url);
      else await drop(url);
    },
    end: () => Promise.all(unused.splice(0).map(drop)),
  };
}

/** What a schema is with its tables and nothing in them, and the statement that makes it so again. */
interface Emptied {
  readonly shape: string;
  readonly statement: string;
}

/** Rows that the making of the tables left are part of what it is. */
async function emptied(base: string, schema: string): Promise<Emptied> {
  const columns = await run(
    base,
    `SELECT table_name, column_name, data_type, column_default, is_nullable FROM information_schema.columns
     WHERE table_schema = '${schema}' ORDER BY table_name, ordinal_position`,
  );
  const others = await run(
    base,
    `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = '${schema}'
     UNION ALL SELECT conrelid::regclass || pg_get_constraintdef(oid) FROM pg_constraint
     WHERE connamespace = '${schema}'::regnamespace ORDER BY text`,
  );
  const tables = [...new Set(columns.map(({ table_name: table }) => `${schema}."${String(table)}"`))];
  const rowsOf = (table: string) =>
    `SELECT '${table}' AS name, jsonb_agg(t ORDER BY t::text)::text AS rows FROM ${table} t`;
  const kept = await run(base, tables.map(rowsOf).join(' UNION ALL '));
  const refill = kept.flatMap(({ name, rows }) =>
    rows === null
      ? []
      : `INSERT INTO ${String(name)} SELECT * FROM jsonb_populate_recordset(NULL::${String(name)}, '${String(rows).replaceAll("'", "''")}')`,
  );
  const statement = [...tables.map((table) => `DELETE FROM ${table}`), ...refill].join('; ');
  return { shape: JSON.stringify([columns, others, kept]), statement };
}

/** False where the test has changed a table, or this user may not go round the triggers that forbid to delete. */
async function isEmptiedAgain(base: string, schema: string, { shape, statement }: Emptied): Promise<boolean> {
  try {
    await run(base, `SET session_replication_role = replica; ${statement}`);
  } catch {
    return false;
  }
  return (await emptied(base, schema)).shape === shape;
}

function provide(kind: Kind): TestDatabases {
  let open: Database[] = [];
  let urls: string[] = [];
  let lent: string[] = [];
  afterEach(async () => {
    for (const database of open) await database.close();
    for (const url of urls) await kind.drop(url);
    for (const url of lent) await kind.giveBack(url);
    open = [];
    urls = [];
    lent = [];
  });
  afterAll(() => kind.end());
  const databases: TestDatabases = {
    async freshUrl() {
      const url = await kind.freshUrl();
      urls.push(url);
      return url;
    },
    open(url) {
      const database = openDatabase(url);
      open.push(database);
      return database;
    },
    async fresh() {
      const url = await kind.made();
      lent.push(url);
      return databases.open(url);
    },
  };
  return databases;
}

/** Declares tests on PostgreSQL alone; `admin` runs a statement there and gives its rows. */
export function onPostgresOnly(
  name: string,
  tests: (databases: TestDatabases, admin: (statement: string) => Promise<Record<string, unknown>[]>) => void,
): void {
  if (postgres === null) {
    const none = (): Promise<never> => Promise.reject(new Error('no PostgreSQL'));
    describe.skip(`${name} (skipped: no PostgreSQL answers at ${candidates.join(' or ')})`, () =>
      tests(provide(onPostgres('')), none));
  } else describe(name, () => tests(provide(onPostgres(postgres)), (statement) => run(postgres, statement)));
}

/** Declares the tests once for each database. */
export function onEachDatabase(name: string, tests: (databases: TestDatabases) => void): void {
  describe(`${name} on sqlite`, () => tests(provide(onSqlite())));
  if (postgres === null) {
    describe.skip(`${name} on postgres (skipped: none answers at ${candidates.join(' or ')})`, () =>
      tests(provide(onPostgres(''))));
  } else describe(`${name} on postgres`, () => tests(provide(onPostgres(postgres))));
}
