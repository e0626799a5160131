/**
 * A name leads to the record of what works, then to the row of what has ended, and to nothing once that is forgotten:
 * compared with a plain map, with names that want the same places of the table; and it still does when the secret
 * comes.
 */
import { expect, it } from 'vitest';
import { emptyState } from './state.ts';
import { ABSENT, OrderNames } from './order-names.ts';
import type { Account, Order } from './records.ts';

const seed = Date.now() >>> 0;

/** Numbers that follow from a seed. */
function random(from: number): (below: number) => number {
  let last = from;
  return (below) => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((last / 2 ** 32) * below);
  };
}

it(`client order ids lead where a plain map does (seed ${seed})`, () => {
  const next = random(seed);
  const account = { id: 7 } as Account;
  const names = new OrderNames();
  const known = new Map<string, { high: number; low: number; record: Order | null; row: number }>();
  const rows: string[] = [];
  const isNamed = (row: number, id: number, high: number, low: number): boolean =>
    id === account.id && rows[row] === `${high} ${low}`;
  for (let step = 0; step < 12_000; step++) {
    const high = [next(2 ** 32), next(40), -next(40)][next(3)]! | 0;
    const low = (next(50) << 8) | next(2);
    const text = `${high} ${low}`;
    const found = names.find(account, text, high, low, { isNamed });
    const one = known.get(text);
    if (one === undefined) {
      expect(found).toBe(ABSENT);
      if (next(4) === 0) {
        rows.push(text);
        names.addRows(Int32Array.of(high), Int32Array.of(low), rows.length - 1);
        known.set(text, { high, low, record: null, row: rows.length - 1 });
      } else {
        const record = { account, clientOrderId: text, nameHigh: high, nameLow: low } as Order;
        names.add(record);
        known.set(text, { high, low, record, row: ABSENT });
      }
    } else if (one.record === null) {
      expect([found, names.recordOf(found)]).toEqual([one.row, null]);
      expect(names.findRow(account.id, high, low, { isNamed })).toBe(one.row);
      names.deleteRow(high, low, one.row);
      known.delete(text);
    } else {
      expect(names.recordOf(found)).toBe(one.record);
      expect(names.findRow(account.id, high, low, { isNamed })).toBe(ABSENT);
      expect(names.find({ id: 7 } as Account, text, high, low, { isNamed })).toBe(ABSENT);
      if (next(9) === 0) {
        names.delete(one.record);
        known.delete(text);
      } else {
        rows.push(text);
        names.end(one.record, rows.length - 1);
        Object.assign(one, { record: null, row: rows.length - 1 });
      }
    }
  }
  const working = [...known.values()].flatMap(({ record }) => record ?? []);
  expect(new Set(names.records())).toEqual(new Set(working));
  expect(known.size).toBeGreaterThan(500);
});

it('what works when the log is opened is found by its name afterwards', () => {
  const { orders } = emptyState();
  const account = { id: 5 } as Account;
  const said = { side: 'long', effect: 'open', execution: 'normal', instrument: { index: 0 } };
  const open = (id: number): Order =>
    ({ record: 'order', id, account, clientOrderId: `o${id}`, ...said }) as unknown as Order;
  const all = [1, 2, 3].map(open);
  for (const order of all) orders.addName(order);
  orders.seed(new Uint8Array(8).fill(3));
  for (const order of all) expect(orders.named(account, order.clientOrderId)).toBe(order);
  expect(orders.named(account, 'o4')).toBeUndefined();
  expect(orders.named(account, '∅ no name at all')).toBeUndefined();
  expect(new Set(orders.allNamed())).toEqual(new Set(all));
});
