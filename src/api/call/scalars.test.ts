import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDecimalText } from '../../core/num/decimal.ts';
import { booleanOf, canonicalDecimal, idOf, integerBetween } from './scalars.ts';

describe('canonicalDecimal', () => {
  it.each([
    ['0.01', '0.01'],
    ['+0.0100', '0.01'],
    ['1e-2', '0.01'],
    ['5e-05', '0.00005'],
    ['90755.3000', '90755.3'],
    ['0.00010000', '0.0001'],
    ['0001', '1'],
    ['-0', '0'],
    ['-0.000', '0'],
    ['0e18', '0'],
    ['1E+18', '1000000000000000000'],
    ['12.5e1', '125'],
    ['1.25e1', '12.5'],
    ['-1.5', '-1.5'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['0.000000000000000000000000000001', '0.000000000000000000000000000001'],
  ])('reads %s as %s', (text, canonical) => {
    expect(canonicalDecimal(text)).toBe(canonical);
    expect(isDecimalText(canonical)).toBe(true);
  });

  it.each([
    '',
    '.',
    '.5',
    '5.',
    '1e',
    '1e+',
    '1e19',
    '1e-19',
    '--1',
    '+-1',
    '1,000',
    ' 1',
    '1 ',
    '0x10',
    'NaN',
    'Infinity',
    '1_000',
    '１',
    '1234567890123456789012345678901',
    '0.0000000000000000000000000000001',
    '1e1.5',
  ])('refuses %j', (text) => {
    expect(canonicalDecimal(text)).toBeNull();
  });

  it('is the same number, in canonical form, and stable', () => {
    const digits = fc.stringMatching(/^[0-9]{1,12}$/);
    fc.assert(
      fc.property(
        fc.constantFrom('', '+', '-'),
        digits,
        fc.option(digits),
        fc.option(fc.integer({ min: -18, max: 18 })),
        (sign, whole, fraction, exponent) => {
          const text = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`;
          const canonical = canonicalDecimal(text);
          if (canonical === null) {
            const scaled = BigInt(whole + (fraction ?? '')) * 10n ** BigInt(18 + (exponent ?? 0));
            expect(scaled.toString().length > 30 || (fraction ?? '').length - (exponent ?? 0) > 12).toBe(true);
            return;
          }
          expect(isDecimalText(canonical)).toBe(true);
          expect(canonicalDecimal(canonical)).toBe(canonical);
          expect(scaled36(canonical)).toBe(
            BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction ?? ''}`) *
              10n ** BigInt(36 - (fraction ?? '').length + (exponent ?? 0)),
          );
        },
      ),
    );
  });

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.eE]{0,40}$/)), (text) => {
        const canonical = canonicalDecimal(text);
        if (canonical !== null) expect(isDecimalText(canonical)).toBe(true);
        integerBetween(text, 0, 100);
        idOf(text);
        booleanOf(text);
      }),
    );
  });
});

function scaled36(canonical: string): bigint {
  const [whole, fraction = ''] = canonical.split('.') as [string, string?];
  return BigInt(whole + fraction.padEnd(36, '0'));
}

describe('integers and ids', () => {
  it('reads whole numbers within their bounds only', () => {
    expect(integerBetween('20', 1, 100)).toBe(20);
    expect(integerBetween('007', 1, 100)).toBe(7);
    expect(integerBetween('-0', -1, 1)).toBe(0);
    for (const text of ['', '-', '1.0', '1e1', ' 1', '101', '99999999999999999999'])
      expect(integerBetween(text, 1, 100)).toBeNull();
  });

  it('takes an id beyond 2^53 as one that matches nothing', () => {
    expect(idOf('700000000000010')).toBe(700_000_000_000_010);
    expect(idOf('9223372036854775807')).toBe(0);
    for (const text of ['0', '-1', '', '1.0', 'abc']) expect(idOf(text)).toBeNull();
  });

  it('reads booleans in their four spellings', () => {
    expect(['true', '1', 'false', '0', 'yes'].map(booleanOf)).toEqual([true, true, false, false, null]);
  });
});
