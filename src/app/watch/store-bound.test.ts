import { expect, it } from 'vitest';
import { isNobodyLooking } from '../../store/keys/unseen.ts';
import { readinessOf } from './store-bound.ts';

const ready = { waitingFor: null };
const unseen = (ms: number) => ({ shared: { writeFirst() {}, followKeys() {}, keysUnseenMs: () => ms } });

it('is ready alone, and as a node for as long as it has looked at the keys, or nobody can', () => {
  expect(readinessOf({ waitingFor: 'journal replay 3 %' }, { shared: null })).toEqual({
    ready: false,
    reason: 'journal replay 3 %',
  });
  expect(readinessOf(ready, { shared: null })).toEqual({ ready: true, reason: '' });
  expect(readinessOf(ready, unseen(59_000), () => false).ready).toBe(true);
  expect(readinessOf(ready, unseen(61_500), () => false)).toEqual({
    ready: false,
    reason: 'keys were not looked at for 61 s: PostgreSQL answers others, not this node',
  });
  // Then nobody can have switched one off.
  expect(readinessOf(ready, unseen(300_000), () => true)).toEqual({ ready: true, reason: '' });
});

it('takes no node for one that can look before it has, also in the second in which all come to the minute', () => {
  expect([59_400, 3_000, Infinity, null].map(isNobodyLooking)).toEqual([true, false, true, false]);
});
