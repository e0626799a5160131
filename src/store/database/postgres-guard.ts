/**
 * The connection that holds the lock on a PostgreSQL database (on one schema of it): an advisory lock of its session,
 * which the server takes back when the session ends, however that happens. So two exchanges never write into the same
 * tables, and one that was killed leaves nothing locked. Nodes of one exchange hold it together, and hear from each
 * other through this connection that keys have changed.
 *
 * It notices within seconds when the session is gone, whether asked or not, and says so once; `hold` takes the lock
 * again. The server, for its part, ends a session whose network is gone after half a minute, so that the lock can be
 * taken again.
 */
import type pg from 'pg';
import { DatabaseTaken } from '../errors.ts';
import { machine } from '../../time/machine.ts';

/** The class of our locks among all advisory locks of a database: "outc". */
const LOCK_CLASS = 0x6f757463;
/** Schema of the database. */
const SCHEMA_KEY = 'hashtext(current_schema())';
/** The channel on which changes of keys and accounts are told (nodes.ts). One for all schemas: who hears it looks. */
export const KEYS_CHANNEL = 'outcry keys';
const HEARTBEAT_MS = 5_000;
const HEARTBEAT_ANSWER_MS = 5_000;

export interface Guard {
  /**
   * Takes the lock, unless it is held. `onLost` is called once when it is lost again.
   * @throws DatabaseTaken when another session has it; what the connection throws
   */
  hold(onLost: (error: Error) => void, onNotice?: () => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param isShared with other nodes, and with no one else
 * @param endOthers ends all work under the lock, when it is lost
 */
export function createGuard(settings: pg.ClientConfig, isShared: boolean, endOthers: () => void): Guard {
  let held: Session | null = null;
  return {
    async hold(onLost, onNotice) {
      if (held !== null) return;
      const session = await openSession(settings, isShared, onNotice);
      held = session;
      session.watch((error) => {
        if (held !== session) return;
        held = null;
        endOthers();
        onLost(error);
      });
    },
    async close() {
      const session = held;
      held = null;
      await session?.end();
    },
  };
}

interface Session {
  /** Calls `onLost` when the connection is gone, even if that happened before. */
  watch(onLost: (error: Error) => void): void;
  end(): Promise<void>;
}

async function openSession(settings: pg.ClientConfig, isShared: boolean, onNotice?: () => void): Promise<Session> {
  const { default: library } = await import('pg');
  const client = new library.Client({ ...settings, query_timeout: HEARTBEAT_ANSWER_MS });
  const lost = Promise.withResolvers<Error>();
  client.on('error', (error: Error) => lost.resolve(error));
  client.on('end', () => lost.resolve(new Error('Connection terminated')));
  try {
    await client.connect();
    await lock(client, isShared);
    if (onNotice !== undefined) {
      client.on('notification', onNotice);
      await client.query(`LISTEN "${KEYS_CHANNEL}"`);
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  const heartbeat = machine.every(HEARTBEAT_MS, () => {
    client.query('SELECT 1').catch((error: Error) => lost.resolve(error));
  });
  heartbeat.unref();
  void lost.promise.then(async () => {
    heartbeat.cancel();
    await client.end().catch(() => {});
  });
  return {
    watch: (onLost) => void lost.promise.then(onLost),
    async end() {
      heartbeat.cancel();
      await client.end().catch(() => {});
    },
  };
}

async function lock(client: pg.Client, isShared: boolean): Promise<void> {
  // The server takes a session for dead when it has not answered for half a minute.
  await client.query(
    `SELECT set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '3', false)`,
  );
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock${isShared ? '_shared' : ''}(${LOCK_CLASS}, ${SCHEMA_KEY}) AS taken`,
  );
  if (rows[0]?.taken === true) return;
  const who = (await holderOf(client)) ?? 'a session that has ended meanwhile';
  if (isShared)
    throw new DatabaseTaken(
      `an exchange without nodes has this database: its lock is held by ${who}. Stop that one first: it and nodes ` +
        'never write into the same tables',
    );
  throw new DatabaseTaken(
    `another exchange has this database: its lock is held by ${who}. Stop that one, or give this one a database or a ` +
      'schema of its own (--store postgres://…?schema=NAME)',
  );
}

/** The session that has the lock on the client's database and schema, in words; null when none has it. */
export async function holderOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ pid: number; address: string | null; since: string }>(
    `SELECT a.pid, host(a.client_addr) AS address, to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS since
     FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND l.database = a.datid AND a.datname = current_database()
       AND l.classid = ${LOCK_CLASS}::oid AND l.objid = ${SCHEMA_KEY}::bit(32)::bigint::oid`,
  );
  const [holder] = rows;
  if (holder === undefined) return null;
  const { pid, address, since } = holder;
  return `server process ${pid}, connected from ${address ?? 'this machine'} since ${since} UTC`;
}
