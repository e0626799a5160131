/**
 * The memory of ended orders: rows are read back as they were written, found by id and by name while they are kept and
 * not after, whatever their number and however far apart they are; an order's words are told from any other words it
 * could have had.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../language/contract-defaults.ts';
import { loadContract } from '../language/contract.ts';
import { EXECUTION_NAMES } from '../language/execution.ts';
import { FIRST_ID } from '../num/units.ts';
import { EndedBlock, type EndedRow, faultOf } from './ended-block.ts';
import { EndedOrders } from './ended-orders.ts';
import { Fingerprints } from './fingerprints.ts';
import { openInstrument } from './instrument.ts';
import type { OrderContent } from './order.ts';
import { OrderNames } from './order-names.ts';
import { emptyState } from './state.ts';

const state = emptyState();
for (const spec of DEFAULT_CONTRACTS) openInstrument(state, loadContract(spec));

/** Numbers that follow from a seed. */
function random(seed: number): (below: number) => number {
  let last = seed;
  return (below) => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((last / 2 ** 32) * below);
  };
}

const seed = Date.now() >>> 0;

/** Rows in the order of their end: most close together, some whose order worked for months, plan orders among them. */
function rowsOf(count: number, next = random(seed)): EndedRow[] {
  let endedMs = 1_767_225_600_000;
  return Array.from({ length: count }, (_, at) => {
    endedMs += next(1000) === 0 ? 10_000_000_000 : next(3);
    const isOld = next(50) === 0;
    return {
      id: isOld ? FIRST_ID + at : FIRST_ID + 20_000_000_000 + 2 * at,
      account: next(100) === 0 ? 2 ** 40 + next(9) : 1_000_000 + next(5),
      createdMs: isOld ? endedMs - 9_000_000_000 : endedMs - next(5),
      endedMs,
      leafIndex: next(3) === 0 ? -1 : next(2) * 6_000_000_000 + at,
      instrument: next(20) === 0 ? next(3) : -1,
      flags: next(32),
      // Few words and few last bits, so that many names want the same places in one segment of the table.
      nameHigh: [next(2 ** 32), next(2 ** 13), -next(2 ** 13), 0][next(4)]! | 0,
      nameLow: (at << 8) | next(3),
      contentHigh: next(2 ** 32) | 0,
      contentLow: next(2 ** 32) | 0,
    };
  });
}

/** Takes up a single row. */
function keep(ended: EndedOrders, row: EndedRow): void {
  ended.take(row);
  ended.enterNames();
}

