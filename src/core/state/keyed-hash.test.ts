/**
 * The keyed hash is HalfSipHash with one round a word and three at the end: the same as a plain one with any number of
 * rounds, which gives the reference's values for the two and four rounds that they are published for.
 */
import { describe, expect, it } from 'vitest';
import { KeyedHash } from './keyed-hash.ts';

const PUBLISHED: readonly [words: readonly number[], hash: string][] = [
  [[], '218d1f59b9b83cc8'],
  [[0x03020100], 'd5e78a175be52ea1'],
  [[0x03020100, 0x07060504], 'edfee820bce4858c'],
];

const KEY = Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7]);

function turned(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

type Lanes = [number, number, number, number];

function mix([a, b, c, d]: Lanes, rounds: number): Lanes {
  if (rounds === 0) return [a, b, c, d];
  const first = (a + b) | 0;
  const third = (c + d) | 0;
  const second = turned(b, 5) ^ first;
  const fourth = turned(d, 8) ^ third;
  const sum = (turned(first, 16) + fourth) | 0;
  const other = (third + second) | 0;
  return mix([sum, turned(second, 13) ^ other, turned(other, 16), turned(fourth, 7) ^ sum], rounds - 1);
}

/** As it is written down in the paper, with 64 bits of result. */
function plainHash(words: readonly number[], wordRounds: number, endRounds: number): string {
  const [key0, key1] = new Int32Array(KEY.buffer) as unknown as [number, number];
  let lanes: Lanes = [key0, key1 ^ 0xee, key0 ^ 0x6c796765, key1 ^ 0x74656462];
  for (const word of [...words, (words.length * 4) << 24]) {
    const [a, b, c, d] = mix([lanes[0], lanes[1], lanes[2], lanes[3] ^ word], wordRounds);
    lanes = [a ^ word, b, c, d];
  }
  const [a, b, c, d] = mix([lanes[0], lanes[1], lanes[2] ^ 0xee, lanes[3]], endRounds);
  const last = mix([a, b ^ 0xdd, c, d], endRounds);
  return hex(Int32Array.of(b ^ d, last[1] ^ last[3]));
}

function hex(result: Int32Array): string {
  return Buffer.from(result.buffer).toString('hex');
}

function hashOf(hash: KeyedHash, add: (hash: KeyedHash) => void): string {
  hash.begin();
  add(hash);
  return hex(hash.finish(new Int32Array(2)));
}

describe('the keyed hash', () => {
  it('is what it is said to be', () => {
    for (const [words, published] of PUBLISHED) expect(plainHash(words, 2, 4)).toBe(published);
    const hash = new KeyedHash(KEY);
    for (const count of [0, 1, 2, 3, 14, 63, 64, 65, 200]) {
      const words = Array.from({ length: count }, (_, at) => Math.imul(at + count, 0x9e3779b1));
      expect(hashOf(hash, (into) => words.forEach((word) => into.add(word)))).toBe(plainHash(words, 1, 3));
    }
  });

  it('takes numbers as two words, and text four characters a word with what is left and the length behind', () => {
    const hash = new KeyedHash(KEY);
    const number = 700_000_000_000_001;
    expect(hashOf(hash, (into) => into.addNumber(number))).toBe(
      plainHash([number | 0, Math.floor(number / 2 ** 32)], 1, 3),
    );
    expect(hashOf(hash, (into) => into.addAscii('abcdef'))).toBe(plainHash([0x61626364, 0x63646566, 6], 1, 3));
    expect(hashOf(hash, (into) => into.addAscii('abc'))).toBe(plainHash([0x616263, 3], 1, 3));
    expect(hashOf(hash, (into) => into.addAscii(''))).toBe(plainHash([0, 0], 1, 3));
  });

  it('depends on every word, on their number and on the key', () => {
    const inputs: ((hash: KeyedHash) => void)[] = [
      () => undefined,
      (hash) => hash.add(0),
      (hash) => hash.addNumber(0),
      (hash) => hash.addNumber(2 ** 40),
      (hash) => hash.addNumber(2 ** 40 + 2 ** 33),
      ...['a', 'abcd', 'abcde', 'eabcd', '\0abcd'].map((text) => (hash: KeyedHash) => hash.addAscii(text)),
      (hash) => Array.from({ length: 500 }).forEach(() => hash.add(1)),
    ];
    const hashes = [1, 2].flatMap((key) => {
      const hash = new KeyedHash(new Uint8Array(8).fill(key));
      return inputs.map((add) => hashOf(hash, add));
    });
    expect(new Set(hashes).size).toBe(2 * inputs.length);
  });
});
