// BOOK-001: price, then time. One suite for the fast book and the naive one beside it, then: over random commands the
// two say the same, whatever the prices, and the fast one keeps its own promises, gives memory back and refuses
// nonsense.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareOnBook } from '../../bench/kit/replay-on-book.ts';
import { knownWorkload, WORKLOAD_KINDS } from '../../bench/kit/workload.ts';
import * as fastBook from '../../src/core/matching/book.ts';
import { BUY, type BookSide, NONE, SELL } from '../../src/core/matching/book.ts';
import { checkBook } from '../../src/core/matching/check-book.ts';
import * as naiveBook from './naive-book.ts';

/** What both books offer. */
interface BareFunctions<B> {
  readonly createBook: () => B;
  readonly addOrder: (book: B, side: BookSide, price: number, size: number) => number;
  readonly reduceOrder: (book: B, slot: number, by: number) => number;
  readonly removeOrder: (book: B, slot: number) => number;
  readonly bestPrice: (book: B, side: BookSide) => number;
  readonly firstOrder: (book: B, side: BookSide) => number;
  readonly nextOrder: (book: B, slot: number) => number;
  readonly priceOf: (book: B, slot: number) => number;
  readonly sizeOf: (book: B, slot: number) => number;
  readonly sideOf: (book: B, slot: number) => BookSide;
  readonly orderCount: (book: B) => number;
  readonly volumeAt: (book: B, side: BookSide, price: number) => number;
  readonly levelsOf: (book: B, side: BookSide, limit: number) => [number, number][];
}

/** With a tag for each order: slots are used again, and differ between the two. */
interface BookFunctions<B> extends Omit<BareFunctions<B>, 'addOrder'> {
  readonly addOrder: (book: B, side: BookSide, price: number, size: number, tag: number) => number;
  readonly tagOf: (book: B, slot: number) => number;
}

function withTags<B extends object>(functions: BareFunctions<B>): BookFunctions<B> {
  const books = new WeakMap<B, Map<number, number>>();
  return {
    ...functions,
    createBook() {
      const book = functions.createBook();
      books.set(book, new Map());
      return book;
    },
    addOrder(book, side, price, size, tag) {
      const slot = functions.addOrder(book, side, price, size);
      books.get(book)!.set(slot, tag);
      return slot;
    },
    tagOf: (book, slot) => books.get(book)!.get(slot)!,
  };
}

const fast = withTags(fastBook);
const naive = withTags(naiveBook);

/** Everything one can read from a side: [tag, price, size] in price-time order. */
function ordersOf<B>(functions: BookFunctions<B>, book: B, side: BookSide): [number, number, number][] {
  const rows: [number, number, number][] = [];
  for (let slot = functions.firstOrder(book, side); slot !== NONE; slot = functions.nextOrder(book, slot)) {
    rows.push([functions.tagOf(book, slot), functions.priceOf(book, slot), functions.sizeOf(book, slot)]);
    if (functions.sideOf(book, slot) !== side)
      throw new Error(`order ${functions.tagOf(book, slot)} stands on the wrong side`);
  }
  return rows;
}

function everythingOf<B>(functions: BookFunctions<B>, book: B) {
  const sides = [BUY, SELL] as const;
  return sides.map((side) => ({
    best: functions.bestPrice(book, side),
    orders: ordersOf(functions, book, side),
    levels: functions.levelsOf(book, side, Number.POSITIVE_INFINITY),
    count: functions.orderCount(book),
  }));
}

