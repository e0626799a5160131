/**
 * The index of rows beside a plain map: every row is found by its hash among those that are given for it, also where
 * so many crowd about one home that their distances no longer fit, across the end of the places, and once others left.
 */
import { expect, it } from 'vitest';
import { NOWHERE, RowIndex } from './row-index.ts';

const CAPACITY = 128;
const seed = Date.now() >>> 0;

function random(from: number): (below: number) => number {
  let last = from;
  return (below) => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((last / 2 ** 32) * below);
  };
}

function found(index: RowIndex, hash: number): number[] {
  const rows: number[] = [];
  for (let at = index.first(hash); at !== NOWHERE; at = index.next(at, hash)) rows.push(index.rowAt(at));
  return rows;
}

/** Rows come and go until all are in; `hash` says what a new one gets. */
function walk(hash: (next: (below: number) => number) => number): void {
  const next = random(seed);
  const hashes = new Map<number, number>();
  const index = new RowIndex(CAPACITY, (row) => hashes.get(row)!);
  for (let step = 0; step < 4_000; step++) {
    const row = next(CAPACITY);
    const known = hashes.get(row);
    if (known === undefined) {
      hashes.set(row, hash(next));
      index.add(hashes.get(row)!, row);
    } else if (next(3) === 0) {
      index.delete(known, row);
      hashes.delete(row);
      expect(found(index, known), `seed ${seed}`).not.toContain(row);
    }
    if (step % 50 !== 0) continue;
    for (const [there, its] of hashes) expect(found(index, its), `seed ${seed}`).toContain(there);
  }
  for (const [row, its] of hashes) index.delete(its, row);
  for (const its of hashes.values()) expect(found(index, its), `seed ${seed}`).toEqual([]);
}

it('finds what is spread', () => walk((next) => Math.imul(next(2 ** 30), 0x9e3779b1)));

it('finds what crowds about the end of the places', () =>
  walk((next) => (next(8) << 20) | (2 * CAPACITY - 4 + next(8))));

it('reads a row to move it only when it is far from home', () => {
  const read: number[] = [];
  const index = new RowIndex(CAPACITY, (row) => {
    read.push(row);
    return 5;
  });
  for (let row = 0; row < 40; row++) index.add(5, row);
  index.delete(5, 0);
  expect(read).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39]);
  expect(found(index, 5).sort((a, b) => a - b)).toEqual(Array.from({ length: 39 }, (_, at) => at + 1));
});
