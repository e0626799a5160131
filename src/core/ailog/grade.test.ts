import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidesBefore, gradeByTime, LINK_BEFORE_MS, type Link, type LinkKind } from './grade.ts';

interface GradeCase {
  readonly why: string;
  readonly order: { readonly index: number; readonly t: number };
  readonly logs: readonly { readonly index: number; readonly t: number; readonly link: LinkKind }[];
  readonly outages: readonly unknown[];
  readonly log: number | null;
  readonly link?: LinkKind;
  readonly timing?: string;
}

const vectors = JSON.parse(readFileSync(new URL('../../../test/vectors/ailog.json', import.meta.url), 'utf8')) as {
  grade: GradeCase[];
};
// Outages belong to Part 4; a case without timing has no deciding log.
const cases = vectors.grade.filter(({ outages }) => outages.length === 0);

function deciding(order: { leafIndex: number; placedAt: number }, links: readonly Link[]): Link | null {
  let best: Link | null = null;
  for (const link of links) if (decidesBefore(order, link, best)) best = link;
  return best;
}

describe('the grade of an order by time', () => {
  it.each(cases.map((one) => [one.why, one] as const))('%s', (_, { order, logs, log, link, timing }) => {
    const place = { leafIndex: order.index, placedAt: order.t };
    const links = logs
      .filter((one) => one.index > order.index || order.t - one.t <= LINK_BEFORE_MS)
      .map((one): Link => ({ how: one.link, logIndex: one.index, receivedAt: one.t }));
    const found = deciding(place, links);
    expect(found?.logIndex ?? null).toBe(log);
    expect(found?.how).toBe(link);
    expect(gradeByTime(place, found)).toBe(timing ?? 'U');
  });

  it('does not depend on the order in which links are found', () => {
    const anyLink = fc.record({
      how: fc.constantFrom<LinkKind>('hash', 'named', 'orderId'),
      logIndex: fc.integer({ min: 0, max: 99 }).filter((index) => index !== 50),
      receivedAt: fc.nat(),
    });
    const links = fc.uniqueArray(anyLink, { selector: ({ logIndex }) => logIndex, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(links, fc.infiniteStream(fc.nat()), (some, keys) => {
        const place = { leafIndex: 50, placedAt: 0 };
        const shuffled = some.map((link) => ({ link, key: keys.next().value })).sort((a, b) => a.key - b.key);
        expect(
          deciding(
            place,
            shuffled.map(({ link }) => link),
          ),
        ).toEqual(deciding(place, some));
      }),
    );
  });
});
