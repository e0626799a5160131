// UTF-8 by hand against the platform's encoder and decoder.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/any-character.ts';
import {
  asciiText,
  codePointLength,
  decodeUtf8,
  encodeUtf8,
  findInvalidUtf8,
  hasMorePoints,
  utf8Text,
} from './utf8.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeByPlatform(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes that are often nearly UTF-8. */
const nearlyUtf8 = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        0xc0,
        0xc1,
        0xc2,
        0xe0,
        0xed,
        0xef,
        0xf0,
        0xf4,
        0xf5,
        0xff,
        0x7f,
        0x80,
        0x8f,
        0x90,
        0x9f,
        0xa0,
        0xbf,
      ),
      fc.nat(255),
    ),
    {
      maxLength: 12,
    },
  )
  .map((bytes) => Uint8Array.from(bytes));

describe('encodeUtf8', () => {
  it('writes what the platform writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text));
      }),
    );
  });

  it.each(['\ud800', 'a\udc00', '\ud83d\ud83d\ude00'])('refuses a lone surrogate (case %#)', (text) => {
    expect(() => encodeUtf8(text)).toThrow(RangeError);
  });
});

describe('decodeUtf8', () => {
  it('reads back what encodeUtf8 wrote, also beyond one chunk', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(decodeUtf8(encodeUtf8(text))).toBe(text);
      }),
    );
    for (const text of ['手'.repeat(10_000), 'a'.repeat(10_001), '😀a'.repeat(5_000), ''])
      expect(decodeUtf8(encodeUtf8(text))).toBe(text);
  });

  it('accepts and refuses what the platform does', () => {
    fc.assert(
      fc.property(nearlyUtf8, (bytes) => {
        expect(decodeUtf8(bytes)).toBe(decodeByPlatform(bytes));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['80', 0],
    ['6180', 1],
    ['c0af', 0],
    ['e08080', 0],
    ['eda080', 0],
    ['f4908080', 0],
    ['61e282', 1],
    ['e282ac', -1],
    ['f09f9880', -1],
    ['f09f98', 0],
    ['efbbbf', -1],
  ])('%s is malformed at %i', (hex, offset) => {
    expect(findInvalidUtf8(new Uint8Array(Buffer.from(hex, 'hex')))).toBe(offset);
  });
});

describe('asciiText and utf8Text', () => {
  it('give any range of any length', () => {
    const text = Array.from({ length: 9_000 }, (_, at) => String.fromCharCode(0x20 + (at % 95))).join('');
    const bytes = encodeUtf8(text);
    for (const length of [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 63, 64, 65, 66, 4_095, 4_096, 4_097, 8_999]) {
      expect(asciiText(bytes, 1, 1 + length)).toBe(text.slice(1, 1 + length));
      expect(utf8Text(bytes, 1, 1 + length)).toBe(text.slice(1, 1 + length));
    }
  });
});

describe('codePointLength', () => {
  it('counts what the platform’s iterator counts', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(codePointLength(text)).toBe(Array.from(text).length);
      }),
    );
  });

  it('is compared with what a text may have at most', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(12), (text, most) => {
        expect(hasMorePoints(text, most)).toBe(Array.from(text).length > most);
      }),
    );
  });
});
