import { describe, expect, it } from 'vitest';
import { countdown, distance } from './time.ts';

describe('times', () => {
  it('counts down to nothing and not below', () => {
    expect([41_000, 40_001, 881_000, 3_723_000, 0, -5].map(countdown)).toEqual([
      '0:41',
      '0:41',
      '14:41',
      '1:02:03',
      '0:00',
      '0:00',
    ]);
  });

  it('says a distance in the unit that fits', () => {
    expect([4, 1_299, 12_000, 240_000, 10_800_000, 200_000_000, -1_200].map(distance)).toEqual([
      '4 ms',
      '1.2 s',
      '12 s',
      '4 m',
      '3 h',
      '2 d',
      '1.2 s',
    ]);
  });
});
