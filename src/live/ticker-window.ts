/**
 * The last 24 hours of trading per contract, for tickers: high, low, volume and the price a day ago. A projection of
 * fills in memory, rebuilt by replay.
 *
 * Kept in minutes: a minute counts while it began less than 24 hours ago. Internal offsets and deleveraging have no
 * price and are not trades. Volumes are exact; a price a day ago is the last one before the window, or the first in it.
 */
import type { Contract } from '../core/language/contract.ts';
import type { FillMade } from '../core/turn/events.ts';
import { add, sub } from '../core/num/mul-div.ts';
import type { Money, Steps, Ticks } from '../core/num/units.ts';
import { type Json, moneyFromJson, moneyToJson, rowOf, textFromJson, wholeFromJson } from '../core/state/kinds.ts';
import type { FromHistory } from './projection.ts';

const MINUTE_MS = 60_000;
const MINUTES = 1440;

export interface TickerFigures {
  /** All 0 when nothing was traded in the window; `open` then is the last price, or 0 before the first trade. */
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  /** Base and quote volume. */
  readonly size: Steps;
  readonly value: Money;
  readonly trades: number;
}

export interface TickerWindow extends FromHistory {
  /** The figures of a contract at a time; null once the window was detached: its content is no longer the day. */
  figures(symbol: string, nowMs: number): TickerFigures | null;
}

/** Parallel rings by minute number modulo 1440. `high` 0 marks a minute without trades. */
interface Ring {
  /** The grid its prices and sizes are counted in. */
  readonly tickE8: number;
  readonly stepE8: number;
  readonly first: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly size: Float64Array;
  readonly value: Money[];
  readonly trades: Float64Array;
  totalTrades: number;
  totalSize: Steps;
  totalValue: Money;
  /** The newest minute accounted for; −1 before the first trade. */
  minute: number;
  /** Price of the last trade that has left the window, and of the last one at all. */
  before: Ticks;
  readonly last: Float64Array;
}

/** The numbers kept of a minute beside its value. */
const NUMBERS = ['first', 'high', 'low', 'last', 'size', 'trades'] as const;

export function createTickerWindow(): TickerWindow {
  const rings = new Map<string, Ring>();
  let isDetached = false;
  return {
    name: 'ticker-window',
    needsReplay: true,
    version: 1,
    *save() {
      for (const [symbol, ring] of rings) yield [symbol, ...written(ring)];
    },
    restore(rows) {
      rings.clear();
      for (const [symbol, ...values] of rows) rings.set(textFromJson(symbol), readBack(values));
    },
    detached() {
      isDetached = true;
      rings.clear();
    },
    apply(sequenced, outcome) {
      if (!outcome.ok) return;
      for (const event of outcome.events) {
        if (event.name === 'contractChanged') forgetOtherGrid(rings, event.instrument.contract);
        if (event.name !== 'fillMade' || event.price === 0) continue;
        const { symbol } = event.instrument.contract;
        let ring = rings.get(symbol);
        if (ring === undefined) rings.set(symbol, (ring = emptyRing(event.instrument.contract)));
        count(ring, event, Math.floor(sequenced.timeMs / MINUTE_MS));
      }
    },
    figures(symbol, nowMs) {
      if (isDetached) return null;
      const ring = rings.get(symbol);
      if (ring === undefined) return { open: 0, high: 0, low: 0, size: 0, value: 0, trades: 0 };
      moveTo(ring, Math.floor(nowMs / MINUTE_MS));
      return read(ring);
    },
  };
}

/** Trades counted in other ticks or steps can't be shown beside new ones: the day starts over. */
function forgetOtherGrid(rings: Map<string, Ring>, { symbol, tickE8, stepE8 }: Contract): void {
  const ring = rings.get(symbol);
  if (ring !== undefined && (ring.tickE8 !== tickE8 || ring.stepE8 !== stepE8)) rings.delete(symbol);
}

/** The ring as values; of its minutes those with trades. */
function written(ring: Ring): Json[] {
  const { tickE8, stepE8, minute, before, totalTrades, totalSize, totalValue } = ring;
  const minutes: Json[] = [];
  for (let at = 0; at < MINUTES; at++)
    if (ring.high[at] !== 0)
      minutes.push([at, ...NUMBERS.map((name) => ring[name][at] as number), moneyToJson(ring.value[at] as Money)]);
  return [tickE8, stepE8, minute, before, totalTrades, totalSize, moneyToJson(totalValue), minutes];
}

