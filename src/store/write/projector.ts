/**
 * Turns the outcomes of commands into rows, in batches: all rows of a batch and its last sequence in one transaction.
 *
 * So a killed process loses no row and writes none twice: at the next start the stored sequence says where to go on.
 * Rows stored before are skipped; if the last one's time differs, or the store is ahead of the journal, it is another
 * journal's, and is refused.
 *
 * Where nodes share the database any of them may write: the row with the stored sequence is locked, what others have
 * stored by then is dropped here, and the rest is written (decision 0148).
 *
 * Bars are made from where the commands begin: the journal's start, or a snapshot that knows the ones that are forming,
 * since a bar may have begun before what is stored. Those that are over by then are skipped.
 */
import type { Kysely } from 'kysely';
import { isKept } from '../../bars/granularity.ts';
import { createPriceBars, type PriceBars, type ReportPriceBar } from '../../bars/price-bars.ts';
import type { Sequenced } from '../../core/language/commands.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import { writeHashRuns } from '../evidence/leaf-hashes.ts';
import type { AiLogFacts } from './ai-log-facts.ts';
import { type Batch, collect, emptyBatch } from './batch.ts';
import type { Database } from '../database/db.ts';
import { StoreFault } from '../errors.ts';
import { insertRows } from '../database/insert-rows.ts';
import { cutBatch, type Cuts, noteCut } from './cut-batch.ts';
import { linkLogs, type NewLeaves } from './link-logs.ts';
import { createKeeping, KEEP_ALL, type Keeping } from '../upkeep/keep.ts';
import { noteLeftOut, noteUnwritten } from '../upkeep/kept-from.ts';
import { type TracedLog, traceRows } from './log-traces.ts';
import { createNumbering, type GiveNumbers } from './numbering.ts';
import { readBodies } from './read-bodies.ts';
import { leafRow } from '../schema/leaf-form.ts';
import { idCode } from '../schema/row-codec.ts';
import { barRow } from './rows.ts';
import type { Tables } from '../schema/tables.ts';

export interface Projector {
  /** The last sequence whose rows are stored. */
  readonly sequence: number;
  /** The last sequence given to `project`. */
  readonly collected: number;
  /** Rows collected since the last write. */
  readonly pending: number;
  /**
   * Collects what one command did, before the next one is applied. Sequences up to the stored one are skipped.
   * @throws StoreFault when the journal is not the one the store was made from, or a sequence is left out
   */
  project(sequenced: Sequenced, outcome: Outcome): void;
  /**
   * Writes what is collected. When it rejects, the batch is kept, and the next flush writes it, exactly once: the
   * stored sequence tells whether a commit whose answer was lost was carried out.
   * @throws StoreFault when the stored sequence is not one that this projector left there
   */
  flush(): Promise<void>;
  /**
   * Reads the stored sequence and makes sure that it is the one left there, or one that another node left.
   * @throws StoreFault
   */
  check(): Promise<void>;
}

const STATE_NAME = 'journal';

export interface ProjectorOptions {
  /** A log whose body is gone is projected without what only the body says, and its loss is written down. */
  readonly mayLackBodies?: boolean;
  /** Tells which rows are not written because they would be let go immediately. */
  readonly keeping?: Keeping;
  /** The last command of the state to resume from, which is not beyond the stored ones; the start if left out. */
  readonly from?: { readonly sequence: number; readonly timeMs: number };
  /** Makes sure that the bodies of all logs so far are stored. */
  readonly takeBodies?: () => Promise<void>;
  /** Makes bars from what is done, and reports those that are over. */
  readonly makeBars?: MakeBars;
}

export type MakeBars = (report: ReportPriceBar) => Pick<PriceBars, 'apply'>;

/** The last sequence up to which all rows are stored. */
export async function storedSequence(database: Database): Promise<number> {
  return (await readState(database, database.sql))?.last_sequence ?? 0;
}

/** A projector that continues where the database's rows end. */
export async function createProjector(database: Database, options: ProjectorOptions = {}): Promise<Projector> {
  const state = await readState(database, database.sql);
  return new RowProjector(database, options, {
    sequence: state?.last_sequence ?? 0,
    timeMs: state?.last_time_ms ?? 0,
  });
}

/** A batch, and where it can be cut. */
interface Collected {
  readonly batch: Batch;
  readonly cuts: Cuts;
}

type WriteTerms = Required<Pick<ProjectorOptions, 'mayLackBodies' | 'keeping' | 'takeBodies'>>;

/** The last command of a state, or of the stored rows. */
interface Reached {
  readonly sequence: number;
  readonly timeMs: number;
}

