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
import { type Bar, joined, openingAt, type PriceKind } from '../../bars/bar.ts';
import { type FixedGranularity, type Granularity, openOf, spanOf } from '../../bars/granularity.ts';
import { type OpenPast, type Past, priceAtEnd } from '../../bars/past.ts';
import { divHalfUp, mul } from '../../core/num/mul-div.ts';
import { rateOf } from '../../core/risk/funding.ts';
import { E8 } from '../../core/num/units.ts';
import type { PastFixed } from '../../core/turn/events.ts';
import { PROFILES, type Profile } from '../profile.ts';
import { createRandom, type Random } from '../random.ts';
import { divide, drawNormal, drawReach, type Prices, type Stretch, usualPrice } from './divide.ts';

/** From the longest to the shortest: each is made of the next. */
const LEVELS = ['1w', '1d', '12h', '4h', '1h', '30m', '15m', '5m', '1m'] as const satisfies FixedGranularity[];
/** Of the others, what they are added up from. */
const MADE_OF: Partial<Record<Granularity, (typeof LEVELS)[number]>> = {
  '2h': '1h',
  '6h': '1h',
  '8h': '1h',
  '1M': '1d',
};

const DAY_MS = 86_400_000;
const WEEK_MS = spanOf('1w');
const LENGTH_MS = 730 * DAY_MS;
const LONGEST_MONTH_MS = 31 * DAY_MS;
/** Turnover of an ordinary day, USDT: as much as the takers of the living market do. */
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
  return profile === undefined ? null : createPast(fixed, profile);
};

function createPast(fixed: PastFixed, profile: Profile): Past {
  const { contract, seed, endMs } = fixed;
  const { tickE8, stepE8, valueUnit } = contract;
  const letters = Array.from(fixed.symbol, (letter) => letter.charCodeAt(0));
  const draws = createRandom(seed, STREAM, ...letters);
  const words = [draws.next(), draws.next()] as const;
  const randomOf = (level: number, fromMs: number): Random => createRandom(words[0], words[1], level, fromMs / 60_000);
  const perRootMs = profile.volatilityPpb / 1_000_000_000 / Math.sqrt(1000);
  const startMs = openOf('1w', endMs - LENGTH_MS);
  const end = Number(divHalfUp(priceAtEnd(fixed), tickE8));
  // Marks and indexes were the last price then, so there was no premium.
  const rateE8 = rateOf(contract, 0);
  let weeks: readonly Stretch[] | null = null;
  const kept = new Map<string, readonly Stretch[]>();

  function partsOf(whole: Stretch, level: number): readonly Stretch[] {
    const key = `${level} ${whole.fromMs}`;
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const parts = divide(whole, spanOf(LEVELS[level]!), perRootMs, randomOf(level, whole.fromMs));
    kept.set(key, parts);
    if (kept.size > KEPT_PARTS) kept.delete(kept.keys().next().value!);
    return parts;
  }

  /** Those of a level that open from one time to another. */
  function stretches(level: number, fromMs: number, toMs: number): readonly Stretch[] {
    const isAsked = ({ fromMs: openMs }: Stretch): boolean => openMs >= fromMs && openMs <= toMs;
    if (level === 0) {
      weeks ??= drawWeeks();
      return weeks.filter(isAsked);
    }
    const above = stretches(level - 1, openOf(LEVELS[level - 1]!, fromMs), toMs);
    return above.flatMap((whole) => partsOf(whole, level).filter(isAsked));
  }

  /** Backwards from the end, within half of the anchor and twice it, as the living index. */
  function drawWeeks(): Stretch[] {
    const anchor = Number(divHalfUp(profile.anchorE8, tickE8));
    const drawn: Stretch[] = [];
    let close = end;
    for (let toMs = endMs; toMs > startMs; ) {
      const fromMs = openOf('1w', toMs - 1);
      const random = randomOf(0, fromMs);
      const deviation = close * perRootMs * Math.sqrt(toMs - fromMs);
      const pull = ((anchor - close) * (toMs - fromMs)) / (PULL_WEEKS * WEEK_MS);
      const free = Math.round(close + pull + drawNormal(random) * deviation);
      const open = Math.max(1, Math.ceil(anchor / 2), Math.min(anchor * 2, free));
      const { high, low: reached } = drawReach(random, open, close, deviation);
      const low = Math.max(1, reached);
      drawn.push({
        fromMs,
        toMs,
        open,
        high,
        low,
        close,
        ...volumeOf({ open, high, low, close }, toMs - fromMs, random),
      });
      close = open;
      toMs = fromMs;
    }
    return drawn.reverse();
  }

  function volumeOf(prices: Prices, lengthMs: number, random: Random) {
    const value = ((DAILY_VALUE * lengthMs) / DAY_MS) * (0.6 + (0.8 * random.next()) / 4_294_967_296);
    const middle = usualPrice(prices);
    const wanted = Math.floor((value * E8) / (middle * valueUnit));
    const size = Math.min(wanted, Math.floor(MAX_WORTH / prices.high));
    return { size, worth: Math.floor(size * middle) };
  }

  const barOf = (kind: PriceKind, { fromMs, open, high, low, close, size, worth }: Stretch): Bar => ({
    openMs: fromMs,
    open: mul(open, tickE8),
    high: mul(high, tickE8),
    low: mul(low, tickE8),
    close: mul(close, tickE8),
    size: kind === 'last' ? mul(size, stepE8) : 0,
    value: kind === 'last' ? mul(worth, valueUnit) : 0,
  });

  return {
    startMs,
    endMs,
    price: priceAtEnd(fixed),
    bars(kind, granularity, fromMs, toMs) {
      const parts = MADE_OF[granularity];
      const level = LEVELS.indexOf(parts ?? (granularity as (typeof LEVELS)[number]));
      const first = Math.max(fromMs, startMs);
      if (parts === undefined) return stretches(level, first, toMs).map((stretch) => barOf(kind, stretch));
      const lengthMs = granularity === '1M' ? LONGEST_MONTH_MS : spanOf(granularity);
      const bars = stretches(level, first, toMs + lengthMs - 1).map((stretch) => barOf(kind, stretch));
      return addedUp(granularity, bars).filter(({ openMs }) => openMs <= toMs);
    },
    settled(most) {
      const lastMs = endMs - (endMs % contract.intervalMs);
      const count = Math.min(most, Math.floor((lastMs - startMs) / contract.intervalMs) + 1);
      return Array.from({ length: count }, (_, place) => ({
        rateE8,
        fundingMs: lastMs - place * contract.intervalMs,
        mark: 0,
      }));
    },
  };
}

/** Consecutive bars as longer ones. */
function addedUp(granularity: Granularity, bars: readonly Bar[]): Bar[] {
  const longer: Bar[] = [];
  for (const bar of bars) {
    const openMs = openOf(granularity, bar.openMs);
    const before = longer.at(-1);
    if (before?.openMs === openMs) longer[longer.length - 1] = joined(openMs, before, bar);
    else longer.push(openingAt(openMs, bar));
  }
  return longer;
}
