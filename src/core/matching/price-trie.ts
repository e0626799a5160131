/**
 * Finds the level of a price, and the nearest better level of a price that has none yet, in a number of steps that does
 * not depend on how many levels there are or how far apart they lie (BOOK-001).
 *
 * A price is first turned into a key of 30 bits in which *smaller is better* on both sides, so one search serves bids
 * and asks. Six digits of five bits lead from a root (one for each side) to a leaf, which holds the levels of 32
 * neighbouring keys. Every node is one 32-bit word of occupancy and 32 children; "nearest below" is one `clz32`.
 *
 * Kept true: a node without children is given back immediately, so memory follows the number of levels, never the
 * distance between them; a small cache of leaves spares the walk for prices near the touch and never names a node given
 * back.
 */
import { invariant } from '../num/invariant.ts';
import type { Ticks } from '../num/units.ts';

/** No node, no level, no order. */
export const NONE = -1;
/** Side of the book: bids. */
export const BUY = 0;
/** Side of the book: asks. */
export const SELL = 1;
/** A side of the book, as an index: 0 bids, 1 asks. The opposite side is `1 - side`. */
export type BookSide = 0 | 1;

const DIGIT_BITS = 5;
const DIGIT_MASK = 31;
const TOP_SHIFT = 25;
const KEY_LIMIT = 2 ** 30;
const CACHE_LINES = 1024;

/**
 * Nodes 0 and 1 are the roots of bids and asks. A child is a node, in a leaf a level; it means nothing without its bit.
 */
export interface PriceTrie {
  occupied: Int32Array;
  children: Int32Array;
  /** The node above; in a node given back, the next one given back. */
  parents: Int32Array;
  /** Nodes ever taken: below it every node is a root, in use, or in the list that starts at `freeNode`. */
  nodeEnd: number;
  freeNode: number;
  readonly cachedBlocks: Int32Array;
  readonly cachedLeaves: Int32Array;
}

/** An empty trie with room for `nodes` nodes (at least 2); it grows by doubling. */
export function createPriceTrie(nodes: number): PriceTrie {
  return {
    occupied: new Int32Array(nodes),
    children: new Int32Array(nodes << DIGIT_BITS),
    parents: new Int32Array(nodes).fill(NONE),
    nodeEnd: 2,
    freeNode: NONE,
    cachedBlocks: new Int32Array(CACHE_LINES).fill(NONE),
    cachedLeaves: new Int32Array(CACHE_LINES),
  };
}

/** The key of a price of 1 to 10^9 ticks: smaller is better on both sides. */
export function keyOf(side: BookSide, price: Ticks): number {
  return side === BUY ? KEY_LIMIT - price : price;
}

/** The leaf that a key belongs to, or NONE when no level is near it. */
export function findLeaf(trie: PriceTrie, side: BookSide, key: number): number {
  let node: number = side;
  for (let shift = TOP_SHIFT; shift > 0; shift -= DIGIT_BITS) {
    const digit = (key >>> shift) & DIGIT_MASK;
    if ((((trie.occupied[node] as number) >>> digit) & 1) === 0) return NONE;
    node = trie.children[(node << DIGIT_BITS) | digit] as number;
  }
  return node;
}

/**
 * The leaf that a key belongs to, made when there is none. The caller sets the key in it before anything else happens.
 */
export function leafFor(trie: PriceTrie, side: BookSide, key: number): number {
  const block = ((key >>> DIGIT_BITS) << 1) | side;
  const line = block & (CACHE_LINES - 1);
  if (trie.cachedBlocks[line] === block) {
    const cached = trie.cachedLeaves[line] as number;
    invariant(trie.occupied[cached] !== 0, 'BOOK-001: the cache names no leaf that was given back', cached, block);
    return cached;
  }
  const leaf = makePath(trie, side, key);
  trie.cachedBlocks[line] = block;
  trie.cachedLeaves[line] = leaf;
  return leaf;
}

/** The level at a key of its leaf, or NONE. */
export function levelInLeaf(trie: PriceTrie, leaf: number, key: number): number {
  const digit = key & DIGIT_MASK;
  if ((((trie.occupied[leaf] as number) >>> digit) & 1) === 0) return NONE;
  return trie.children[(leaf << DIGIT_BITS) | digit] as number;
}

