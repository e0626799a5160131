/**
 * Validates a data folder before a start: inspects it, refuses it or not, and only then sets right what may be. Until
 * this has returned nothing in the folder or the database was changed but the lock.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { realDisk } from '../../sequencer/disk/disk.ts';
import type { FoundJournal } from '../../sequencer/journal/find-journal.ts';
import { ACCEPTED, noteMoved } from '../../sequencer/journal/moved.ts';
import { segmentName } from '../../sequencer/journal/segment-chain.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import type { DataFolder } from '../disk/data-folder.ts';
import { type ClosedCheck, checkUnknown, NOTHING_CLOSED } from '../journal/check-closed.ts';
import { isOpenToOthers } from './files.ts';
import { type Finding, FolderRefused } from './finding.ts';
import { findingsOf, inspectFolder } from './inspect.ts';
import { INSPECTION, type Inspection } from './inspection.ts';
import { missingFinding, type ReadableJournal } from './journal.ts';
import type { ResumePoint } from './snapshots.ts';
import { inspectBeside } from './store-thread.ts';

/** How long the database's own check, and the reading of closed files beside it, may hold up a start. */
const CHECK_MS = 1_000;

export interface ValidFolder extends JournalWords {
  /** The journal that will be continued; null when there is none yet. */
  readonly found: FoundJournal | null;
  /** Its closed files, as they were looked at. */
  readonly closed: ClosedCheck;
  /** Whether the projections have to be rebuilt. */
  readonly rebuild: boolean;
  /** Whether bodies of AI logs may be missing from now on: their loss was accepted. */
  readonly mayLackBodies: boolean;
}

/** The operator's settings for a start. */
export interface StartTerms {
  /** Address of PostgreSQL, or null: SQLite in the data folder. */
  readonly store: string | null;
  /** Name of the AI log, or null: any. */
  readonly origin: string | null;
  /** Program that signs the AI log, or null: the key is in the data folder. */
  readonly logSigner: string | null;
  readonly rebuildStore: boolean;
  /** Losses that are accepted, as a refusal names them. */
  readonly acceptLoss: readonly string[];
  /** Of a node among several; null: the one machine. */
  readonly node: object | null;
}

/** Not to be told of a folder by a store that others write into as well: they are further, or have it open. */
const OF_OTHER_NODES = ['store-in-use', 'short-journal', 'no-journal'];

/** Losses that take bodies of AI logs with them. */
const LACKS_BODIES = ['no-store', 'lost-wal', 'lost-changes', 'no-bodies'];

/** Whether the loss is that of an AI log which goes on under another name. */
function isForkedLog(loss: string): boolean {
  return loss.startsWith('forked-log@');
}

/** @throws FolderRefused */
export async function validateStart(
  terms: StartTerms,
  folder: DataFolder,
  verb: 'start' | 'serve',
  log: Pick<Logger, 'warn' | 'error'>,
  onProgress: (part: number) => void,
  from: ResumePoint | null,
): Promise<ValidFolder> {
  const { acceptLoss, rebuildStore, logSigner } = terms;
  const inspecting = inspectBeside(terms.store ?? folder.database, CHECK_MS);
  const atClosed = (journal: string): Promise<ClosedCheck> => checkUnknown(journal, CHECK_MS);
  const inspection = await inspectFolder(folder, inspecting, { onProgress, from, atClosed });
  const origin = acceptLoss.some(isForkedLog) ? null : terms.origin;
  const intent = { ...INSPECTION, verb, rebuildStore, origin, hasSigner: logSigner !== null };
  const isOthers = ({ code }: Finding): boolean => terms.node !== null && OF_OTHER_NODES.includes(code);
  const findings = findingsOf(inspection, intent).filter((one) => !isOthers(one));
  const stopping = findings.filter(({ severity }) => severity === 'refuse');
  const refused = stopping.filter(({ accept }) => accept === null || !acceptLoss.includes(accept));
  if (refused.length > 0) throw new FolderRefused(folder.path, refused);
  for (const file of inspection.files) if (isOpenToOthers(file)) chmodSync(join(folder.path, file.name), file.wanted);
  for (const { code, severity, file, found, means, do: wanted } of findings)
    log[severity === 'wrong' ? 'error' : 'warn']({ event: code, file, means, do: wanted }, `${file}: ${found}`);
  const { journal, store, exchange, beginning } = inspection;
  const there = journal.state === 'there' ? journal : null;
  if (there !== null) await giveUp(inspection, there, acceptLoss);
  return {
    found: there?.found ?? null,
    closed: there?.closed ?? NOTHING_CLOSED,
    exchange,
    beginning,
    // Rows tell of commands that no longer exist.
    rebuild: rebuildStore || (terms.node === null && there !== null && store.sequence > there.found.end.sequence),
    mayLackBodies:
      stopping.some(({ code }) => LACKS_BODIES.includes(code)) ||
      acceptLoss.some((loss) => loss.startsWith('no-bodies@')),
  };
}

/** Writes down what is given up, so that no later start has to be told of it again. */
async function giveUp(
  { folder: { path, journal }, snapshots }: Inspection,
  { found, closed }: ReadableJournal,
  acceptLoss: readonly string[],
): Promise<void> {
  // States after commands that the journal does not have any more: other commands will have their numbers.
  for (const { file, mark } of snapshots)
    if (mark !== null && mark.sequence > found.end.sequence) rmSync(join(path, file), { force: true });
  for (const missing of closed.missing) {
    const { accept } = missingFinding(missing);
    if (accept === null || !acceptLoss.includes(accept)) continue;
    const { firstSequence, lastSequence } = missing;
    const name = segmentName(firstSequence);
    await noteMoved(journal, realDisk, { name, firstSequence, lastSequence, bytes: 0, to: ACCEPTED });
  }
}
