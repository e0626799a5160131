/**
 * The judgement before a start: looks at the folder, refuses it or not, and only then sets right what may be. Until
 * this has returned nothing in the folder or the database was changed but the lock.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { realDisk } from '../../sequencer/disk.ts';
import type { FoundJournal } from '../../sequencer/find-journal.ts';
import { ACCEPTED, noteMoved } from '../../sequencer/moved.ts';
import { segmentName } from '../../sequencer/segment-chain.ts';
import type { Config } from '../settings/config.ts';
import type { DataFolder } from '../disk/data-folder.ts';
import { FolderRefused, refusals } from '../judge/finding.ts';
import type { Beginning, FolderFacts, JournalFacts } from '../judge/facts.ts';
import { judgeFolder } from '../judge/judge.ts';
import { judgeMissing } from '../judge/judge-closed.ts';
import { wantedMode } from '../judge/judge-files.ts';
import { type ClosedLook, lookAtUnknown, NOTHING_CLOSED } from '../journal/check-closed.ts';
import { lookAtFolder } from '../look/look-folder.ts';
import type { LookFrom } from '../look/look-from.ts';
import { lookBeside } from '../look/look-thread.ts';

/** How long the database's own check, and the reading of closed files beside it, may hold up a start. */
const CHECK_MS = 1_000;

export interface JudgedStart {
  /** The journal that will be continued; null when there is none yet. */
  readonly found: FoundJournal | null;
  /** Its closed files, as they were looked at. */
  readonly closed: ClosedLook;
  /** Verifier key of the AI log the journal opened; '' while there is none. */
  readonly exchange: string;
  /** Who began it. */
  readonly beginning: Beginning;
  /** Whether the projections have to be rebuilt. */
  readonly rebuild: boolean;
  /** Whether bodies of AI logs may be missing from now on: their loss was accepted. */
  readonly mayLackBodies: boolean;
}

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
  log: Pick<Logger, 'warn' | 'error'>,
  onProgress: (part: number) => void,
  from: LookFrom | null,
): Promise<JudgedStart> {
  const looking = lookBeside(config.store ?? folder.database, { checkMs: CHECK_MS });
  const atClosed = (journal: string): Promise<ClosedLook> => lookAtUnknown(journal, CHECK_MS);
  const facts = await lookAtFolder(folder, looking, { onProgress, from, atClosed });
  const { rebuildStore, logSigner } = config;
  const origin = config.acceptLoss.some(isForkedLog) ? null : config.origin;
  const findings = judgeFolder(facts, { verb, rebuildStore, origin, hasSigner: logSigner !== null, isRunning: false });
  const refused = refusals(findings, config.acceptLoss);
  if (refused.length > 0) throw new FolderRefused(folder.path, refused);
  setModes(folder, facts);
  for (const { code, severity, file, found, means, do: wanted } of findings)
    log[severity === 'wrong' ? 'error' : 'warn']({ event: code, file, means, do: wanted }, `${file}: ${found}`);
  const accepted = (codes: readonly string[]): boolean =>
    findings.some(({ severity, code }) => severity === 'refuse' && codes.includes(code));
  const there = facts.journal.state === 'there' ? facts.journal : null;
  if (there !== null) await giveUp(folder, facts, there, config.acceptLoss);
  return {
    found: there?.found ?? null,
    closed: there?.closed ?? NOTHING_CLOSED,
    exchange: facts.exchange,
    beginning: facts.beginning,
    // Rows tell of commands that no longer exist.
    rebuild: config.rebuildStore || (there !== null && facts.store.sequence > there.found.end.sequence),
    mayLackBodies: accepted(LACKS_BODIES) || config.acceptLoss.some((loss) => loss.startsWith('no-bodies@')),
  };
}

/** Writes down what is given up, so that no later start has to be told of it again. */
async function giveUp(
  { path, journal }: DataFolder,
  { snapshots }: FolderFacts,
  { found, closed }: Extract<JournalFacts, { state: 'there' }>,
  acceptLoss: readonly string[],
): Promise<void> {
  // States after commands that the journal does not have any more: other commands will have their numbers.
  for (const { file, mark } of snapshots)
    if (mark !== null && mark.sequence > found.end.sequence) rmSync(join(path, file), { force: true });
  for (const missing of closed.missing) {
    const finding = judgeMissing(missing);
    if (finding.accept === null || !acceptLoss.includes(finding.accept)) continue;
    const { firstSequence, lastSequence } = missing;
    const name = segmentName(firstSequence);
    await noteMoved(journal, realDisk, { name, firstSequence, lastSequence, bytes: 0, to: ACCEPTED });
  }
}

function setModes(folder: DataFolder, { files }: FolderFacts): void {
  for (const file of files) if ((file.mode & 0o077) !== 0) chmodSync(join(folder.path, file.name), wantedMode(file));
}
