/**
 * Copies the order's batches into the archive, then lets the order forget what everybody has, and ends gateways whose
 * nodes are gone. One node does it at a time; two at once do no harm: a batch in the archive is only ever the same one,
 * and forgetting and ending happen once.
 *
 * It follows the order by a replica of its own, which begins where the archive says and checks what is there on the
 * way. While the archive is away it waits, and the order keeps its batches.
 */
import { machine } from '../../time/machine.ts';
import { FENCE } from './batch.ts';
import { type Generation, type ReadsGenerations, takePast } from './generations.ts';
import { GENESIS, REPEAT_MS, Replica, type ReplicaMark, type Taken } from './replica.ts';
import {
  type ArchivedBatch,
  type Heartbeat,
  type OrderedBatch,
  OrderUnreachable,
  type ReadsArchive,
  type SharedOrder,
} from './shared-order.ts';
import { takeFrom } from './take.ts';

export interface ArchiveRow extends ArchivedBatch {
  readonly firstSequence: number;
  readonly timeMs: number;
  readonly mark: string | null;
}

export interface KeepsArchive extends ReadsArchive, ReadsGenerations {
  last(): Promise<number>;
  markBefore(ms: number): Promise<{ readonly generation: number; readonly mark: string } | null>;
  put(rows: readonly ArchiveRow[]): Promise<void>;
}

export interface ArchiverParts {
  readonly order: SharedOrder;
  readonly archive: KeepsArchive;
  /** All of the order, the one that is followed last. */
  readonly generations: readonly Generation[];
  /** Of the nodes that live, as last heard; null while nothing is heard. */
  readonly nodes: () => readonly Heartbeat[] | null;
  /** Whether the archive can only be waited for. */
  readonly isAway: (error: unknown) => boolean;
  /** Told why it waits for the archive; null: it has it again. */
  readonly say: (why: string | null) => void;
  /** A gateway nobody speaks for is ended after this. */
  readonly goneMs?: number;
  /** Whether the order has little room: then only what is not archived is kept in it. */
  readonly isTight?: () => boolean;
  /** Between two looks at what can be forgotten and ended. */
  readonly careMs?: number;
}

const TOGETHER = 256;
/** A batch waits no longer for others. */
const FLUSH_MS = 500;
const MARK_EVERY_MS = 10_000;
const AGAIN_MS = 500;
const CARE_MS = 2_000;
/** The order keeps as many revisions for nodes that follow. */
const KEPT = 10_000;
const GONE_MS = 60_000;

export class Archiver {
  /** The last revision in the archive. */
  archived = 0;
  readonly #parts: ArchiverParts;
  readonly #ending = new AbortController();
  readonly #gone = new Map<string, number>();
  #replica = new Replica(GENESIS);
  #rows: ArchiveRow[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #markedMs = 0;
  #compacted = 0;
  #isAway = false;
  #archivedPlace = 0;

  constructor(parts: ArchiverParts) {
    this.#parts = parts;
  }

