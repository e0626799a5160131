// Hashes of the log's tree (RFC 6962 §2.1, SHA-256; docs/ai-log.md 14): a leaf is H(0x00 ‖ entry), a node H(0x01 ‖ left
// ‖ right), so that no leaf can pass for a node. To make a tree grow, only its frontier has to be kept: the roots of
// the full subtrees it falls into, one for each set bit of its size.
import type { Sha256 } from '../text/bytes.ts';

const LEAF = 0x00;
const NODE = 0x01;
export const HASH_BYTES = 32;

/** Roots of the full subtrees of a tree, the largest (leftmost) first. */
export type Frontier = readonly Uint8Array[];

/** Hash of the leaf with this entry: 32 bytes. */
export function leafHash(sha256: Sha256, entry: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(entry.length + 1);
  bytes[0] = LEAF;
  bytes.set(entry, 1);
  return sha256(bytes);
}

/** Hash of the node over two others. */
export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = NODE;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return sha256(bytes);
}

/** A tree that grew by a leaf. */
export interface Grown {
  readonly frontier: Uint8Array[];
  /** Roots of the subtrees that the leaf made full: of two leaves, of four, and so on. */
  readonly nodes: readonly Uint8Array[];
}

/** The frontier of `size` leaves, and one leaf more. */
export function grow(sha256: Sha256, frontier: Frontier, size: number, leaf: Uint8Array): Grown {
  const nodes: Uint8Array[] = [];
  let kept = frontier.length;
  let root = leaf;
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
    kept--;
    root = nodeHash(sha256, frontier[kept] as Uint8Array, root);
    nodes.push(root);
  }
  return { frontier: [...frontier.slice(0, kept), root], nodes };
}

/** Root of the tree of these leaf hashes. */
export function rootOfLeaves(sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array(0));
  let level = leaves;
  // Pairs from the left; one left over at the end moves up as it is, as in a tree split at powers of two.
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as Uint8Array, level[at + 1]];
      above.push(right === undefined ? left : nodeHash(sha256, left, right));
    }
    level = above;
  }
  return level[0] as Uint8Array;
}

/** Root of the tree with these full subtrees, the largest first; that of no leaves is H(""). */
export function rootOf(sha256: Sha256, frontier: Frontier): Uint8Array {
  let root = frontier.at(-1);
  if (root === undefined) return sha256(new Uint8Array(0));
  for (let at = frontier.length - 2; at >= 0; at--) root = nodeHash(sha256, frontier[at] as Uint8Array, root);
  return root;
}
