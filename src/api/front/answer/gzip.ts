/**
 * When an answer is compressed (docs/api.md, Conventions): only for callers who ask, and only where it pays.
 * Compressing is done by another thread, so no order waits for it; answers to orders are far below the size from which
 * it is considered.
 */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Characters of an answer from which on compressing pays: two packets of the network. */
export const GZIP_FROM = 2_800;

const ASKED = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?(?=,|$)/i;

/** Whether the caller names gzip among what it takes, and not to rule it out. */
export function asksForGzip({ headers }: IncomingMessage): boolean {
  const asked = headers['accept-encoding'];
  const found = typeof asked === 'string' ? ASKED.exec(asked) : null;
  return found !== null && Number(found[1] ?? 1) > 0;
}

export const pack: (bytes: string | Buffer) => Promise<Buffer> = promisify(gzip);
