import { expect, it } from 'vitest';
import { dueSoon } from './deadlines.ts';

const owed = [{ orderId: '7', deadlines: { B: 60_000, C: 900_000 } }];

it('says each mark once, when it is passed', () => {
  expect(dueSoon(owed, -1, 0)).toEqual([{ orderId: '7', grade: 'B', seconds: 60 }]);
  expect(dueSoon(owed, 0, 44_999)).toEqual([]);
  expect(dueSoon(owed, 44_999, 45_000)).toEqual([{ orderId: '7', grade: 'B', seconds: 15 }]);
  expect(dueSoon(owed, 45_000, 839_000)).toEqual([]);
  expect(dueSoon(owed, 839_000, 840_000)).toEqual([{ orderId: '7', grade: 'C', seconds: 60 }]);
});

it('says nothing of what was over before it looked', () => {
  expect(dueSoon(owed, 61_000, 62_000)).toEqual([]);
});
