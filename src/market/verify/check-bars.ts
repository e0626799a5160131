/**
 * Holds published index candles against a world made again. A candle has no seconds: a price belongs to the one in
 * which it was taken, which may be up to two seconds after its own.
 */
import { plainName } from '../feed/price-line.ts';
import type { History, Series } from '../history/history.ts';
import type { Sha256 } from '../world/draws.ts';
import { type MarketLine, NoMarketLog } from './market-log.ts';
import type { Revealed } from './reveal.ts';
import { type Way, Walk, waysOf } from './walk.ts';

export interface BarDifference {
  readonly symbol: string;
  /** Begin of the bar, epoch ms. */
  readonly timeMs: number;
  /** Open, high, low and close, USDT; `wanted` where no price was taken late. */
  readonly found: readonly number[];
  readonly wanted: readonly number[];
}

export interface BarsChecked {
  readonly compared: number;
  /** Bars of contracts of the table from before or between the worlds of this seed. */
  readonly outside: number;
  /** Contracts that are not in the table. */
  readonly foreign: readonly string[];
  readonly differing: number;
  /** The first of them. */
  readonly differences: readonly BarDifference[];
}

const MOST_TOLD = 100;
const MOST_LATE = 2;
/** Seconds before a bar that may be seen in it: the price it opens at, and how late that may have come. */
const LEAD = 1 + MOST_LATE;
/** More seconds than a year has are not gone through. */
const MOST_SECONDS = 40_000_000;
const E8 = 100_000_000;
/** The unit of index prices, a tenth of a tick, is one of these times a power of ten. */
const MANTISSAS = [5, 2.5, 2, 1];
/** Of all prices, the part that has to be multiples of it. */
const OF_UNIT = 0.9;

/** @throws NoMarketLog when the log tells of no world of this seed and table */
export function checkBars(
  revealed: Revealed,
  lines: readonly MarketLine[],
  { series, barMs }: History,
  sha256: Sha256,
): BarsChecked {
  const known = new Set(revealed.table.map(({ symbol }) => plainName(symbol)));
  const checks = [...series.values()]
    .filter(({ symbol }) => known.has(plainName(symbol)))
    .map((one) => new SeriesCheck(one, barMs / 1_000));
  for (const way of waysOf(lines, revealed, sha256)) checkWay(way, new Walk(way, revealed, sha256), checks);
  const differences = checks.flatMap((check) => check.differences).sort((a, b) => a.timeMs - b.timeMs);
  const compared = checks.reduce((sum, check) => sum + check.compared, 0);
  return {
    compared,
    outside: checks.reduce((sum, check) => sum + check.bars, 0) - compared,
    foreign: [...series.values()].map(({ symbol }) => symbol).filter((symbol) => !known.has(plainName(symbol))),
    differing: differences.length,
    differences: differences.slice(0, MOST_TOLD),
  };
}

function checkWay({ begin, endSecond }: Way, walk: Walk, checks: readonly SeriesCheck[]): void {
  const rows = checks.map(({ name }) => walk.world.rows.find(({ row }) => plainName(row.symbol) === name)!);
  for (const check of checks) check.begin(begin.second);
  const last = Math.min(endSecond, Math.max(...checks.map((check) => check.endSecond)));
  if (last - begin.second > MOST_SECONDS)
    throw new NoMarketLog(
      `from its begin to the last candle are ${last - begin.second} seconds; ${MOST_SECONDS} are taken`,
    );
  for (let second = begin.second; second < last; second++) {
    if (walk.next === second) walk.advance();
    checks.forEach((check, at) => check.take(second, rows[at]!.price));
  }
}

class SeriesCheck {
  readonly name: string;
  readonly bars: number;
  readonly endSecond: number;
  readonly differences: BarDifference[] = [];
  compared = 0;
  readonly #series: Series;
  readonly #barSeconds: number;
  readonly #unitE8: number;
  /** The next bar to compare, and prices from `LEAD` seconds before it on. */
  #bar = 0;
  #prices: number[] = [];
  #from = 0;

  constructor(series: Series, barSeconds: number) {
    this.#series = series;
    this.#barSeconds = barSeconds;
    this.#unitE8 = unitOf([...series.high, ...series.low]);
    this.name = plainName(series.symbol);
    this.bars = series.timesMs.length;
    this.endSecond = series.timesMs.at(-1)! / 1_000 + barSeconds;
  }

  /** A world begins: bars that begin too early to be wholly of it are passed over. */
  begin(second: number): void {
    while (this.#bar < this.bars && this.#start() - LEAD < second) this.#bar += 1;
    this.#prices = [];
  }

  /** The world's price of a second, or the one it had when it stood still. */
  take(second: number, price: number): void {
    if (this.#bar >= this.bars || second < this.#start() - LEAD) return;
    if (this.#prices.length === 0) this.#from = second;
    const unit = this.#unitE8;
    this.#prices.push(Math.max(1, Math.floor((price * E8) / unit)) * unit);
    if (second + 1 < this.#start() + this.#barSeconds) return;
    this.#compare();
    this.#bar += 1;
    if (this.#bar >= this.bars) return;
    const passed = Math.max(0, this.#start() - LEAD - this.#from);
    this.#prices.splice(0, passed);
    this.#from += passed;
  }

  #start(): number {
    return this.#series.timesMs[this.#bar]! / 1_000;
  }

  #compare(): void {
    const { open, high, low, close, symbol, timesMs } = this.#series;
    const found = [open, high, low, close].map((column) => column[this.#bar]!);
    this.compared += 1;
    for (let opens = 0; opens <= MOST_LATE; opens++)
      for (let closes = 0; closes <= MOST_LATE; closes++)
        if (this.#barOf(opens, closes).every((price, at) => price === found[at])) return;
    const told = (prices: readonly number[]): number[] => prices.map((price) => price / E8);
    this.differences.push({
      symbol,
      timeMs: timesMs[this.#bar]!,
      found: told(found),
      wanted: told(this.#barOf(0, 0)),
    });
  }

  /** Open, high, low, close when the prices at its begin and its end were taken so many seconds late. */
  #barOf(opens: number, closes: number): readonly number[] {
    const prices = this.#prices.slice(MOST_LATE - opens, this.#prices.length - closes);
    let [high, low] = [prices[0]!, prices[0]!];
    for (const price of prices) {
      high = Math.max(high, price);
      low = Math.min(low, price);
    }
    return [prices[0]!, high, low, prices.at(-1)!];
  }
}

/** The largest unit that nearly all prices are multiples of: one that was altered may be none. */
function unitOf(prices: readonly number[]): number {
  for (let power = 1e8; power >= 1; power /= 10)
    for (const mantissa of MANTISSAS) {
      const unit = mantissa * power;
      if (!Number.isInteger(unit)) continue;
      if (prices.filter((price) => price % unit === 0).length >= prices.length * OF_UNIT) return unit;
    }
  return 1;
}
