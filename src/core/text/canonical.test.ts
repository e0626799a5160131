// JCS of the restricted values: the vectors, its round trip, and what has no canonical form.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, sha256, vectors } from '../../../test/ailog-vectors.ts';
import { toHex } from './bytes.ts';
import type { Canonical } from './canonical.ts';
import { canonicalBytes, canonicalText } from './canonical.ts';

describe('canonicalText', () => {
  it.each(vectors.jcs.map((vector) => [vector.text, vector] as const))(
    'vector %s',
    (_, { value, text, sha256: hash }) => {
      expect(canonicalText(value as Canonical)).toBe(text);
      expect(toHex(sha256(canonicalBytes(value as Canonical)))).toBe(hash);
    },
  );

  it('reads all 4 of them', () => {
    expect(vectors.jcs).toHaveLength(4);
  });

  it('does not depend on the order of keys and says the same as the value', () => {
    const value = fc.letrec<{ node: Canonical; list: Canonical; record: Canonical }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.maxSafeInteger(),
        fc.string({ unit: 'grapheme' }),
        tie('list'),
        tie('record'),
      ),
      list: fc.array(tie('node'), { maxLength: 4 }),
      record: fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 4 }), tie('node'), {
        maxKeys: 5,
        noNullPrototype: true,
      }),
    })).node;
    fc.assert(
      fc.property(value, (node) => {
        const text = canonicalText(node);
        const parsed = JSON.parse(text) as Canonical;
        expect(parsed).toEqual(JSON.parse(JSON.stringify(node)));
        expect(canonicalText(reversed(parsed))).toBe(text);
        expect(canonicalBytes(node)).toEqual(bytesOf(text));
      }),
    );
  });

  it.each([
    [1.5],
    [2 ** 53],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['\ud800'],
    [{ '\udc00': 1 }],
    [[undefined]],
    [{ a: undefined }],
    [1n],
  ])('refuses what has no canonical form (case %#)', (value) => {
    expect(() => canonicalText(value as unknown as Canonical)).toThrow(RangeError);
  });

  it('writes minus zero as 0', () => {
    expect(canonicalText([-0])).toBe('[0]');
  });
});

function reversed(value: Canonical): Canonical {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
