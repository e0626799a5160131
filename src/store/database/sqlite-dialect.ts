/**
 * Kysely over the runtime's own SQLite (`node:sqlite`): one connection, prepared statements kept, integers read without
 * loss.
 *
 * Every integer column comes back as core `Money` does: a number while it is safe, else a bigint. The connection is
 * lent to one transaction or query at a time, so a transaction that waits between its statements is never mixed with
 * another's. Never used on the engine's thread: every call blocks.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { money } from '../../core/num/mul-div.ts';

/** Statements kept prepared; the least recently used go first. */
const KEPT_STATEMENTS = 256;

/** Some do their work row by row and have no columns: `run` would end them after the first row. */
const PRAGMA = /^\s*PRAGMA\b/i;

interface Prepared {
  readonly statement: StatementSync;
  readonly reads: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return Promise.resolve(this.#run<R>(query));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, reads } = this.#prepare(query.sql);
    const parameters = query.parameters as readonly SQLInputValue[];
    if (reads) return { rows: statement.all(...parameters).map(withSafeIntegers) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text);
    if (known) {
      this.#prepared.delete(text);
      this.#prepared.set(text, known);
      return known;
    }
    const statement = this.#database.prepare(text);
    statement.setReadBigInts(true);
    const prepared = { statement, reads: statement.columns().length > 0 || PRAGMA.test(text) };
    this.#prepared.set(text, prepared);
    const oldest = this.#prepared.keys().next().value;
    if (this.#prepared.size > KEPT_STATEMENTS && oldest !== undefined) this.#prepared.delete(oldest);
    return prepared;
  }
}

/** The row as a plain object, each integer in the one form of `Money`. */
function withSafeIntegers(row: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    plain[name] = typeof value === 'bigint' ? money(value) : value;
  }
  return plain;
}

class SqliteDriver implements Driver {
  readonly #open: () => DatabaseSync;
  #database: DatabaseSync | undefined;
  #connection: SqliteConnection | undefined;
  /** Resolves when the connection is free again. */
  #free: Promise<void> = Promise.resolve();
  #giveBack: () => void = () => {};

  constructor(open: () => DatabaseSync) {
    this.#open = open;
  }

  init(): Promise<void> {
    this.#database = this.#open();
    this.#connection = new SqliteConnection(this.#database);
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await before;
    this.#giveBack = resolve;
    if (this.#connection === undefined) throw new Error('the database is not open');
    return this.#connection;
  }

  releaseConnection(): Promise<void> {
    this.#giveBack();
    return Promise.resolve();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  /**
   * A disk that is full or fails makes SQLite roll the transaction back by itself: then the original failure is the
   * error, and not this.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database?.isTransaction !== true) return;
    await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
  }

  async destroy(): Promise<void> {
    await this.#free;
    this.#connection = undefined;
    this.#database?.close();
    this.#database = undefined;
  }
}

/**
 * A kysely dialect over `node:sqlite`.
 * @param open opens the database and sets its pragmas; called once, at the first query
 */
export function sqliteDialect(open: () => DatabaseSync): Dialect {
  return {
    createDriver: () => new SqliteDriver(open),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}
