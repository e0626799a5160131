/**
 * Finds leaves by their hash without an index over hashes: those are spread evenly, so an index would change a separate
 * page for each leaf. The leaves are cut into runs; once a run is complete, its hashes are written sorted, in rows by
 * how they begin. A hash is looked for in the one row of each run where it can be, and among the leaves after the last
 * run. Whatever a row says is checked against the leaf itself.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/db.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { LeafHashTable } from '../schema/log-tables.ts';
import type { Tables } from '../schema/tables.ts';

const RUN_LEAVES = 8_192;
/** Rows of a run: by the first five bits of a hash. */
const ROWS = 32;
/** The same rows of all runs are next to each other. */
const RUNS_AT_MOST = 2 ** 32;
/** The first four bytes of a hash, and in two bytes which leaf of its run. */
const MARK_BYTES = 6;

/** Writes the runs that the leaves from `first` on have completed. */
export async function writeHashRuns(database: Database, on: Kysely<Tables>, first: number): Promise<void> {
  const last = await on
    .selectFrom('tlog_leaf')
    .select((eb) => eb.fn.max<number | null>('idx').as('idx'))
    .executeTakeFirst();
  const whole = Math.floor(((last?.idx ?? -1) + 1) / RUN_LEAVES);
  for (let run = Math.floor(first / RUN_LEAVES); run < whole; run++) {
    const leaves = await on
      .selectFrom('tlog_leaf')
      .select('hash')
      .where('idx', '>=', run * RUN_LEAVES)
      .where('idx', '<', (run + 1) * RUN_LEAVES)
      .orderBy('idx')
      .execute();
    const hashes = leaves.map(({ hash }) => hash);
    await insertRows(database, on, 'leaf_hash', rowsOf(run, hashes));
  }
}

function rowsOf(run: number, hashes: readonly Uint8Array[]): LeafHashTable[] {
  const marks = hashes.map((hash, offset) => ({ mark: markOf(hash), offset }));
  marks.sort((left, right) => left.mark - right.mark || left.offset - right.offset);
  const rows: LeafHashTable[] = [];
  let next = 0;
  for (let row = 0; row < ROWS; row++) {
    const start = next;
    while (next < marks.length && rowOf(marks[next]!.mark) === row) next++;
    const bytes = Buffer.alloc((next - start) * MARK_BYTES);
    for (const [at, { mark, offset }] of marks.slice(start, next).entries()) {
      bytes.writeUInt32BE(mark, at * MARK_BYTES);
      bytes.writeUInt16BE(offset, at * MARK_BYTES + 4);
    }
    rows.push({ place: row * RUNS_AT_MOST + run, hashes: bytes });
  }
  return rows;
}

function markOf(hash: Uint8Array): number {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.length).readUInt32BE(0);
}

function rowOf(mark: number): number {
  return Math.floor(mark / (2 ** 32 / ROWS));
}

/** The leaves with this hash: one, or none; more only where the same was logged twice in a millisecond. */
export async function leavesWithHash({ sql: on }: Pick<Database, 'sql'>, hash: Uint8Array): Promise<number[]> {
  const mark = markOf(hash);
  const first = rowOf(mark) * RUNS_AT_MOST;
  const rows = await on
    .selectFrom('leaf_hash')
    .selectAll()
    .where('place', '>=', first)
    .where('place', '<', first + RUNS_AT_MOST)
    .orderBy('place')
    .execute();
  const candidates = rows.flatMap(({ place, hashes }) => {
    const start = (place - first) * RUN_LEAVES;
    return offsetsOf(hashes, mark).map((offset) => start + offset);
  });
  // Two queries: one with an "or" between them would look at every leaf.
  const withHash = on.selectFrom('tlog_leaf').select('idx').where(sql<boolean>`hash = ${hash}`).orderBy('idx');
  const before = candidates.length === 0 ? [] : await withHash.where('idx', 'in', candidates).execute();
  const after = await withHash.where('idx', '>=', rows.length * RUN_LEAVES).execute();
  return [...before, ...after].map(({ idx }) => idx);
}

/** The leaves of its run that have this mark, found by halving. */
function offsetsOf(hashes: Uint8Array, mark: number): number[] {
  const bytes = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.length);
  const count = bytes.length / MARK_BYTES;
  const markAt = (at: number): number => bytes.readUInt32BE(at * MARK_BYTES);
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (markAt(middle) < mark) low = middle + 1;
    else high = middle;
  }
  const offsets: number[] = [];
  for (let at = low; at < count && markAt(at) === mark; at++) offsets.push(bytes.readUInt16BE(at * MARK_BYTES + 4));
  return offsets;
}
