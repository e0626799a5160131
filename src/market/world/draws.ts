/**
 * The market's draws, from streams of one seed. A stream is named by three numbers, is used by one thing only, and
 * tells nothing of another: whoever has seen all of them up to now can't compute the next word without the seed.
 */
import { fillBlock, initialBlock } from './chacha.ts';

/** The first number of a stream's name; the other two are its contract and its part. */
export const STREAMS = {
  common: 1,
  own: 2,
  commonSwitches: 3,
  ownSwitches: 4,
  flow: 5,
  maker: 6,
  crowd: 7,
  headlines: 8,
  past: 9,
  bars: 10,
  disguise: 11,
  scenarios: 12,
  rehearsal: 13,
} as const;

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** 1 to 64 characters of printable ASCII. */
const SEED_FORM = /^[\x20-\x7e]{1,64}$/;

const WORD = 4_294_967_296;
const WORDS_OF_BLOCK = 16;
/** Of six words, each two uniform halves: the mean of their sum. */
const MEAN_OF_SIX = 393_210;

export function isSeed(text: string): boolean {
  return SEED_FORM.test(text);
}

/**
 * The eight words of a seed's key.
 * @throws RangeError when the seed is not 1 to 64 characters of printable ASCII
 */
export function keyOf(seed: string, sha256: Sha256): Uint32Array {
  if (!isSeed(seed)) throw new RangeError('a seed is 1 to 64 characters of printable ASCII');
  const text = `outcry market ${seed}`;
  const hash = sha256(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  return Uint32Array.from({ length: 8 }, (_, word) => view.getUint32(word * 4, true));
}

export class Draws {
  readonly #initial: Uint32Array;
  readonly #words = new Uint32Array(WORDS_OF_BLOCK);
  #block = 0;
  #next = WORDS_OF_BLOCK;

  constructor(key: Uint32Array, stream: number, contract = 0, part = 0) {
    this.#initial = initialBlock(key, [stream, contract, part]);
  }

  /** How many words were drawn. */
  get count(): number {
    return this.#block * WORDS_OF_BLOCK - (WORDS_OF_BLOCK - this.#next);
  }

  /** Goes to where that many words were drawn. */
  goTo(count: number): void {
    this.#block = Math.floor(count / WORDS_OF_BLOCK);
    this.#next = WORDS_OF_BLOCK;
    for (let left = count - this.#block * WORDS_OF_BLOCK; left > 0; left--) this.word();
  }

  /** A whole number from 0 to 2^32 − 1. */
  word(): number {
    if (this.#next === WORDS_OF_BLOCK) {
      fillBlock(this.#words, this.#initial, this.#block);
      this.#block += 1;
      this.#next = 0;
    }
    return this.#words[this.#next++]!;
  }

  /** Uniform in [0, 1). */
  u(): number {
    return this.word() / WORD;
  }

  /** A whole number from 0 to n − 1. */
  below(n: number): number {
    return Math.floor(this.u() * n);
  }

  /** Nearly normal: mean 0, deviation 1, never beyond 6. */
  z(): number {
    let sum = 0;
    for (let left = 6; left > 0; left--) {
      const word = this.word();
      sum += (word & 0xffff) + (word >>> 16);
    }
    return (sum - MEAN_OF_SIX) / 65_536;
  }

  /** +1 or −1. */
  sign(): 1 | -1 {
    return (this.word() & 1) === 1 ? 1 : -1;
  }

  /** From 1 on, with a tail of exponent −log2 q that is cut after `most` doublings. */
  pareto(q: number, most: number): number {
    let value = 1 + this.u();
    for (let doublings = 0; doublings < most && this.u() < q; doublings++) value *= 2;
    return value;
  }
}