  /** Until `stop`. @throws Diverged, OrderForked, and what the archive throws when it differs */
  async run(): Promise<void> {
    const { signal } = this.#ending;
    const flush = machine.every(FLUSH_MS, () => this.#flush());
    const care = machine.every(this.#parts.careMs ?? CARE_MS, () => void this.#care().catch(unlessUnreachable));
    try {
      await this.#goOnFromArchive();
      for await (const taken of takeFrom(this.#parts, this.#replica, signal)) {
        this.#rows.push(this.#rowOf(taken));
        this.#replica.settle('');
        if (this.#rows.length >= TOGETHER) {
          this.#flush();
          await this.#flushing;
        }
      }
    } finally {
      flush.cancel();
      care.cancel();
      this.#flush();
      await this.#flushing;
    }
  }

  /** Batches that were met and are not in the archive. */
  get lagBatches(): number {
    return Math.max(0, this.#replica.mark.place - this.#archivedPlace);
  }

  stop(): void {
    this.#ending.abort();
  }

  async #goOnFromArchive(): Promise<void> {
    const { archive } = this.#parts;
    const { signal } = this.#ending;
    const last = await this.#patiently(() => archive.last());
    this.#replica = await this.#patiently(() => this.#replicaBefore());
    this.archived = last;
    while (this.#replica.revision < last && !signal.aborted)
      await this.#patiently(async () => {
        for await (const batch of archive.read(this.#replica.revision)) {
          this.#replica.take(batch);
          settleAs(this.#replica, batch);
        }
      });
    this.#archivedPlace = this.#replica.mark.place;
  }

  /**
   * In the followed generation, and knows the requests of the 65 s before the last batch. Those of before are repeated
   * within them at most, as no signature is good for longer, and there the archive says how many commands there were.
   */
  async #replicaBefore(): Promise<Replica> {
    const { archive, generations } = this.#parts;
    const kept = await archive.markBefore(REPEAT_MS);
    const replica = new Replica(kept === null ? GENESIS : (JSON.parse(kept.mark) as ReplicaMark));
    for await (const { batch } of takePast(archive, replica, kept?.generation ?? 1, generations))
      settleAs(replica, batch);
    return replica;
  }

  #rowOf({ batch, placed, timeMs }: Taken): ArchiveRow {
    const { mark } = this.#replica;
    const count = placed.filter(({ isRepeat }) => !isRepeat).length;
    const isMarked = machine.steadyMs() - this.#markedMs > MARK_EVERY_MS;
    if (isMarked) this.#markedMs = machine.steadyMs();
    return {
      ...batch,
      chain: mark.chain,
      firstSequence: mark.sequence - count + 1,
      lastSequence: mark.sequence,
      timeMs,
      mark: isMarked ? JSON.stringify(mark) : null,
    };
  }

  #flush(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    this.#flushing = this.#flushing
      .then(() => this.#patiently(() => this.#parts.archive.put(rows)))
      .then(() => {
        const { revision, place } = rows.at(-1)!;
        [this.archived, this.#archivedPlace] = [revision, place];
      });
    // Whoever waits for it is told; until then nobody does.
    this.#flushing.catch(() => this.#ending.abort());
  }

  /** Again and again while the archive is away. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const { isAway, say } = this.#parts;
    for (;;) {
      try {
        const done = await work();
        if (this.#isAway) say(null);
        this.#isAway = false;
        return done;
      } catch (error) {
        if (!isAway(error) || this.#ending.signal.aborted) throw error;
        if (!this.#isAway) say(error instanceof Error ? error.message : String(error));
        this.#isAway = true;
        await machine.sleep(AGAIN_MS);
      }
    }
  }

  async #care(): Promise<void> {
    const nodes = this.#parts.nodes();
    if (nodes === null || this.#ending.signal.aborted) return;
    await this.#compact(nodes);
    await this.#endGone(nodes);
  }

  async #compact(nodes: readonly Heartbeat[]): Promise<void> {
    const { revision } = this.#replica;
    // Whoever does not find a batch there any more has it from the archive.
    const kept = this.#parts.isTight?.() === true ? [] : [revision - KEPT, ...nodes.map((node) => node.revision)];
    const upTo = Math.min(this.archived, ...kept);
    if (upTo <= this.#compacted) return;
    await this.#parts.order.compact(upTo);
    this.#compacted = upTo;
  }

  async #endGone(nodes: readonly Heartbeat[]): Promise<void> {
    const alive = new Set(nodes.flatMap(({ gateways }) => gateways));
    const nowMs = machine.steadyMs();
    for (const gateway of this.#replica.openGateways) {
      if (alive.has(gateway)) {
        this.#gone.delete(gateway);
        continue;
      }
      const sinceMs = this.#gone.get(gateway) ?? nowMs;
      this.#gone.set(gateway, sinceMs);
      if (nowMs - sinceMs < (this.#parts.goneMs ?? GONE_MS)) continue;
      // Were it only now that its last batch arrived, that has this number, and the next look ends it.
      const n = this.#replica.numberOf(gateway) + 1;
      await this.#parts.order.publish({ gateway, n, body: FENCE }, 0, null);
      this.#gone.set(gateway, nowMs);
    }
  }
}

function settleAs(replica: Replica, batch: OrderedBatch | ArchivedBatch): void {
  if ('lastSequence' in batch) replica.correct(batch.lastSequence);
  replica.settle('');
}

function unlessUnreachable(error: unknown): void {
  if (!(error instanceof OrderUnreachable)) throw error;
}
