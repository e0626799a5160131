// The tree as tiles (C2SP tlog-tiles): 256 hashes side by side at one level, where level 0 is the leaf hashes and each
// level above has one hash for a full tile of the level below. Here is which tiles a tree has, what they are called,
// which of them a proof is made from, and the proof itself.
import { concatBytes, type Sha256 } from '../text/bytes.ts';
import { HASH_BYTES, nodeHash, rootOf } from './merkle.ts';
import type { LeafRange } from './proof.ts';

export const TILE_WIDTH = 256;
/** Binary levels of a tile: 2^8 is its width. */
export const TILE_HEIGHT = 8;
const MAX_LEVEL = 63;
const ENTRIES = 'entries';

/** The first `width` hashes of a tile. */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

/** The tile that a path under `tile/` names: hashes, or the entries of as many leaves. */
export interface TileName extends Omit<Tile, 'level'> {
  readonly level: number | typeof ENTRIES;
}

/** How many hashes the tiles of a level hold in total, in a tree of that size. */
export function hashesAt(level: number, size: number): number {
  let count = size;
  for (let at = 0; at < level && count > 0; at++) count = Math.floor(count / TILE_WIDTH);
  return count;
}

/** All tiles of a tree, level by level. */
export function* tilesOf(size: number): Generator<Tile> {
  for (let level = 0; hashesAt(level, size) > 0; level++) yield* tilesAt(level, hashesAt(level, size));
}

function* tilesAt(level: number, hashes: number): Generator<Tile> {
  for (let index = 0; index * TILE_WIDTH < hashes; index++)
    yield { level, index, width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH) };
}

/** The path of a tile under the log's address: `tile/0/x001/234.p/5`. */
export function tilePath({ level, index, width }: TileName): string {
  let path = String(index % 1000).padStart(3, '0');
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`;
  return `tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^tile\/(0|[1-9][0-9]?|entries)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** The tile the path names, or null for a path that names none: every tile has one name only. */
export function parseTilePath(path: string): TileName | null {
  const [, levelText, indexText = '', widthText] = PATH.exec(path) ?? [];
  if (levelText === undefined) return null;
  const level: TileName['level'] = levelText === ENTRIES ? ENTRIES : Number(levelText);
  const index = Number(indexText.replaceAll(/[x/]/g, ''));
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  if (level !== ENTRIES && level > MAX_LEVEL) return null;
  if (!Number.isSafeInteger(index) || (widthText !== undefined && width >= TILE_WIDTH)) return null;
  const name: TileName = { level, index, width };
  return tilePath(name) === path ? name : null;
}

/** Whether a tree of that size has the tile. */
export function isWithin({ level, index, width }: TileName, size: number): boolean {
  return index * TILE_WIDTH + width <= hashesAt(level === ENTRIES ? 0 : level, size);
}

/** Entries as they are served: each with its length before it, in two bytes. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]));
}

/** The entries of a bundle, or null when it is cut short. */
export function entriesIn(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + (((bundle[at] as number) << 8) | (bundle[at + 1] ?? 0));
    if (end > bundle.length || at + 2 > bundle.length) return null;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** Hashes of tiles by `tileKey`: each the concatenation of a tile's hashes. */
export type TileHashes = ReadonlyMap<string, Uint8Array>;

export function tileKey({ level, index }: Pick<Tile, 'level' | 'index'>): string {
  return `${level}/${index}`;
}

/** Roots of full subtrees, which never change, by `subtreeKey`. */
export type KnownRoots = Map<number, Uint8Array>;

/**
 * The tiles of the tree of `size` leaves that the roots of these ranges can be told from, with what is known already.
 */
export function tilesFor(ranges: readonly LeafRange[], size: number, known: KnownRoots = new Map()): Tile[] {
  const tiles = new Map<string, Tile>();
  const unknown = ranges.flatMap(subtreesOf).filter((subtree) => !known.has(subtreeKey(subtree)));
  for (const { tile } of unknown.map(placeOf)) {
    const left = hashesAt(tile.level, size) - tile.index * TILE_WIDTH;
    tiles.set(tileKey(tile), { ...tile, width: Math.min(TILE_WIDTH, left) });
  }
  return [...tiles.values()];
}

/**
 * Root of a range of leaves. A range must begin where its largest full subtree may; those of proofs do. What it finds
 * out about full subtrees is added to what is known, each time at the end.
 * @throws RangeError when a tile it needs is missing or too short
 */
export function rangeRoot(
  sha256: Sha256,
  range: LeafRange,
  tiles: TileHashes,
  known: KnownRoots = new Map(),
): Uint8Array {
  const roots = subtreesOf(range).map((subtree) => {
    const key = subtreeKey(subtree);
    const root = known.get(key) ?? subtreeRoot(sha256, subtree, tiles);
    known.delete(key);
    known.set(key, root);
    return root;
  });
  return rootOf(sha256, roots);
}

const HEIGHTS = 64;

function subtreeKey({ height, index }: Subtree): number {
  return index * HEIGHTS + height;
}

/** The `index`th of the subtrees of 2^height leaves. */
interface Subtree {
  readonly height: number;
  readonly index: number;
}

/** The full subtrees a range falls into, the largest first. */
function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end; ) {
    let [height, leaves] = [0, 1];
    while (leaves * 2 <= end - at) [height, leaves] = [height + 1, leaves * 2];
    subtrees.push({ height, index: at / leaves });
    at += leaves;
  }
  return subtrees;
}

/** The tile that holds a subtree, and which of its hashes it covers. */
function placeOf({ height, index }: Subtree) {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const first = index * count;
  const tile = { level, index: Math.floor(first / TILE_WIDTH) };
  return { tile, from: first % TILE_WIDTH, count };
}

function subtreeRoot(sha256: Sha256, subtree: Subtree, tiles: TileHashes): Uint8Array {
  const { tile, from, count } = placeOf(subtree);
  const bytes = tiles.get(tileKey(tile));
  if (bytes === undefined || bytes.length < (from + count) * HASH_BYTES)
    throw new RangeError(
      `tile ${tileKey(tile)} has ${bytes?.length ?? 0} bytes, ${(from + count) * HASH_BYTES} are needed`,
    );
  return foldTile(sha256, bytes.subarray(from * HASH_BYTES, (from + count) * HASH_BYTES));
}

/** Root over hashes side by side, as many as a power of two. */
export function foldTile(sha256: Sha256, bytes: Uint8Array): Uint8Array {
  let row: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += HASH_BYTES) row.push(bytes.subarray(at, at + HASH_BYTES));
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < row.length; at += 2)
      above.push(nodeHash(sha256, row[at] as Uint8Array, row[at + 1] as Uint8Array));
    row = above;
  }
  return (row[0] as Uint8Array).slice();
}
