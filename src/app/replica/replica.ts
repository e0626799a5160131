/**
 * The engine of the read store's thread: it goes on from a snapshot or from the journal's start, applies what the other
 * engine has applied, and remembers beside it what is made of history, so that both can be written down together. When
 * that happens is decided elsewhere (store/upkeep/snapshots.ts).
 *
 * Its projections are for snapshots alone; when they fail, rows go on and no snapshot is written any more.
 */
import { createEngine } from '../../core/engine.ts';
import type { State } from '../../core/state/state.ts';
import type { ReportPriceBar } from '../../bars/price-bars.ts';
import { type JournalDisk, realDisk } from '../../sequencer/disk/disk.ts';
import { misfitOf } from '../../sequencer/journal/fits-journal.ts';
import { type Follower, followJournal } from '../../sequencer/journal/follow-journal.ts';
import { identifyJournal } from '../../sequencer/journal/identify-journal.ts';
import { type Mark, START } from '../../sequencer/journal/record.ts';
import { applyRecord } from '../../sequencer/replay.ts';
import { readSpool } from '../../sequencer/disk/spool.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import { type Loaded, loadSnapshot } from '../../snapshots/load.ts';
import { writeSnapshot } from '../../snapshots/write.ts';
import type { Replica } from '../../store/thread/serve.ts';
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

export interface AheadReplica extends Replica {
  /** Begins to read the newest snapshot while it is not known yet how far it may reach. */
  readAhead(): void;
}

export function createReplica({ journalPath, snapshots, disk, nowMs = machine.wallMs }: ReplicaOptions): AheadReplica {
  let reportBar: ReportPriceBar = () => undefined;
  const remember = (state: State): History =>
    createHistory(state, nowMs(), (symbol, price, granularity, bar) => reportBar(symbol, price, granularity, bar));
  let engine = createEngine(sha256);
  let history = remember(engine.state);
  let from: Mark = { ...START, journal: '', checksum: 0 };
  let journal: Follower | null = null;
  let broken: unknown = null;
  let ahead: Promise<Loaded<History> | null> | null = null;
  const misfit = ({ position }: { readonly position: Mark }) => misfitOf(journalPath, position, disk);

  /** What was read ahead, if it still serves. */
  async function readBefore(upTo: number): Promise<Loaded<History> | null> {
    const loaded = (await ahead) ?? null;
    ahead = null;
    return loaded !== null && loaded.head.position.sequence <= upTo && misfit(loaded.head) === null ? loaded : null;
  }

  function notice(...applied: Parameters<History['bars']['apply']>): void {
    if (broken !== null || snapshots === null) return;
    try {
      for (const projection of history.all) if (projection !== history.bars) projection.apply(...applied);
      history.answered.shed(nowMs());
    } catch (error) {
      broken = error;
    }
  }

  return {
    get state() {
      return engine.state;
    },
    readAhead() {
      if (snapshots === null) return;
      // Whatever is wrong with it is met again, and told, when it is loaded.
      ahead = loadSnapshot({ ...snapshots, misfit, remember }).catch(() => null);
    },
    async load(upTo) {
      const before = await readBefore(upTo);
      if (snapshots === null || upTo === 0) return 0;
      const loaded = before ?? (await loadSnapshot({ ...snapshots, upTo, misfit, remember }));
      if (loaded === null) return 0;
      engine = createEngine(sha256, loaded.state);
      ({ history } = loaded);
      from = loaded.head.position;
      return from.sequence;
    },
    *take(sequence) {
      journal ??= followJournal(journalPath, from, disk);
      while (!journal.look(sequence)) yield null;
      for (const record of journal.read(sequence)) {
        const outcome = applyRecord(engine, record, journalPath);
        notice(record, outcome);
        yield { sequenced: record, outcome };
      }
    },
    bodies: readSpool(disk ?? realDisk, bodiesBeside(journalPath)),
    identify(sequence) {
      return identifyJournal(journalPath, sequence, disk, snapshots?.words().exchange);
    },
    bars(report) {
      reportBar = report;
      return { apply: (...applied) => history.bars.apply(...applied) };
    },
    write:
      snapshots === null
        ? null
        : async (goOn) => {
            if (broken !== null) throw new Error('what belongs into a snapshot failed', { cause: broken });
            const known = snapshots.words();
            const words = known.exchange === '' ? wordsOf(journalPath, disk) : known;
            const { state } = engine;
            const position = journal?.mark ?? from;
            const content = { state, parts: history.all, position, takenMs: nowMs(), ...words };
            return writeSnapshot(snapshots.disk, snapshots.folder, content, goOn);
          },
  };
}