class RowProjector implements Projector {
  readonly #database: Database;
  readonly #terms: WriteTerms;
  readonly #keeping: Keeping;
  readonly #bars: Pick<PriceBars, 'apply'>;
  /** The last stored command when this projector was made. */
  readonly #startedAt: Reached;
  #stored: number;
  #collected: number;
  #batch: Batch;
  #cuts: Cuts = [];
  /** Taken out of the batch to be written, and not known to be stored. */
  #ready: Collected | null = null;
  #giveNumbers: GiveNumbers = createNumbering();
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, options: ProjectorOptions, startedAt: Reached) {
    const { mayLackBodies = false, keeping = createKeeping(KEEP_ALL), makeBars = createPriceBars } = options;
    const { from = { sequence: 0, timeMs: 0 }, takeBodies = () => Promise.resolve() } = options;
    const { sequence, timeMs } = startedAt;
    if (from.sequence > 0 && from.sequence === sequence && from.timeMs !== timeMs)
      throw otherJournal(from.sequence, from.timeMs, timeMs);
    this.#database = database;
    this.#terms = { mayLackBodies, keeping, takeBodies };
    this.#keeping = keeping;
    this.#batch = emptyBatch(keeping.keep.projectHouse);
    this.#startedAt = startedAt;
    this.#stored = sequence;
    this.#collected = from.sequence;
    this.#bars = makeBars((symbol, price, granularity, bar) => {
      if (this.#collected <= this.#stored || !isKept(granularity)) return;
      if (granularity === '1m' && !keeping.isWrittenMinute(bar.openMs)) return;
      this.#batch.bars.push(barRow(symbol, price, granularity, bar));
      this.#batch.size += 1;
    });
  }

  get sequence(): number {
    return this.#stored;
  }

  get collected(): number {
    return this.#collected;
  }

  get pending(): number {
    return this.#batch.size;
  }

  project(sequenced: Sequenced, outcome: Outcome): void {
    const { sequence, timeMs } = sequenced;
    if (sequence !== this.#collected + 1)
      throw new StoreFault(`projector: sequence ${sequence} after ${this.#collected}; none may be left out`);
    this.#collected = sequence;
    this.#keeping.reach(timeMs);
    const { sequence: startedAt, timeMs: startedMs } = this.#startedAt;
    if (sequence === startedAt && timeMs !== startedMs) throw otherJournal(sequence, timeMs, startedMs);
    this.#bars.apply(sequenced, outcome);
    const batch = this.#batch;
    const isNew = sequence > this.#stored;
    if (isNew) collect(batch, sequenced, outcome);
    batch.sequence = sequence;
    batch.timeMs = timeMs;
    if (isNew && this.#database.isShared) noteCut(batch, this.#cuts);
  }

  flush(): Promise<void> {
    return this.#inTurn(() => this.#writeAll());
  }

  check(): Promise<void> {
    return this.#inTurn(() => this.#look());
  }

  async #look(): Promise<void> {
    this.#wasStored(await storedSequence(this.#database), this.#ready?.batch.sequence ?? null);
  }

  async #writeAll(): Promise<void> {
    if (this.#database.isShared) await this.#look();
    await this.#write();
    if (this.#batch.sequence <= this.#stored) return;
    this.#ready = { batch: this.#batch, cuts: this.#cuts };
    this.#batch = emptyBatch(this.#keeping.keep.projectHouse);
    this.#cuts = [];
    await this.#write();
  }

  async #write(): Promise<void> {
    const ready = this.#ready?.batch;
    if (ready === undefined) return;
    try {
      await writeBatch(this.#database, ready, this.#terms, {
        wasStored: (found) => this.#wasStored(found, ready.sequence),
        giveNumbers: (on) => this.#giveNumbers(on, { fill: ready.fills, order_record: ready.orders }),
      });
    } catch (error) {
      this.#giveNumbers = createNumbering();
      throw error;
    }
    this.#stored = Math.max(this.#stored, ready.sequence);
    this.#ready = null;
  }

  /** Whether the batch that ends with `next` is stored already; else everything before it is, and no more. */
  #wasStored(found: number, next: number | null): boolean {
    const stored = this.#stored;
    if (found < stored)
      throw new StoreFault(
        `the read store went back to sequence ${found} from ${stored}: its server lost what it had not made durable, or a copy was restored; its thread starts again from there`,
      );
    if (this.#database.isShared) {
      this.#reach(found);
      return next !== null && found >= next;
    }
    if (found === stored || found === next) return found !== stored;
    throw new StoreFault(
      `the read store is at sequence ${found}, but only ${stored} was written here: another process writes into it`,
    );
  }

  /** Drops what another node has stored. */
  #reach(found: number): void {
    if (found === this.#stored) return;
    this.#stored = found;
    this.#giveNumbers = createNumbering();
    cutBatch(this.#batch, this.#cuts, found);
    if (this.#ready !== null) cutBatch(this.#ready.batch, this.#ready.cuts, found);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#writing.then(work);
    this.#writing = turn.catch(() => {});
    return turn;
  }
}

function otherJournal(sequence: number, timeMs: number, storedTimeMs: number): StoreFault {
  return new StoreFault(
    `the read store was made from another journal: its sequence ${sequence} is of time ${storedTimeMs}, the journal's of ${timeMs}. ` +
      'Put together what belongs together, or give this journal a read store of its own (--store).',
  );
}

/** In a transaction the row stays as it is until the transaction ends. */
function readState(database: Database, on: Kysely<Tables>) {
  const query = on.selectFrom('projection_state').selectAll().where('name', '=', STATE_NAME);
  return (database.kind === 'postgres' && on.isTransaction ? query.forUpdate() : query).executeTakeFirst();
}

/** Asked in the transaction of a batch, while the stored sequence is locked. */
interface InTurn {
  /** Whether it is stored already; its lists lose what is. */
  readonly wasStored: (found: number) => boolean;
  readonly giveNumbers: (on: Kysely<Tables>) => Promise<void>;
}

async function writeBatch(
  database: Database,
  batch: Batch,
  { mayLackBodies, keeping, takeBodies }: WriteTerms,
  { wasStored, giveNumbers }: InTurn,
): Promise<void> {
  if (batch.aiLogs.length > 0) await takeBodies();
  const logs = await readBodies(database, batch.aiLogs, mayLackBodies);
  await database.transaction('rebuildable', async (on) => {
    if (wasStored((await readState(database, on))?.last_sequence ?? 0)) return;
    await giveNumbers(on);
    const bills = batch.bills.filter((row) => keeping.isWritten('bill', row, idCode(row.id)));
    const fills = batch.fills.filter((row) => keeping.isWritten('fill', row, idCode(row.order_id)));
    const orders = batch.orders.filter((row) => keeping.isWritten('order_record', row, idCode(row.id)));
    await insertRows(database, on, 'bill', bills);
    await insertRows(database, on, 'fill', fills);
    await insertRows(database, on, 'funding_rate', batch.fundingRates);
    await insertRows(database, on, 'bar', batch.bars);
    await insertRows(database, on, 'copy_relation', [...batch.relations.values()], { replaceBy: ['id'] });
    await insertRows(database, on, 'copy_skip', batch.skips);
    await insertRows(database, on, 'order_record', orders);
    await insertRows(database, on, 'plan_order', [...batch.plans.values()], { replaceBy: ['id'] });
    await insertRows(database, on, 'contest_point', batch.points);
    await insertRows(database, on, 'contest_minute', batch.minutes);
    if (batch.leaves.length > 0) await writeLeaves(database, on, batch, logs.slice(logs.length - batch.aiLogs.length));
    await countFilledPlans(on, [...batch.filledPlans]);
    await noteUnwritten(database, on, keeping);
    if (batch.hasLeftOut) await noteLeftOut(database, on, batch.timeMs);
    const state = { name: STATE_NAME, last_sequence: batch.sequence, last_time_ms: batch.timeMs };
    await insertRows(database, on, 'projection_state', [state], { replaceBy: ['name'] });
  });
}

async function writeLeaves(
  database: Database,
  on: Kysely<Tables>,
  batch: Batch,
  logs: readonly AiLogFacts[],
): Promise<void> {
  const headers = new Map(logs.map(({ row, header }) => [row.log_index, header]));
  const leaves = batch.leaves.map((leaf) => leafRow({ ...leaf, header: leaf.header ?? headers.get(leaf.idx) ?? null }));
  const logKeys = logs.flatMap(({ keys }) => keys);
  const logRows = logs.map(({ row }) => row);
  await insertRows(database, on, 'tlog_leaf', leaves);
  await insertRows(database, on, 'tlog_node', batch.nodes);
  await writeHashRuns(database, on, leaves[0]?.idx ?? 0);
  await insertRows(database, on, 'ailog', logRows);
  await insertRows(database, on, 'ailog_key', logKeys);
  await insertRows(database, on, 'ailog_trace', await traceRows(on, logs.map(tracedLog)));
  await insertRows(database, on, 'ai_order', batch.aiOrders);
  const newLeaves: NewLeaves = {
    logKeys,
    orders: batch.namedOrders,
    outages: rangeOf(batch.leaves.flatMap(({ kind, idx }) => (kind === 'outage' ? [idx] : []))),
  };
  await linkLogs(database, on, newLeaves);
}

function tracedLog({ row, trace }: AiLogFacts): TracedLog {
  return { index: row.log_index, receivedAt: row.received_at, trace };
}

/** First and last of rising indices. */
function rangeOf(indices: readonly number[]): readonly [number, number] | null {
  const first = indices[0];
  const last = indices.at(-1);
  return first === undefined || last === undefined ? null : [first, last];
}

/** A plan order counts for coverage once it has a fill (docs/ai-log.md 11). */
async function countFilledPlans(on: Kysely<Tables>, orderIds: readonly number[]): Promise<void> {
  const chunk = 500;
  for (let start = 0; start < orderIds.length; start += chunk) {
    await on
      .updateTable('ai_order')
      .set({ counted: 1, waits_for_fill: 0 })
      .where('order_id', 'in', orderIds.slice(start, start + chunk).map(idCode))
      .where('waits_for_fill', '=', 1)
      .execute();
  }
}
