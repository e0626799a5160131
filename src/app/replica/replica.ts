/**
 * The engine of the read store's thread: it resumes from a snapshot or from the journal's start, applies what the other
 * engine has applied, and remembers beside it what is made of history, so that both can be written down together. When
 * that happens is decided elsewhere (store/upkeep/snapshots.ts).
 *
 * Its projections are for snapshots alone; when they fail, rows go on and no snapshot is written any more.
 */
import { createEngine } from '../../core/engine.ts';
import type { State } from '../../core/state/state.ts';
import type { PriceBars, ReportPriceBar } from '../../bars/price-bars.ts';
import { type JournalDisk, realDisk } from '../../sequencer/disk/disk.ts';
import { mismatchOf } from '../../sequencer/journal/fits-journal.ts';
import { type Follower, followJournal } from '../../sequencer/journal/follow-journal.ts';
import { identifyJournal } from '../../sequencer/journal/identify-journal.ts';
import { type Mark, START } from '../../sequencer/journal/record.ts';
import { applyRecord } from '../../sequencer/replay.ts';
import { readSpool } from '../../sequencer/disk/spool.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import { type Loaded, loadSnapshot } from '../../snapshots/load.ts';
import { writeSnapshot } from '../../snapshots/write.ts';
import type { Replica } from '../../store/thread/serve.ts';
import type { SpooledBodies } from '../../store/evidence/body-intake.ts';
import type { WriteReplica } from '../../store/upkeep/snapshots.ts';
import type { TakenCommand } from '../../store/write/follow.ts';
import { sha256 } from '../../store/sha256.ts';
import { bodiesBeside } from '../../folder/disk/data-folder.ts';
import { wordsOf } from '../../folder/inspect/beginning.ts';
import { createHistory, type History } from '../../folder/history.ts';
import { machine } from '../../time/machine.ts';

export interface ReplicaOptions {
  readonly journalPath: string;
  /** Null: it begins at the journal's start and is not written down. */
  readonly snapshots: {
    readonly folder: string;
    readonly disk: JournalDisk;
    /** The known facts of the journal's beginning, which may not be there any more. */
    readonly words: () => JournalWords;
    readonly passOver: (name: string, why: string) => void;
  } | null;
  readonly disk?: JournalDisk;
  /** The machine's clock. */
  readonly nowMs?: () => number;
}

export class AheadReplica implements Replica {
  readonly bodies: SpooledBodies;
  /** Null: there is no place for snapshots. */
  readonly write: Replica['write'];
  readonly #options: ReplicaOptions;
  readonly #nowMs: () => number;
  #reportBar: ReportPriceBar = () => undefined;
  #engine = createEngine(sha256);
  #history: History;
  #from: Mark = { ...START, journal: '', checksum: 0 };
  #journal: Follower | null = null;
  /** The error that kept a projection from being up to date; null: all are. */
  #broken: unknown = null;
  #ahead: Promise<Loaded<History> | null> | null = null;

  constructor(options: ReplicaOptions) {
    const { journalPath, snapshots, disk = realDisk, nowMs = machine.wallMs } = options;
    this.#options = options;
    this.#nowMs = nowMs;
    this.#history = this.#remember(this.#engine.state);
    this.bodies = readSpool(disk, bodiesBeside(journalPath));
    this.write = snapshots === null ? null : (onLines) => this.#write(snapshots, onLines);
  }

  get state(): State {
    return this.#engine.state;
  }

  /** Begins to read the newest snapshot while it is not known yet how far it may reach. */
  readAhead(): void {
    // Whatever is wrong with it is met again, and told, when it is loaded.
    this.#ahead = this.#loadNewest().catch(() => null);
  }

  async load(upTo: number): Promise<number> {
    const before = await this.#readBefore(upTo);
    if (upTo === 0) return 0;
    const loaded = before ?? (await this.#loadNewest(upTo));
    if (loaded === null) return 0;
    this.#engine = createEngine(sha256, loaded.state);
    this.#history = loaded.history;
    this.#from = loaded.head.position;
    return this.#from.sequence;
  }

  *take(sequence: number): Iterable<TakenCommand | null> {
    const { journalPath, disk } = this.#options;
    this.#journal ??= followJournal(journalPath, this.#from, disk);
    const journal = this.#journal;
    while (!journal.look(sequence)) yield null;
    for (const record of journal.read(sequence)) {
      const outcome = applyRecord(this.#engine, record, journalPath);
      this.#notice(record, outcome);
      yield { sequenced: record, outcome };
    }
  }

  identify(sequence: number): ReturnType<typeof identifyJournal> {
    const { journalPath, disk, snapshots } = this.#options;
    return identifyJournal(journalPath, sequence, disk, snapshots?.words().exchange);
  }

  bars(report: ReportPriceBar): Pick<PriceBars, 'apply'> {
    this.#reportBar = report;
    return { apply: (...applied) => this.#history.bars.apply(...applied) };
  }

  #remember(state: State): History {
    return createHistory(state, 0, (...bar) => this.#reportBar(...bar));
  }

  #mismatchOf({ position }: { readonly position: Mark }): string | null {
    const { journalPath, disk } = this.#options;
    return mismatchOf(journalPath, position, disk);
  }

  async #loadNewest(upTo?: number): Promise<Loaded<History> | null> {
    const { snapshots } = this.#options;
    if (snapshots === null) return null;
    return loadSnapshot({
      ...snapshots,
      ...(upTo === undefined ? {} : { upTo }),
      mismatch: (head) => this.#mismatchOf(head),
      remember: (state) => this.#remember(state),
    });
  }

  /** The batch that was read ahead, if it still serves. */
  async #readBefore(upTo: number): Promise<Loaded<History> | null> {
    const loaded = (await this.#ahead) ?? null;
    this.#ahead = null;
    const isUsable = loaded !== null && loaded.head.position.sequence <= upTo && this.#mismatchOf(loaded.head) === null;
    return isUsable ? loaded : null;
  }

  #notice(...applied: Parameters<History['bars']['apply']>): void {
    if (this.#broken !== null || this.#options.snapshots === null) return;
    const { all, bars, answered } = this.#history;
    try {
      for (const projection of all) if (projection !== bars) projection.apply(...applied);
      answered.shed(applied[0].timeMs);
    } catch (error) {
      this.#broken = error;
    }
  }

  async #write(
    { disk, folder, words: wordsKnown }: NonNullable<ReplicaOptions['snapshots']>,
    onLines: Parameters<WriteReplica>[0],
  ): ReturnType<WriteReplica> {
    if (this.#broken !== null) throw new Error('what belongs into a snapshot failed', { cause: this.#broken });
    const known = wordsKnown();
    const words = known.exchange === '' ? wordsOf(this.#options.journalPath, this.#options.disk) : known;
    const position = this.#journal?.mark ?? this.#from;
    const { state } = this.#engine;
    const content = { state, parts: this.#history.all, position, takenMs: this.#nowMs(), ...words };
    return writeSnapshot(disk, folder, content, onLines);
  }
}
