/**
 * The simulated past of a contract (docs/operating.md): two years that end where trading begins, for programs that want
 * history before they decide anything.
 *
 * Nothing of it is stored: it follows from seed, end and profile. Weeks are drawn backwards from the end; every shorter
 * bar is a part of the longer one above it (`divide.ts`), down to minutes, each drawn from its own place's seed. So any
 * bar is made in a few steps, whatever its age, and bars of all granularities agree. Marks and indexes were the last
 * price then.
 *
 * A past that a version has shown, every later one shows: neither the draws nor the figures of `profile.ts` they use
 * may change (`past.test.ts`).
 */
import { type Bar, flatBar, type PriceKind } from '../../bars/bar.ts';
import { type FixedGranularity, type Granularity, isKept, MADE_OF, openOf, spanOf } from '../../bars/granularity.ts';
import { addedUp } from '../../bars/longer.ts';
import { type OpenPast, type Past, priceAtEnd, type SettledRate } from '../../bars/past.ts';
import { divHalfUp, mul } from '../../core/num/mul-div.ts';
import { rateOf } from '../../core/risk/funding.ts';
import type { Contract } from '../../core/language/contract.ts';
import { E8, type Money, type RateE8 } from '../../core/num/units.ts';
import type { PastFixed } from '../../core/turn/events.ts';
import { PROFILES, type Profile } from './profile.ts';
import { createRandom, type Random } from '../random.ts';
import { divide, drawNormal, drawReach, type Prices, type Stretch, usualPrice } from './divide.ts';

/** From the longest to the shortest: each is made of the next. */
const LEVELS = ['1w', '1d', '12h', '4h', '1h', '30m', '15m', '5m', '1m'] as const satisfies FixedGranularity[];

const DAY_MS = 86_400_000;
const WEEK_MS = spanOf('1w');
const LENGTH_MS = 730 * DAY_MS;
const LONGEST_MONTH_MS = 31 * DAY_MS;
/** Turnover of an ordinary day, USDT. */
const DAILY_VALUE = 20_000_000;
/** Of the way back to the anchor a week takes one part in: a year's distance is mostly gone in the next. */
const PULL_WEEKS = 26;
/** Divided bars kept per contract: what the latest 1000 bars of any granularity need, and some more. */
const KEPT_PARTS = 1024;
/** Names the streams of the past among those of the seed. */
const STREAM = 0x70617374;
/** Worth is counted exactly below this. */
const MAX_WORTH = 2 ** 52;

export const openPast: OpenPast = (fixed) => {
  const profile = PROFILES.find(({ symbol }) => symbol === fixed.symbol);
  return profile === undefined ? null : new SimulatedPast(fixed, profile);
};

class SimulatedPast implements Past {
  readonly startMs: number;
  readonly endMs: number;
  readonly price: Money;
  readonly #contract: Contract;
  readonly #profile: Profile;
  /** Of one root of a millisecond. */
  readonly #deviation: number;
  readonly #seeds: readonly [number, number];
  readonly #fundingRateE8: RateE8;
  #weeks: readonly Stretch[] | null = null;
  readonly #kept = new Map<string, readonly Stretch[]>();

  constructor(fixed: PastFixed, profile: Profile) {
    const { contract, seed, endMs } = fixed;
    this.startMs = openOf('1w', endMs - LENGTH_MS);
    this.endMs = endMs;
    this.price = priceAtEnd(fixed);
    this.#contract = contract;
    this.#profile = profile;
    this.#deviation = profile.volatilityPpb / 1_000_000_000 / Math.sqrt(1000);
    const letters = Array.from(fixed.symbol, (letter) => letter.charCodeAt(0));
    const draws = createRandom(seed, STREAM, ...letters);
    this.#seeds = [draws.next(), draws.next()];
    // Marks and indexes were the last price then, so there was no premium.
    this.#fundingRateE8 = rateOf(contract, 0);
  }

  bars(kind: PriceKind, granularity: Granularity, fromMs: number, toMs: number): Bar[] {
    const isDrawn = isKept(granularity);
    const level = LEVELS.indexOf(isDrawn ? granularity : MADE_OF[granularity]);
    const first = Math.max(fromMs, this.startMs);
    const barsTo = (lastMs: number): Bar[] =>
      this.#stretches(level, first, lastMs).map((stretch) => this.#barOf(kind, stretch));
    if (isDrawn) return barsTo(toMs);
    const lengthMs = granularity === '1M' ? LONGEST_MONTH_MS : spanOf(granularity);
    return addedUp(granularity, barsTo(toMs + lengthMs - 1)).filter(({ openMs }) => openMs <= toMs);
  }

