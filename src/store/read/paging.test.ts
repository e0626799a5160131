import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreRefusal } from '../errors.ts';
import {
  MOST_LONGER,
  type Page,
  pageOf,
  type PageRequest,
  readCursor,
  type ReadRows,
  type Window,
  writeCursor,
} from './paging.ts';

const anyPlace = fc.record({ timeMs: fc.maxSafeNat(), id: fc.maxSafeNat() });

describe('a cursor', () => {
  it('stands for its place and fits the wire', () => {
    fc.assert(
      fc.property(anyPlace, (place) => {
        const cursor = writeCursor('b', place);
        expect(readCursor('b', cursor)).toEqual(place);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
    );
  });

  it('is refused when this list did not give it out', () => {
    const cursor = writeCursor('b', { timeMs: 5, id: 7 });
    expect(() => readCursor('p', cursor)).toThrow(StoreRefusal);
    fc.assert(
      fc.property(fc.string({ maxLength: 70 }), (text) => {
        let place: { timeMs: number; id: number };
        try {
          place = readCursor('b', text);
        } catch (error) {
          expect(error).toMatchObject({ name: 'StoreRefusal', reason: 'badCursor' });
          return;
        }
        expect(writeCursor('b', place)).toBe(text);
      }),
    );
  });

  it.each(['', 'b', 'b5', 'b-', 'b05-7', 'b5-07', 'bzzzzzzzzzzz-1', 'B5-7', 'b5-7 ', "b5-7'--", 'b5-7\n'])(
    '%j is none',
    (text) => {
      expect(() => readCursor('b', text)).toThrow('is not one this list gave out');
    },
  );
});

interface Row {
  readonly timeMs: number;
  readonly id: number;
}

/** A list, newest first, and how a page of it is read. */
function listOf(times: readonly number[]) {
  const rows = times.toSorted((a, b) => a - b).map((timeMs, id): Row => ({ timeMs, id }));
  const newest = rows.toReversed();
  let mostTaken = 0;
  const read: ReadRows<Row> = ({ after, skip, take }) => {
    mostTaken = Math.max(mostTaken, take);
    const rest = after === null ? newest.slice(skip) : newest.filter(({ id }) => id < after.id).slice(skip);
    return Promise.resolve(rest.slice(0, take));
  };
  const page = (request: Partial<PageRequest>, untilMs = Number.POSITIVE_INFINITY) =>
    pageOf(
      'b',
      { limit: 10, page: 0, cursor: null, ...request },
      (window) => read(window).then((found) => (untilMs === Number.POSITIVE_INFINITY ? found : until(window, untilMs))),
      ({ id }) => id,
      (row) => row,
    );
  const until = ({ skip, take }: Window, untilMs: number): Row[] =>
    newest.filter(({ timeMs }) => timeMs <= untilMs).slice(skip, skip + take);
  return { newest, page, taken: () => mostTaken };
}

/** Few different times, so that a page often ends in the middle of one. */
const manyTimes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });
const anyLimit = fc.integer({ min: 1, max: 20 });

describe('a page', () => {
  it('has a cursor behind its last item exactly when a row follows', async () => {
    const three = listOf([1, 2, 3]);
    expect(await three.page({ limit: 3 })).toEqual({ items: [2, 1, 0], nextCursor: null });
    const nextCursor = writeCursor('b', { timeMs: 2, id: 1 });
    expect(await three.page({ limit: 2 })).toEqual({ items: [2, 1], nextCursor });
    expect(await listOf([]).page({})).toEqual({ items: [], nextCursor: null });
  });

  it('leads through all rows, each once, by its number, by cursor, and by an end before its last row', async () => {
    const property = fc.asyncProperty(manyTimes, anyLimit, async (times, limit) => {
      const { newest, page } = listOf(times);
      const all = newest.map(({ id }) => id);
      const byNumber: number[] = [];
      for (let number = 0; ; number++) {
        const { items, nextCursor } = await page({ limit, page: number });
        byNumber.push(...items);
        if (nextCursor === null) break;
        expect(items.length).toBeGreaterThanOrEqual(limit);
      }
      expect(byNumber).toEqual(all);
      const byCursor: number[] = [];
      for (let cursor: string | null = null; ; ) {
        const found: Page<number> = await page({ limit, cursor });
        byCursor.push(...found.items);
        if (found.nextCursor === null) break;
        cursor = found.nextCursor;
      }
      expect(byCursor).toEqual(all);
      const byTime: number[] = [];
      for (let untilMs = 9; ; ) {
        const { items } = await page({ limit }, untilMs);
        byTime.push(...items);
        if (items.length === 0) break;
        untilMs = newest.find(({ id }) => id === items.at(-1))!.timeMs - 1;
      }
      expect(byTime).toEqual(all);
    });
    await fc.assert(property);
  });

  it('is longer than it was asked for by the rest of its last millisecond, up to a thousand rows', async () => {
    const at = (count: number, timeMs: number): number[] => Array.from({ length: count }, () => timeMs);
    const whole = await listOf([...at(5, 1), ...at(1_009, 2)]).page({});
    expect([whole.items.length, whole.nextCursor]).toEqual([1_009, writeCursor('b', { timeMs: 2, id: 5 })]);
    const { page, taken } = listOf([...at(5, 1), ...at(3_000, 2)]);
    const first = await page({});
    expect(first.items).toHaveLength(10 + MOST_LONGER);
    expect((await page({ page: 1 })).items).toEqual((await page({ cursor: first.nextCursor })).items.slice(0, 10));
    expect(taken()).toBe(10 + MOST_LONGER + 1);
  });

  it('asks for one row more where milliseconds are whole anyway', async () => {
    const { page, taken } = listOf(Array.from({ length: 50 }, (_, at) => at));
    await page({});
    await page({ page: 3 });
    expect(taken()).toBe(11);
  });
});
