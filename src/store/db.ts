/**
 * Opens the read store: `node:sqlite` in a file, or PostgreSQL, behind one kysely handle with portable types.
 *
 * It knows which database it is and how durable a commit must be; no query does. On both, integers are read without loss into the
 * one form of core `Money`. Amounts go in and come out as integers of 1e-8, never as floats or text.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type DatabaseIntrospector, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { money } from '../core/num/mul-div.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/**
 * How much a commit must survive. `durable`: the loss of power, before it is answered; for what exists nowhere else. `rebuildable`: a
 * killed process; what a power cut loses is read from the journal again.
 */
export type Durability = 'durable' | 'rebuildable';

export interface Database {
  readonly kind: DatabaseKind;
  readonly sql: Kysely<Tables>;
  /** Runs `work` in one transaction. Inside it use only the handle given to it: the connection is taken. */
  transaction<Result>(durability: Durability, work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const INT8 = 20;
const POSTGRES_CONNECTIONS = 6;

/**
 * Opens a database. It has no tables before `migrate`.
 * @param url a file path or `:memory:` for SQLite; `postgres://…` for PostgreSQL, where `?schema=name` chooses the schema
 */
export function openDatabase(url: string): Database {
  return isPostgres(url) ? openPostgres(url) : openSqlite(url);
}

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

function openSqlite(path: string): Database {
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(() => openFile(path)) });
  const setSynchronous = (on: Kysely<Tables>, level: 'FULL' | 'NORMAL') =>
    sql`PRAGMA synchronous = ${sql.raw(level)}`.execute(on);
  return {
    kind: 'sqlite',
    sql: kysely,
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
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  // 64 MiB: a page that changes often is copied into the database once for many changes.
  database.exec('PRAGMA wal_autocheckpoint = 16000');
  database.exec('PRAGMA cache_size = -32000');
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}

function openPostgres(url: string): Database {
  const { connectionString, schema } = splitSchema(url);
  const pool = new pg.Pool({
    connectionString,
    max: POSTGRES_CONNECTIONS,
    types: { getTypeParser: readWithoutLoss },
    ...(schema === null ? {} : { options: `-c search_path=${schema}` }),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const kysely = new Kysely<Tables>({ dialect: new OneSchemaDialect({ pool }) });
  return {
    kind: 'postgres',
    sql: kysely,
    transaction: (durability, work) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`SET LOCAL synchronous_commit = ${sql.raw(durability === 'durable' ? 'on' : 'off')}`.execute(transaction);
        return work(transaction);
      }),
    close: () => kysely.destroy(),
  };
}

/**
 * Looks at the tables of its own schema only. Kysely's own look takes in every schema of the database, takes a neighbour's tables for
 * ours, and fails when a neighbour drops one meanwhile.
 */
class OneSchemaDialect extends PostgresDialect {
  override createIntrospector<Any>(db: Kysely<Any>): DatabaseIntrospector {
    const getTables: DatabaseIntrospector['getTables'] = async () => {
      const { rows } = await sql<{
        name: string;
      }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(db);
      return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }));
    };
    return { getSchemas: () => Promise.resolve([]), getTables };
  }
}

/** The URL without our own `schema` parameter, and that schema. */
function splitSchema(url: string): { connectionString: string; schema: string | null } {
  const parsed = new URL(url);
  const schema = parsed.searchParams.get('schema');
  parsed.searchParams.delete('schema');
  if (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new Error(`store: schema '${schema}' in the URL must be lower-case letters, digits and _`);
  }
  return { connectionString: parsed.toString(), schema };
}

const readWithoutLoss: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === INT8 && format !== 'binary') return (text: string) => money(BigInt(text));
  return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text');
};
