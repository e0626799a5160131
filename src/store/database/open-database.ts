/** Opens the read store: a file of SQLite here, PostgreSQL in postgres.ts. */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { isPostgres } from './address.ts';
import type { Database } from './db.ts';
import { StoreFault } from '../errors.ts';
import { openPostgres } from './postgres.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from '../schema/tables.ts';

/**
 * Pages of the write-ahead log before it is copied and overwritten: 64 MiB. A page that changes often is copied once.
 */
export const LOG_PAGES = 16_384;

/**
 * Opens a database. It has no tables before `makeTables`.
 * @param url a file path or `:memory:` for SQLite; `postgres://…` for PostgreSQL, where `?schema=name` chooses the
 * schema
 * @param isShared several nodes of one exchange have it open, which takes PostgreSQL
 */
export function openDatabase(url: string, isShared = false): Database {
  if (isPostgres(url)) return openPostgres(url, isShared);
  if (isShared)
    throw new StoreFault(
      `nodes share a read store on PostgreSQL, found '${url}': give all of them --store postgres://…`,
    );
  return openSqlite(url);
}

function openSqlite(path: string): Database {
  let wasOpened = false;
  const open = (): DatabaseSync => {
    wasOpened = true;
    return openFile(path);
  };
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(open) });
  const setSynchronous = (on: Kysely<Tables>, level: 'FULL' | 'NORMAL') =>
    sql`PRAGMA synchronous = ${sql.raw(level)}`.execute(on);
  return {
    kind: 'sqlite',
    isShared: false,
    sql: kysely,
    hold: () => Promise.resolve(),
    transaction: (durability, work) =>
      kysely.connection().execute(async (connection) => {
        if (durability === 'rebuildable') return connection.transaction().execute(work);
        await setSynchronous(connection, 'FULL');
        try {
          return await connection.transaction().execute(work);
        } finally {
          await setSynchronous(connection, 'NORMAL');
        }
      }),
    async close() {
      // Somebody removed the file: what is open is all there is of it.
      if (path !== ':memory:' && wasOpened && !existsSync(path)) {
        closeSync(openSync(path, 'wx', 0o600));
        await sql`VACUUM INTO ${path}`.execute(kysely);
      }
      await kysely.destroy();
    },
  };
}

/** The file is for its owner alone: it holds bodies of AI logs and the hashes of passphrases. */
function openFile(path: string): DatabaseSync {
  if (path !== ':memory:') {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  const database = new DatabaseSync(path);
  database.exec('PRAGMA busy_timeout = 5000');
  // Before the first table of a new file, so that room can be given back, a little at a time (space.ts).
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  database.exec('PRAGMA cache_size = -32000');
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}
