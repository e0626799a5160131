// Runs the same tests on both databases of the read store: always on node:sqlite, and on PostgreSQL where one is given
// by OUTCRY_STORE=postgres://… or answers on 127.0.0.1:5432 (user root or postgres, database test). Without one its
// tests are shown as skipped, with the reason. On PostgreSQL every test gets a schema of its own, which is dropped
// afterwards.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe } from 'vitest';
import type { Database } from '../../src/store/database/db.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { migrate } from '../../src/store/migrations/migrate.ts';

/** How a test gets at empty databases of one kind. */
export interface TestDatabases {
  /** Where a new, empty database is; dropped after the test. */
  freshUrl(): Promise<string>;
  /** A new database with its tables; closed and dropped after the test. */
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

function onSqlite(): { freshUrl: () => Promise<string>; drop: (url: string) => Promise<unknown> } {
  return {
    freshUrl: () => Promise.resolve(join(mkdtempSync(join(tmpdir(), 'outcry-store-')), 'outcry.db')),
    drop: (url) => Promise.resolve(rmSync(join(url, '..'), { recursive: true, force: true })),
  };
}

function onPostgres(base: string): ReturnType<typeof onSqlite> {
  return {
    async freshUrl() {
      const schema = `outcry_test_${randomBytes(8).toString('hex')}`;
      await run(base, `CREATE SCHEMA ${schema}`);
      const url = new URL(base);
      url.searchParams.set('schema', schema);
      return url.toString();
    },
    drop: (url) => run(base, `DROP SCHEMA ${new URL(url).searchParams.get('schema')} CASCADE`),
  };
}

function provide(kind: ReturnType<typeof onSqlite>): TestDatabases {
  let open: Database[] = [];
  let urls: string[] = [];
  afterEach(async () => {
    for (const database of open) await database.close();
    for (const url of urls) await kind.drop(url);
    open = [];
    urls = [];
  });
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
      const database = databases.open(await databases.freshUrl());
      await migrate(database);
      return database;
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
