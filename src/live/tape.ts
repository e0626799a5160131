/**
 * The tape: the latest trades of each contract, as many as can be asked for. A projection of fills in memory, rebuilt
 * by replay.
 *
 * Internal offsets and deleveraging have no price and are no trades (BOOK-008).
 */
import type { Id, Money, TimeMs } from '../core/num/units.ts';
import { mul } from '../core/num/mul-div.ts';
import type { FillMade } from '../core/turn/events.ts';
import { moneyFromJson, moneyToJson, textFromJson, wholeFromJson } from '../core/state/kinds.ts';
import type { FromHistory } from './projection.ts';

export interface Trade {
  readonly id: Id;
  readonly timeMs: TimeMs;
  /** In 1e-8 USDT. */
  readonly price: Money;
  /** In 1e-8 of the base coin. */
  readonly size: Money;
  readonly value: Money;
  /** Whether the seller came to a resting buyer. */
  readonly isBuyerMaker: boolean;
}

export interface Tape extends FromHistory {
  /** The latest trades, newest first; null once it was detached: what it holds is no longer the latest. */
  latest(symbol: string, limit: number): readonly Trade[] | null;
}

/** The most trades kept of a contract. */
const LONGEST_TAPE = 1000;

/** Newest last; `next` is where the next one goes once it is full. */
interface Ring {
  readonly trades: Trade[];
  next: number;
}

export function createTape(): Tape {
  const rings = new Map<string, Ring>();
  let isDetached = false;

  function note(symbol: string, trade: Trade): void {
    let ring = rings.get(symbol);
    if (ring === undefined) rings.set(symbol, (ring = { trades: [], next: 0 }));
    ring.trades[ring.next] = trade;
    ring.next = (ring.next + 1) % LONGEST_TAPE;
  }

  return {
    name: 'tape',
    needsReplay: true,
    version: 1,
    *save() {
      for (const [symbol, ring] of rings)
        for (const { id, timeMs, price, size, value, isBuyerMaker } of oldestFirst(ring))
          yield [symbol, id, timeMs, moneyToJson(price), moneyToJson(size), moneyToJson(value), isBuyerMaker];
    },
    restore(rows) {
      rings.clear();
      for (const [symbol, id, timeMs, price, size, value, isBuyerMaker] of rows)
        note(textFromJson(symbol), {
          id: wholeFromJson(id),
          timeMs: wholeFromJson(timeMs),
          price: moneyFromJson(price),
          size: moneyFromJson(size),
          value: moneyFromJson(value),
          isBuyerMaker: isBuyerMaker === true,
        });
    },
    detached() {
      isDetached = true;
      rings.clear();
    },
    apply({ timeMs }, { events }) {
      for (const event of events)
        if (event.name === 'fillMade' && event.price !== 0)
          note(event.instrument.contract.symbol, tradeOf(event, timeMs));
    },
    latest(symbol, limit) {
      if (isDetached) return null;
      const ring = rings.get(symbol);
      if (ring === undefined) return [];
      const { trades, next } = ring;
      return Array.from(
        { length: Math.min(limit, trades.length) },
        (_, age) => trades[(next - 1 - age + 2 * LONGEST_TAPE) % LONGEST_TAPE] as Trade,
      );
    },
  };
}

function oldestFirst({ trades, next }: Ring): Trade[] {
  return trades.length < LONGEST_TAPE ? trades : [...trades.slice(next), ...trades.slice(0, next)];
}

function tradeOf({ id, instrument, price, size, value, taker }: FillMade, timeMs: TimeMs): Trade {
  const { tickE8, stepE8 } = instrument.contract;
  const takerBuys = (taker.order.side === 'long') === (taker.order.effect === 'open');
  return {
    id,
    timeMs,
    price: mul(price, tickE8),
    size: mul(size, stepE8),
    value,
    isBuyerMaker: !takerBuys,
  };
}
