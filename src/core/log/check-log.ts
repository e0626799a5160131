// Checks a whole log from what it serves (docs/ai-log.md 18): entries hash to the leaf tiles, every tile above follows,
// the root is the checkpoint's, each entry is of a known kind, and times never decrease. One tile of each level is kept
// at a time. A coroutine, since the core never waits: it yields the name of what it needs next, and is given the bytes,
// or null for none.
import { concatBytes, equalBytes, type Sha256, toBase64 } from '../text/bytes.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import type { TreeHead } from './checkpoint.ts';
import { type Frontier, grow, leafHash, rootOf } from './merkle.ts';
import { readEntry } from './read-entry.ts';
import { entriesIn, foldTile, hashesAt, TILE_WIDTH, type TileName, tilePath } from './tiles.ts';

/** The fault of a log, in words; null when it has none. */
export type LogFault = string | null;
type Ask<Result> = Generator<TileName, Result, Uint8Array | null>;

/**
 * Goes through the whole log up to a checkpoint that was opened.
 * @param onEntry is told each entry once it is known to be a leaf
 */
export function* checkLog(
  sha256: Sha256,
  { size, root }: TreeHead,
  onEntry: (index: number, entry: string, hash: Uint8Array) => void = () => undefined,
): Ask<LogFault> {
  const rows: Uint8Array[][] = [[]];
  let frontier: Frontier = [];
  let before = 0;
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const name: TileName = { level: 'entries', index, width };
    const bundle = yield name;
    const entries = bundle === null ? null : entriesIn(bundle);
    if (entries?.length !== width)
      return `${tilePath(name)} has ${entries?.length ?? 'no'} entries, ${width} are needed`;
    for (const [at, bytes] of entries.entries()) {
      const leaf = index * TILE_WIDTH + at;
      const text = decodeUtf8(bytes);
      const entry = text === null ? null : readEntry(text);
      if (text === null || entry === null) return `entry ${leaf} is not JCS of a known kind`;
      if (entry.t < before) return `entry ${leaf} is of ${entry.t}, before the one it follows, of ${before}`;
      before = entry.t;
      const hash = leafHash(sha256, bytes);
      frontier = grow(sha256, frontier, leaf, hash).frontier;
      rows[0]?.push(hash);
      onEntry(leaf, text, hash);
    }
    const fault = yield* compareFull(sha256, rows, index);
    if (fault !== null) return fault;
  }
  const fault = yield* comparePartial(rows, size);
  if (fault !== null) return fault;
  const found = rootOf(sha256, frontier);
  return equalBytes(found, root)
    ? null
    : `the root over the entries is ${toBase64(found)}, that of the checkpoint ${toBase64(root)}`;
}

/** Compares the tiles that the last bundle made full, from the leaves up. */
function* compareFull(sha256: Sha256, rows: Uint8Array[][], leafTile: number): Ask<LogFault> {
  let index = leafTile;
  for (let level = 0; rows[level]?.length === TILE_WIDTH; level++) {
    const bytes = concatBytes(...(rows[level] as Uint8Array[]));
    const fault = yield* compare({ level, index, width: TILE_WIDTH }, bytes);
    if (fault !== null) return fault;
    rows[level] = [];
    (rows[level + 1] ??= []).push(foldTile(sha256, bytes));
    index = Math.floor(index / TILE_WIDTH);
  }
  return null;
}

function* comparePartial(rows: readonly (readonly Uint8Array[])[], size: number): Ask<LogFault> {
  for (const [level, row] of rows.entries()) {
    if (row.length === 0) continue;
    const index = Math.floor(hashesAt(level, size) / TILE_WIDTH);
    const fault = yield* compare({ level, index, width: row.length }, concatBytes(...row));
    if (fault !== null) return fault;
  }
  return null;
}

function* compare(name: TileName, wanted: Uint8Array): Ask<LogFault> {
  const found = yield name;
  if (found !== null && equalBytes(found, wanted)) return null;
  return `${tilePath(name)} is ${found === null ? 'not there' : 'not what its entries lead to'}`;
}
