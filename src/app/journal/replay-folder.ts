/**
 * Rebuilds the state of a data folder from its journal alone, read-only: beside a running exchange or without one. The
 * same journal gives the same hash on any machine.
 */
import { existsSync } from 'node:fs';
import { audit } from '../../core/audit.ts';
import { createEngine } from '../../core/engine.ts';
import { stateHash } from '../../core/state/hash.ts';
import type { PassedOver } from '../../core/state/state.ts';
import { requireBeginning } from '../../sequencer/find-journal.ts';
import { JournalBeginsLater, SegmentLost } from '../../sequencer/journal-errors.ts';
import { segmentFolder } from '../../sequencer/segment-chain.ts';
import { openJournal } from '../../sequencer/journal-file.ts';
import { replay } from '../../sequencer/replay.ts';
import { START } from '../../sequencer/record.ts';
import { holderOf } from '../../sequencer/lock.ts';
import { lookAtStore } from '../../store/look/look.ts';
import { soundSnapshot } from '../look/covered.ts';
import { dataFolder } from '../disk/data-folder.ts';
import type { FolderFacts, JournalFacts } from '../judge/facts.ts';
import { endingOf } from '../judge/judge-journal.ts';
import { judgeClosed } from '../judge/judge-closed.ts';
import { judgeStore } from '../judge/judge-store.ts';
import { type ClosedLook, lookAtAll } from './check-closed.ts';
import { lookAtFolder } from '../look/look-folder.ts';
import { sha256 } from '../../store/sha256.ts';
import { machine } from '../../time/machine.ts';

export interface Replayed {
  /** The last command applied. */
  readonly sequence: number;
  readonly timeMs: number;
  /** The last command in the snapshot that was gone on from; 0: every command was applied. */
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
  readonly misfits: readonly string[];
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
  const store = await lookAtStore(folder.database, { checkMs: 0, isRunning: isHeld });
  const facts = await lookAtFolder(folder, Promise.resolve(store), { atClosed: lookAtAll });
  if (facts.journal.state !== 'there') throw new Error(describe(facts.journal));
  const { found } = facts.journal;
  const journal = await openJournal(folder.journal, { readonly: true, found });
  try {
    const loaded = fromSnapshot ? await soundSnapshot(folder, until) : null;
    if (fromSnapshot && loaded === null)
      throw new Error(
        `there is no sound snapshot${until === undefined ? '' : ` up to sequence ${until}`} in ${folder.snapshots}`,
      );
    if (loaded === null) needBeginning(folder.journal, facts.journal.closed);
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
      ending: endingOf(facts.journal, isHeld),
      from: loaded?.head.position.sequence ?? 0,
      misfits: until === undefined ? misfitsOf(facts) : [],
    };
  } finally {
    await journal.close();
  }
}

function needBeginning(journal: string, { damaged }: ClosedLook): void {
  const orFrom = 'or go on with --from-snapshot.';
  const [first] = damaged;
  if (first !== undefined) throw new Error(`${first.problem} Restore it, ${orFrom}`);
  try {
    requireBeginning(journal);
  } catch (error) {
    if (!(error instanceof JournalBeginsLater || error instanceof SegmentLost)) throw error;
    throw new Error(`${error.message} Put them back into ${segmentFolder(journal)}, ${orFrom}`, { cause: error });
  }
}

function describe(journal: Exclude<JournalFacts, { state: 'there' }>): string {
  return journal.state === 'absent' ? 'there is no journal' : journal.problem;
}

/** A folder without a read store is a copy of the journal alone, and that is not missing from it. */
function misfitsOf(facts: FolderFacts): string[] {
  const intent = { verb: null, rebuildStore: false, origin: null, hasSigner: false, isRunning: true } as const;
  const closed = judgeClosed(facts.journal).filter(({ severity }) => severity === 'wrong');
  const store = facts.store.state === 'there' ? judgeStore(facts, intent) : [];
  const misfits = [...closed, ...store.filter(({ severity }) => severity === 'refuse')];
  return misfits.map(({ file, found }) => `${file}: ${found}`);
}
