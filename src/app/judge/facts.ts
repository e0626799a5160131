/**
 * The facts known of a data folder before anything in it is changed: plain data, gathered by look-folder.ts and judged
 * by its neighbours here.
 */
import type { FoundJournal } from '../../sequencer/find-journal.ts';
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
      /** Of the record at the store's last sequence; null when the journal does not reach that far. */
      readonly timeAtStore: number | null;
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

export interface FolderFacts {
  readonly files: readonly FileFacts[];
  readonly journal: JournalFacts;
  readonly store: StoreFacts;
  readonly secrets: SecretFacts;
  /** Null when it remembers nothing, or what it remembers can't be read. */
  readonly mark: MarkFacts | null;
  /** The sequence of the oldest snapshot, by its name; null when there is none. */
  readonly oldestSnapshot: number | null;
  readonly beginning: Beginning;
  /** Verifier key of the AI log the journal opened; '' while there is none. */
  readonly exchange: string;
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
