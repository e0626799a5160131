/**
 * The snapshots of a data folder, as the composition root sees them: which of them fit the journal, which the start
 * resumes from, what the log and the metrics say of them, and the one at a clean stop. They are written by the read
 * store's thread (replica.ts); what they hold is in `src/snapshots`.
 */
import type { Logger } from 'pino';
import type { Metrics } from '../../api/metrics/metrics.ts';
import { createEngine, type Engine } from '../../core/engine.ts';
import { type JournalDisk, realDisk } from '../../sequencer/disk/disk.ts';
import { requireBeginning } from '../../sequencer/journal/find-journal.ts';
import { mismatchOf, segmentStart } from '../../sequencer/journal/fits-journal.ts';
import { type Mark, type Position, START } from '../../sequencer/journal/record.ts';
import { fitting, type LoadOptions, loadSnapshot } from '../../snapshots/load.ts';
import type { SnapshotMade } from '../../snapshots/write.ts';
import { sha256 } from '../../store/sha256.ts';
import type { SnapshotNews, Store } from '../../store/store.ts';
import type { ResumePoint } from '../../folder/inspect/snapshots.ts';
import { createHistory, type History } from '../../folder/history.ts';
import { machine } from '../../time/machine.ts';

/** The engine, its history and the place in the journal the exchange resumes from. */
export interface Resumed {
  readonly engine: Engine;
  readonly history: History;
  /** Of the last command in it; START when everything is to be replayed. */
  readonly position: Position;
}

export interface SnapshotsOptions {
  readonly folder: string;
  readonly journal: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly disk?: JournalDisk;
  /** The clock that stamps commands, now. */
  readonly startedMs: number;
  /** The machine's clock. */
  readonly nowMs?: () => number;
}

const WITHOUT = 'stopped without a snapshot: the next start takes longer';

interface Latest {
  readonly sequence: number;
  readonly takenMs: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export async function openSnapshots(options: SnapshotsOptions): Promise<Snapshots> {
  const snapshots = new Snapshots(options);
  await snapshots.find();
  return snapshots;
}

export class Snapshots {
  readonly #journal: string;
  readonly #log: SnapshotsOptions['log'];
  readonly #disk: JournalDisk;
  readonly #nowMs: () => number;
  readonly #loading: LoadOptions<History>;
  readonly #told = new Set<string>();
  /** Why a snapshot of a sequence does not fit the journal; null: it does. */
  readonly #mismatches = new Map<number, string | null>();
  #from: ResumePoint | null = null;
  #latest: Latest | null = null;
  #failed = 0;
  #onMade: (made: SnapshotMade) => void = () => undefined;

  constructor(options: SnapshotsOptions) {
    const { folder, journal, log, disk = realDisk, startedMs, nowMs = machine.wallMs } = options;
    this.#journal = journal;
    this.#log = log;
    this.#disk = disk;
    this.#nowMs = nowMs;
    this.#loading = {
      disk,
      folder,
      mismatch: ({ position }) => this.#mismatchOf(position),
      remember: (state) => createHistory(state, startedMs),
      passOver: (name, why) => this.#passOver(name, why),
    };
  }

  /** From where on the journal has to be looked at; null: from its start. */
  get from(): ResumePoint | null {
    return this.#from;
  }

  /** Finds the newest that fits, by its head. */
  async find(): Promise<void> {
    for await (const { head } of fitting(this.#loading)) {
      const { exchange, beginning, position } = head;
      const after = segmentStart(this.#journal, position.sequence, this.#disk);
      this.#from = { after, words: { exchange, beginning } };
      return;
    }
  }

  /** Loads the newest that is sound; nothing else may have happened. */
  async resume(): Promise<Resumed> {
    const loaded = await loadSnapshot(this.#loading);
    if (loaded === null) {
      requireBeginning(this.#journal, this.#disk);
      const engine = createEngine(sha256);
      return { engine, history: this.#loading.remember(engine.state), position: START };
    }
    const { name, head, hash, bytes, milliseconds, history } = loaded;
    const { sequence } = head.position;
    this.#latest = { sequence, takenMs: head.takenMs, bytes, milliseconds: 0 };
    this.#log.info({ snapshot: name, sequence, hash, milliseconds }, 'went on from a snapshot');
    return { engine: createEngine(sha256, loaded.state), history, position: head.position };
  }

  note(news: SnapshotNews): void {
    if ('made' in news) {
      const { sequence, hash, bytes, milliseconds } = news.made;
      this.#latest = { sequence, takenMs: this.#nowMs(), bytes, milliseconds };
      this.#log.info({ sequence, hash, bytes, milliseconds }, 'snapshot written');
      this.#onMade(news.made);
    } else if ('failed' in news) {
      this.#failed++;
      const text = 'no snapshot could be written: trading goes on, the next start takes longer';
      this.#log.error({ err: news.failed }, text);
    } else this.#passOver(news.passedOver, news.why);
  }

  /** Called when one was written. */
  onMade(listener: (made: SnapshotMade) => void): void {
    this.#onMade = listener;
  }

  addGauges(metrics: Metrics): void {
    metrics.gauge('outcry_snapshot_sequence', 'Last command in the latest snapshot', () => this.#latest?.sequence ?? 0);
    metrics.gauge('outcry_snapshot_age_seconds', 'Since the latest snapshot; 0: there is none', () =>
      this.#latest === null ? 0 : Math.max(0, this.#nowMs() - this.#latest.takenMs) / 1000,
    );
    metrics.gauge('outcry_snapshot_bytes', 'Size of the latest snapshot', () => this.#latest?.bytes ?? 0);
    metrics.gauge('outcry_snapshot_seconds', 'What writing it took; 0: it is older than this process', () =>
      this.#latest === null ? 0 : this.#latest.milliseconds / 1000,
    );
    metrics.counter('outcry_snapshots_failed_total', 'Snapshots that could not be written', () => this.#failed);
  }

  /** Writes one at a clean stop, if that does not take longer, and no one is in a hurry. */
  async atStop(store: Store, sequence: number, withinMs: number, hurry: AbortSignal | undefined): Promise<void> {
    if (sequence === 0 || sequence === this.#latest?.sequence) return;
    // Waiting for a store that is away would be pointless, and the rest of the stop needs that time.
    if (store.absence() !== null) return this.#log.warn({ sequence }, WITHOUT);
    const timer = new AbortController();
    // The next start replays what is missing, so waiting longer is not worth it.
    const late = machine.sleep(withinMs, timer.signal).catch(() => 'late');
    const hurried = new Promise((resolve) => hurry?.addEventListener('abort', resolve));
    const made = store.ask('snapshot', null, sequence).catch(() => 'failed');
    const ended = await Promise.race([made, late, hurried]);
    timer.abort();
    if (typeof ended === 'string') this.#log.warn({ sequence }, WITHOUT);
  }

  #passOver(name: string, why: string): void {
    if (this.#told.has(name)) return;
    this.#told.add(name);
    this.#log.warn({ snapshot: name, found: why }, 'a snapshot is passed over');
  }

  #mismatchOf(position: Mark): string | null {
    const { sequence } = position;
    if (!this.#mismatches.has(sequence))
      this.#mismatches.set(sequence, mismatchOf(this.#journal, position, this.#disk));
    return this.#mismatches.get(sequence) ?? null;
  }
}
