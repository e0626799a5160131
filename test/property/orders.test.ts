/**
 * Orders over random walks: quantities are conserved, a fill is at the maker's price inside the taker's limit, nobody
 * trades with himself, first come first served, and a reject leaves no trace (ORDR-003, -006, -009, -012, BOOK-001 to
 * -004, INV-006 to INV-010).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../src/core/language/execution.ts';
import type { Command } from '../../src/core/language/commands.ts';
import type { FillMade, FillSide } from '../../src/core/turn/events.ts';
import { BUY, firstOrder, NONE, nextOrder, SELL } from '../../src/core/matching/book.ts';
import { add } from '../../src/core/num/mul-div.ts';
import type { Money } from '../../src/core/num/units.ts';
import type { Order, Instrument } from '../../src/core/state/records.ts';
import type { OrderPlaced, Outcome } from '../../src/core/turn/outcome.ts';
import { isBuy, isFinal } from '../../src/core/state/order.ts';
import { availableOf } from '../../src/core/risk/margin.ts';
import type { State } from '../../src/core/state/state.ts';
import { stateLines } from '../../src/core/state/codec.ts';
import type { Exchange } from '../scenarios/exchange.ts';
import { moves } from './commands.ts';
import { openWalk, take } from './walk.ts';

const prevention = fc.constantFrom('expireTaker' as const, 'expireMaker' as const, 'expireBoth' as const);
const sidesOf = (fills: readonly FillMade[]): (FillSide & { readonly fill: FillMade })[] =>
  fills.flatMap((fill) => [
    { ...fill.taker, fill },
    { ...fill.maker, fill },
  ]);

interface Sums {
  filled: number;
  value: Money;
  fee: Money;
  profit: Money;
}

/** What each order's fills add up to. */
function sumsOf(exchange: Exchange): Map<Order, Sums> {
  const sums = new Map<Order, Sums>();
  for (const { order, fee, realised, fill } of sidesOf(exchange.fills)) {
    const sum = sums.get(order) ?? { filled: 0, value: 0, fee: 0, profit: 0 };
    sums.set(order, {
      filled: sum.filled + fill.size,
      value: add(sum.value, fill.value),
      fee: add(sum.fee, fee),
      profit: add(sum.profit, realised),
    });
  }
  return sums;
}

/** The resting orders of a side in price-time order. */
function queueOf(instrument: Instrument, buy: boolean): Order[] {
  const orders: Order[] = [];
  const { book, resting } = instrument;
  for (let slot = firstOrder(book, buy ? BUY : SELL); slot !== NONE; slot = nextOrder(book, slot))
    orders.push(resting[slot]!);
  return orders;
}

/**
 * The fills of the order the command placed: those met the book as it was before. What follows (firing plan orders)
 * meets another book.
 */
function ownFills(fills: readonly FillMade[], outcome: Outcome, command: Command): readonly FillMade[] {
  if (!outcome.ok || command.name !== 'placeOrder') return [];
  const { orderId } = outcome.result as OrderPlaced;
  return fills.filter((fill) => fill.taker.order.id === orderId);
}

const RECORDS = ['contract', 'part', 'position', 'order', 'plan', 'ended'];
const recordsOf = (state: State): Set<string> =>
  new Set([...stateLines(state)].filter((line) => RECORDS.some((name) => line.startsWith(`["${name}",`))));

