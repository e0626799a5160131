/**
 * The price levels of a book: which prices hold orders, how much, and in which order they come (BOOK-001).
 *
 * A level is an integer slot. The levels of a side form a list from the best price to the worst, so the touch and the
 * next level are one read away; the trie (`price-trie.ts`) is asked only where a new level belongs in that list.
 * This file knows the ends of a level's queue but never an order: `book.ts` keeps the queues.
 *
 * Kept true: a level exists exactly while an order is at its price; the list, the trie and `best` agree.
 */
import { invariant } from '../num/invariant.ts';
import type { Ticks } from '../num/units.ts';
import {
  type BookSide,
  BUY,
  clearLevel,
  createPriceTrie,
  findLeaf,
  grown,
  keyOf,
  leafFor,
  levelInLeaf,
  NONE,
  nearestBetter,
  type PriceTrie,
  setLevel,
} from './price-trie.ts';

/** Parallel arrays by level slot. `worse` of a slot given back is the next one given back. */
export interface PriceLevels {
  readonly trie: PriceTrie;
  /** The best level of each side, or NONE. */
  readonly best: Int32Array;
  prices: Int32Array;
  sides: Int32Array;
  /** First and last order of the queue; NONE only between `openLevel` and the first order. */
  heads: Int32Array;
  tails: Int32Array;
  better: Int32Array;
  worse: Int32Array;
  leaves: Int32Array;
  /** Sum of the sizes in steps. Doubles: a level may hold more than an int32. */
  volumes: Float64Array;
  levelEnd: number;
  freeLevel: number;
}

/** No levels, with room for `capacity`; it grows by doubling. */
export function createPriceLevels(capacity: number): PriceLevels {
  return {
    trie: createPriceTrie(capacity),
    best: new Int32Array([NONE, NONE]),
    prices: new Int32Array(capacity),
    sides: new Int32Array(capacity),
    heads: new Int32Array(capacity),
    tails: new Int32Array(capacity),
    better: new Int32Array(capacity),
    worse: new Int32Array(capacity),
    leaves: new Int32Array(capacity),
    volumes: new Float64Array(capacity),
    levelEnd: 0,
    freeLevel: NONE,
  };
}

/** The level at a price of a side, or NONE. */
export function findLevel(levels: PriceLevels, side: BookSide, price: Ticks): number {
  const key = keyOf(side, price);
  const leaf = findLeaf(levels.trie, side, key);
  return leaf === NONE ? NONE : levelInLeaf(levels.trie, leaf, key);
}

/** The level at a price of a side, opened when there is none: then empty, and the caller puts an order into it. */
export function openLevel(levels: PriceLevels, side: BookSide, price: Ticks): number {
  const key = keyOf(side, price);
  const leaf = leafFor(levels.trie, side, key);
  const level = levelInLeaf(levels.trie, leaf, key);
  return level === NONE ? insertLevel(levels, side, price, leaf, key) : level;
}

/** Takes out a level whose last order has gone. */
export function closeLevel(levels: PriceLevels, level: number): void {
  const side = levels.sides[level] as BookSide;
  const better = levels.better[level] as number;
  const worse = levels.worse[level] as number;
  const key = keyOf(side, levels.prices[level] as number);
  const leaf = levels.leaves[level] as number;
  invariant(levels.heads[level] === NONE, 'BOOK-001: a level is closed once its last order has gone', level);
  invariant(levels.volumes[level] === 0, 'INV-009: a level without orders has no volume', level, levels.volumes[level]);
  invariant(levelInLeaf(levels.trie, leaf, key) === level, 'BOOK-001: the trie leads to each level', level, leaf);
  const named = better === NONE ? levels.best[side] : levels.worse[better];
  invariant(named === level, 'BOOK-001: the better level, or the side, names a level', level, named);
  if (better === NONE) levels.best[side] = worse;
  else levels.worse[better] = worse;
  if (worse !== NONE) {
    invariant(levels.better[worse] === level, 'BOOK-001: the worse level names the one before it', worse, level);
    levels.better[worse] = better;
  }
  clearLevel(levels.trie, side, leaf, key);
  levels.worse[level] = levels.freeLevel;
  levels.freeLevel = level;
}

function insertLevel(levels: PriceLevels, side: BookSide, price: Ticks, leaf: number, key: number): number {
  const level = takeLevel(levels);
  const better = nearestBetter(levels.trie, leaf, key);
  const worse = (better === NONE ? levels.best[side] : levels.worse[better]) as number;
  assertBetween(levels, side, price, better, worse);
  setLevel(levels.trie, leaf, key, level);
  levels.prices[level] = price;
  levels.sides[level] = side;
  levels.heads[level] = NONE;
  levels.tails[level] = NONE;
  levels.leaves[level] = leaf;
  levels.volumes[level] = 0;
  levels.better[level] = better;
  levels.worse[level] = worse;
  if (better === NONE) levels.best[side] = level;
  else levels.worse[better] = level;
  if (worse !== NONE) levels.better[worse] = level;
  return level;
}

/** BOOK-001: what the trie found better and the list worse is so, and of this side. */
function assertBetween(levels: PriceLevels, side: BookSide, price: Ticks, better: number, worse: number): void {
  const { prices, sides } = levels;
  if (better !== NONE) {
    const before = prices[better] as number;
    invariant(sides[better] === side, 'BOOK-001: a side lists no level of the other', better, price);
    invariant(side === BUY ? before > price : before < price, 'BOOK-001: the level before is better', before, price);
  }
  if (worse !== NONE) {
    const behind = prices[worse] as number;
    invariant(side === BUY ? behind < price : behind > price, 'BOOK-001: the level behind is worse', behind, price);
  }
}

function takeLevel(levels: PriceLevels): number {
  const free = levels.freeLevel;
  if (free !== NONE) {
    invariant(levels.heads[free] === NONE, 'BOOK-001: a level that is given out again is empty', free);
    levels.freeLevel = levels.worse[free] as number;
    return free;
  }
  if (levels.levelEnd === levels.prices.length) growLevels(levels);
  return levels.levelEnd++;
}

function growLevels(levels: PriceLevels): void {
  levels.prices = grown(levels.prices);
  levels.sides = grown(levels.sides);
  levels.heads = grown(levels.heads);
  levels.tails = grown(levels.tails);
  levels.better = grown(levels.better);
  levels.worse = grown(levels.worse);
  levels.leaves = grown(levels.leaves);
  const volumes = new Float64Array(levels.volumes.length * 2);
  volumes.set(levels.volumes);
  levels.volumes = volumes;
}
