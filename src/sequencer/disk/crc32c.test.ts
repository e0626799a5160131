import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';

/** Bit by bit, straight from the definition. */
function slowCrc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}

describe('crc32c', () => {
  it('gives the check value of the catalogue for "123456789"', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  });

  it('gives the four values of RFC 3720 B.4', () => {
    const ascending = Uint8Array.from({ length: 32 }, (_, index) => index);
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(crc32c(ascending)).toBe(0x46dd794e);
    expect(crc32c(ascending.toReversed())).toBe(0x113fdb5c);
  });

  it('equals the definition on any bytes, in part and continued', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), fc.nat(100), (bytes, a, b) => {
        const start = Math.min(a, b, bytes.length);
        const end = Math.min(Math.max(a, b), bytes.length);
        expect(crc32c(bytes, start, end)).toBe(slowCrc32c(bytes.subarray(start, end)));
        expect(crc32c(bytes, end, bytes.length, crc32c(bytes, 0, end))).toBe(slowCrc32c(bytes));
      }),
    );
  });
});
