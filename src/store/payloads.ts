/**
 * Bodies of AI logs under their `h` (`ailog.md` 0.5): durable before the log is journaled, because a body nobody refers to is harmless
 * and a leaf without its body is not.
 *
 * A body is written once; the same `h` again is the same body. Bodies that wait together share one transaction, so many uploads at once
 * cost one sync. What never got its leaf is removed when it is older than a day.
 */
import { sql } from 'kysely';
import type { Database } from './db.ts';
import type { StoredBody } from './ai-log-facts.ts';

export interface Payload {
  /** The leaf's commitment to its header, base64. */
  readonly h: string;
  readonly salt: Uint8Array;
  /** The request's body, exactly as received. */
  readonly body: Uint8Array;
  readonly storedAtMs: number;
}

/** Bodies without a leaf are kept this long: a client may be about to try again. */
const ORPHAN_AGE_MS = 86_400_000;
/** Bodies in one transaction, in bytes. */
const GROUP_BYTES = 16 * 1024 * 1024;

export interface PayloadWriter {
  /** Resolves when the body is durable. */
  put(payload: Payload): Promise<void>;
}

interface Waiting {
  readonly payload: Payload;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A writer that gathers the bodies that arrive while it is writing. */
export function createPayloadWriter(database: Database): PayloadWriter {
  let queue: Waiting[] = [];
  let busy = false;

  const writeAll = async (): Promise<void> => {
    busy = true;
    while (queue.length > 0) {
      const group = takeGroup(queue);
      queue = queue.slice(group.length);
      try {
        await writeGroup(
          database,
          group.map(({ payload }) => payload),
        );
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    busy = false;
  };

  return {
    put(payload) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      queue.push({ payload, resolve, reject });
      if (!busy) void writeAll();
      return promise;
    },
  };
}

function takeGroup(queue: readonly Waiting[]): Waiting[] {
  const group: Waiting[] = [];
  let bytes = 0;
  for (const waiting of queue) {
    bytes += waiting.payload.body.length;
    if (group.length > 0 && bytes > GROUP_BYTES) break;
    group.push(waiting);
  }
  return group;
}

async function writeGroup(database: Database, payloads: readonly Payload[]): Promise<void> {
  await database.transaction('durable', async (on) => {
    for (const { h, salt, body, storedAtMs } of payloads) {
      await on
        .insertInto('payload')
        .values({ h, salt, body, stored_at: storedAtMs, erased_at: null })
        .onConflict((conflict) => conflict.column('h').doNothing())
        .execute();
    }
  });
}

/** The body and salt stored under `h`, or null when there is none or it was erased. */
export async function payloadGet(database: Database, { h }: { readonly h: string }): Promise<StoredBody | null> {
  const row = await database.sql.selectFrom('payload').select(['salt', 'body']).where('h', '=', h).executeTakeFirst();
  return row?.salt && row.body ? { salt: row.salt, body: row.body } : null;
}

/** Bytes of bodies an account has had logged since `sinceMs`, the start of a UTC day (`ailog.md` 1.2, step 2). */
export async function payloadVolume(
  database: Database,
  { uid, sinceMs }: { readonly uid: number; readonly sinceMs: number },
): Promise<number> {
  const row = await database.sql
    .selectFrom('ailog')
    .select(sql<number>`CAST(COALESCE(SUM(size), 0) AS BIGINT)`.as('bytes'))
    .where('uid', '=', uid)
    .where('received_at', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return row.bytes;
}

/**
 * Removes bodies older than a day that no log refers to. Only when everything journaled is projected: until then a body's log may be
 * on its way. Returns how many.
 */
export async function removeOrphans(database: Database, nowMs: number): Promise<number> {
  return database.transaction('durable', async (on) => {
    const { numDeletedRows } = await on
      .deleteFrom('payload')
      .where('stored_at', '<', nowMs - ORPHAN_AGE_MS)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('ailog').select('h').whereRef('ailog.h', '=', 'payload.h'))))
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
