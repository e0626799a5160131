/**
 * The tape: the latest trades of each contract, as many as can be asked for. A projection of fills in memory, rebuilt
 * by replay.
 *
 * Internal offsets and deleveraging have no price and aren't trades (BOOK-008).
 */
import type { Id, Money, TimeMs } from '../core/num/units.ts';
import { mul } from '../core/num/mul-div.ts';
import { isBuy } from '../core/state/order.ts';
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

/** A trade in its place on the tape. The next one there is written over it: no trade leaves an object behind. */
type Kept = { -readonly [Field in keyof Trade]: Trade[Field] };

/** Newest last; `next` is where the next one goes once it is full. */
interface Ring {
  readonly trades: Kept[];
  next: number;
}

export function createTape(): Tape {
  const rings = new Map<string, Ring>();
  let isDetached = false;

  /** The place of the contract's next trade, to be written. */
  function next(symbol: string): Kept {
    let ring = rings.get(symbol);
    if (ring === undefined) rings.set(symbol, (ring = { trades: [], next: 0 }));
    const kept = (ring.trades[ring.next] ??= { id: 0, timeMs: 0, price: 0, size: 0, value: 0, isBuyerMaker: false });
    ring.next = (ring.next + 1) % LONGEST_TAPE;
    return kept;
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
        Object.assign(next(textFromJson(symbol)), {
          id: wholeFromJson(id),
          timeMs: wholeFromJson(timeMs),
          price: moneyFromJson(price),
          size: moneyFromJson(size),
          value: moneyFromJson(value),
          isBuyerMaker: isBuyerMaker === true,
        } satisfies Trade);
    },
    detached() {
      isDetached = true;
      rings.clear();
    },
    apply({ timeMs }, { events }) {
      for (const event of events)
        if (event.name === 'fillMade' && event.price !== 0)
          write(next(event.instrument.contract.symbol), event, timeMs);
    },
    latest(symbol, limit) {
      if (isDetached) return null;
      const ring = rings.get(symbol);
      if (ring === undefined) return [];
      const { trades, next: end } = ring;
      return Array.from({ length: Math.min(limit, trades.length) }, (_, age) => ({
        ...trades[(end - 1 - age + 2 * LONGEST_TAPE) % LONGEST_TAPE]!,
      }));
    },
  };
}

function oldestFirst({ trades, next }: Ring): readonly Trade[] {
  return trades.length < LONGEST_TAPE ? trades : [...trades.slice(next), ...trades.slice(0, next)];
}

function write(kept: Kept, { id, instrument, price, size, value, taker }: FillMade, timeMs: TimeMs): void {
  const { tickE8, stepE8 } = instrument.contract;
  kept.id = id;
  kept.timeMs = timeMs;
  kept.price = mul(price, tickE8);
  kept.size = mul(size, stepE8);
  kept.value = value;
  kept.isBuyerMaker = !isBuy(taker.order.side, taker.order.effect);
}
