// Times in requests as they are read, and the hint for one in another unit.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../words/errors.ts';
import type { Call } from '../call/call.ts';
import { queryFields } from '../call/fields.ts';
import { readerOf } from '../call/parameter.ts';
import { otherUnit } from '../words/time-units.ts';
import { time, timeIfReadable } from './times.ts';

const DAYS = { most: 90, meaning: { en: '1 to 90 days back', zh: '1到90天前' } };
const read = (text: string, small?: typeof DAYS) =>
  readerOf({ t: time('', small) })(queryFields(`t=${text}`, ['t']), {} as Call).t;

function refused(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return `${error.code} ${error.hint?.en}`;
    throw error;
  }
  return 'taken';
}

describe('a time', () => {
  it.each(['0', '1767258000000', '99999999999999', '253402300799999'])('%s is read as milliseconds', (text) => {
    expect(read(text)).toBe(Number(text));
  });

  it.each([
    ['1767258000', '40020 1767258000 looks like seconds, multiply by 1000'],
    ['1767258000000000', '40020 1767258000000000 looks like microseconds, divide by 1000'],
    ['1767258000000000000', '40020 1767258000000000000 looks like nanoseconds, divide by 1000000'],
    ['91', "40020 found '91'; use epoch milliseconds"],
    ['-1', "40020 found '-1'; use epoch milliseconds"],
    ['1767258000000.0', "40020 found '1767258000000.0'; use epoch milliseconds"],
    ['2026-01-01', "40020 found '2026-01-01'; use epoch milliseconds"],
  ])('%s is refused: %s', (text, hint) => {
    expect(refused(() => read(text))).toBe(hint);
  });

  it('may be a small number where those mean something else, and what is neither is told both', () => {
    expect([read('1', DAYS), read('90', DAYS), read('1767258000000', DAYS)]).toEqual([1, 90, 1_767_258_000_000]);
    expect(refused(() => read('91', DAYS))).toBe("40020 found '91'; use 1 to 90 days back, or epoch milliseconds");
    expect(refused(() => read('1767258000', DAYS))).toBe('40020 1767258000 looks like seconds, multiply by 1000');
  });

  it('that can be done without is none when it is no number, and refused when it is one in another unit', () => {
    const ask = (text: string) => readerOf({ t: timeIfReadable('') })(queryFields(`t=${text}`, ['t']), {} as Call).t;
    expect(['yesterday', '', '-5', '1.5'].map(ask)).toEqual([null, null, null, null]);
    expect(refused(() => ask('1767258000000000000'))).toContain('looks like nanoseconds');
  });

  it('in the head of a request is told its unit, too', () => {
    expect(otherUnit('1767258000')?.en).toBe('looks like seconds, multiply by 1000');
    expect([otherUnit('1767258000000'), otherUnit('0'), otherUnit('x'), otherUnit('')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
