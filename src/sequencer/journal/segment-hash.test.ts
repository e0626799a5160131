import { hash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SegmentHash } from './segment-hash.ts';

const PIECE = 256 * 1024;

it('is the same of bytes that were gathered, read, and read in part and then gathered', async () => {
  for (const length of [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 77]) {
    const bytes = randomBytes(length);
    const pieces = Array.from({ length: Math.ceil(length / PIECE) }, (_, at) =>
      hash('sha256', bytes.subarray(at * PIECE, (at + 1) * PIECE), 'buffer'),
    );
    const expected = hash('sha256', Buffer.concat(pieces));
    const read = (target: Uint8Array, offset: number): number => bytes.copy(target, 0, offset);
    for (const from of [0, 1, PIECE, length]) {
      if (from > length) continue;
      const made = await SegmentHash.of(read, from);
      for (let at = from; at < length; at += 100_000) made.update(Buffer.from(bytes.subarray(at, at + 100_000)));
      expect([length, from, (await made.digest()).toString('hex')]).toEqual([length, from, expected]);
    }
  }
});
