/**
 * A small seeded generator of random integers (sfc32), so that the same seed gives the same market on any machine.
 *
 * Never cryptographic and never used for ids, keys or salts. Streams of one seed are independent: what one part of the
 * market draws does not move what another draws.
 */

export interface Random {
  /** A whole number from 0 to 2^32 − 1. */
  next(): number;
  /** A whole number from 0 to n − 1; n from 1 to 2^32. */
  below(n: number): number;
}

/** Spreads a word over all 32 bits (the finaliser of MurmurHash3), so that near seeds start far apart. */
function mix(word: number): number {
  let mixed = word >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * The generator of one stream.
 * @param seed whole, 0 to 2^32 − 1
 * @param streams whole numbers that name the stream
 */
export function createRandom(seed: number, ...streams: readonly number[]): Random {
  let a = mix(seed ^ 0x9e3779b9);
  let b = mix(a ^ 0x243f6a88);
  let c = mix(b ^ 0xb7e15162);
  for (const stream of streams) {
    a = mix(a ^ stream);
    b = mix(b ^ Math.floor(stream / 4_294_967_296) ^ a);
    c = mix(c ^ b);
  }
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return { next, below: (n) => Math.floor((next() / 4_294_967_296) * n) };
}
