/**
 * Proves that a book keeps the promises of `book.ts`, by walking all of it: for tests and audits, never on the hot
 * path.
 *
 * It trusts nothing it can recount: queues both ways, volumes, order of prices, the trie against the list of levels,
 * and that every slot is either in use or given back, so nothing leaks. It changes nothing and knows no rule of trading
 * but one: the best bid is below the best ask (BOOK-001 together with matching).
 */
import { Fault } from '../num/invariant.ts';
import { type Book, type BookSide, bestPrice, BUY, NONE, SELL } from './book.ts';
import { findLevel } from './price-levels.ts';

/** Every promise the book breaks, in words with the figures found; empty when it is sound. */
export function checkBook(book: Book): string[] {
  const problems: string[] = [];
  const counted = { orders: 0, levels: 0 };
  for (const side of [BUY, SELL] as const) checkSide(book, side, counted, problems);
  if (counted.orders !== book.orderCount)
    problems.push(`orderCount says ${book.orderCount}, the queues hold ${counted.orders}`);
  const bid = bestPrice(book, BUY);
  const ask = bestPrice(book, SELL);
  if (bid !== 0 && ask !== 0 && bid >= ask) problems.push(`crossed: best bid ${bid} is not below best ask ${ask}`);
  checkSlots(book, counted, problems);
  checkTrie(book, counted.levels, problems);
  return problems;
}

function checkSide(book: Book, side: BookSide, counted: { orders: number; levels: number }, problems: string[]): void {
  const { levels } = book;
  let better = NONE;
  for (let level = at(levels.best, side); level !== NONE; level = at(levels.worse, level)) {
    if (++counted.levels > levels.levelEnd)
      return void problems.push(`side ${side}: the list of levels runs in a circle`);
    const price = at(levels.prices, level);
    if (at(levels.sides, level) !== side) problems.push(`level ${price} stands on side ${side} but says the other one`);
    if (at(levels.better, level) !== better) problems.push(`level ${price} does not lead back to the level before it`);
    if (better !== NONE && !isBetter(side, at(levels.prices, better), price))
      problems.push(`level ${price} is out of order`);
    if (findLevel(levels, side, price) !== level)
      problems.push(`the trie does not find level ${price} of side ${side}`);
    checkQueue(book, level, counted, problems);
    better = level;
  }
}

function checkQueue(book: Book, level: number, counted: { orders: number }, problems: string[]): void {
  const price = at(book.levels.prices, level);
  let previous = NONE;
  let volume = 0;
  for (let slot = at(book.levels.heads, level); slot !== NONE; slot = at(book.next, slot)) {
    if (++counted.orders > book.slotEnd) return void problems.push(`level ${price}: the queue runs in a circle`);
    const size = at(book.sizes, slot);
    if (!Number.isSafeInteger(size) || size < 1)
      problems.push(`order in slot ${slot} at ${price} rests with size ${size}`);
    if (at(book.levelOf, slot) !== level) problems.push(`order in slot ${slot} at ${price} believes in another level`);
    if (at(book.previous, slot) !== previous) problems.push(`order in slot ${slot} at ${price} does not lead back`);
    volume += size;
    previous = slot;
  }
  if (previous === NONE) problems.push(`level ${price} is empty`);
  if (at(book.levels.tails, level) !== previous)
    problems.push(`level ${price} names a last order that is not the last`);
  if (at(book.levels.volumes, level) !== volume) {
    problems.push(`level ${price} says volume ${at(book.levels.volumes, level)}, its orders sum to ${volume}`);
  }
}

function checkSlots(book: Book, counted: { orders: number; levels: number }, problems: string[]): void {
  const { levels } = book;
  const freeSlots = chainLength(book.freeSlot, book.next, book.slotEnd);
  if (freeSlots + counted.orders !== book.slotEnd) {
    problems.push(`${book.slotEnd} order slots were taken, ${counted.orders} rest and ${freeSlots} were given back`);
  }
  const freeLevels = chainLength(levels.freeLevel, levels.worse, levels.levelEnd);
  if (freeLevels + counted.levels !== levels.levelEnd) {
    problems.push(
      `${levels.levelEnd} level slots were taken, ${counted.levels} stand and ${freeLevels} were given back`,
    );
  }
}

/** Counts the trie from its roots: its levels are those of the lists, no node is empty, none is lost. */
function checkTrie(book: Book, levelCount: number, problems: string[]): void {
  const { trie } = book.levels;
  const found = { nodes: 0, levels: 0 };
  for (const root of [BUY, SELL]) {
    if (trie.occupied[root] === 0) found.nodes++;
    else countNodes(book, root, 6, found, problems);
  }
  if (found.levels !== levelCount) problems.push(`the trie holds ${found.levels} levels, the lists ${levelCount}`);
  const free = chainLength(trie.freeNode, trie.parents, trie.nodeEnd);
  if (found.nodes + free !== trie.nodeEnd) {
    problems.push(`${trie.nodeEnd} nodes were taken, ${found.nodes} are in use and ${free} were given back`);
  }
}

function countNodes(
  book: Book,
  node: number,
  height: number,
  found: { nodes: number; levels: number },
  problems: string[],
): void {
  const { trie } = book.levels;
  found.nodes++;
  if (trie.occupied[node] === 0) problems.push(`node ${node} of the trie is empty`);
  for (let digit = 0; digit < 32; digit++) {
    if (((at(trie.occupied, node) >>> digit) & 1) === 0) continue;
    const child = at(trie.children, node * 32 + digit);
    if (height === 1) found.levels++;
    else if (at(trie.parents, child) !== node) problems.push(`node ${child} of the trie does not lead back to ${node}`);
    else countNodes(book, child, height - 1, found, problems);
  }
}

function chainLength(first: number, links: Int32Array, most: number): number {
  let length = 0;
  for (let slot = first; slot !== NONE && length <= most; slot = at(links, slot)) length++;
  return length;
}

function isBetter(side: BookSide, price: number, than: number): boolean {
  return side === BUY ? price > than : price < than;
}

function at(values: Int32Array | Float64Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new Fault(`book: ${index} points outside an array of ${values.length}`);
  return value;
}
