/**
 * A bundle as one file: `.tar.gz`. Read whole, in memory, bounded by what it says and by what it may grow to; written
 * as its parts come.
 */
import { createHash } from 'node:crypto';
import type { Files } from '../core/verification/bundle-files.ts';
import { canonicalText } from '../core/text/canonical.ts';
import { gunzip, gzipOf } from './gzip.ts';
import { filesOfTar, tarOf } from './tar.ts';

/** What a bundle may grow to: so many times its size, but some room always and never more than a machine has. */
const MOST_TIMES = 200;
const ALWAYS = 64 * 1024 * 1024;
const NEVER_ABOVE = 2 * 1024 * 1024 * 1024;

/** The files of a bundle. @throws ArchiveRefused */
export function readBundle(bytes: Uint8Array): Files {
  return filesOfTar(gunzip(bytes, mostOf(bytes.length)));
}

function mostOf(packed: number): number {
  return Math.min(NEVER_ABOVE, Math.max(ALWAYS, MOST_TIMES * packed));
}

/** The bundle of these files, its manifest added. */
export function writeBundle(files: Files): AsyncGenerator<Uint8Array> {
  const manifest = Object.fromEntries(
    [...files].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]),
  );
  const all = new Map(files).set('manifest.json', Buffer.from(canonicalText(manifest)));
  return gzipOf(tarOf([...all].sort(([a], [b]) => (a < b ? -1 : 1))));
}
