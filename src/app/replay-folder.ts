/**
 * Rebuilds the state of a data folder from its journal alone, read-only: beside a running exchange or without one. The same journal
 * gives the same hash on any machine.
 */
import { existsSync } from 'node:fs';
import { audit } from '../core/audit.ts';
import { createEngine } from '../core/engine.ts';
import { stateHash } from '../core/state-hash.ts';
import { openJournal } from '../sequencer/journal-file.ts';
import { replay } from '../sequencer/replay.ts';
import { dataFolder } from './data-folder.ts';
import { sha256 } from './first-commands.ts';

export interface Replayed {
  /** The last command applied. */
  readonly sequence: number;
  readonly timeMs: number;
  /** 64 hex digits. */
  readonly hash: string;
  /** Commands in the journal. */
  readonly journaled: number;
  readonly accounts: number;
  readonly positions: number;
  /** Invariants that do not hold; empty in a sound exchange. */
  readonly problems: readonly string[];
  readonly milliseconds: number;
}

export interface ReplayFolderOptions {
  /** The last command to apply. */
  readonly until?: number;
  readonly onProgress?: (part: number) => void;
}

/** @throws Error when there is no journal, or it is damaged; the message says where */
export async function replayFolder(path: string, { until, onProgress }: ReplayFolderOptions = {}): Promise<Replayed> {
  const folder = dataFolder(path);
  if (!existsSync(folder.journal)) throw new Error(`there is no journal in ${path} (${folder.journal} does not exist)`);
  const journal = await openJournal(folder.journal, { readonly: true });
  try {
    const engine = createEngine(sha256);
    const started = performance.now();
    const { sequence, timeMs } = await replay(journal, engine, {
      ...(until === undefined ? {} : { until }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const milliseconds = Math.round(performance.now() - started);
    const hash = stateHash(engine.state, sha256);
    const { accounts, positions } = engine.state;
    const counts = { accounts: accounts.size, positions: positions.size };
    return { sequence, timeMs, hash, journaled: journal.end.sequence, ...counts, problems: audit(engine.state), milliseconds };
  } finally {
    await journal.close();
  }
}
