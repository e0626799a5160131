/**
 * The market of a rehearsal: a seeded walk for each contract, half minute after half minute, which trends for some
 * hours and goes sideways for others, as a market does. The contracts move together in part. The house quotes the first
 * three; in the others only teams meet.
 *
 * The same seed gives the same prices on any machine. Before the first minute there is a past, for bots that look back.
 */
import { PROFILES } from '../market/past/profile.ts';
import { createRandom, type Random } from '../market/random.ts';

/** One contract: where its price is, and how the house quotes it. */
export interface Traded {
  readonly symbol: string;
  /** USDT at a half minute since the exchange opened; below zero in the past. */
  readonly priceAt: (half: number) => number;
  /** Half of the distance of the house's quotes, millionths of the price. */
  readonly spreadPpm: number;
  /** Value of each quote, USDT; 0: the house quotes nothing. */
  readonly depth: number;
}

/** The contracts of the stage, the quoted ones first. */
const QUOTED = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_solusdt'] as const;
const QUIET = ['cmt_ltcusdt', 'cmt_xrpusdt', 'cmt_adausdt', 'cmt_bnbusdt', 'cmt_dogeusdt'] as const;

const PAST_HALVES = 600;
const SECONDS = 30;
const SPREAD_PPM = 40;
const DEPTH = 400_000;
/** A regime lasts from two to six hours. */
const REGIME_HALVES = { least: 240, more: 480 };
/** The most a trend adds in half a minute, and what a quiet market takes back of the way from where it began. */
const DRIFT_PPM = 60;
const PULL = 60;
/** Pull of the price back to where it started, in about a day: nothing walks away for good. */
const HOME = 2_500;
/** Of each move six tenths are the market's and eight tenths the contract's own: the squares add up to one. */
const COMMON = 0.6;
const OWN = 0.8;

export function createMarket(seed: number, hours: number): readonly Traded[] {
  const halves = PAST_HALVES + hours * 120;
  const common = noises(createRandom(seed, 0), halves);
  return [...QUOTED, ...QUIET].map((symbol, nth) => {
    const path = pathOf(symbol, createRandom(seed, nth + 1), common);
    const last = path.length - 1;
    return {
      symbol,
      priceAt: (half) => path[Math.min(last, Math.max(0, half + PAST_HALVES))] as number,
      spreadPpm: SPREAD_PPM,
      depth: nth < QUOTED.length ? DEPTH : 0,
    };
  });
}

/** About normal, of standard deviation 1: a sum of twelve draws. */
function noises(random: Random, count: number): readonly number[] {
  return Array.from({ length: count }, () => {
    let sum = -6;
    for (let draw = 0; draw < 12; draw++) sum += random.below(1_000_000) / 1_000_000;
    return sum;
  });
}

function pathOf(symbol: string, random: Random, common: readonly number[]): readonly number[] {
  const profile = PROFILES.find((one) => one.symbol === symbol)!;
  const home = profile.anchorE8 / 1e8;
  const deviation = (profile.volatilityPpb / 1e9) * Math.sqrt(SECONDS);
  const own = noises(random, common.length);
  let price = home;
  let left = 0;
  let drift = 0;
  let level = home;
  return common.map((shared, half) => {
    if (left === 0) {
      left = REGIME_HALVES.least + random.below(REGIME_HALVES.more);
      level = price;
      // A third of the time it goes nowhere.
      drift = (random.below(3) - 1) * ((DRIFT_PPM - random.below(DRIFT_PPM / 2)) / 1e6);
    }
    left -= 1;
    const noise = deviation * (COMMON * shared + OWN * (own[half] as number));
    const pull = drift === 0 ? (level - price) / PULL : 0;
    price += price * (noise + drift) + pull + (home - price) / HOME;
    return price;
  });
}
