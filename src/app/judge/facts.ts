/**
 * The facts known of a data folder before anything in it is changed: plain data, gathered by look-folder.ts and judged
 * by its neighbours here.
 */
import type { FoundJournal } from '../../sequencer/find-journal.ts';
import type { Mark } from '../../sequencer/record.ts';
import type { ClosedLook } from '../journal/check-closed.ts';
import type { StoreFacts } from '../../store/look/facts.ts';

/** A file or folder that is there. */
export interface FileFacts {
  /** In the folder; `.` is the folder itself. */
  readonly name: string;
  /** Permission bits; 0 where files have none. */
  readonly mode: number;
  readonly isFolder: boolean;
}

export type JournalFacts =
  | { readonly state: 'absent' }
  | { readonly state: 'damaged' | 'foreign' | 'moved'; readonly problem: string }
  | {
      readonly state: 'there';
      readonly found: FoundJournal;
      /** Of the record at the store's last sequence; null when the journal does not have it. */
      readonly timeAtStore: number | null;
      /** Its closed files. */
      readonly closed: ClosedLook;
    };

/**
 * Who began a journal: `start` with its demo accounts, or `serve`; unknown while it holds no more than both begin with.
 */
export type Beginning = 'demo' | 'served' | 'unknown';

export interface SecretFacts {
  /** opens: null when nothing is stored that it could open. */
  readonly keyFile: { readonly state: 'absent' | 'garbage' | 'key'; readonly opens: boolean | null };
  /** matches: null when the journal names no key. */
  readonly logKey: { readonly state: 'absent' | 'garbage' | 'key'; readonly matches: boolean | null };
  readonly adminToken: 'absent' | 'garbage' | 'token';
}

/** The folder's memory of its read store. */
export interface MarkFacts {
  readonly exchange: string;
  readonly changes: number;
}

/** A snapshot, by its first bytes: whether it can be gone on from, only reading all of it shows. */
export interface SnapshotFacts {
  /** In the data folder. */
  readonly file: string;
  /** Of the last command in it, by its name. */
  readonly sequence: number;
  /** Of the same, as it says itself; null when that can't be read. */
  readonly mark: Mark | null;
  /** What the journal has there; null when it does not have it. */
  readonly inJournal: Mark | null;
}

export interface FolderFacts {
  readonly files: readonly FileFacts[];
  readonly journal: JournalFacts;
  readonly store: StoreFacts;
  readonly secrets: SecretFacts;
  /** Null when it remembers nothing, or what it remembers can't be read. */
  readonly mark: MarkFacts | null;
  /** Newest first. */
  readonly snapshots: readonly SnapshotFacts[];
  readonly beginning: Beginning;
  /** Verifier key of the AI log the journal opened; '' while there is none. */
  readonly exchange: string;
  /** Where an exchange answers that takes the folder's own token; null: nowhere. */
  readonly twin: string | null;
}

/** The use that is wanted of the folder. */
export interface Intent {
  /** The verb that would start on it; null for a look alone. */
  readonly verb: 'start' | 'serve' | null;
  readonly rebuildStore: boolean;
  /** The name asked for the AI log; null for any name. */
  readonly origin: string | null;
  /** A program signs the AI log: its key is not in the folder. */
  readonly hasSigner: boolean;
  /** An exchange runs on the folder: the process that has its database open. */
  readonly isRunning: boolean;
}