function readBack([tickE8, stepE8, minute, before, trades, size, value, minutes]: readonly Json[]): Ring {
  const ring = emptyRing({ tickE8: wholeFromJson(tickE8), stepE8: wholeFromJson(stepE8) });
  ring.minute = wholeFromJson(minute);
  ring.before = wholeFromJson(before);
  ring.totalTrades = wholeFromJson(trades);
  ring.totalSize = wholeFromJson(size);
  ring.totalValue = moneyFromJson(value);
  for (const json of rowOf(minutes)) {
    const [place, ...values] = rowOf(json);
    const at = wholeFromJson(place);
    for (const [which, name] of NUMBERS.entries()) ring[name][at] = wholeFromJson(values[which]);
    ring.value[at] = moneyFromJson(values[NUMBERS.length]);
  }
  return ring;
}

function emptyRing({ tickE8, stepE8 }: Pick<Contract, 'tickE8' | 'stepE8'>): Ring {
  const numbers = (): Float64Array => new Float64Array(MINUTES);
  return {
    tickE8,
    stepE8,
    first: numbers(),
    high: numbers(),
    low: numbers(),
    size: numbers(),
    last: numbers(),
    value: Array.from({ length: MINUTES }, () => 0),
    trades: numbers(),
    totalTrades: 0,
    totalSize: 0,
    totalValue: 0,
    minute: -1,
    before: 0,
  };
}

/**
 * Lets minutes go that began 24 hours ago or earlier. Never goes back: a read a little before the last trade sees it
 * too.
 */
function moveTo(ring: Ring, minute: number): void {
  if (minute <= ring.minute) return;
  const from = Math.max(ring.minute + 1, minute - MINUTES + 1);
  if (ring.minute >= 0 && minute - ring.minute > MINUTES) rememberLast(ring);
  for (let passed = from; passed <= minute; passed++) drop(ring, passed % MINUTES);
  ring.minute = minute;
}

/** Before a jump of more than a day: the newest trade of all becomes the price before the window. */
function rememberLast(ring: Ring): void {
  for (let age = 0; age < MINUTES; age++) {
    const at = (ring.minute - age + MINUTES) % MINUTES;
    if (ring.high[at] !== 0) {
      ring.before = ring.last[at] as number;
      ring.last.fill(ring.before);
      return;
    }
  }
}

function drop(ring: Ring, at: number): void {
  if (ring.high[at] === 0) return;
  ring.before = ring.last[at] as number;
  ring.totalSize -= ring.size[at] as number;
  ring.totalValue = sub(ring.totalValue, ring.value[at] as Money);
  ring.totalTrades -= ring.trades[at] as number;
  ring.high[at] = 0;
  ring.low[at] = 0;
  ring.size[at] = 0;
  ring.value[at] = 0;
  ring.trades[at] = 0;
}

function count(ring: Ring, fill: FillMade, minute: number): void {
  moveTo(ring, minute);
  const at = ring.minute % MINUTES;
  if (ring.high[at] === 0) {
    ring.first[at] = fill.price;
    ring.high[at] = fill.price;
    ring.low[at] = fill.price;
  }
  ring.high[at] = Math.max(ring.high[at] as number, fill.price);
  ring.low[at] = Math.min(ring.low[at] as number, fill.price);
  ring.last[at] = fill.price;
  ring.size[at] = (ring.size[at] as number) + fill.size;
  ring.value[at] = add(ring.value[at] as Money, fill.value);
  ring.trades[at] = (ring.trades[at] as number) + 1;
  ring.totalTrades++;
  ring.totalSize += fill.size;
  ring.totalValue = add(ring.totalValue, fill.value);
}

function read(ring: Ring): TickerFigures {
  let open = ring.before;
  let high = 0;
  let low = 0;
  for (let age = MINUTES - 1; age >= 0; age--) {
    const at = (ring.minute - age + MINUTES) % MINUTES;
    const top = ring.high[at] as number;
    if (top === 0) continue;
    if (open === 0) open = ring.first[at] as number;
    high = Math.max(high, top);
    low = low === 0 ? (ring.low[at] as number) : Math.min(low, ring.low[at] as number);
  }
  return { open, high, low, size: ring.totalSize, value: ring.totalValue, trades: ring.totalTrades };
}
