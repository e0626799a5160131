/**
 * Prices of a history, played by the clock: once, from a given moment on, or round and round. Played so, the price is
 * at each moment that of the same place in the file, which needs no memory, and at its end it jumps to its beginning.
 * Either way a restart goes on where the clock is.
 */
import { createHash } from 'node:crypto';
import type { Contract } from '../../core/language/contract.ts';
import { plainName } from '../feed/price-line.ts';
import type { ContractPrices, FileFigures, PriceSource } from '../source.ts';
import { Draws, keyOf, STREAMS } from '../world/draws.ts';
import { pathOf } from './bar-path.ts';
import { type Disguise, disguiseOf } from './disguise.ts';
import { HistoryError } from './gather.ts';
import { type History, lastAtOrBefore, type Series } from './history.ts';

export interface Playing {
  /** Hides which history it is; null: shown as it was. */
  readonly disguise: string | null;
  /** Names in the file, by contracts, where they differ. */
  readonly names: ReadonlyMap<string, string>;
  /** The moment its beginning is played at, epoch ms, and then it has an end; null: round and round. */
  readonly beginsMs: number | null;
}

/** So many missing bars are crossed in a straight line; beyond that there is no price, and the mark goes stale. */
const BRIDGED_BARS = 3;
const MOST_TICKS = 2 ** 30;
const SECOND_MS = 1_000;
const E8 = 100_000_000;

/**
 * @throws HistoryError when a name is not in the file; from `of` where a contract's tick is too small for its prices
 */
export function historySource(history: History, { disguise, names, beginsMs }: Playing): PriceSource {
  const paths = keyOf(history.sha256, sha256);
  const hidden = disguise === null ? null : keyOf(disguise, sha256);
  const named = new Map([...names].map(([symbol, name]) => [plainName(symbol), plainName(name)]));
  for (const [symbol, name] of names)
    if (!history.series.has(plainName(name)))
      throw new HistoryError(`${name}, which is to be ${symbol}, is not in the file; ${symbolsOf(history)} are`);
  return {
    of(contract) {
      const name = plainName(contract.symbol);
      const series = history.series.get(named.get(name) ?? name);
      if (series === undefined) return null;
      const number = numberOf(series.symbol);
      const draws = hidden === null ? null : new Draws(hidden, STREAMS.disguise, number);
      const shown = draws === null ? null : disguiseOf(draws, series.open[0]!, contract.tickE8);
      refuseFineTicks(series, shown, contract);
      return playing(series, pricesOf(history, series, paths), placesOf(history, beginsMs), shown);
    },
  };
}

const symbolsOf = ({ series }: History): string => [...series.values()].map(({ symbol }) => symbol).join(', ');

/** The moment of the file at a moment of the exchange, epoch ms; null: it has not begun, or is over. */
type Places = (nowMs: number) => number | null;

function placesOf({ fromMs, toMs }: History, beginsMs: number | null): Places {
  const lengthMs = toMs - fromMs;
  if (beginsMs === null) return (nowMs) => fromMs + (nowMs % lengthMs);
  return (nowMs) => (nowMs < beginsMs || nowMs - beginsMs >= lengthMs ? null : fromMs + nowMs - beginsMs);
}

function playing(
  series: Series,
  at: (atMs: number) => number | null,
  placeAt: Places,
  shown: Disguise | null,
): ContractPrices {
  const usual = medianOf(series.volume);
  const shownOf = (priceE8: number): number => (shown === null ? priceE8 : shown.of(priceE8));
  const priceAt = (nowMs: number): number | null => {
    const place = placeAt(nowMs);
    const priceE8 = place === null ? null : at(place);
    return priceE8 === null ? null : shownOf(priceE8);
  };
  return {
    lastE8: shownOf(series.close.at(-1)!),
    next(nowMs) {
      const priceE8 = priceAt(nowMs);
      return priceE8 === null ? null : { priceE8, timeMs: nowMs };
    },
    about(nowMs): FileFigures | null {
      const place = placeAt(nowMs);
      const comingE8 = priceAt(nowMs + SECOND_MS);
      if (place === null || comingE8 === null) return null;
      const bar = lastAtOrBefore(series.timesMs, place);
      const volume = (series.volume[bar] ?? Number.NaN) / usual;
      return { comingE8, volume, premium: series.premiumBp[bar] ?? Number.NaN };
    },
  };
}

/** Of those that are numbers; NaN when none is above 0. */
function medianOf(values: readonly number[]): number {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A contract's price at a moment of the file, 1e-8 USDT; null: there is none. */
function pricesOf({ barMs }: History, series: Series, key: Uint32Array): (atMs: number) => number | null {
  const { timesMs, open, high, low, close, symbol } = series;
  if (barMs === 0) return (atMs) => close[lastAtOrBefore(timesMs, atMs)] ?? null;
  const number = numberOf(symbol);
  let path: Float64Array = new Float64Array(0);
  let pathOfBar = -1;
  return (atMs) => {
    const bar = lastAtOrBefore(timesMs, atMs);
    if (bar < 0) return null;
    const sinceMs = atMs - timesMs[bar]!;
    if (sinceMs >= barMs) return bridged(series, barMs, bar, sinceMs);
    if (bar !== pathOfBar) {
      const draws = new Draws(key, STREAMS.bars, number, Math.floor(timesMs[bar]! / barMs) >>> 0);
      const ends = { open: open[bar]!, high: high[bar]!, low: low[bar]!, close: close[bar]! };
      path = pathOf(ends, barMs / SECOND_MS, draws);
      pathOfBar = bar;
    }
    return path[Math.floor(sinceMs / SECOND_MS)]!;
  };
}

function bridged({ timesMs, open, close }: Series, barMs: number, bar: number, sinceMs: number): number | null {
  const next = timesMs[bar + 1];
  if (next === undefined) return null;
  const missingMs = next - timesMs[bar]! - barMs;
  if (missingMs > BRIDGED_BARS * barMs) return null;
  const part = (sinceMs - barMs) / missingMs;
  return Math.floor(close[bar]! + (open[bar + 1]! - close[bar]!) * part);
}

function refuseFineTicks({ symbol, high }: Series, shown: Disguise | null, contract: Contract): void {
  const tickE8 = contract.tickE8;
  const highest = high.reduce((most, price) => Math.max(most, shown === null ? price : shown.of(price)), 0);
  if (highest / tickE8 > MOST_TICKS)
    throw new HistoryError(
      `${symbol}: its highest price is ${highest / E8}, over ${MOST_TICKS} ticks of ${contract.symbol}; its tick is ${tickE8 / E8}`,
    );
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** The contract of a stream's name: of what it is called, so that a history with more contracts has the same paths. */
function numberOf(symbol: string): number {
  return createHash('sha256').update(plainName(symbol)).digest().readUInt32LE();
}
