/**
 * The traces behind AI logs (`ailog_trace`), so that the level of an order is known without reading bodies; found for
 * the logs that are there already. And indexes of leaves by their hash and by their kind alone, which everybody may ask
 * for.
 */
import type { Kysely } from 'kysely';
import { parseUpload } from '../../core/ailog/log/upload.ts';
import { traceOf } from '../../core/verification/log-facts.ts';
import type { DatabaseKind } from '../database/db.ts';
import { type TracedLog, traceRows } from '../rows/log-traces.ts';
import type { Tables } from '../tables/tables.ts';
import { runAll } from './portable.ts';

const CHUNK = 100;

export async function createTraceTable(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    'CREATE TABLE ailog_trace (log_index BIGINT NOT NULL PRIMARY KEY, traced BIGINT NOT NULL, fresh BIGINT NOT NULL)',
    'CREATE INDEX tlog_leaf_hash ON tlog_leaf (hash)',
    'CREATE INDEX tlog_leaf_of_kind ON tlog_leaf (kind, idx)',
    'CREATE INDEX ai_order_leaf ON ai_order (uid, counted, leaf_index)',
  ]);
}

export async function dropTraceTable(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP TABLE ailog_trace']);
}

export async function addTraces(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await createTraceTable(kind, on);
  for (let after = -1; ; ) {
    const logs = await on
      .selectFrom('ailog')
      .innerJoin('payload', 'payload.h', 'ailog.h')
      .select(['log_index', 'received_at', 'body'])
      .where('log_index', '>', after)
      .orderBy('log_index')
      .limit(CHUNK)
      .execute();
    const last = logs.at(-1);
    if (last === undefined) return;
    after = last.log_index;
    for (const row of await traceRows(on, logs.map(tracedLog)))
      await on.insertInto('ailog_trace').values(row).execute();
  }
}

interface Stored {
  readonly log_index: number;
  readonly received_at: number;
  readonly body: Uint8Array | null;
}

function tracedLog({ log_index: index, received_at: receivedAt, body }: Stored): TracedLog {
  const upload = body === null ? null : parseUpload(body);
  return { index, receivedAt, trace: upload?.ok === true ? traceOf(upload) : null };
}
