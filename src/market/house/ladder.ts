/**
 * The ladder of quotes of one contract: sixteen levels a side, which ones stay, and where new ones go. No quote is ever
 * nearer to fair than 0.3 of half the spread, so nobody gets anything at fair or better, also in a second in which
 * prices jump.
 */
import { E8, type Steps, type Ticks } from '../../core/num/units.ts';
import type { Draws } from '../world/draws.ts';
import type { Fair } from './fair.ts';

/** Places of the levels, in gaps from half the spread on. */
const PLACES = [0, 0.9, 2.1, 3.7, 5.8, 8.6, 12.5, 18, 25, 35, 48, 65, 88, 118, 158, 210];
/** Sizes, in the first level's usual value. */
const SIZES = [0.7, 1, 1.4, 1.8, 2.2, 2.6, 2.9, 3.1, 3.2, 3.2, 3.1, 3, 2.9, 2.8, 2.7, 2.6];
export const LEVELS = PLACES.length;
/** Levels from here on are filled at once, and like round prices. */
const FAR = 6;
/** The chance that a near level is filled again, a second. */
const FILLED = 0.6;
const USED_UP = 0.2;

export interface StandingQuote {
  readonly price: Ticks;
  readonly size: Steps;
  readonly remaining: Steps;
}

export interface NewQuote {
  readonly buys: boolean;
  readonly level: number;
  readonly price: Ticks;
  readonly size: Steps;
}

export interface LadderParts {
  readonly fair: Fair;
  readonly draws: Draws;
  readonly vol: number;
  /** Value of the first level, USDT. */
  readonly depth: number;
  /** Value of a step at a price of one tick, 1e-8 USDT. */
  readonly valueUnit: number;
  readonly minPrice: Ticks;
}

/** A level's figures in ticks: distance from fair, gap to the level before, and the least distance. */
interface Level {
  readonly number: number;
  readonly place: number;
  readonly gap: number;
  readonly least: number;
}

function levelOf(number: number, { ticks, half, gap, farGap }: Fair): Level {
  const unit = number < 3 ? gap : number < FAR ? Math.max(farGap, 0.7 * gap) : farGap;
  const inTicks = ticks / 10_000;
  const place = half + unit * PLACES[number]!;
  const before = number === 0 ? half : unit * (PLACES[number]! - PLACES[number - 1]!);
  const least = (number === 0 ? 0.3 : 0.5) * half;
  return { number, place: place * inTicks, gap: before * inTicks, least: least * inTicks };
}

/**
 * Plans a side.
 * @param standing the quote of each level
 * @param cancel is given the levels whose quotes go
 * @returns quotes to place once those are gone
 */
export function planSide(
  buys: boolean,
  standing: readonly (StandingQuote | null)[],
  parts: LadderParts,
  cancel: (level: number) => void,
): NewQuote[] {
  const quotes: NewQuote[] = [];
  for (let number = 0; number < LEVELS; number++) {
    const level = levelOf(number, parts.fair);
    const quote = standing[number] ?? null;
    if (quote === null) {
      if (number < FAR && parts.draws.u() >= FILLED) continue;
    } else {
      if (stays(buys, quote, level, parts)) continue;
      cancel(number);
    }
    quotes.push(newQuote(buys, level, parts));
  }
  return quotes;
}

function stays(buys: boolean, quote: StandingQuote, { number, place, gap, least }: Level, parts: LadderParts): boolean {
  const { fair, draws } = parts;
  const distance = buys ? fair.ticks - quote.price : quote.price - fair.ticks;
  const tolerance = Math.max(0.6, (number < 2 ? 0.7 : 1.2) * gap) + 0.5;
  if (distance < least || Math.abs(distance - place) > tolerance) return false;
  return quote.remaining >= USED_UP * quote.size || draws.u() >= FILLED;
}

function newQuote(buys: boolean, level: Level, parts: LadderParts): NewQuote {
  const { number, place, gap, least } = level;
  const { fair, draws, vol, depth, valueUnit, minPrice } = parts;
  const drawn = (draws.u() - 0.5) * 0.6 * gap;
  const jitter = number === 0 ? Math.abs(drawn) : drawn;
  const distance = Math.max(place + jitter, least);
  const grid = number >= FAR && draws.u() < 0.5 ? gridOf(gap) : 1;
  const price = outward(buys, buys ? fair.ticks - distance : fair.ticks + distance, grid);
  const t = draws.u() + draws.u() - 1;
  const random = t > 0 ? 1 + 1.6 * t : 1 + 0.75 * t;
  const value = (depth * SIZES[number]! * random) / (0.55 + 0.45 * vol);
  const bounded = Math.max(minPrice, price);
  const size = Math.max(1, Math.floor((value * E8) / (valueUnit * bounded)));
  return { buys, level: number, price: bounded, size };
}

/** Round numbers of ticks that a far quote may go to. */
function gridOf(gap: number): number {
  const grid = gap > 250 ? 100 : gap > 25 ? 10 : 5;
  return gap > 0.7 * grid ? grid : 1;
}

function outward(buys: boolean, price: number, grid: number): Ticks {
  return buys ? Math.floor(price / grid) * grid : -Math.floor(-price / grid) * grid;
}