describe(`rows of ended orders (seed ${seed})`, () => {
  it('are found after they were read back all at once, as those that end later are, until they are forgotten', () => {
    const rows = rowsOf(30_000);
    const ended = new EndedOrders(new OrderNames());
    for (const row of rows.slice(0, 20_000)) ended.take(row);
    ended.enterNames();
    for (const row of rows.slice(20_000, 24_000)) keep(ended, row);
    for (const row of rows.slice(24_000)) ended.take(row);
    ended.enterNames();
    for (const row of rows) expect(ended.findName(row.account, row.nameHigh, row.nameLow)).toEqual(row);
    expect(ended.findName(7, 1, 1)).toBeNull();
    const untilMs = rows[22_000]!.endedMs;
    ended.forgetUntil(untilMs);
    for (const row of rows)
      expect(ended.findName(row.account, row.nameHigh, row.nameLow)).toEqual(row.endedMs <= untilMs ? null : row);
  });

  it('are found by id and by name until they are forgotten, and then no longer', () => {
    const rows = rowsOf(30_000);
    const ended = new EndedOrders(new OrderNames());
    const next = random(seed + 1);
    let forgotten = 0;
    for (const [at, row] of rows.entries()) {
      keep(ended, row);
      if (next(100) > 0) continue;
      // Sometimes all of them, else so many that some thousand are left; the table shrinks and grows.
      const until = next(40) === 0 ? row.endedMs : rows[Math.max(0, at - next(9000))]!.endedMs;
      ended.forgetUntil(until);
      while (forgotten <= at && rows[forgotten]!.endedMs <= until) forgotten++;
      expect(ended.size).toBe(at + 1 - forgotten);
      for (let check = 0; check < 50; check++) {
        const one = next(at + 1);
        const { id, account, nameHigh, nameLow } = rows[one]!;
        const kept = one >= forgotten ? rows[one]! : null;
        expect(ended.find(id)).toEqual(kept);
        expect(ended.findName(account, nameHigh, nameLow)).toEqual(kept);
        for (const stranger of [0, id + 0.5, FIRST_ID + 40_000, FIRST_ID + 20_000_000_001 + 2 * one])
          expect(ended.find(stranger)).toBeNull();
        expect(ended.findName(account + 1, nameHigh, nameLow)).toBeNull();
      }
    }
    expect([...ended.rows()]).toEqual(rows.slice(forgotten));
    ended.forgetUntil(Infinity);
    expect([ended.size, ended.hasUnkeyed, ...ended.rows()]).toEqual([0, false]);
  });

  it('are written and read back in blocks, which are refused when they are none', () => {
    const rows = rowsOf(200);
    const block = new EndedBlock(rows.length);
    for (const [slot, row] of rows.entries()) block.write(slot, row);
    const values = block.toJson();
    const again = EndedBlock.fromJson(JSON.parse(JSON.stringify(values)), 200);
    expect(rows.map((_, slot) => again.read(slot))).toEqual(rows);
    expect(rows.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
    expect(faultOf({ ...rows[0]!, endedMs: 1 })).toBe('endedMs');
    expect(() => EndedBlock.fromJson(values, 199)).toThrow('found 200 rows of ended orders, needed 1 to 199');
    expect(() => EndedBlock.fromJson(values.with(1, null), 200)).toThrow('found a column without a base');
    expect(() => EndedBlock.fromJson(values.with(8, 'AAAA'), 200)).toThrow('bytes of a column, needed 1600');
    expect(() => EndedBlock.fromJson(values.slice(0, 9), 200)).toThrow('found -1 bytes of a column');
  });
});

describe('a fingerprint', () => {
  const every: OrderContent[] = EXECUTION_NAMES.flatMap((execution) =>
    (['long', 'short'] as const).flatMap((side) =>
      state.instruments.slice(0, 3).flatMap((instrument) =>
        [1, 2].flatMap((number) => {
          const base = { instrument, side, execution, size: 5, price: 6, takeProfit: 7, stopLoss: 8 };
          const open = { ...base, effect: 'open', positionId: 0 } as const;
          const close = { ...base, effect: 'close', askedMarginMode: null, askedPositionMode: null } as const;
          return [
            ...([null, 'cross', 'isolated'] as const).flatMap((askedMarginMode) =>
              ([null, 'combined', 'separated'] as const).map((askedPositionMode) => ({
                ...open,
                askedMarginMode,
                askedPositionMode,
                size: number,
              })),
            ),
            { ...close, positionId: number },
            { ...close, positionId: 9, price: 100 + number },
            { ...close, positionId: 9, takeProfit: 100 + number },
            { ...close, positionId: 9, stopLoss: 100 + number },
          ];
        }),
      ),
    ),
  );

  it(`differs for each of ${every.length} orders, and with the key`, () => {
    const fingerprints = new Fingerprints();
    fingerprints.seed(new Uint8Array(32).fill(9));
    const told = [true, false].flatMap((isKeyed) => every.map((one) => [...fingerprints.ofOrder(one, isKeyed)].join()));
    expect(new Set(told).size).toBe(2 * every.length);
  });

  it('of an order leaves out what it ignores', () => {
    const fingerprints = new Fingerprints();
    const of = (content: OrderContent): string => [...fingerprints.ofOrder(content, false)].join();
    for (const one of every.slice(0, 40)) {
      const ignored = one.effect === 'open' ? { positionId: 44 } : { askedMarginMode: 'cross' as const };
      expect(of({ ...one, ...ignored })).toBe(of(one));
    }
  });

  it('of a name is the same whichever was asked for before', () => {
    const fingerprints = new Fingerprints();
    const of = (account: number, name: string, isKeyed: boolean): string =>
      [...fingerprints.ofName(account, name, isKeyed)].join();
    const unkeyed = of(1, 'a', false);
    fingerprints.seed(new Uint8Array(32).fill(9));
    const all = [of(1, 'a', true), of(2, 'a', true), of(1, 'b', true), of(1, 'a', false)];
    expect(new Set(all).size).toBe(4);
    expect([of(1, 'a', true), of(1, 'a', false)]).toEqual([all[0], unkeyed]);
  });
});
