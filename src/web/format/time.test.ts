import { describe, expect, it } from 'vitest';
import { words } from '../words/shown.ts';
import { zh } from '../words/zh.ts';
import { countdown, distance, duration, took } from './time.ts';

describe('times', () => {
  it('counts down to nothing and not below', () => {
    expect([41_000, 41_999, 881_000, 3_723_000, 0, -5].map(countdown)).toEqual([
      '0:41',
      '0:41',
      '14:41',
      '1:02:03',
      '0:00',
      '0:00',
    ]);
  });

  it('says days and hours from a day on, and a length of time in its two largest units', () => {
    expect([604_607_000, 86_400_000, 86_399_999].map(countdown)).toEqual(['6 d 23 h', '1 d', '23:59:59']);
    expect([0, 42_000, 3_600_000, 11_100_000, 90_061_000].map(duration)).toEqual([
      '0 s',
      '42 s',
      '1 h',
      '3 h 5 min',
      '1 d 1 h',
    ]);
  });

  it('says how long something took', () => {
    expect([0, 0.44, 9.95, 27.4, 1_340].map(took)).toEqual(['0.0 ms', '0.4 ms', '9.9 ms', '27 ms', '1.3 s']);
  });

  it('says a distance in the unit that fits', () => {
    expect([4, 1_299, 12_000, 240_000, 10_800_000, 200_000_000, -1_200].map(distance)).toEqual([
      '4 ms',
      '1.2 s',
      '12 s',
      '4 min',
      '3 h',
      '2 d',
      '1.2 s',
    ]);
  });

  it('says it in the language that is shown', () => {
    const english = words.value;
    words.value = zh;
    expect([4, 240_000, 200_000_000].map(distance)).toEqual(['4 毫秒', '4 分钟', '2 天']);
    expect(countdown(604_607_000)).toBe('6 天 23 小时');
    words.value = english;
  });
});
