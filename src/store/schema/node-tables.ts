/** The tables that only nodes of one exchange have (database/nodes.ts makes them). */

/** One row per node: what it knows of the keys, and when it last said so, by the database's clock. */
export interface KeysSeenTable {
  node: string;
  /** `owner.changes` as far as this node has taken it over. */
  changes: number;
  /** When it last looked, in milliseconds. */
  seen_at: number;
  /** Since when it has looked without a longer pause. */
  since_at: number;
}

/** A single row: what the key file of every node must be. */
export interface KeyFileTable {
  print: string;
}

export interface NodeTables {
  keys_seen: KeysSeenTable;
  key_file: KeyFileTable;
}

/** Those of the archive of their order (archive/journal-archive.ts makes them). */
export const ARCHIVE_TABLES: readonly string[] = [
  'journal_order',
  'journal_batch',
  'role_file',
  'snapshot',
  'snapshot_part',
];

export const NODE_TABLES: readonly (keyof NodeTables)[] = ['keys_seen', 'key_file'];