function suite<B>(name: string, functions: BookFunctions<B>): void {
  const { createBook, addOrder, reduceOrder, removeOrder, bestPrice, orderCount, volumeAt, levelsOf, tagOf } =
    functions;
  const tags = (book: B, side: BookSide) => ordersOf(functions, book, side).map(([tag]) => tag);

  describe(`the ${name} book`, () => {
    it('is empty at first', () => {
      const book = createBook();
      expect([bestPrice(book, BUY), bestPrice(book, SELL), orderCount(book)]).toEqual([0, 0, 0]);
      expect(functions.firstOrder(book, BUY)).toBe(NONE);
      expect(levelsOf(book, SELL, 10)).toEqual([]);
      expect(volumeAt(book, BUY, 100)).toBe(0);
    });

    it('ranks by price: highest bid and lowest ask first', () => {
      const book = createBook();
      for (const [tag, price] of [99, 97, 98, 1].entries()) addOrder(book, BUY, price, 5, tag);
      for (const [tag, price] of [101, 103, 102, 1_000_000_000].entries()) addOrder(book, SELL, price, 5, tag);
      expect(tags(book, BUY)).toEqual([0, 2, 1, 3]);
      expect(tags(book, SELL)).toEqual([0, 2, 1, 3]);
      expect([bestPrice(book, BUY), bestPrice(book, SELL)]).toEqual([99, 101]);
    });

    it('ranks equals by time: first come, first served', () => {
      const book = createBook();
      for (const tag of [7, 3, 9]) addOrder(book, SELL, 100, 1, tag);
      expect(tags(book, SELL)).toEqual([7, 3, 9]);
    });

    it('keeps an order in its place while it is reduced, and lets it go at zero', () => {
      const book = createBook();
      const slot = addOrder(book, BUY, 100, 10, 1);
      addOrder(book, BUY, 100, 4, 2);
      expect(reduceOrder(book, slot, 3)).toBe(7);
      expect(ordersOf(functions, book, BUY)).toEqual([
        [1, 100, 7],
        [2, 100, 4],
      ]);
      expect(reduceOrder(book, slot, 7)).toBe(0);
      expect(ordersOf(functions, book, BUY)).toEqual([[2, 100, 4]]);
      expect(orderCount(book)).toBe(1);
    });

    it('an order that comes back stands last', () => {
      const book = createBook();
      const first = addOrder(book, BUY, 100, 1, 1);
      addOrder(book, BUY, 100, 1, 2);
      expect(removeOrder(book, first)).toBe(1);
      addOrder(book, BUY, 100, 1, 1);
      expect(tags(book, BUY)).toEqual([2, 1]);
    });

    it('sums volumes beyond 2^31 exactly, by price and side', () => {
      const book = createBook();
      for (let tag = 0; tag < 5; tag++) addOrder(book, SELL, 500, 1_000_000_000, tag);
      addOrder(book, SELL, 501, 1, 9);
      expect(volumeAt(book, SELL, 500)).toBe(5_000_000_000);
      expect(volumeAt(book, BUY, 500)).toBe(0);
      expect(levelsOf(book, SELL, 1)).toEqual([[500, 5_000_000_000]]);
      expect(levelsOf(book, SELL, 10)).toHaveLength(2);
    });

    it('drops a level with its last order and finds the next one however far away', () => {
      const book = createBook();
      const near = addOrder(book, SELL, 2, 1, 1);
      const far = addOrder(book, SELL, 1_000_000_000, 1, 2);
      removeOrder(book, near);
      expect([bestPrice(book, SELL), volumeAt(book, SELL, 2)]).toEqual([1_000_000_000, 0]);
      removeOrder(book, far);
      expect(bestPrice(book, SELL)).toBe(0);
    });

    it('walks on while orders are taken out, if the next one is asked for first', () => {
      const book = createBook();
      for (let tag = 0; tag < 6; tag++) addOrder(book, SELL, 100 + (tag >> 1), 1, tag);
      const seen: number[] = [];
      let slot = functions.firstOrder(book, SELL);
      while (slot !== NONE) {
        const next = functions.nextOrder(book, slot);
        seen.push(tagOf(book, slot));
        removeOrder(book, slot);
        slot = next;
      }
      expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
      expect(orderCount(book)).toBe(0);
    });

    it('refuses to reduce by nothing, by too much, or what has left', () => {
      const book = createBook();
      const slot = addOrder(book, BUY, 100, 5, 1);
      expect(() => reduceOrder(book, slot, 0)).toThrow();
      expect(() => reduceOrder(book, slot, 6)).toThrow();
      removeOrder(book, slot);
      expect(() => removeOrder(book, slot)).toThrow();
      expect(() => reduceOrder(book, slot, 1)).toThrow();
    });
  });
}

suite('fast', fast);
suite('naive', naive);

/**
 * A command on the n-th oldest resting order, or a new order; prices come from a band so that both sides stay apart.
 */
type Command =
  | { readonly do: 'add'; readonly side: BookSide; readonly price: number; readonly size: number }
  | { readonly do: 'reduce' | 'remove' | 'reduceFirst'; readonly pick: number; readonly part: number };

/** Near the touch, in one leaf of the trie, and anywhere up to 10^9 ticks: the middle is 5 · 10^8. */
const distance = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 499_999_999 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 31, 32, 33, 1023, 1024, 32_768, 1_048_576, 33_554_432, 499_999_999) },
);
const size = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1_000_000_000 }));
const added: fc.Arbitrary<Command> = fc
  .tuple(fc.constantFrom<BookSide[]>(BUY, SELL), distance, size)
  .map(([side, away, size]) => ({ do: 'add', side, price: 500_000_000 + (side === BUY ? -away : away), size }));
