import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otherUnit, readMoment } from './moment.ts';

const read = (given: unknown): number | string => {
  const found = readMoment(given);
  return found.ok ? found.timeMs : found.why;
};

describe('a moment', () => {
  it('is what the calendar of the machine makes of the same text', () => {
    const zone = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000_000, max: 99_999_999_999_999 }), zone, (timeMs, minutes) => {
        const [sign, size] = [minutes < 0 ? '-' : '+', Math.abs(minutes)];
        const local = new Date(timeMs + minutes * 60_000).toISOString().slice(0, -1);
        const two = (part: number): string => String(part).padStart(2, '0');
        expect(read(`${local}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`)).toBe(timeMs);
        expect(read(new Date(timeMs).toISOString())).toBe(timeMs);
        expect(read(timeMs)).toBe(timeMs);
        expect(read(String(timeMs))).toBe(timeMs);
      }),
    );
  });

  it.each([
    ['2026-12-01T00:00Z', Date.UTC(2026, 11, 1)],
    ['2026-12-01 00:00:00z', Date.UTC(2026, 11, 1)],
    ['2024-02-29T23:59:59.9999Z', Date.UTC(2024, 1, 29, 23, 59, 59, 999)],
    ['2000-02-29T00:00:00.5+0530', Date.UTC(2000, 1, 28, 18, 30, 0, 500)],
  ])('may be written as %s', (text, timeMs) => {
    expect(read(text)).toBe(timeMs);
  });

  it.each([
    ['2023-02-29T00:00:00Z', 'that month has 28'],
    ['2100-02-29T00:00:00Z', 'that month has 28'],
    ['2026-04-31T00:00:00Z', 'that month has 30'],
    ['2026-04-00T00:00:00Z', 'that month has 30'],
    ['2026-00-01T00:00:00Z', 'a month that does not exist'],
    ['2026-01-01T00:60:00Z', 'no clock shows'],
    ['2026-01-01T00:00:60Z', 'no clock shows'],
    ['2026-01-01T00:00:00+24:00', 'no clock shows'],
    ['2026-01-01T00:00:00', 'needs a time with its zone'],
    ['2026-1-1T00:00:00Z', 'needs a time with its zone'],
    ['', "is '', needs"],
    [undefined, 'is missing'],
    [null, 'is no time'],
    [Number.NaN, 'is NaN, needs'],
    [0, 'looks like seconds'],
    ['1798341383', 'looks like seconds'],
    ['1798341383000000', 'looks like microseconds'],
    ['1798341383000000000', 'looks like nanoseconds'],
  ])('%j is refused: %s', (given, why) => {
    expect(read(given)).toContain(why);
  });

  it('is in milliseconds from 1973 to 5138, and in other units beside that', () => {
    expect([99_999_999_999, 100_000_000_000, 99_999_999_999_999, 100_000_000_000_000, 1e17].map(otherUnit)).toEqual([
      'seconds',
      null,
      null,
      'microseconds',
      'nanoseconds',
    ]);
  });
});
