/**
 * Inspects a data folder without changing anything in it: modes, secrets, the journal from its first byte to its last,
 * snapshots, and the read store; and says what is to be said of it. A start refuses by these findings before anything
 * is written, and `outcry doctor` prints the same.
 */
import type { StoreMark } from '../../store/database/owner.ts';
import type { StoreFacts } from '../../store/inspect/facts.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import { type DataFolder, textAt } from '../disk/data-folder.ts';
import { beginningFinding, beginningOf, wordsOf } from './beginning.ts';
import { filesIn, modeFinding, secretFindings } from './files.ts';
import type { Finding } from './finding.ts';
import type { Inspection, Intent } from './inspection.ts';
import {
  closedFindings,
  type InspectedJournal,
  inspectJournal,
  journalFindings,
  type InspectJournalOptions,
} from './journal.ts';
import { type ResumePoint, resumePoints, snapshotFinding, snapshotMarks } from './snapshots.ts';
import { storeFindings } from './store.ts';
import { twinOf } from './twin.ts';

export interface InspectOptions extends InspectJournalOptions {
  /** The state to resume from: the journal is read from the start of its segment on. */
  readonly from?: ResumePoint | null;
}

/** @param inspecting the read store's facts, gathered beside this */
export async function inspectFolder(
  folder: DataFolder,
  inspecting: Promise<StoreFacts>,
  options: InspectOptions,
): Promise<Inspection> {
  // First: a running exchange may write one of a command after those seen in the journal.
  const snapshots = await snapshotMarks(folder);
  const [{ journal, from }, store] = await Promise.all([fromItsBeginning(folder, options), inspecting]);
  return {
    folder,
    files: filesIn(folder),
    journal,
    store,
    mark: markIn(textAt(folder.storeMark)),
    snapshots,
    ...wordsIn(journal, from, folder),
    twin: await twinOf(folder),
  };
}

/**
 * A journal that begins later, or is damaged further back, is read from later on, when a sound snapshot stands for what
 * is missing.
 */
async function fromItsBeginning(folder: DataFolder, { from = null, ...look }: InspectOptions) {
  const journal = await inspectJournal(folder.journal, look, from?.after);
  if (journal.state !== 'moved' && journal.state !== 'damaged') return { journal, from };
  for (const point of await resumePoints(folder)) {
    const later = await inspectJournal(folder.journal, look, point.after);
    if (later.state === 'there') return { journal: later, from: point };
  }
  return { journal, from: null };
}

function wordsIn(journal: InspectedJournal, from: ResumePoint | null, folder: DataFolder): JournalWords {
  const first = journal.state === 'there' ? journal.found.first : [];
  if (first.length === 0 && from !== null)
    // A snapshot from before the AI log was opened does not say whose it is; then the journal's beginning is there.
    return from.words.exchange === '' ? wordsOf(folder.journal) : from.words;
  const opened = first.find(({ command }) => command.name === 'openAiLog')?.command;
  return { exchange: opened?.name === 'openAiLog' ? opened.vkey : '', beginning: beginningOf(first) };
}

function markIn(text: string | null): StoreMark | null {
  try {
    const { exchange, changes } = JSON.parse(text ?? '') as Partial<StoreMark>;
    return typeof exchange === 'string' && Number.isSafeInteger(changes)
      ? { exchange, changes: Number(changes) }
      : null;
  } catch {
    return null;
  }
}

/** A folder's contents, against the wanted ones. */
export function findingsOf(inspection: Inspection, intent: Intent): Finding[] {
  const { folder, files, journal, snapshots, twin } = inspection;
  const readable = journal.state === 'there' ? journal : null;
  return [
    ...journalFindings(journal, intent.isRunning),
    beginningFinding(inspection, twin, intent),
    ...(readable === null ? [] : closedFindings(readable.closed)),
    readable === null || readable.found.isNew ? null : snapshotFinding(snapshots, readable.found),
    ...storeFindings(inspection, intent),
    ...files.map(modeFinding),
    ...secretFindings(folder, inspection, intent.hasSigner),
  ].filter((one) => one !== null);
}
