// Programs of the family know its fields: each is here, spelt so and in the same place (W-15); what is beyond them is
// listed in docs/api.md, which scripts/api-docs.ts writes from the same comparison.
import { describe, expect, it } from 'vitest';
import { additionsOf, FAMILY, fieldsOf, missingOf } from '../../scripts/additions.ts';
import type { Route } from '../../src/api/call/route.ts';
import { ROUTES } from '../../src/api/v2/index.ts';

/** getAccounts by its older name: counted among ours, known to the family. */
const OLDER = 'accounts';

describe('the family’s fields', () => {
  it('are those of 41 operations, one of which has an older name, too', () => {
    expect(Object.keys(FAMILY)).toHaveLength(42);
    expect(Object.values(FAMILY).flatMap(({ answer }) => answer).length).toBeGreaterThan(300);
  });

  it.each(ROUTES.map((route) => [route.operation, route] as const))('%s has all of them', (_, route) => {
    expect(missingOf(route) ?? { parameters: [], answer: [] }).toEqual({ parameters: [], answer: [] });
  });

  it('belong to every operation that isn’t marked as an addition, and to no other', () => {
    const named = (routes: readonly Route[]): string[] => routes.map(({ operation }) => operation);
    const own = named(ROUTES.filter(({ isAddition }) => isAddition === true));
    expect(named(ROUTES.filter((route) => additionsOf(route) === null))).toEqual(own.filter((one) => one !== OLDER));
  });

  it('are told apart by their place', () => {
    expect(fieldsOf({ list: [{ a: 1, b: { c: [] } }], more: [] })).toEqual([
      'list',
      'list[].a',
      'list[].b',
      'list[].b.c',
      'more',
    ]);
    const [route] = ROUTES;
    const other = { ...route!, answer: { ...route!.answer, sample: { epoch: '', timestamp: 0, more: 1 } } };
    expect([missingOf(other)?.answer, additionsOf(other)?.answer]).toEqual([['iso'], ['more']]);
  });
});