describe('orders', () => {
  it('conserve quantities: an order is the sum of its fills, and filled + remaining = size', () => {
    fc.assert(
      fc.property(moves(150), prevention, (list, selfTradePrevention) => {
        const { exchange } = take(list, undefined, { selfTradePrevention });
        const sums = sumsOf(exchange);
        for (const order of exchange.orders.values()) {
          const { filled, value, fee, profit } = order;
          expect({ filled, value, fee, profit }).toEqual(sums.get(order) ?? { filled: 0, value: 0, fee: 0, profit: 0 });
          expect(order.filled + order.remaining).toBe(order.size);
          if (rulesOf(order.execution).allOrNothing) expect([0, order.size]).toContain(order.filled);
          expect(order.slot >= 0).toBe(!isFinal(order));
        }
      }),
    );
  });

  it('do not change once they are final', () => {
    fc.assert(
      fc.property(moves(100), (list) => {
        const ended = new Map<Order, string>();
        take(list, (_outcome, _command, { exchange }) => {
          for (const order of exchange.orders.values()) {
            const { status, filled, remaining, held, fee, value, cancelReason, cancelDetail, updatedMs } = order;
            const now = [status, filled, remaining, held, fee, value, cancelReason, cancelDetail, updatedMs].join(' ');
            if (ended.has(order)) expect(now).toBe(ended.get(order));
            else if (isFinal(order)) ended.set(order, now);
          }
        });
      }),
    );
  });

  it('trade at the maker’s price within the taker’s limit, never with their own account, and post-only never takes', () => {
    fc.assert(
      fc.property(moves(150), prevention, (list, selfTradePrevention) => {
        const { exchange } = take(list, undefined, { selfTradePrevention });
        // Fills without a price are not trades: two positions closed against each other by the risk engine (BOOK-008).
        for (const { taker, maker, price, size } of exchange.fills.filter((fill) => fill.price > 0)) {
          expect(maker.order.account).not.toBe(taker.order.account);
          expect(price).toBe(maker.order.price);
          expect(size).toBeGreaterThan(0);
          expect(rulesOf(taker.order.execution).makerOnly).toBe(false);
          expect(rulesOf(maker.order.execution).rests).toBe(true);
          const buy = isBuy(taker.order.side, taker.order.effect);
          expect(isBuy(maker.order.side, maker.order.effect)).toBe(!buy);
          const limit = taker.order.price;
          if (limit > 0) expect(buy ? price <= limit : price >= limit).toBe(true);
        }
      }),
    );
  });

  it('are served best price first and first come first: nobody is passed over who stays', () => {
    fc.assert(
      fc.property(moves(150), prevention, (list, selfTradePrevention) => {
        const queues = new Map<Instrument, { readonly buys: Order[]; readonly sells: Order[] }>();
        const remember = (state: State): void => {
          for (const instrument of state.instruments)
            queues.set(instrument, { buys: queueOf(instrument, true), sells: queueOf(instrument, false) });
        };
        remember(openWalk().exchange.state);
        take(
          list,
          (outcome, command, { exchange }) => {
            const fills = ownFills(exchange.fills.slice(exchange.fillsBefore), outcome, command);
            const first = fills[0];
            if (first !== undefined) {
              const { order } = first.maker;
              const before = queues.get(first.instrument);
              const queue = (isBuy(order.side, order.effect) ? before?.buys : before?.sells) ?? [];
              const places = fills.map((fill) => queue.indexOf(fill.maker.order));
              expect(places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0))).toBe(true);
              // Everybody in front of the last maker has been filled whole or cancelled.
              expect(queue.slice(0, places.at(-1)).filter((one) => !isFinal(one))).toEqual([]);
            }
            remember(exchange.state);
          },
          { selfTradePrevention },
        );
      }),
    );
  });

  it('that are rejected leave every record as it was', () => {
    fc.assert(
      fc.property(moves(80), (list) => {
        let before = new Set<string>();
        take(list, (outcome, _command, { exchange }) => {
          const after = recordsOf(exchange.state);
          if (!outcome.ok && before.size > 0) {
            expect(outcome.events).toEqual([]);
            expect([...after.difference(before)]).toEqual([]);
            expect([...before.difference(after)]).toEqual([]);
          }
          before = after;
        });
      }),
    );
  });

  it('reserve what they may cost: available is never negative and held is the sum of the reserves', () => {
    fc.assert(
      fc.property(moves(120), (list) => {
        take(list, (_outcome, _command, { exchange: { state } }) => {
          for (const account of state.accounts.values()) {
            const held = account.orders.values().reduce<Money>((sum, order) => add(sum, order.held), 0);
            expect(account.held).toBe(held);
            expect(availableOf(account) >= 0).toBe(true);
          }
        });
      }),
    );
  });
});
