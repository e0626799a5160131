/**
 * The files of a bundle, and how they are read: as text or as JCS. What does not hold is thrown as `Broken`, which only
 * `checkBundle` catches.
 */
import { canonical, type ReadEntry } from '../log/read-entry.ts';
import type { VerifyEd25519 } from '../log/note.ts';
import type { Sha256 } from '../text/bytes.ts';
import type { Canonical } from '../text/canonical.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import type { PastRoots } from './past-roots.ts';
import type { LeafRecord } from './records.ts';

/** By path. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** A bundle whose entries lead to a signed root, opened as far as it shows its leaves. */
export interface BundleCase {
  readonly sha256: Sha256;
  readonly verifyEd25519: VerifyEd25519;
  readonly files: Files;
  readonly entries: readonly ReadEntry[];
  readonly leaves: readonly LeafRecord[];
  readonly roots: PastRoots;
}

/** A fault of a bundle, in words. */
export class Broken extends Error {}

/** The text of a file that must be there. */
export function textOf(files: Files, path: string): string {
  const bytes = files.get(path);
  if (bytes === undefined) throw new Broken(`${path} is missing`);
  const text = decodeUtf8(bytes);
  if (text === null) throw new Broken(`${path} is not UTF-8`);
  return text;
}

/** The object of which a file is the JCS. */
export function objectOf(files: Files, path: string): { readonly [name: string]: Canonical } {
  const value = canonical(textOf(files, path));
  if (value === null) throw new Broken(`${path} is not JCS of an object`);
  return value;
}

type Payload = { readonly [name: string]: Canonical };

/** The payload of the last public leaf of a kind that fits; null when there is none. */
export function lastLeaf(
  entries: readonly ReadEntry[],
  kind: string,
  fits: (payload: Payload) => boolean,
): Payload | null {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at] as ReadEntry;
    if (entry.kind === kind && 'payload' in entry && fits(entry.payload)) return entry.payload;
  }
  return null;
}
