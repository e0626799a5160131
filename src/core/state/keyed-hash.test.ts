/** The keyed hash is HalfSipHash: the reference's values, in the two and four rounds that they are published for. */
import { describe, expect, it } from 'vitest';
import { KeyedHash } from './keyed-hash.ts';

const PUBLISHED: readonly [words: readonly number[], hash: string][] = [
  [[], '218d1f59b9b83cc8'],
  [[0x03020100], 'd5e78a175be52ea1'],
  [[0x03020100, 0x07060504], 'edfee820bce4858c'],
];

function hashOf(hash: KeyedHash, add: (hash: KeyedHash) => void): string {
  hash.begin();
  add(hash);
  return Buffer.from(hash.finish(new Int32Array(2)).buffer).toString('hex');
}

describe('the keyed hash', () => {
  it('gives the published results', () => {
    const hash = new KeyedHash(Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7]), 2, 4);
    for (const [words, published] of PUBLISHED)
      expect(hashOf(hash, (into) => words.forEach((word) => into.add(word)))).toBe(published);
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
