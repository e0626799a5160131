/**
 * Rebuilds the state of a data folder from its journal alone, read-only: beside a running exchange or without one. The
 * same journal gives the same hash on any machine.
 */
import { existsSync } from 'node:fs';
import { audit } from '../../core/audit.ts';
import { createEngine } from '../../core/engine.ts';
import { stateHash } from '../../core/state/hash.ts';
import type { PassedOver } from '../../core/state/state.ts';
import { requireBeginning } from '../../sequencer/journal/find-journal.ts';
import { JournalBeginsLater, SegmentLost } from '../../sequencer/journal/journal-errors.ts';
import { isInArchive } from '../../sequencer/journal/moved.ts';
import { segmentFolder } from '../../sequencer/journal/segment-chain.ts';
import { openJournal } from '../../sequencer/journal/journal-file.ts';
import { replay } from '../../sequencer/replay.ts';
import { START } from '../../sequencer/journal/record.ts';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { holderOf } from '../../sequencer/disk/lock.ts';
import { inspectStore } from '../../store/inspect/inspect-store.ts';
import { dataFolder } from '../disk/data-folder.ts';
import { inspectFolder } from '../inspect/inspect.ts';
import { INSPECTION, type Inspection } from '../inspect/inspection.ts';
import { closedFindings, endingOf } from '../inspect/journal.ts';
import { soundSnapshot } from '../inspect/snapshots.ts';
import { storeFindings } from '../inspect/store.ts';
import { type ClosedCheck, checkAll } from '../journal/check-closed.ts';
import { sha256 } from '../../store/sha256.ts';
import { machine } from '../../time/machine.ts';

export interface Replayed {
  /** The last command applied. */
  readonly sequence: number;
  readonly timeMs: number;
  /** The last command in the snapshot that was resumed from; 0: every command was applied. */
  readonly from: number;
  /** 64 hex digits. */
  readonly hash: string;
  /** Commands in the journal. */
  readonly journaled: number;
  readonly accounts: number;
  readonly positions: number;
  /** Commands that were passed over. */
  readonly setAside: readonly PassedOver[];
  /** Invariants that do not hold; empty in a sound exchange. */
  readonly problems: readonly string[];
  readonly milliseconds: number;
  /** How the file ends: sealed, unsealed, torn. */
  readonly ending: string;
  /** Closed files that are lost, and mismatches with the read store of the folder; empty when all fits. */
  readonly mismatches: readonly string[];
}

export interface ReplayFolderOptions {
  /** Goes on from the newest sound snapshot, where the journal's beginning was moved away or takes long. */
  readonly fromSnapshot?: boolean;
  /** The last command to apply. */
  readonly until?: number;
  readonly onProgress?: (part: number) => void;
}

/** @throws Error when there is no journal, or it is damaged; the message says where */
export async function replayFolder(
  path: string,
  { until, onProgress, fromSnapshot = false }: ReplayFolderOptions = {},
): Promise<Replayed> {
  const folder = dataFolder(path);
  if (!existsSync(folder.journal)) throw new Error(`there is no journal in ${path} (${folder.journal} does not exist)`);
  // The store first: a running exchange moves on, and a store that lags its journal is ordinary.
  const { isHeld } = holderOf(path);
  const store = await inspectStore(folder.database, { checkMs: 0, isRunning: isHeld });
  const inspection = await inspectFolder(folder, Promise.resolve(store), { atClosed: checkAll });
  if (inspection.journal.state === 'absent') throw new Error('there is no journal');
  if (inspection.journal.state !== 'there') throw new Error(inspection.journal.problem);
  const { found, closed } = inspection.journal;
  const journal = await openJournal(folder.journal, { readonly: true, found });
  try {
    const loaded = fromSnapshot ? await soundSnapshot(folder, until) : null;
    if (fromSnapshot && loaded === null)
      throw new Error(
        `there is no sound snapshot${until === undefined ? '' : ` up to sequence ${until}`} in ${folder.snapshots}`,
      );
    if (loaded === null) needBeginning(folder.journal, closed);
    const engine = createEngine(sha256, loaded?.state);
    const started = machine.steadyMs();
    const { sequence, timeMs } = await replay(journal, engine, {
      after: loaded?.head.position ?? START,
      ...(until === undefined ? {} : { until }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const milliseconds = Math.round(machine.steadyMs() - started);
    const hash = stateHash(engine.state, sha256);
    const { accounts, positions } = engine.state;
    const counts = { accounts: accounts.size, positions: positions.size };
    return {
      sequence,
      timeMs,
      hash,
      journaled: journal.end.sequence,
      ...counts,
      setAside: engine.state.setAside,
      problems: audit(engine.state),
      milliseconds,
      ending: endingOf(found, isHeld),
      from: loaded?.head.position.sequence ?? 0,
      mismatches: until === undefined ? mismatchesOf(inspection, closed) : [],
    };
  } finally {
    await journal.close();
  }
}

function needBeginning(journal: string, { damaged }: ClosedCheck): void {
  const orFrom = 'or go on with --from-snapshot.';
  const [first] = damaged;
  if (first !== undefined) throw new Error(`${first.problem} Restore it, ${orFrom}`);
  try {
    requireBeginning(journal);
  } catch (error) {
    if (!(error instanceof JournalBeginsLater || error instanceof SegmentLost)) throw error;
    const putBack = isInArchive(journal, realDisk)
      ? 'Give one of those,'
      : `Put them back into ${segmentFolder(journal)},`;
    throw new Error(`${error.message} ${putBack} ${orFrom}`, { cause: error });
  }
}

/** A folder without a read store is a copy of the journal alone, and that is not missing from it. */
function mismatchesOf(inspection: Inspection, look: ClosedCheck): string[] {
  const closed = closedFindings(look).filter(({ severity }) => severity === 'wrong');
  const store = inspection.store.state === 'there' ? storeFindings(inspection, { ...INSPECTION, isRunning: true }) : [];
  const mismatches = [...closed, ...store.filter(({ severity }) => severity === 'refuse')];
  return mismatches.map(({ file, found }) => `${file}: ${found}`);
}
