/**
 * Opens the read store: `node:sqlite` in a file, or PostgreSQL, behind one kysely handle with portable types.
 *
 * It knows which database it is and how durable a commit must be; no query does. On both, integers are read without
 * loss into the one form of core `Money`. Amounts go in and come out as integers of 1e-8, never as floats or text.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, type Transaction } from 'kysely';
import { isPostgres } from './address.ts';
import { openPostgres } from './postgres.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/**
 * How much a commit must survive. `durable`: the loss of power, before it is answered; for what exists nowhere else.
 * `rebuildable`: a killed process; what a power cut loses is read from the journal again.
 */
export type Durability = 'durable' | 'rebuildable';

export interface Database {
  readonly kind: DatabaseKind;
  readonly sql: Kysely<Tables>;
  /**
   * Takes the database for this process alone, unless it has it; `onLost` is called once when that ends. A SQLite file
   * is guarded by the lock on its folder.
   * @throws DatabaseTaken when another process has it
   */
  hold(onLost: (error: Error) => void): Promise<void>;
  /**
   * Runs `work` in one transaction. Inside it use only the handle given to it: the connection is taken. A durable one
   * is certain: when it rejects because the database is away (away.ts), nothing was done.
   */
  transaction<Result>(
    durability: Durability,
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Opens a database. It has no tables before `migrate`.
 * @param url a file path or `:memory:` for SQLite; `postgres://…` for PostgreSQL, where `?schema=name` chooses the
 * schema
 */
export function openDatabase(url: string): Database {
  return isPostgres(url) ? openPostgres(url) : openSqlite(url);
}

function openSqlite(path: string): Database {
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(() => openFile(path)) });
  const setSynchronous = (on: Kysely<Tables>, level: 'FULL' | 'NORMAL') =>
    sql`PRAGMA synchronous = ${sql.raw(level)}`.execute(on);
  return {
    kind: 'sqlite',
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
    close: () => kysely.destroy(),
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
  // Before the first table of a new file: so room can be given back, a little at a time (space.ts).
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  // 64 MiB: a page that changes often is copied into the database once for many changes.
  database.exec('PRAGMA wal_autocheckpoint = 16000');
  // 8 MiB: once copied, a log that grew larger is cut to this.
  database.exec('PRAGMA journal_size_limit = 8388608');
  database.exec('PRAGMA cache_size = -32000');
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}
