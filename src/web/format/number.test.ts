import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytes, MINUS, money, number, percent, ppm, signShown, textOf, unitsOf, whole } from './number.ts';

describe('numbers for the eye', () => {
  it('groups, rounds half away from zero, and shows a true minus', () => {
    expect(money('10019.1')).toBe('10,019.10');
    expect(money('-1234567.005')).toBe(`${MINUS}1,234,567.01`);
    expect(money('0.005', true)).toBe('+0.01');
    expect(number('90512.35', { decimals: 1 })).toBe('90,512.4');
    expect(number('0.9999', { decimals: 2, rounding: 'down' })).toBe('0.99');
    expect(whole(4_513)).toBe('4,513');
  });

  it('never shows a minus before nothing', () => {
    expect(money('-0.001')).toBe('0.00');
    expect(percent('-0.000001')).toBe('0.00%');
    expect(['-0.000001', '0.000001', '-0.01', '0.01'].map((text) => signShown(percent(text)))).toEqual([0, 0, -1, 1]);
  });

  it('says – for what is not there', () => {
    expect([money(null), money(undefined), money('abc'), percent(null)]).toEqual(['–', '–', '–', '–']);
  });

  it('keeps every digit of amounts no double holds', () => {
    expect(money('9007199254740993.12')).toBe('9,007,199,254,740,993.12');
    expect(number('700000000000000431', { decimals: 0 })).toBe('700,000,000,000,000,431');
  });

  it('shows percent with its sign, and millionths rounded down', () => {
    expect([percent('0.0056'), percent('-0.00214'), ppm(961_999), ppm(1_000_000), ppm(12_059, 2)]).toEqual([
      '+0.56%',
      `${MINUS}0.21%`,
      '96.1%',
      '100.0%',
      '1.20%',
    ]);
  });

  it('says how large something is', () => {
    expect([0, 999, 1_000, 12_345_678, 123_456_789, 2e15].map(bytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '12.3 MB',
      '123 MB',
      '2000 TB',
    ]);
  });

  it('comes back to the same digits as text', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: 0, max: 12 }),
        (units, decimals) => {
          expect(unitsOf(textOf(units, decimals), decimals)).toBe(units);
        },
      ),
    );
  });
});
