/**
 * The facts about a read store before anything in it is changed: how far its rows go, whose it is, what
 * it holds that exists nowhere else, and what is broken. Plain data; what it means is decided elsewhere
 * (folder/inspect).
 */

export interface StoreFacts {
  readonly database: 'sqlite' | 'postgres';
  /** File name, or address without its password: for messages. */
  readonly place: string;
  /** absent: no database. empty: one without our tables. unreadable: `problem` says why. */
  readonly state: 'absent' | 'empty' | 'unreadable' | 'there';
  readonly problem: string;
  /** Of its tables, null without any; 0: of before versions were written down. Of another one nothing else is known. */
  readonly version: number | null;
  /** The last command whose rows are stored, and its time; 0 when nothing was projected. */
  readonly sequence: number;
  readonly timeMs: number;
  /** Name and public key of the AI log of the exchange it belongs to; '' when it was never written down. */
  readonly owner: string;
  /** Others who have the database open and may write to it; '' when no one has. */
  readonly inUseBy: string;
  /** Counts of the data that exists nowhere else. */
  readonly keys: number;
  readonly accounts: number;
  readonly bodies: number;
  /** A stored secret, to try the key file on. */
  readonly sealed: { readonly id: string; readonly secret: Uint8Array } | null;
  /** How often keys and accounts were changed, by the store's count; what the folder remembers must not be more. */
  readonly changes: number;
  /** Logs (the first by index) whose rows are there but whose body is gone without having been erased. */
  readonly bodiless: readonly number[];
  /** Texts and files of cases, and reports: what the log names and is gone, and what is there but differs. */
  readonly lostPayloads: readonly string[];
  readonly alteredPayloads: readonly string[];
  /** Logs whose body is known to be gone: erased, or its loss accepted. */
  readonly erased: number;
  /** SQLite was not closed properly, and the file that holds its latest changes is gone. */
  readonly lostWal: boolean;
  /** Faults that the database's own check found. */
  readonly damage: readonly string[];
  /** Tables the check had no time for. */
  readonly unchecked: readonly string[];
}

export const NO_STORE: Omit<StoreFacts, 'database' | 'place' | 'state'> = {
  problem: '',
  version: null,
  sequence: 0,
  timeMs: 0,
  owner: '',
  inUseBy: '',
  keys: 0,
  accounts: 0,
  bodies: 0,
  sealed: null,
  changes: 0,
  bodiless: [],
  lostPayloads: [],
  alteredPayloads: [],
  erased: 0,
  lostWal: false,
  damage: [],
  unchecked: [],
};
