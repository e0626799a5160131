/** The margin of a part where no scenario gets: an isolated part between its position's end and its own (MARG-012). */
import { expect, it } from 'vitest';
import { accountOf, emptyState } from '../state/state.ts';
import { openPart } from '../state/records.ts';
import { requirementE16Of, requirementFloorOf, requirementOf } from './margin.ts';

it('an isolated part without its position requires nothing', () => {
  const part = openPart(accountOf(emptyState(), 1_000_001), 700_000_000_000_001, 0);
  expect(requirementOf(part)).toEqual({ floor: 0, rest: 0 });
  expect([requirementFloorOf(part), requirementE16Of(part)]).toEqual([0, 0n]);
});
