/**
 * Random integers for the market: from a small seeded generator (sfc32), so that the same seed gives the same market on
 * any machine; or, without a seed, from the system, so that nobody who sees prices can tell the next one.
 *
 * The seeded one is never cryptographic and never used for ids, keys or salts: a contest for anything of worth gives no
 * seed. Streams of one seed are independent: what one part of the market draws does not move what another draws.
 */
import { randomInt } from 'node:crypto';

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

const SYSTEM: Random = { next: () => randomInt(4_294_967_296), below: (n) => randomInt(n) };

/**
 * The generator of one stream.
 * @param seed whole, 0 to 2^32 − 1; null: the system's randomness, whatever the stream
 * @param streams whole numbers that name the stream
 */
export function createRandom(seed: number | null, ...streams: readonly number[]): Random {
  if (seed === null) return SYSTEM;
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
