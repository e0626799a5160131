/**
 * The numbers of fills in the lists they are in: of their account, of it in their contract, and of their order. Each
 * begins at 1 and leaves none out; the house's accounts have no lists.
 */
import { type Model, object } from './model.ts';
import type { FillSeen } from './seen.ts';

const FIRST_HOUSE = 9_000_001;
const LAST_HOUSE = 9_999_999;

/** Takes new fills in the order in which they were made, a taker's side before its maker's. */
export function takeNumbers(model: Model, fills: readonly FillSeen[]): void {
  for (const fill of fills) {
    const { id, uid, symbol, order_id: orderId } = fill;
    const isHouse = uid >= FIRST_HOUSE && uid <= LAST_HOUSE;
    const expected = {
      nth_of_order: next(model, `order ${orderId}`),
      nth: isHouse ? null : next(model, `account ${uid}`),
      nth_of_symbol: isHouse ? null : next(model, `account ${uid} in ${symbol}`),
    };
    for (const name of ['nth_of_order', 'nth', 'nth_of_symbol'] as const)
      if (fill[name] !== expected[name])
        object(model, `${name} of fill ${id} of ${uid} is ${fill[name]}, the auditor has ${expected[name]}`);
  }
}

function next(model: Model, list: string): number {
  const number = (model.numbers.get(list) ?? 0) + 1;
  model.numbers.set(list, number);
  return number;
}
