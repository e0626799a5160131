/**
 * Reads a published AI log, from its address or from files of it, and believes nothing: what it gives was verified
 * under a policy. For the command line; a page does the same with the same code.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { verifyEd25519 } from '../../bundle/ed25519.ts';
import { checkLog } from '../../core/log/check-log.ts';
import { type CheckedReceipt, checkReceipt, type ReceiptGiven } from '../../core/log/check-receipt.ts';
import { openCheckpoint, type OpenedCheckpoint } from '../../core/log/checkpoint.ts';
import { leafHash } from '../../core/log/merkle.ts';
import type { Checked } from '../../core/log/note.ts';
import { NO_WITNESS, parsePolicy } from '../../core/log/policy.ts';
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  verifyConsistency,
  verifyInclusion,
} from '../../core/log/proof.ts';
import {
  entriesIn,
  rangeRoot,
  TILE_WIDTH,
  type TileName,
  tileKey,
  tilePath,
  tilesFor,
  tilesOf,
} from '../../core/log/tiles.ts';
import { sha256 } from '../../store/sha256.ts';
import { machine } from '../../time/machine.ts';

/** The log is broken where it is read, or not there. */
export class LogBroken extends Error {}

/** Nobody could be asked: it says nothing of the log. */
export class LogUnreachable extends Error {}

/** The log as it is served: bytes by path, null for none. */
export type LogSource = (path: string) => Promise<Uint8Array | null>;

const READ_MS = 30_000;

/** @param place an http address of the log, or a folder it was exported to */
export function openLogSource(place: string): LogSource {
  if (!/^https?:\/\//.test(place)) return async (path) => fileOrNull(join(place, path));
  const base = place.replace(/\/+$/, '');
  return async (path) => {
    const { status, bytes } = await read(`${base}/${path}`);
    if (status === 200) return bytes;
    if (status === 404) return null;
    const why = `${base}/${path} answered ${status}`;
    throw status === 429 || status >= 500 ? new LogUnreachable(why) : new LogBroken(why);
  };
}

async function read(url: string): Promise<{ readonly status: number; readonly bytes: Uint8Array }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(READ_MS) });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    throw new LogUnreachable(`${url} does not answer (${why})`, { cause: error });
  }
}

function fileOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

export interface OpenedLog extends OpenedCheckpoint {
  readonly source: LogSource;
  readonly checkpoint: string;
  readonly policy: string;
}

/** A checkpoint is published before its witnesses have cosigned it (docs/decisions/0082); so long may they take. */
const COSIGNED_WITHIN_MS = 5_000;
const ASKED_EVERY_MS = 500;

/**
 * The newest checkpoint. One that lacks nothing but witnesses is asked for again for a while.
 * @param policyText whom to believe; null: the log's own policy, which shows only that it agrees with itself
 */
export async function openLog(source: LogSource, policyText: string | null): Promise<OpenedLog> {
  const policy = policyText ?? (await textOf(source, 'policy'));
  const parsed = parsePolicy(sha256, policy);
  if (!parsed.ok) throw new LogBroken(parsed.why);
  for (const untilMs = machine.steadyMs() + COSIGNED_WITHIN_MS; ; ) {
    const checkpoint = await textOf(source, 'checkpoint');
    const opened = openCheckpoint(checkpoint, parsed.policy, verifyEd25519);
    if (opened.ok) return { ...opened, source, checkpoint, policy };
    const alone = openCheckpoint(checkpoint, { ...parsed.policy, quorum: NO_WITNESS }, verifyEd25519);
    if (!alone.ok || machine.steadyMs() > untilMs) throw new LogBroken(opened.why);
    await machine.sleep(ASKED_EVERY_MS);
  }
}

