/**
 * The manifest of a copy of a data folder: its files with their hashes, and where the exchange was. It is written last,
 * so a copy that has none was not finished.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MANIFEST = 'manifest.json';
/** Folders of a copy: what a start goes on from, and the keys, which may be kept elsewhere. */
export const DATA = 'data';
export const KEYS = 'keys';
const FORMAT = 1;

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
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(
      `${copy} has no ${MANIFEST}: it is no copy that \`outcry backup\` made, or one that was not finished`,
      { cause: error },
    );
  }
  const manifest = parsed(text) as Partial<Manifest> | null;
  if (manifest?.format !== FORMAT || !Array.isArray(manifest.data) || !Array.isArray(manifest.keys))
    throw new Error(
      `${path} is not of format ${FORMAT}, which this version reads: it is damaged, or of another version`,
    );
  return manifest as Manifest;
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
