/**
 * The roots a log had at each of its sizes, from its leaves: what a beacon is compared with. Kept as the roots of all
 * full subtrees, level by level, 64 bytes a leaf.
 */
import { type Frontier, grow, HASH_BYTES, rootOf } from '../log/merkle.ts';
import type { Sha256 } from '../text/bytes.ts';

interface Row {
  bytes: Uint8Array;
  count: number;
}

export interface PastRoots {
  /** Takes in the hash of the next leaf. */
  readonly add: (leaf: Uint8Array) => void;
  /** The root at a size up to the current one; null beyond. */
  readonly rootAt: (size: number) => Uint8Array | null;
  /**
   * Roots of `count` consecutive full subtrees of 2^level leaves each, from `first` on; null when some are not full.
   */
  readonly hashesAt: (level: number, first: number, count: number) => Uint8Array | null;
}

export function createPastRoots(sha256: Sha256): PastRoots {
  const rows: Row[] = [];
  let frontier: Frontier = [];
  let size = 0;
  return {
    add(leaf) {
      const grown = grow(sha256, frontier, size, leaf);
      frontier = grown.frontier;
      size += 1;
      for (const [level, hash] of [leaf, ...grown.nodes].entries()) {
        const row = (rows[level] ??= { bytes: new Uint8Array(HASH_BYTES), count: 0 });
        append(row, hash);
      }
    },
    rootAt(wanted) {
      if (!Number.isSafeInteger(wanted) || wanted < 0 || wanted > size) return null;
      const full: Uint8Array[] = [];
      let taken = 0;
      for (let level = rows.length - 1; level >= 0; level--) {
        const width = 2 ** level;
        if (wanted - taken < width) continue;
        full.push(hashAt(rows[level] as Row, taken / width));
        taken += width;
      }
      return rootOf(sha256, full);
    },
    hashesAt(level, first, count) {
      const row = rows[level];
      if (row === undefined || first + count > row.count) return null;
      return row.bytes.slice(first * HASH_BYTES, (first + count) * HASH_BYTES);
    },
  };
}

function append(row: Row, hash: Uint8Array): void {
  const at = row.count * HASH_BYTES;
  if (at === row.bytes.length) {
    const larger = new Uint8Array(2 * at);
    larger.set(row.bytes);
    row.bytes = larger;
  }
  row.bytes.set(hash, at);
  row.count += 1;
}

function hashAt({ bytes }: Row, place: number): Uint8Array {
  return bytes.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES);
}
