import { describe, expect, it } from 'vitest';
import { countedIn, timelyShare } from './evidence.ts';

describe('evidence', () => {
  it('is the share of grades A and B, rounded down, and none without orders', () => {
    const grades = { A: 90, B: 6, C: 2, D: 1, U: 0, X: 1 };
    expect([countedIn(grades), timelyShare(grades)]).toEqual([100, 96]);
    expect(timelyShare({ ...grades, U: 1 })).toBe(95);
    expect([timelyShare(null), timelyShare({ A: 0, B: 0, C: 0, D: 0, U: 0, X: 0 })]).toEqual([null, null]);
  });
});