/** Enters a level at a key of its leaf. */
export function setLevel(trie: PriceTrie, leaf: number, key: number, level: number): void {
  const digit = key & DIGIT_MASK;
  const bits = trie.occupied[leaf] as number;
  invariant(((bits >>> digit) & 1) === 0, 'BOOK-001: a price has one level', level, leaf);
  trie.occupied[leaf] = bits | (1 << digit);
  trie.children[(leaf << DIGIT_BITS) | digit] = level;
}

/** The level with the largest key below this one (the nearest better price), or NONE. */
export function nearestBetter(trie: PriceTrie, leaf: number, key: number): number {
  const { occupied, parents } = trie;
  let node = leaf;
  for (let shift = 0; shift <= TOP_SHIFT; shift += DIGIT_BITS) {
    const below = (occupied[node] as number) & ~(-1 << ((key >>> shift) & DIGIT_MASK));
    if (below !== 0) return worstUnder(trie, node, below, shift);
    node = parents[node] as number;
  }
  return NONE;
}

/** Takes a key out of its leaf and gives back every node that this leaves empty. */
export function clearLevel(trie: PriceTrie, side: BookSide, leaf: number, key: number): void {
  const left = (trie.occupied[leaf] as number) & ~(1 << (key & DIGIT_MASK));
  trie.occupied[leaf] = left;
  if (left === 0) dropPath(trie, side, leaf, key);
}

/** From the highest of the given children down to the level with the largest key. */
function worstUnder(trie: PriceTrie, node: number, among: number, shift: number): number {
  const { occupied, children } = trie;
  let found = children[(node << DIGIT_BITS) | (31 - Math.clz32(among))] as number;
  for (let height = shift; height > 0; height -= DIGIT_BITS) {
    found = children[(found << DIGIT_BITS) | (31 - Math.clz32(occupied[found] as number))] as number;
  }
  return found;
}

function makePath(trie: PriceTrie, side: BookSide, key: number): number {
  let node: number = side;
  for (let shift = TOP_SHIFT; shift > 0; shift -= DIGIT_BITS) {
    const digit = (key >>> shift) & DIGIT_MASK;
    const bits = trie.occupied[node] as number;
    if (((bits >>> digit) & 1) === 0) {
      const child = takeNode(trie, node);
      trie.occupied[node] = bits | (1 << digit);
      trie.children[(node << DIGIT_BITS) | digit] = child;
      node = child;
    } else {
      node = trie.children[(node << DIGIT_BITS) | digit] as number;
    }
  }
  return node;
}

function dropPath(trie: PriceTrie, side: BookSide, leaf: number, key: number): void {
  const block = ((key >>> DIGIT_BITS) << 1) | side;
  const line = block & (CACHE_LINES - 1);
  if (trie.cachedBlocks[line] === block) trie.cachedBlocks[line] = NONE;
  let node = leaf;
  for (let shift = DIGIT_BITS; shift <= TOP_SHIFT && trie.occupied[node] === 0; shift += DIGIT_BITS) {
    const parent = trie.parents[node] as number;
    const digit = (key >>> shift) & DIGIT_MASK;
    const child = trie.children[(parent << DIGIT_BITS) | digit];
    invariant(child === node, 'BOOK-001: a node is reached from the one above it', node, parent);
    trie.parents[node] = trie.freeNode;
    trie.freeNode = node;
    trie.occupied[parent] = (trie.occupied[parent] as number) & ~(1 << digit);
    node = parent;
  }
}

function takeNode(trie: PriceTrie, parent: number): number {
  let node = trie.freeNode;
  if (node === NONE) {
    node = trie.nodeEnd;
    if (node === trie.occupied.length) growTrie(trie);
    trie.nodeEnd = node + 1;
  } else {
    invariant(trie.occupied[node] === 0, 'BOOK-001: a node that is given out again is empty', node);
    trie.freeNode = trie.parents[node] as number;
  }
  trie.parents[node] = parent;
  return node;
}

function growTrie(trie: PriceTrie): void {
  trie.occupied = grown(trie.occupied);
  trie.children = grown(trie.children);
  trie.parents = grown(trie.parents);
}

/** The same integers with twice the room. */
export function grown(words: Int32Array): Int32Array {
  const larger = new Int32Array(words.length * 2);
  larger.set(words);
  return larger;
}