  settled(most: number): SettledRate[] {
    const { intervalMs } = this.#contract;
    const rateE8 = this.#fundingRateE8;
    const lastMs = this.endMs - (this.endMs % intervalMs);
    const count = Math.min(most, Math.floor((lastMs - this.startMs) / intervalMs) + 1);
    return Array.from({ length: count }, (_, place) => ({ rateE8, fundingMs: lastMs - place * intervalMs, mark: 0 }));
  }

  #randomOf(level: number, fromMs: number): Random {
    return createRandom(...this.#seeds, level, fromMs / 60_000);
  }

  #partsOf(whole: Stretch, level: number): readonly Stretch[] {
    const kept = this.#kept;
    const key = `${level} ${whole.fromMs}`;
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const parts = divide(whole, spanOf(LEVELS[level]!), this.#deviation, this.#randomOf(level, whole.fromMs));
    kept.set(key, parts);
    if (kept.size > KEPT_PARTS) kept.delete(kept.keys().next().value!);
    return parts;
  }

  /** Those of a level that open from one time to another. */
  #stretches(level: number, fromMs: number, toMs: number): readonly Stretch[] {
    const isAsked = ({ fromMs: openMs }: Stretch): boolean => openMs >= fromMs && openMs <= toMs;
    if (level === 0) {
      this.#weeks ??= this.#drawWeeks();
      return this.#weeks.filter(isAsked);
    }
    const above = this.#stretches(level - 1, openOf(LEVELS[level - 1]!, fromMs), toMs);
    return above.flatMap((whole) => this.#partsOf(whole, level).filter(isAsked));
  }

  /** Backwards from the end, within half of the anchor and twice it, as the living index. */
  #drawWeeks(): Stretch[] {
    const { tickE8 } = this.#contract;
    const anchor = Number(divHalfUp(this.#profile.anchorE8, tickE8));
    const drawn: Stretch[] = [];
    let close = Number(divHalfUp(this.price, tickE8));
    for (let toMs = this.endMs; toMs > this.startMs; ) {
      const fromMs = openOf('1w', toMs - 1);
      const random = this.#randomOf(0, fromMs);
      const deviation = close * this.#deviation * Math.sqrt(toMs - fromMs);
      const pull = ((anchor - close) * (toMs - fromMs)) / (PULL_WEEKS * WEEK_MS);
      const free = Math.round(close + pull + drawNormal(random) * deviation);
      const open = Math.max(1, Math.ceil(anchor / 2), Math.min(anchor * 2, free));
      const { high, low: reached } = drawReach(random, open, close, deviation);
      const prices = { open, high, low: Math.max(1, reached), close };
      drawn.push({ fromMs, toMs, ...prices, ...this.#volumeOf(prices, toMs - fromMs, random) });
      close = open;
      toMs = fromMs;
    }
    return drawn.reverse();
  }

  #volumeOf(prices: Prices, lengthMs: number, random: Random): Pick<Stretch, 'size' | 'worth'> {
    const value = ((DAILY_VALUE * lengthMs) / DAY_MS) * (0.6 + (0.8 * random.next()) / 4_294_967_296);
    const middle = usualPrice(prices);
    const wanted = Math.floor((value * E8) / (middle * this.#contract.valueUnit));
    const size = Math.min(wanted, Math.floor(MAX_WORTH / prices.high));
    return { size, worth: Math.floor(size * middle) };
  }

  #barOf(kind: PriceKind, { fromMs, open, high, low, close, size, worth }: Stretch): Bar {
    const { tickE8, stepE8, valueUnit } = this.#contract;
    return {
      ...flatBar(fromMs, mul(open, tickE8)),
      high: mul(high, tickE8),
      low: mul(low, tickE8),
      close: mul(close, tickE8),
      size: kind === 'last' ? mul(size, stepE8) : 0,
      value: kind === 'last' ? mul(worth, valueUnit) : 0,
    };
  }
}
