/** The tables of the published log (`tables.ts` says what a table's type is). */

/** Header and entry as leaf-form.ts packs them. */
export interface LeafTable {
  idx: number;
  kind: string;
  t: number;
  uid: number | null;
  header: Uint8Array | null;
  entry: Uint8Array;
  hash: Uint8Array;
}

/** The root of a full tile: the `idx`th hash of its level, 1 and above. */
export interface NodeTable {
  level: number;
  idx: number;
  hash: Uint8Array;
}

/** Beginnings of the hashes of a run of leaves, sorted (`evidence/leaf-hashes.ts`). */
export interface LeafHashTable {
  place: number;
  hashes: Uint8Array;
}

/** A tree that was signed. `note` has the log's signatures, `cosignatures` those that came later. */
export interface CheckpointTable {
  origin: string;
  size: number;
  root: Uint8Array;
  note: string;
  at: number;
  cosignatures: string;
}

export interface LogTables {
  tlog_leaf: LeafTable;
  tlog_node: NodeTable;
  leaf_hash: LeafHashTable;
  tlog_checkpoint: CheckpointTable;
}
