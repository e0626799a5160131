/**
 * Checks a contest's bundle without asking anybody (docs/evidence.md, Bundle): the manifest, the checkpoint, the
 * entries under its root, each header against its entry, each body and minute against its header, and then the whole
 * judgement again, down to the bytes of the report and the hash in its leaf.
 *
 * Pure: files in, answer out; the caller opens the checkpoint. The first fault found ends the check.
 */
import { rehearsed, type TreeHead } from '../log/checkpoint.ts';
import type { VerifyEd25519 } from '../log/note.ts';
import { leafHash } from '../log/merkle.ts';
import { type ReadEntry, readEntry } from '../log/read-entry.ts';
import { entriesIn, type Tile, TILE_HEIGHT, TILE_WIDTH, tilePath, tilesOf } from '../log/tiles.ts';
import { equalBytes, type Sha256, toBase64, toHex } from '../text/bytes.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { Broken, type Files, objectOf, textOf } from './bundle-files.ts';
import { readGiven } from './bundle-rows.ts';
import { openLeaf } from './open-leaf.ts';
import { createPastRoots, type PastRoots } from './past-roots.ts';
import type { AskedBoard, Ranking } from './judge-board.ts';
import { type Judged, judgeBundle } from './judge-bundle.ts';
import type { LeafRecord } from './records.ts';

/** How the check of a bundle came out. */
export interface BundleAnswer extends Omit<Judged, 'outcome' | 'ranking'> {
  readonly outcome: Judged['outcome'] | 'broken';
  /** The fault, in words; null when there is none. */
  readonly fault: string | null;
  /** Null when it could not be judged. */
  readonly ranking: Ranking | null;
}

export type OpenCheckpoint = (
  checkpoint: string,
) => { readonly ok: true; readonly head: TreeHead } | { readonly ok: false; readonly why: string };

export function brokenBundle(fault: string, checked: readonly string[] = []): BundleAnswer {
  const nothing = { unchecked: [], teams: [], unjudged: [], board: null, ranking: null, decisions: [] };
  return { outcome: 'broken', fault, checked, ...nothing };
}

/** @param asked a moment whose board is wanted, or a board that is claimed */
export function checkBundle(
  sha256: Sha256,
  verifyEd25519: VerifyEd25519,
  files: Files,
  openCheckpoint: OpenCheckpoint,
  asked: AskedBoard = null,
): BundleAnswer {
  const checked: string[] = [];
  try {
    checkManifest(sha256, files);
    checked.push('every file is the one the manifest names');
    const opened = openCheckpoint(textOf(files, 'checkpoint'));
    if (!opened.ok) throw new Broken(`checkpoint: ${opened.why}`);
    const { origin, size } = opened.head;
    checked.push(`${rehearsed(origin)}the checkpoint of ${origin} at size ${size} is signed as the policy demands`);
    const { entries, roots } = readEntries(sha256, files, opened.head);
    checked.push(`${size} entries lead to its root`);
    const leaves = openLeaves(sha256, files, entries);
    const { log } = leaves;
    checked.push(`${leaves.opened} leaves open, ${leaves.bodies} bodies and ${leaves.minutes} minutes with them`);
    const judged = judgeBundle({ sha256, verifyEd25519, files, entries, leaves: log, roots }, asked);
    return { fault: null, ...judged, checked: [...checked, ...judged.checked] };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return brokenBundle(error.message, checked);
  }
}

function checkManifest(sha256: Sha256, files: Files): void {
  const manifest = objectOf(files, 'manifest.json');
  const named = new Set(Object.keys(manifest));
  for (const path of files.keys())
    if (path !== 'manifest.json' && !named.has(path)) throw new Broken(`${path} is not in the manifest`);
  for (const path of named) {
    const bytes = files.get(path);
    if (bytes === undefined) throw new Broken(`${path} is in the manifest and not there`);
    if (toHex(sha256(bytes)) !== manifest[path]) throw new Broken(`${path} is not the file the manifest names`);
  }
}

function readEntries(
  sha256: Sha256,
  files: Files,
  { size, root }: TreeHead,
): { readonly entries: readonly ReadEntry[]; readonly roots: PastRoots } {
  const entries: ReadEntry[] = [];
  const roots = createPastRoots(sha256);
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const path = tilePath({ level: 'entries', index, width });
    const those = entriesIn(files.get(path) ?? new Uint8Array(0));
    if (those?.length !== width)
      throw new Broken(`${path} has ${those?.length ?? 'broken'} entries; ${width} are needed`);
    for (const bytes of those) {
      const entry = readEntry(decodeUtf8(bytes) ?? '');
      if (entry === null) throw new Broken(`entry ${entries.length} is no entry of a known kind`);
      if (entry.t < (entries.at(-1)?.t ?? 0))
        throw new Broken(`entry ${entries.length} is older than the one before it`);
      roots.add(leafHash(sha256, bytes));
      entries.push(entry);
    }
  }
  const found = roots.rootAt(size) as Uint8Array;
  if (!equalBytes(found, root))
    throw new Broken(`the entries lead to root ${toBase64(found)}; the checkpoint has ${toBase64(root)}`);
  checkTiles(files, size, roots);
  return { entries, roots };
}

/** Checks that every tile present is one of the tree's, with its hashes. */
function checkTiles(files: Files, size: number, roots: PastRoots): void {
  const known = new Map<string, Tile | null>();
  for (const tile of tilesOf(size)) {
    known.set(tilePath(tile), tile);
    if (tile.level === 0) known.set(tilePath({ ...tile, level: 'entries' }), null);
  }
  for (const [path, bytes] of files) {
    if (!path.startsWith('tile/')) continue;
    const tile = known.get(path);
    if (tile === undefined) throw new Broken(`${path} is no tile of a log of ${size} leaves`);
    if (tile === null) continue;
    const { level, index, width } = tile;
    const wanted = roots.hashesAt(TILE_HEIGHT * level, index * TILE_WIDTH, width);
    if (wanted === null || !equalBytes(bytes, wanted)) throw new Broken(`${path} is not what its entries hash to`);
  }
}

interface OpenedLeaves {
  readonly log: readonly LeafRecord[];
  readonly opened: number;
  readonly bodies: number;
  readonly minutes: number;
}

function openLeaves(sha256: Sha256, files: Files, entries: readonly ReadEntry[]): OpenedLeaves {
  const given = readGiven(files, entries.length);
  const log: LeafRecord[] = [];
  let bodies = 0;
  let minutes = 0;
  for (const [index, entry] of entries.entries()) {
    const { record, fault } = openLeaf(sha256, index, entry, given.get(index));
    if (fault !== null) throw new Broken(fault);
    log.push(record);
    if (record.kind === 'ailog' && record.body !== null) bodies += 1;
    if (record.kind === 'minute' && record.records !== null) minutes += 1;
  }
  return { log, opened: given.size, bodies, minutes };
}