const changed: fc.Arbitrary<Command> = fc.record({
  do: fc.constantFrom('reduce', 'remove', 'reduceFirst'),
  pick: fc.nat(1000),
  part: fc.integer({ min: 1, max: 100 }),
});
const commands = fc.array(fc.oneof({ weight: 3, arbitrary: added }, { weight: 2, arbitrary: changed }), {
  maxLength: 150,
  size: 'max',
});

/** Both books under the same commands, with their slots by tag. */
interface Pair {
  readonly fast: fastBook.Book;
  readonly naive: naiveBook.NaiveBook;
  readonly slots: Map<number, { fast: number; naive: number }>;
  tag: number;
}

function emptyPair(): Pair {
  return { fast: fast.createBook(), naive: naive.createBook(), slots: new Map(), tag: 0 };
}

function applyToBoth(pair: Pair, command: Command): void {
  if (command.do === 'add') {
    const { side, price, size } = command;
    const tag = pair.tag++;
    const slot = fast.addOrder(pair.fast, side, price, size, tag);
    pair.slots.set(tag, { fast: slot, naive: naive.addOrder(pair.naive, side, price, size, tag) });
    return;
  }
  const tag = pickTag(pair, command);
  const slots = tag === undefined ? undefined : pair.slots.get(tag);
  if (tag === undefined || slots === undefined) return;
  const before = naive.sizeOf(pair.naive, slots.naive);
  const by = command.do === 'remove' ? before : Math.max(1, Math.floor((before * command.part) / 100));
  if (command.do === 'remove') {
    expect(fast.removeOrder(pair.fast, slots.fast)).toBe(naive.removeOrder(pair.naive, slots.naive));
  } else {
    expect(fast.reduceOrder(pair.fast, slots.fast, by)).toBe(naive.reduceOrder(pair.naive, slots.naive, by));
  }
  if (by === before) pair.slots.delete(tag);
}

/** The order a change is for: any resting one, or (as matching does) the first of a side. */
function pickTag(pair: Pair, command: Exclude<Command, { do: 'add' }>): number | undefined {
  if (command.do !== 'reduceFirst') return [...pair.slots.keys()][command.pick % Math.max(1, pair.slots.size)];
  const first = naive.firstOrder(pair.naive, (command.pick & 1) as BookSide);
  return first === NONE ? undefined : naive.tagOf(pair.naive, first);
}

describe('fast book = naive book', () => {
  it('says the same after every one of any commands, and keeps its promises', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const pair = emptyPair();
        for (const command of list) {
          applyToBoth(pair, command);
          expect(checkBook(pair.fast)).toEqual([]);
          expect(everythingOf(fast, pair.fast)).toEqual(everythingOf(naive, pair.naive));
        }
      }),
    );
  });

  it('says the same volume at any price, resting or not', () => {
    fc.assert(
      fc.property(commands, fc.array(distance, { maxLength: 20 }), (list, distances) => {
        const pair = emptyPair();
        for (const command of list) applyToBoth(pair, command);
        const prices = [
          ...pair.naive.orders.map(({ price }) => price),
          ...distances.flatMap((away) => [5e8 - away, 5e8 + away]),
        ];
        for (const side of [BUY, SELL] as const) {
          for (const price of prices)
            expect(fast.volumeAt(pair.fast, side, price)).toBe(naive.volumeAt(pair.naive, side, price));
        }
      }),
    );
  });

  it('gives everything back when the orders go, in any order', () => {
    fc.assert(
      fc.property(commands, fc.infiniteStream(fc.nat(1000)), (list, picks) => {
        const pair = emptyPair();
        for (const command of list) applyToBoth(pair, command);
        for (const pick of picks) {
          if (pair.slots.size === 0) break;
          applyToBoth(pair, { do: 'remove', pick, part: 1 });
        }
        expect(checkBook(pair.fast)).toEqual([]);
        expect(fast.orderCount(pair.fast)).toBe(0);
        expect(Array.from(pair.fast.levels.trie.occupied.subarray(0, 2))).toEqual([0, 0]);
      }),
    );
  });
});

