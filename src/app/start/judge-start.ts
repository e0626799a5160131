/**
 * The judgement before a start: looks at the folder, refuses it or not, and only then sets right what may be. Until
 * this has returned nothing in the folder or the database was changed but the lock.
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { FoundJournal } from '../../sequencer/find-journal.ts';
import type { Config } from '../settings/config.ts';
import type { DataFolder } from '../disk/data-folder.ts';
import { FolderRefused, refusals } from '../judge/finding.ts';
import type { Beginning, FolderFacts } from '../judge/facts.ts';
import { judgeFolder } from '../judge/judge.ts';
import { wantedMode } from '../judge/judge-files.ts';
import { lookAtFolder } from '../look/look-folder.ts';
import type { LookFrom } from '../look/look-from.ts';
import { lookBeside } from '../look/look-thread.ts';

/** How long the database's own check may hold up a start. */
const CHECK_MS = 1_000;

export interface JudgedStart {
  /** The journal that will be continued; null when there is none yet. */
  readonly found: FoundJournal | null;
  /** Verifier key of the AI log the journal opened; '' while there is none. */
  readonly exchange: string;
  /** Who began it. */
  readonly beginning: Beginning;
  /** Whether the projections have to be rebuilt. */
  readonly rebuild: boolean;
  /** Whether bodies of AI logs may be missing from now on: their loss was accepted. */
  readonly mayLackBodies: boolean;
}

/** Losses after which rows of the store tell of commands that no longer exist. */
const NEEDS_REBUILD = ['short-journal'];

/** Losses that take bodies of AI logs with them. */
const LACKS_BODIES = ['no-store', 'lost-wal', 'lost-changes', 'no-bodies'];

/** Whether the loss is that of an AI log which goes on under another name. */
function isForkedLog(loss: string): boolean {
  return loss.startsWith('forked-log@');
}

/** @throws FolderRefused */
export async function judgeStart(
  config: Config,
  folder: DataFolder,
  verb: 'start' | 'serve',
  log: Pick<Logger, 'warn'>,
  onProgress: (part: number) => void,
  from: LookFrom | null,
): Promise<JudgedStart> {
  const looking = lookBeside(config.store ?? folder.database, { checkMs: CHECK_MS });
  const facts = await lookAtFolder(folder, looking, { onProgress, from });
  const { rebuildStore, logSigner } = config;
  const origin = config.acceptLoss.some(isForkedLog) ? null : config.origin;
  const findings = judgeFolder(facts, { verb, rebuildStore, origin, hasSigner: logSigner !== null, isRunning: false });
  const refused = refusals(findings, config.acceptLoss);
  if (refused.length > 0) throw new FolderRefused(folder.path, refused);
  setModes(folder, facts);
  for (const { code, file, found, means, do: wanted } of findings)
    log.warn({ event: code, file, means, do: wanted }, `${file}: ${found}`);
  const accepted = (codes: readonly string[]): boolean =>
    findings.some(({ severity, code }) => severity === 'refuse' && codes.includes(code));
  return {
    found: facts.journal.state === 'there' ? facts.journal.found : null,
    exchange: facts.exchange,
    beginning: facts.beginning,
    rebuild: config.rebuildStore || accepted(NEEDS_REBUILD),
    mayLackBodies: accepted(LACKS_BODIES) || config.acceptLoss.some((loss) => loss.startsWith('no-bodies@')),
  };
}

function setModes(folder: DataFolder, { files }: FolderFacts): void {
  for (const file of files) if ((file.mode & 0o077) !== 0) chmodSync(join(folder.path, file.name), wantedMode(file));
}
