/**
 * Salts of AI logs: 32 random bytes each, drawn many at a time. A question to the generator of each upload was a
 * thirtieth of what the trading thread did for it.
 */
import { randomFillSync } from 'node:crypto';

export const SALT_BYTES = 32;
const DRAWN = 128;

/** Gives a salt that was never given before. */
export function createSalts(): () => Uint8Array {
  const drawn = new Uint8Array(DRAWN * SALT_BYTES);
  let next = drawn.length;
  return () => {
    if (next === drawn.length) {
      randomFillSync(drawn);
      next = 0;
    }
    const salt = drawn.slice(next, next + SALT_BYTES);
    drawn.fill(0, next, next + SALT_BYTES);
    next += SALT_BYTES;
    return salt;
  };
}
