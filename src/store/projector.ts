/**
 * Turns the outcomes of commands into rows, in batches: all rows of a batch and its last sequence in one transaction.
 *
 * So a killed process loses no row and writes none twice: at the next start the stored sequence says where to go on. What was stored
 * before is skipped; that its time differs, or that the store is ahead of the journal, means another journal, and is refused.
 */
import type { Kysely } from 'kysely';
import type { Sequenced } from '../core/commands.ts';
import type { Outcome } from '../core/outcome.ts';
import { type AiLogFacts, aiLogFacts } from './ai-log-facts.ts';
import { type Batch, collect, emptyBatch } from './batch.ts';
import type { Database } from './db.ts';
import { StoreFault } from './errors.ts';
import { insertRows } from './insert-rows.ts';
import { linkLogs, type NewLeaves } from './link-logs.ts';
import { payloadGet } from './payloads.ts';
import { sha256 } from './sha256.ts';
import type { Tables } from './tables.ts';

export interface Projector {
  /** The last sequence whose rows are stored. */
  readonly sequence: number;
  /** The last sequence given to `project`. */
  readonly collected: number;
  /** Collected since the last write, in rows. */
  readonly pending: number;
  /**
   * Collects what one command did, before the next one is applied. Sequences up to the stored one are skipped.
   * @throws StoreFault when the journal is not the one the store was made from, or a sequence is left out
   */
  project(sequenced: Sequenced, outcome: Outcome): void;
  /** Writes what is collected. When it rejects, nothing of the batch is stored and the projector must not be used again. */
  flush(): Promise<void>;
}

const STATE_NAME = 'journal';

/** A projector that goes on where the database's rows end. */
export async function createProjector(database: Database): Promise<Projector> {
  const state = await database.sql.selectFrom('projection_state').selectAll().where('name', '=', STATE_NAME).executeTakeFirst();
  let stored = state?.last_sequence ?? 0;
  const storedTimeMs = state?.last_time_ms ?? 0;
  const startedAt = stored;
  let collected = 0;
  let batch = emptyBatch();
  let writing: Promise<void> = Promise.resolve();

  const writeNext = async (): Promise<void> => {
    if (batch.sequence <= stored) return;
    const ready = batch;
    batch = emptyBatch();
    await writeBatch(database, ready);
    stored = ready.sequence;
  };

  return {
    get sequence() {
      return stored;
    },
    get collected() {
      return collected;
    },
    get pending() {
      return batch.size;
    },
    project(sequenced, outcome) {
      const { sequence, timeMs } = sequenced;
      if (sequence !== collected + 1)
        throw new StoreFault(`projector: sequence ${sequence} after ${collected}; none may be left out`);
      collected = sequence;
      if (sequence === startedAt && timeMs !== storedTimeMs) throw otherJournal(sequence, timeMs, storedTimeMs);
      if (sequence > startedAt) collect(batch, sequenced, outcome);
    },
    flush() {
      writing = writing.then(writeNext);
      return writing;
    },
  };
}

function otherJournal(sequence: number, timeMs: number, storedTimeMs: number): StoreFault {
  return new StoreFault(
    `the read store was made from another journal: its sequence ${sequence} is of time ${storedTimeMs}, the journal's of ${timeMs}. ` +
      'Build the projection anew from this journal (start with --rebuild-store), or start with the store that belongs to it.',
  );
}

async function writeBatch(database: Database, batch: Batch): Promise<void> {
  const logs = await readBodies(database, batch);
  await database.transaction('rebuildable', async (on) => {
    await insertRows(database, on, 'bill', batch.bills);
    await insertRows(database, on, 'fill', batch.fills);
    await insertRows(database, on, 'funding_rate', batch.fundingRates);
    await insertRows(database, on, 'copy_relation', [...batch.relations.values()], { replaceBy: ['id'] });
    await insertRows(database, on, 'copy_skip', batch.skips);
    await insertRows(database, on, 'order_record', [...batch.orders.values()], { replaceBy: ['id'] });
    await insertRows(database, on, 'plan_order', [...batch.plans.values()], { replaceBy: ['id'] });
    if (batch.leaves.length > 0) await writeLeaves(database, on, batch, logs);
    await countFilledPlans(on, [...batch.filledPlans]);
    const state = { name: STATE_NAME, last_sequence: batch.sequence, last_time_ms: batch.timeMs };
    await insertRows(database, on, 'projection_state', [state], { replaceBy: ['name'] });
  });
}

/** One body at a time: each may be a mebibyte. */
async function readBodies(database: Database, batch: Batch): Promise<AiLogFacts[]> {
  const facts: AiLogFacts[] = [];
  for (const { event, receivedAt } of batch.aiLogs) {
    facts.push(aiLogFacts(sha256, event, receivedAt, await payloadGet(database, { h: event.h })));
  }
  return facts;
}

async function writeLeaves(database: Database, on: Kysely<Tables>, batch: Batch, logs: readonly AiLogFacts[]): Promise<void> {
  const headers = new Map(logs.map(({ row, header }) => [row.log_index, header]));
  const leaves = batch.leaves.map((leaf) => ({ ...leaf, header: leaf.header ?? headers.get(leaf.idx) ?? null }));
  const logRows = logs.map(({ row }) => row);
  await insertRows(database, on, 'tlog_leaf', leaves);
  await insertRows(database, on, 'ailog', logRows);
  await insertRows(
    database,
    on,
    'ailog_key',
    logs.flatMap(({ keys }) => keys),
  );
  await insertRows(database, on, 'ai_order', batch.aiOrders);
  await insertRows(database, on, 'ai_order_key', batch.aiOrderKeys);
  const newLeaves: NewLeaves = {
    logs: rangeOf(logRows.map(({ log_index }) => log_index)),
    orders: rangeOf(batch.aiOrders.map(({ leaf_index }) => leaf_index)),
  };
  await linkLogs(on, newLeaves);
}

/** First and last of indices that rise. */
function rangeOf(indices: readonly number[]): readonly [number, number] | null {
  const first = indices[0];
  const last = indices.at(-1);
  return first === undefined || last === undefined ? null : [first, last];
}

/** A plan order counts for coverage once it has a fill (`ailog.md` 1.7). */
async function countFilledPlans(on: Kysely<Tables>, orderIds: readonly string[]): Promise<void> {
  const chunk = 500;
  for (let start = 0; start < orderIds.length; start += chunk) {
    await on
      .updateTable('ai_order')
      .set({ counted: 1, waits_for_fill: 0 })
      .where('order_id', 'in', orderIds.slice(start, start + chunk))
      .where('waits_for_fill', '=', 1)
      .execute();
  }
}
