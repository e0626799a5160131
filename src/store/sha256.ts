/**
 * SHA-256, the runtime's, for the core, which brings none, and for what is hashed with every request. The runtime gives
 * a hash as text fast; as bytes it makes an object outside the heap for each, which costs three times as much as
 * hashing a short text.
 */
import { hash } from 'node:crypto';
import type { Sha256 } from '../core/text/bytes.ts';

export const SHA256_BYTES = 32;

/** Writes the hash into the first 32 bytes of `target` and returns it. */
export function sha256Into(target: Buffer, text: string | Uint8Array): Buffer {
  target.write(hash('sha256', text, 'latin1'), 0, SHA256_BYTES, 'latin1');
  return target;
}

const latest = Buffer.alloc(SHA256_BYTES);

export const sha256: Sha256 = (bytes) => {
  const own = Buffer.alloc(SHA256_BYTES);
  own.set(sha256Into(latest, bytes));
  return own;
};
