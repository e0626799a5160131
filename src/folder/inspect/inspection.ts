/** The facts about a data folder before anything in it is changed, and what a caller wants of it. */
import type { JournalWords } from '../../snapshots/format.ts';
import type { StoreMark } from '../../store/database/owner.ts';
import type { StoreFacts } from '../../store/inspect/facts.ts';
import type { DataFolder } from '../disk/data-folder.ts';
import type { FoundFile } from './files.ts';
import type { InspectedJournal } from './journal.ts';
import type { SnapshotMark } from './snapshots.ts';

export interface Inspection extends JournalWords {
  readonly folder: DataFolder;
  readonly files: readonly FoundFile[];
  readonly journal: InspectedJournal;
  readonly store: StoreFacts;
  /** The folder's memory of its read store; null when it has none, or none that can be read. */
  readonly mark: StoreMark | null;
  /** Newest first. */
  readonly snapshots: readonly SnapshotMark[];
  /** Address of an exchange that takes the folder's own token; null: nowhere. */
  readonly twin: string | null;
}

/** The use that is wanted of a folder. */
export interface Intent {
  /** The verb that would start on it; null for an inspection alone. */
  readonly verb: 'start' | 'serve' | null;
  readonly rebuildStore: boolean;
  /** The name asked for the AI log; null for any name. */
  readonly origin: string | null;
  /** A program signs the AI log: its key is not in the folder. */
  readonly hasSigner: boolean;
  /** An exchange runs on the folder: the process that has its database open. */
  readonly isRunning: boolean;
}

/** An inspection that no start follows. */
export const INSPECTION: Intent = {
  verb: null,
  rebuildStore: false,
  origin: null,
  hasSigner: false,
  isRunning: false,
};
