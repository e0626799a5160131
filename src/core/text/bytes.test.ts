// Hex and base64 by hand against the platform's.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, equalBytes, fromBase64, fromHex, toBase64, toHex } from './bytes.ts';

const anyBytes = fc.uint8Array({ maxLength: 100 });

describe('hex', () => {
  it('agrees with the platform both ways', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect(fromHex(toHex(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(['0', 'AB', '0g', ' 00', '0x00'])('refuses %j', (text) => {
    expect(fromHex(text)).toBeNull();
  });
});

describe('base64', () => {
  it('agrees with the platform both ways', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each([
    'A',
    'AA',
    'AAA',
    'AA=',
    'A===',
    '====',
    'AA==AA==',
    'AB==',
    'AAB=',
    'AA-_',
    'AAA\n',
    ' AAA',
    'AAA=AAAA',
    'A=A=',
  ])('refuses %j', (text) => {
    expect(fromBase64(text)).toBeNull();
  });

  it('reads only what it would write', () => {
    const characters = fc.string({ unit: fc.constantFrom('A', 'B', 'Q', 'g', 'w', '/', '+', '=', '-'), maxLength: 12 });
    fc.assert(
      fc.property(characters, (text) => {
        const bytes = fromBase64(text);
        if (bytes !== null) expect(toBase64(bytes)).toBe(text);
        else expect(Buffer.from(text, 'base64').toString('base64')).not.toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('concatBytes and equalBytes', () => {
  it('join in order and compare every byte', () => {
    const joined = concatBytes(Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3));
    expect(joined).toEqual(Uint8Array.of(1, 2, 3));
    expect(equalBytes(joined, Uint8Array.of(1, 2, 3))).toBe(true);
    expect(equalBytes(joined, Uint8Array.of(1, 2, 4))).toBe(false);
    expect(equalBytes(joined, Uint8Array.of(1, 2))).toBe(false);
    expect(equalBytes(new Uint8Array(0), new Uint8Array(0))).toBe(true);
  });
});
