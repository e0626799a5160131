/**
 * The transparency log as it is served (docs/ai-log.md 14): tiles, entries, proofs, and a leaf with what opens it. Each
 * tile is one range of rows; a proof is made from the tiles it needs, one for each level and edge.
 */
import type { BlindedKind } from '../../core/log/header.ts';
import { uploadKeys } from '../../core/log/header.ts';
import { HASH_BYTES } from '../../core/log/merkle.ts';
import { consistencyRanges, inclusionRanges } from '../../core/log/proof.ts';
import {
  entryBundle,
  type KnownRoots,
  rangeRoot,
  type Tile,
  TILE_WIDTH,
  type TileHashes,
  type TileName,
  tileKey,
  tilesFor,
} from '../../core/log/tiles.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database/db.ts';
import { payloadGet } from './payloads.ts';
import { sha256 } from '../sha256.ts';
import { entryOf, headerOf } from '../schema/leaf-form.ts';
import type { Tables } from '../schema/tables.ts';

/** Source of the rows: the database, or a transaction on it. */
type Rows = { readonly sql: Kysely<Tables> };

export async function logTile(database: Database, { level, index, width }: TileName): Promise<Uint8Array | null> {
  if (level === 'entries') {
    const entries = await entriesFrom(database, index * TILE_WIDTH, width);
    return entries.length < width ? null : entryBundle(entries.map(encodeUtf8));
  }
  const hashes = await hashesFrom(database, level, index * TILE_WIDTH, width);
  return hashes.length < width ? null : joined(hashes);
}

async function entriesFrom({ sql }: Database, first: number, count: number): Promise<string[]> {
  const end = first + count;
  const rows = await sql
    .selectFrom('tlog_leaf')
    .select(['kind', 't', 'entry'])
    .where('idx', '>=', first)
    .where('idx', '<', end)
    .orderBy('idx')
    .execute();
  return rows.map(entryOf);
}

async function hashesFrom({ sql }: Rows, level: number, first: number, count: number): Promise<Uint8Array[]> {
  const end = first + count;
  const leaves = sql.selectFrom('tlog_leaf').select('hash').where('idx', '>=', first).where('idx', '<', end);
  const nodes = sql
    .selectFrom('tlog_node')
    .select('hash')
    .where('level', '=', level)
    .where('idx', '>=', first)
    .where('idx', '<', end);
  const rows = level === 0 ? await leaves.orderBy('idx').execute() : await nodes.orderBy('idx').execute();
  return rows.map(({ hash }) => hash);
}

function joined(hashes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES);
  return bytes;
}

/** A proof of a leaf in the tree of `size` leaves, or of a smaller tree in it. */
export type ProofArgs = { readonly size: number } & ({ readonly index: number } | { readonly from: number });

export async function logProof(database: Database, args: ProofArgs): Promise<Uint8Array[]> {
  const { size } = args;
  const ranges = 'index' in args ? inclusionRanges(args.index, size) : consistencyRanges(args.from, size);
  const kept = keptOf(database);
  const tiles = await readTiles(database, tilesFor(ranges, size, kept.roots), kept.tiles);
  const proof = ranges.map((range) => rangeRoot(sha256, range, tiles, kept.roots));
  letGo(kept.roots, KEPT_ROOTS);
  return proof;
}

/** Root of the first `size` leaves, from the rows and nothing that was kept of them. */
export async function logRoot(database: Rows, size: number): Promise<Uint8Array> {
  const whole = { start: 0, end: size };
  return rangeRoot(sha256, whole, await readTiles(database, tilesFor([whole], size), null));
}

async function readTiles(
  database: Rows,
  needed: readonly Tile[],
  kept: Map<string, Uint8Array> | null,
): Promise<TileHashes> {
  const tiles = new Map<string, Uint8Array>();
  for (const tile of needed) tiles.set(tileKey(tile), await tileOf(database, tile, kept));
  return tiles;
}

/**
 * The parts of the log's tree that never change, least recently asked for first: full tiles, and roots of full
 * subtrees.
 */
interface Kept {
  readonly tiles: Map<string, Uint8Array>;
  readonly roots: KnownRoots;
}

/** 16 MiB: lower tiles are asked for together. */
const KEPT_TILES = 2_048;
/**
 * About 6 MiB: every proof goes through the upper tiles and along the right edge, and folding a tile again takes as
 * long as reading it.
 */
const KEPT_ROOTS = 32_768;
const keptTiles = new WeakMap<Database, Kept>();

function keptOf(database: Database): Kept {
  const kept = keptTiles.get(database) ?? { tiles: new Map(), roots: new Map() };
  keptTiles.set(database, kept);
  return kept;
}

async function tileOf(database: Rows, tile: Tile, kept: Map<string, Uint8Array> | null): Promise<Uint8Array> {
  const { level, index, width } = tile;
  const key = tileKey(tile);
  const isFull = width === TILE_WIDTH && kept !== null;
  const known = isFull ? kept.get(key) : undefined;
  const found = known ?? joined(await hashesFrom(database, level, index * TILE_WIDTH, width));
  if (!isFull || found.length < TILE_WIDTH * HASH_BYTES) return found;
  kept.delete(key);
  kept.set(key, found);
  letGo(kept, KEPT_TILES);
  return found;
}

function letGo(kept: Map<unknown, unknown>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}

export interface LeafArgs {
  readonly uid: number;
  readonly index: number;
}

/** A leaf of an account; what opens an AI log's is with its body, and gone with it. */
export interface OpenedLeaf {
  readonly kind: BlindedKind;
  readonly entry: string;
  readonly header: string | null;
  /** Field keys of an AI log; null for other kinds, whose salt follows from the leaf's index. */
  readonly keys: Readonly<Record<string, string>> | null;
}

export interface LeavesOfArgs {
  readonly uid: number;
  readonly indices: readonly number[];
}

/** Those of the leaves that are another account's. */
export async function leavesOfOthers({ sql }: Database, { uid, indices }: LeavesOfArgs): Promise<number[]> {
  if (indices.length === 0) return [];
  const rows = await sql
    .selectFrom('tlog_leaf')
    .select('idx')
    .where('idx', 'in', [...new Set(indices)])
    .where('uid', 'is not', null)
    .where('uid', '!=', uid)
    .execute();
  return rows.map(({ idx }) => idx);
}

export async function logLeaf(database: Database, { uid, index }: LeafArgs): Promise<OpenedLeaf | null> {
  const leaf = await database.sql
    .selectFrom('tlog_leaf')
    .select(['kind', 't', 'entry', 'header'])
    .where('idx', '=', index)
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (leaf === undefined) return null;
  const [entry, header] = [entryOf(leaf), headerOf(leaf)];
  const kind = leaf.kind as BlindedKind;
  if (kind !== 'ailog') return { kind, entry, header, keys: null };
  const { h } = await database.sql
    .selectFrom('ailog')
    .select('h')
    .where('log_index', '=', index)
    .executeTakeFirstOrThrow();
  const stored = await payloadGet(database, { h });
  return { kind, entry, header, keys: stored === null ? null : uploadKeys(sha256, stored.salt) };
}
