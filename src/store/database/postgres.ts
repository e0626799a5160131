/**
 * PostgreSQL as the store's one handle: a pool of connections, and beside it the guard, a connection that holds the
 * lock by which this process, or the nodes of one exchange, have the database for themselves. When the guard is lost
 * every other connection is ended with it, so nothing is written without the lock.
 *
 * A COMMIT whose answer was lost was either carried out or not: the server remembers which, and is asked before the
 * caller is told. No query waits for ever: the server ends what takes too long, and this side what the network
 * swallowed.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { money } from '../../core/num/mul-div.ts';
import { splitSchema } from './address.ts';
import { isAway } from './away.ts';
import type { Database, Durability } from './db.ts';
import { StoreFault } from '../errors.ts';
import { createGuard } from './postgres-guard.ts';
import type { Tables } from '../schema/tables.ts';
import { machine } from '../../time/machine.ts';

const INT8 = 20;
const CONNECTIONS = 6;
/** A question; less than the time a caller waits for one (store.ts). */
const STATEMENT_MS = 8_000;
/** A statement of a transaction that writes, and how long it may wait for another session's lock. */
const WRITE_MS = 30_000;
const LOCK_MS = 5_000;
/** A node that was stopped in the middle of a transaction holds up the others no longer than this. */
const IDLE_MS = 4_000;
/** A query with no answer by then is lost. */
const UNANSWERED_MS = WRITE_MS + 5_000;
const CONNECT_MS = 5_000;
/** How long the fate of a COMMIT is asked for. */
const FATE_MS = 20_000;
const FATE_EVERY_MS = 100;

/**
 * @param url `postgres://…`, where `?schema=name` chooses the schema
 * @param isShared with the other nodes of the exchange
 */
export function openPostgres(url: string, isShared: boolean): Database {
  const { connectionString, schema } = splitSchema(url);
  const settings: pg.PoolConfig = {
    connectionString,
    application_name: `outcry ${schema ?? ''}`.trim(),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: UNANSWERED_MS,
    keepAlive: true,
    ...(isShared ? { idle_in_transaction_session_timeout: IDLE_MS } : {}),
    ...(schema === null ? {} : { options: `-c search_path=${schema}` }),
  };
  const clients = new Set<pg.PoolClient>();
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: () => openPool(settings, clients) }) });
  const guard = createGuard(settings, isShared, () => {
    for (const client of clients) void (client as unknown as pg.Client).end().catch(() => {});
  });
  return {
    kind: 'postgres',
    isShared,
    sql: kysely,
    hold: (onLost, onNotice) => guard.hold(onLost, onNotice),
    transaction: (durability, work) =>
      durability === 'durable'
        ? certainTransaction(kysely, work)
        : kysely.transaction().execute(async (on) => {
            await begin(on, durability);
            return work(on);
          }),
    async close() {
      await guard.close();
      await kysely.destroy();
    },
  };
}

/** Keeps the connected clients in `clients`. The library is loaded here, so that a store on SQLite does without it. */
async function openPool(settings: pg.PoolConfig, clients: Set<pg.PoolClient>): Promise<pg.Pool> {
  const { default: library } = await import('pg');
  const pool = new library.Pool({
    ...settings,
    max: CONNECTIONS,
    statement_timeout: STATEMENT_MS,
    types: { getTypeParser: readingWithoutLoss(library.types) },
  });
  // A connection that breaks is replaced by the pool; without listeners, idle or in use, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => clients.delete(client));
  return pool;
}

/** Settings of one transaction, and its number. */
async function begin(on: Kysely<Tables>, durability: Durability): Promise<string> {
  const { rows } = await sql<{ xid: string }>`
    SELECT set_config('synchronous_commit', ${durability === 'durable' ? 'on' : 'off'}, true),
      set_config('statement_timeout', ${String(WRITE_MS)}, true),
      set_config('lock_timeout', ${String(LOCK_MS)}, true),
      pg_current_xact_id()::text AS xid`.execute(on);
  return rows[0]?.xid ?? '';
}

/**
 * A transaction that is done when this resolves, and not done when it rejects with an error that says that the database
 * is away; unknown only after `FATE_MS` in which the server could not be asked.
 */
async function certainTransaction<Result>(
  kysely: Kysely<Tables>,
  work: (on: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  let committing: { readonly xid: string; readonly result: Result } | null = null;
  try {
    return await kysely.transaction().execute(async (on) => {
      const xid = await begin(on, 'durable');
      const result = await work(on);
      committing = { xid, result };
      return result;
    });
  } catch (error) {
    // TypeScript does not see what the callback above has set.
    const known = committing as { readonly xid: string; readonly result: Result } | null;
    if (known === null || !isAway(error)) throw error;
    if (await wasCommitted(kysely, known.xid)) return known.result;
    throw error;
  }
}

async function wasCommitted(kysely: Kysely<Tables>, xid: string): Promise<boolean> {
  const until = machine.steadyMs() + FATE_MS;
  for (;;) {
    const fate = await fateOf(kysely, xid);
    if (fate === 'committed' || fate === 'aborted') return fate === 'committed';
    if (machine.steadyMs() > until)
      throw new StoreFault(`it is not known whether transaction ${xid} was committed: ${fate}`);
    await machine.sleep(FATE_EVERY_MS);
  }
}

/** It is `in progress` also while the server has not noticed that the connection is gone. */
async function fateOf(kysely: Kysely<Tables>, xid: string): Promise<string> {
  try {
    const { rows } = await sql<{ fate: string | null }>`
      SELECT pg_xact_status(${xid}::xid8) AS fate`.execute(kysely);
    return rows[0]?.fate ?? 'the server no longer remembers it';
  } catch (error) {
    if (!isAway(error)) throw error;
    return 'the server can not be asked';
  }
}

function readingWithoutLoss(types: typeof pg.types): typeof pg.types.getTypeParser {
  return (type: number, format?: 'text' | 'binary') => {
    if (type === INT8 && format !== 'binary') return (text: string) => money(BigInt(text));
    return format === 'binary' ? types.getTypeParser(type, 'binary') : types.getTypeParser(type, 'text');
  };
}
