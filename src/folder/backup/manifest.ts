/**
 * The manifest of a copy of a data folder: its files with their hashes, and where the exchange was. It is written last,
 * so a copy that has none was not finished.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { givenText } from '../disk/given-file.ts';

export const MANIFEST = 'manifest.json';
/** Folders of a copy: what a start resumes from, and the keys, which may be kept elsewhere. */
export const DATA = 'data';
export const KEYS = 'keys';
const FORMAT = 1;
const HEX = /^[0-9a-f]{64}$/;
const PART = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** The latest moment a date can say. */
const LATEST_MS = 8_640_000_000_000_000;
const SHOWN = 60;

export interface CopiedFile {
  /** Beneath `data` or `keys`, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256, in hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: number;
  /** By the machine's clock. */
  readonly takenMs: number;
  /** Of the journal, in hex. */
  readonly journal: string;
  /** The last command in it, and its time. */
  readonly sequence: number;
  readonly timeMs: number;
  /** The read store is in the copy. */
  readonly hasStore: boolean;
  readonly data: readonly CopiedFile[];
  readonly keys: readonly CopiedFile[];
}

export function manifestOf(content: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format: FORMAT, ...content } satisfies Manifest, null, 2)}\n`;
}

/** @throws Error when there is none, or not one of this version */
export function readManifest(copy: string): Manifest {
  const path = join(copy, MANIFEST);
  if (!existsSync(path))
    throw new Error(
      `${copy} has no ${MANIFEST}: it is no copy that \`outcry backup\` made, or one that was not finished`,
    );
  const found = parsed(givenText(path));
  if (!isObject(found) || found['format'] !== FORMAT)
    throw new Error(
      `${path} is not of format ${FORMAT}, which this version reads: it is damaged, or of another version`,
    );
  const why = mismatchOf(found);
  if (why !== null) throw new Error(`${path} is no manifest of a copy: ${why}`);
  return found as unknown as Manifest;
}

/** Its fault, as a clause; null: nothing. All of it is looked at before any file is. */
function mismatchOf(manifest: Readonly<Record<string, unknown>>): string | null {
  const { takenMs, timeMs, sequence, journal, hasStore } = manifest;
  for (const [name, value] of Object.entries({ takenMs, timeMs, sequence }))
    if (!Number.isSafeInteger(value) || Number(value) < 0 || Number(value) > LATEST_MS)
      return `${name} is ${shown(value)}, needs a whole number`;
  if (typeof journal !== 'string' || !HEX.test(journal)) return `journal is ${shown(journal)}, needs 64 hex digits`;
  if (typeof hasStore !== 'boolean') return `hasStore is ${shown(hasStore)}, needs true or false`;
  const seen = new Set<string>();
  for (const list of ['data', 'keys']) {
    const files = manifest[list];
    if (!Array.isArray(files)) return `${list} is ${shown(files)}, needs a list of files`;
    for (const [at, file] of files.entries()) {
      const wrong = fileMismatch(file, seen);
      if (wrong !== null) return `${list}[${at}] ${wrong}`;
    }
  }
  return seen.has('journal.log') ? null : 'it names no journal.log, which every copy has';
}

function fileMismatch(file: unknown, seen: Set<string>): string | null {
  if (!isObject(file)) return `is ${shown(file)}, needs path, bytes and sha256`;
  const { path, bytes, sha256 } = file;
  // Names come from a file that anyone may have written: none leads out of the folder.
  const isPlain = typeof path === 'string' && path.split('/').every((part) => PART.test(part));
  if (!isPlain) return `names ${shown(path)}, which is no file of a data folder`;
  if (!Number.isSafeInteger(bytes) || Number(bytes) < 0) return `has ${shown(bytes)} bytes, needs a whole number`;
  if (typeof sha256 !== 'string' || !HEX.test(sha256)) return `has the SHA-256 ${shown(sha256)}, needs 64 hex digits`;
  // Some file systems take them for one.
  const name = path.toLowerCase();
  if (seen.has(name)) return `names ${path} again`;
  seen.add(name);
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, SHOWN);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
