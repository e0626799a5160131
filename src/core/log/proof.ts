// Proofs over the log's tree: which subtrees they are made of (RFC 6962 §2.1.1, §2.1.2), and how they are verified
// (RFC 9162 §2.1.3.2, §2.1.4.2). A surplus or a missing hash is refused. Sizes and indices are below 2^53, so nothing
// here uses operators of 32 bits.
import { equalBytes, type Sha256 } from '../text/bytes.ts';
import { HASH_BYTES, nodeHash } from './merkle.ts';

/** Leaves [start, end) of a tree; where a proof names them, their root is a hash of it. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** The inclusion proof of a leaf in the tree of `size` leaves, the leaf's sibling first. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    if (index < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.reverse();
}

/** The proof that the tree of `from` leaves is the beginning of the one of `to`; nothing for equal sizes. */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end] = [0, to];
  while (end > from) {
    const middle = start + largestPowerBelow(end - start);
    if (from <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/** The largest power of two below `count`, which is at least 2. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

export interface Inclusion {
  readonly index: number;
  readonly size: number;
  /** Hash of the leaf. */
  readonly leaf: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the leaf is at `index` of the tree with that root. */
export function verifyInclusion(sha256: Sha256, { index, size, leaf, proof, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  if (![leaf, root, ...proof].every(isHash)) return false;
  let [at, last] = [index, size - 1];
  let hash = leaf;
  for (const beside of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = nodeHash(sha256, beside, hash);
      [at, last] = upToOdd(at, last);
    } else hash = nodeHash(sha256, hash, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equalBytes(hash, root);
}

export interface Consistency {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/**
 * Whether the smaller tree is the beginning of the larger one. Never true from size 0, of which there is no proof:
 * callers take it as the beginning of everything.
 */
export function verifyConsistency(sha256: Sha256, { from, to, fromRoot, toRoot, proof }: Consistency): boolean {
  if (!isCount(from) || !isCount(to) || from === 0 || from > to) return false;
  if (![fromRoot, toRoot, ...proof].every(isHash)) return false;
  if (from === to) return proof.length === 0 && equalBytes(fromRoot, toRoot);
  let [at, last] = [from - 1, to - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  const [first, ...rest] = at === 0 ? [fromRoot, ...proof] : proof;
  if (first === undefined) return false;
  let [older, newer] = [first, first];
  for (const beside of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      older = nodeHash(sha256, beside, older);
      newer = nodeHash(sha256, beside, newer);
      [at, last] = upToOdd(at, last);
    } else newer = nodeHash(sha256, newer, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equalBytes(older, fromRoot) && equalBytes(newer, toRoot);
}

/** Goes up the levels in which the node is a left one at the tree's right edge, and so has nothing beside it. */
function upToOdd(at: number, last: number): [number, number] {
  while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
  return [at, last];
}

function isOdd(count: number): boolean {
  return count % 2 === 1;
}

function half(count: number): number {
  return Math.floor(count / 2);
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0;
}

function isHash(bytes: Uint8Array): boolean {
  return bytes.length === HASH_BYTES;
}
