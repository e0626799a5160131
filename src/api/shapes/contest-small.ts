/** Short answers about contests: the equity lines, and what a team's own steps came to. */
import { list, nullableString, number, object, string } from './schema.ts';
import { shape } from './shape.ts';

export const contestEnteredShape = shape(object({ contestId: string(), team: string() }), {
  contestId: 'c1',
  team: 't1',
});

export const contestSteppedShape = shape(object({ contestId: string(), case: string(), step: string() }), {
  contestId: 'c1',
  case: 'k1',
  step: 'answer',
});

export const contestEquityShape = shape(
  object({
    t: list(number()),
    series: list(object({ team: string(), return8: list(nullableString()) })),
    benchmark: list(
      nullableString('What holding the first contract from the first sample on returns, 1e-8; null: no mark'),
    ),
  }),
  { t: [1767225600000], series: [{ team: 't1', return8: ['0'] }], benchmark: ['0'] },
);