async function textOf(source: LogSource, path: string): Promise<string> {
  const bytes = await source(path);
  if (bytes === null) throw new LogBroken(`there is no ${path}`);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

export function checkReceiptFile(given: ReceiptGiven): Checked<CheckedReceipt> {
  return checkReceipt({ sha256, verify: verifyEd25519 }, given);
}

/** An entry, which the tree under the checkpoint has at that index. */
export async function readEntryAt({ source, head }: OpenedLog, index: number): Promise<string> {
  const { size, root } = head;
  if (index >= size) throw new LogBroken(`the checkpoint covers ${size} leaves, and ${index} is none of them`);
  const tile = Math.floor(index / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, size - tile * TILE_WIDTH);
  const entry = entriesIn(await tileOf(source, { level: 'entries', index: tile, width }))?.[index % TILE_WIDTH];
  if (entry === undefined) throw new LogBroken(`entry ${index} is not there`);
  const proof = await hashesOf(source, inclusionRanges(index, size), size);
  if (!verifyInclusion(sha256, { index, size, leaf: leafHash(sha256, entry), proof, root }))
    throw new LogBroken(`entry ${index} is not in the tree of ${size}`);
  return Buffer.from(entry).toString('utf8');
}

/** The roots of two sizes, of which the first is a beginning of the second, and that one of the checkpoint. */
export async function proveConsistency(
  { source, head }: OpenedLog,
  from: number,
  to: number,
): Promise<[Uint8Array, Uint8Array]> {
  if (from > to || to > head.size)
    throw new LogBroken(`the checkpoint covers ${head.size} leaves; OLD, NEW and that must not fall`);
  const rootAt = async (size: number): Promise<Uint8Array> =>
    (await hashesOf(source, [{ start: 0, end: size }], head.size))[0] as Uint8Array;
  const [fromRoot, toRoot] = [await rootAt(from), await rootAt(to)];
  await mustBeBeginning(source, from, fromRoot, to, toRoot);
  await mustBeBeginning(source, to, toRoot, head.size, head.root);
  return [fromRoot, toRoot];
}

/** @throws LogBroken when the tree of one size isn't a beginning of that of the other */
export async function mustBeBeginning(
  source: LogSource,
  from: number,
  fromRoot: Uint8Array,
  to: number,
  toRoot: Uint8Array,
): Promise<void> {
  if (from === 0) return;
  const proof = await hashesOf(source, consistencyRanges(from, to), to);
  if (!verifyConsistency(sha256, { from, to, fromRoot, toRoot, proof }))
    throw new LogBroken(`the tree of ${from} is no beginning of that of ${to}`);
}

async function hashesOf(source: LogSource, ranges: readonly LeafRange[], size: number): Promise<Uint8Array[]> {
  const tiles = new Map<string, Uint8Array>();
  for (const tile of tilesFor(ranges, size)) tiles.set(tileKey(tile), await tileOf(source, tile));
  try {
    return ranges.map((range) => rangeRoot(sha256, range, tiles));
  } catch (error) {
    throw error instanceof RangeError ? new LogBroken(error.message) : error;
  }
}

/** A partial tile may be gone once the full one is there. */
async function tileOf(source: LogSource, name: TileName): Promise<Uint8Array> {
  const bytes = (await source(tilePath(name))) ?? (await source(tilePath({ ...name, width: TILE_WIDTH })));
  if (bytes === null) throw new LogBroken(`${tilePath(name)} is not there`);
  return bytes;
}

/** Goes through the whole log. @throws LogBroken with what is wrong */
export async function checkWholeLog({ source, head }: OpenedLog): Promise<void> {
  const check = checkLog(sha256, head);
  for (let answer: Uint8Array | null = null; ; ) {
    const { done, value } = check.next(answer);
    if (done !== true) answer = await source(tilePath(value));
    else if (value === null) return;
    else throw new LogBroken(value);
  }
}

/** Writes the log as files that can be served as they are; answers how many. */
export async function exportLog({ source, head, checkpoint, policy }: OpenedLog, folder: string): Promise<number> {
  let files = 0;
  const write = (path: string, bytes: Uint8Array | string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    files++;
  };
  for (const tile of tilesOf(head.size)) {
    write(tilePath(tile), await tileOf(source, tile));
    const entries: TileName = { ...tile, level: 'entries' };
    if (tile.level === 0) write(tilePath(entries), await tileOf(source, entries));
  }
  write('policy', policy);
  write('checkpoint', checkpoint);
  return files;
}
