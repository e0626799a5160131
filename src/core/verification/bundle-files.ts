/**
 * The files of a bundle, and how they are read: as text, as JCS. What does not hold is thrown as `Broken`, which
 * `checkBundle` alone catches.
 */
import { canonical } from '../ailog/log/read-entry.ts';
import type { Canonical } from '../text/canonical.ts';
import { decodeUtf8 } from '../text/utf8.ts';

/** By path. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** What is broken, in words. */
export class Broken extends Error {}

/** The text of a file that must be there. */
export function textOf(files: Files, path: string): string {
  const bytes = files.get(path);
  if (bytes === undefined) throw new Broken(`${path} is missing`);
  const text = decodeUtf8(bytes);
  if (text === null) throw new Broken(`${path} is not UTF-8`);
  return text;
}

/** The object whose JCS a file is. */
export function objectOf(files: Files, path: string): { readonly [name: string]: Canonical } {
  const value = canonical(textOf(files, path));
  if (value === null) throw new Broken(`${path} is not JCS of an object`);
  return value;
}
