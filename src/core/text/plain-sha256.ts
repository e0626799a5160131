// SHA-256 (FIPS 180-4) in plain code, for places where no other answers immediately: a browser's own answers later. The
// exchange hands the core its platform's, which is many times as fast.
import type { Sha256 } from './bytes.ts';

const BLOCK = 64;
const ROUNDS = 64;
const WORDS = 8;
const ROUND_CONSTANTS = fractions(ROUNDS, 3n);
const FIRST_STATE = fractions(WORDS, 2n);

/** The first 32 bits of the fractions of the `root`th roots of the first primes. */
function fractions(count: number, root: bigint): Uint32Array {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  return Uint32Array.from(primes, (prime) => Number(wholeRoot(prime << (32n * root), root) & 0xffffffffn));
}

/** The largest whole number whose `root`th power is at most `value`. */
function wholeRoot(value: bigint, root: bigint): bigint {
  let [low, high] = [0n, value];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** root <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}

export const plainSha256: Sha256 = (bytes) => {
  const state = FIRST_STATE.slice();
  const schedule = new Uint32Array(ROUNDS);
  const padded = pad(bytes);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, schedule, padded, at);
  const hash = new Uint8Array(state.length * 4);
  const view = new DataView(hash.buffer);
  for (const [at, word] of state.entries()) view.setUint32(at * 4, word);
  return hash;
};

/** A one, zeros, and the length in bits, up to a whole number of blocks. */
function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return padded;
}

function compress(state: Uint32Array, schedule: Uint32Array, bytes: Uint8Array, from: number): void {
  const view = new DataView(bytes.buffer, from, BLOCK);
  for (let at = 0; at < 16; at++) schedule[at] = view.getUint32(at * 4);
  for (let at = 16; at < ROUNDS; at++)
    schedule[at] =
      smallSigma(schedule[at - 2]!, 17, 19, 10) +
      schedule[at - 7]! +
      smallSigma(schedule[at - 15]!, 7, 18, 3) +
      schedule[at - 16]!;
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < ROUNDS; at++) {
    const first = h + bigSigma(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[at]! + schedule[at]!;
    const second = bigSigma(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e] = [g, f, e, (d + first) | 0];
    [d, c, b, a] = [c, b, a, (first + second) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at]! += word;
}

function bigSigma(word: number, one: number, two: number, three: number): number {
  return turned(word, one) ^ turned(word, two) ^ turned(word, three);
}

function smallSigma(word: number, one: number, two: number, shift: number): number {
  return turned(word, one) ^ turned(word, two) ^ (word >>> shift);
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
