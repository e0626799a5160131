import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreRefusal } from '../errors.ts';
import { pageOf, readCursor, windowOf, writeCursor } from './paging.ts';

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

describe('a page', () => {
  it('is asked for with one row more, and a cursor beats a page number', () => {
    expect(windowOf('b', { limit: 20, page: 3, cursor: null })).toEqual({ after: null, skip: 60, take: 21 });
    const cursor = writeCursor('b', { timeMs: 5, id: 7 });
    expect(windowOf('b', { limit: 20, page: 3, cursor })).toEqual({ after: { timeMs: 5, id: 7 }, skip: 0, take: 21 });
  });

  it('has a cursor behind its last item exactly when a row follows', () => {
    const place = (id: number) => ({ timeMs: 1, id });
    const items = (rows: number[]) => pageOf('b', 2, rows, String, place);
    expect(items([])).toEqual({ items: [], nextCursor: null });
    expect(items([9, 8])).toEqual({ items: ['9', '8'], nextCursor: null });
    expect(items([9, 8, 7])).toEqual({ items: ['9', '8'], nextCursor: writeCursor('b', place(8)) });
  });
});
