/**
 * Bodies of AI logs under their `h` (docs/ai-log.md 5): durable before the log is journaled, because a body that
 * nothing refers to is harmless and a leaf without its body is not.
 *
 * A body is written once; the same `h` again is the same body. A body that never got its log can be found and removed.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../database/db.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { Tables } from '../schema/tables.ts';
import { freshLogs, type KnownLog } from './fresh-logs.ts';
import { machine } from '../../time/machine.ts';

export interface Payload {
  /** The leaf's commitment to its header, base64. */
  readonly h: string;
  readonly salt: Uint8Array;
  /** The request's body, exactly as received. */
  readonly body: Uint8Array;
  /** The upload's facts, if it was read already, and JCS of the header `h` commits to. */
  readonly log?: KnownLog;
  readonly storedAtMs: number;
}

/** A stored body with its salt. */
export interface StoredBody {
  readonly salt: Uint8Array;
  readonly body: Uint8Array;
}

/** Bodies removed in one transaction: 16 MiB at most. */
const DROP_BODIES = 16;

/** Stores bodies, one transaction for all. Resolves when they are durable. */
export async function payloadsPut(database: Database, payloads: readonly Payload[]): Promise<null> {
  const rows = payloads.map(({ h, salt, body, storedAtMs }) => ({
    h,
    salt,
    body,
    stored_at: storedAtMs,
    erased_at: null,
  }));
  await database.transaction('durable', (on) => insertRows(database, on, 'payload', rows, { keepBy: ['h'] }));
  const fresh = freshLogs(database);
  for (const { h, body, log } of payloads) if (log !== undefined) fresh.put(h, log, body.length);
  return null;
}

/** The body and salt stored under `h`, or null when there is none or it was erased. */
export async function payloadGet(database: Database, { h }: { readonly h: string }): Promise<StoredBody | null> {
  const row = await database.sql.selectFrom('payload').select(['salt', 'body']).where('h', '=', h).executeTakeFirst();
  return row?.salt && row.body ? { salt: row.salt, body: row.body } : null;
}

/** The ones that are there, by `h`. */
export async function bodiesOf(database: Database, all: readonly string[]): Promise<Map<string, StoredBody>> {
  const rows = await database.sql.selectFrom('payload').select(['h', 'salt', 'body']).where('h', 'in', all).execute();
  return new Map(rows.flatMap(({ h, salt, body }) => (salt && body ? [[h, { salt, body }]] : [])));
}

/** Whether a body is gone and that was written down: it was erased, or its loss was accepted. */
export async function isKnownGone(database: Database, h: string): Promise<boolean> {
  const row = await database.sql.selectFrom('payload').select('erased_at').where('h', '=', h).executeTakeFirst();
  return row !== undefined && row.erased_at !== null;
}

/** Writes down that the body of `h` is gone, so that it is not asked for again. */
export async function noteLostBody(database: Database, h: string): Promise<void> {
  const erasedAt = machine.wallMs();
  await database.transaction('durable', async (on) => {
    await on
      .insertInto('payload')
      .values({ h, salt: null, body: null, stored_at: erasedAt, erased_at: erasedAt })
      .onConflict((conflict) => conflict.column('h').doUpdateSet({ salt: null, body: null, erased_at: erasedAt }))
      .execute();
  });
}

/** The same for every projected log whose body is gone. */
export async function noteLostBodies(database: Database): Promise<void> {
  const lost = await database.sql
    .selectFrom('ailog')
    .select('h')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payload')
            .select('payload.h')
            .whereRef('payload.h', '=', 'ailog.h')
            .where((or) => or.or([or('body', 'is not', null), or('erased_at', 'is not', null)])),
        ),
      ),
    )
    .execute();
  for (const { h } of lost) await noteLostBody(database, h);
}

/** Bytes of bodies an account has had logged since `sinceMs`, the start of a UTC day (docs/ai-log.md 6, step 2). */
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

/** Some of the bodies without a log; after `next` there are more bodies, or it is null. */
export interface Orphans {
  readonly hs: readonly string[];
  readonly next: string | null;
}

export interface OrphansArgs {
  /** Bodies after this `h`; an empty text starts from the beginning. */
  readonly after: string;
  readonly storedBeforeMs: number;
  /** How many bodies to look at. */
  readonly limit: number;
}

/**
 * Bodies that no projected log refers to. A log may be on its way to each: `payloadDrop` looks again. The first two
 * questions are answered from indexes alone, because a row's time comes after its body.
 */
export async function payloadOrphans(database: Database, args: OrphansArgs): Promise<Orphans> {
  const { after, storedBeforeMs, limit } = args;
  const all = database.sql.selectFrom('payload').select('h').where('h', '>', after);
  const some = await all.orderBy('h').limit(limit).execute();
  const last = some.at(-1);
  if (last === undefined) return { hs: [], next: null };
  const next = some.length < limit ? null : last.h;
  const alone = (await all.where('h', '<=', last.h).where(hasNoLog).execute()).map(({ h }) => h);
  if (alone.length === 0) return { hs: [], next };
  const old = await database.sql
    .selectFrom('payload')
    .select('h')
    .where('h', 'in', alone)
    .where('stored_at', '<', storedBeforeMs)
    .execute();
  return { hs: old.map(({ h }) => h), next };
}

/**
 * Removes bodies no projected log refers to; a body with a log stays, whatever is asked. Must be asked at a sequence at
 * which each of them has its log or will never have one. Bodies that a power cut brings back are found again.
 */
export async function payloadDrop(database: Database, { hs }: { readonly hs: readonly string[] }): Promise<null> {
  for (let at = 0; at < hs.length; at += DROP_BODIES) {
    const some = hs.slice(at, at + DROP_BODIES);
    for (const h of some) freshLogs(database).take(h);
    await database.transaction('rebuildable', async (on) => {
      await on.deleteFrom('payload').where('h', 'in', some).where(hasNoLog).execute();
    });
  }
  return null;
}

function hasNoLog(eb: ExpressionBuilder<Tables, 'payload'>) {
  return eb.not(eb.exists(eb.selectFrom('ailog').select('ailog.h').whereRef('ailog.h', '=', 'payload.h')));
}