describe('memory', () => {
  it('grows without losing anything: 3 000 orders far apart, read back in order, then taken out', () => {
    const book = fast.createBook();
    const orders = Array.from({ length: 3000 }, (_, tag) => ({ tag, price: 1 + ((tag * 7_919_777) % 1_000_000_000) }));
    const slots = orders.map(({ tag, price }) => fast.addOrder(book, SELL, price, tag + 1, tag));
    expect(checkBook(book)).toEqual([]);
    const sorted = orders.toSorted((a, b) => a.price - b.price);
    expect(ordersOf(fast, book, SELL)).toEqual(sorted.map(({ tag, price }) => [tag, price, tag + 1]));
    for (const slot of slots) fast.removeOrder(book, slot);
    expect(checkBook(book)).toEqual([]);
    expect(fast.bestPrice(book, SELL)).toBe(0);
  });

  it('follows the orders that rest, not the prices an adversary has visited', () => {
    const book = fast.createBook();
    const resting: number[] = [];
    for (let visit = 0; visit < 100_000; visit++) {
      const price = 1 + ((visit * 7_919_777) % 1_000_000_000);
      resting.push(fast.addOrder(book, visit & 1 ? SELL : BUY, price, 1, visit));
      if (resting.length > 100) fast.removeOrder(book, resting.shift() ?? NONE);
    }
    expect(book.slotEnd).toBeLessThanOrEqual(101);
    expect(book.levels.levelEnd).toBeLessThanOrEqual(101);
    expect(book.levels.trie.nodeEnd).toBeLessThanOrEqual(2 + 101 * 5);
  });
});

describe('refusals of the fast book: a bug of the caller changes nothing', () => {
  it.each([
    ['price 0', BUY, 0, 1],
    ['price beyond 10^9', BUY, 1_000_000_001, 1],
    ['price off tick', BUY, 1.5, 1],
    ['price not a number', BUY, Number.NaN, 1],
    ['size 0', SELL, 1, 0],
    ['size negative', SELL, 1, -1],
    ['size off step', SELL, 1, 1.5],
    ['size beyond all bounds', SELL, 1, fastBook.MAX_ORDER_SIZE + 1],
    ['size not a number', SELL, 1, Number.NaN],
  ] as const)('%s', (_, side, price, size) => {
    const book = fast.createBook();
    fast.addOrder(book, BUY, 10, 5, 1);
    const before = everythingOf(fast, book);
    expect(() => fast.addOrder(book, side, price, size, 2)).toThrow(/BOOK-001: /);
    expect(everythingOf(fast, book)).toEqual(before);
    expect(checkBook(book)).toEqual([]);
  });

  it('a slot that never was', () => {
    expect(() => fast.removeOrder(fast.createBook(), 1_000_000)).toThrow('BOOK-001: the slot holds a resting order');
    expect(() => fast.removeOrder(fast.createBook(), NONE)).toThrow('BOOK-001: the slot holds a resting order');
    expect(() => fast.reduceOrder(fast.createBook(), 0, 1)).toThrow('BOOK-001: the slot holds a resting order');
  });
});

describe('checkBook notices', () => {
  const damages: readonly [string, (book: fastBook.Book) => void, RegExp][] = [
    ['a wrong volume', (book) => void (book.levels.volumes[0] = 1), /says volume 1/],
    ['an order of size zero', (book) => void (book.sizes[0] = 0), /rests with size 0/],
    ['a queue out of order', (book) => void (book.previous[1] = NONE), /does not lead back/],
    ['a lost level', (book) => void (book.levels.trie.occupied[0] = 0), /the trie holds/],
    ['a wrong best', (book) => void (book.levels.best[BUY] = 1), /does not lead back to the level before it/],
    ['a wrong count', (book) => void (book.orderCount = 9), /orderCount says 9/],
    ['a lost slot', (book) => void (book.slotEnd += 1), /order slots were taken/],
    ['a crossed touch', (book) => void fast.addOrder(book, SELL, 99, 1, 5), /crossed: best bid 100/],
  ];
  it.each(damages)('%s', (_, damage, message) => {
    const book = fast.createBook();
    for (const [tag, price] of [100, 100, 98].entries()) fast.addOrder(book, BUY, price, 2, tag);
    expect(checkBook(book)).toEqual([]);
    damage(book);
    expect(checkBook(book).join('\n')).toMatch(message);
  });
});

describe('the workloads', () => {
  it.each(WORKLOAD_KINDS)(
    '%s: recorded bytes, and on the fast book the recorded fills, volume, notional and cancels',
    (kind) => {
      const workload = knownWorkload(kind, 20_000);
      const replay = prepareOnBook(workload);
      replay.commands();
      expect(replay.results()).toEqual(workload.expected);
      expect(checkBook(replay.book)).toEqual([]);
    },
  );
});
