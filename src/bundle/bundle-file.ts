/**
 * A bundle as one file: `.tar.gz`. Read in full, in memory, bounded by what it says and by what it may grow to; written
 * as its parts come.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Files } from '../core/verification/bundle-files.ts';
import { canonicalText } from '../core/text/canonical.ts';
import { gunzip, gzipOf } from './gzip.ts';
import { whereDamaged } from './locate.ts';
import { ArchiveRefused, filesOfTar, TAR_END, tarHead, tarPadding } from './tar.ts';

/** The most a bundle may grow to: so many times its size, but some room always and never more than a machine has. */
const MOST_TIMES = 200;
const ALWAYS = 64 * 1024 * 1024;
const NEVER_ABOVE = 2 * 1024 * 1024 * 1024;
/** Bytes a file takes beside its content, at most. */
const HEAD_BYTES = 1_024;
const MANIFEST = 'manifest.json';

/** The files of a bundle. @throws ArchiveRefused */
export function readBundle(bytes: Uint8Array): Files {
  return filesOfTar(gunzip(bytes, mostOf(bytes.length)));
}

/** The place of the damage in an archive that is refused, in words. */
export function damageIn(bytes: Uint8Array): string {
  return whereDamaged(bytes, mostOf(bytes.length));
}

function mostOf(packed: number): number {
  return Math.min(NEVER_ABOVE, Math.max(ALWAYS, MOST_TIMES * packed));
}

/** A file of a bundle that is too large to be held in full: its bytes are asked for once the sums are known. */
export interface BundlePart {
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  readonly read: () => AsyncIterable<Uint8Array>;
}

/**
 * The bundle of these files, one after another, its manifest added.
 * @param how `plain` when packed it would grow beyond what `readBundle` allows
 * @throws ArchiveRefused when it is larger than any reader takes, or a file is not what was said of it
 */
export function writeParts(parts: readonly BundlePart[], how: 'packed' | 'plain'): AsyncGenerator<Uint8Array> {
  const manifest = manifestOf(parts);
  const all = [...parts, wholePart(MANIFEST, manifest)].sort((a, b) => (a.path < b.path ? -1 : 1));
  const bytes = sizeOfParts(all);
  if (bytes > NEVER_ABOVE) throw new ArchiveRefused(`it would have ${bytes} bytes; ${NEVER_ABOVE} are taken`);
  return gzipOf(tarOfParts(all), how);
}

/** Whether a bundle of these files, that has so many bytes when packed, is one that `readBundle` takes. */
export function isTaken(parts: readonly BundlePart[], packed: number): boolean {
  return sizeOfParts(parts) + manifestOf(parts).length + HEAD_BYTES <= mostOf(packed);
}

function sizeOfParts(parts: readonly BundlePart[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes + HEAD_BYTES, 2 * HEAD_BYTES);
}

/** A small file as a part. */
export function wholePart(path: string, bytes: Uint8Array): BundlePart {
  return { path, bytes: bytes.length, sha256: digestOf(bytes), read: () => Readable.from([bytes]) };
}

async function* tarOfParts(parts: readonly BundlePart[]): AsyncGenerator<Uint8Array> {
  for (const { path, bytes, sha256, read } of parts) {
    yield tarHead(path, bytes);
    const digest = createHash('sha256');
    let found = 0;
    for await (const chunk of read()) {
      digest.update(chunk);
      found += chunk.length;
      yield chunk;
    }
    if (found !== bytes || digest.digest('hex') !== sha256)
      throw new ArchiveRefused(`'${path}' changed while it was written`);
    yield tarPadding(bytes);
  }
  yield TAR_END;
}

function manifestOf(files: Iterable<{ readonly path: string; readonly sha256: string }>): Buffer {
  return Buffer.from(canonicalText(Object.fromEntries([...files].map(({ path, sha256 }) => [path, sha256]))));
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
