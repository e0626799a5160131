/**
 * Divides a bar of the simulated past into the bars it is made of, so that they make exactly that bar again: they meet,
 * one of them reaches its high and one its low, none goes beyond, sizes and worth add up.
 *
 * The price between is a Brownian bridge in whole ticks, drawn through the two extremes. Only exact and correctly
 * rounded arithmetic (+ − × ÷ √), so that every machine draws the same.
 */
import type { Random } from '../random.ts';

/** Ways drawn, of which the one that fits the volume best is taken. */
const WAYS = 4;

/** Prices in ticks, size in steps, `worth` in ticks times steps, each bar within its prices. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly size: number;
  readonly worth: number;
}

export type Prices = Pick<Stretch, 'open' | 'high' | 'low' | 'close'>;
type Part = Omit<Stretch, 'size' | 'worth'>;

interface Point {
  readonly timeMs: number;
  readonly price: number;
}

/** A draw of mean 0 and deviation 1: four even ones added. */
export function drawNormal(random: Random): number {
  let sum = -2;
  for (let draw = 0; draw < 4; draw++) sum += random.next() / 4_294_967_296;
  return sum * Math.sqrt(3);
}

/** High and low of a bridge from `open` to `close` whose free end would deviate by `deviation`. */
export function drawReach(random: Random, open: number, close: number, deviation: number) {
  // 2·ln(1/u) of an even u is the sum of two squared normals: the exact law of a bridge's extreme.
  const reach = (): number => {
    const a = drawNormal(random);
    const b = drawNormal(random);
    return Math.sqrt((close - open) ** 2 + deviation ** 2 * (a * a + b * b));
  };
  return {
    high: Math.max(open, close, Math.floor((open + close + reach()) / 2)),
    low: Math.min(open, close, Math.ceil((open + close - reach()) / 2)),
  };
}

/**
 * The parts of `whole`, each `spanMs` long, the last one as long as there is time.
 * @param perRootMs deviation of the price over one millisecond, as a part of it
 */
export function divide(whole: Stretch, spanMs: number, perRootMs: number, random: Random): Stretch[] {
  const count = Math.ceil((whole.toMs - whole.fromMs) / spanMs);
  if (count === 1) return [whole];
  const unit = whole.open * perRootMs;
  const times = Array.from({ length: count + 1 }, (_, place) =>
    place === count ? whole.toMs : whole.fromMs + place * spanMs,
  );
  const drawn = Array.from({ length: WAYS }, () => pricesOf(whole, times, unit, random));
  return withVolume(whole, nearestTo(whole.worth / whole.size, drawn), unit, random);
}

/** Of several ways the price can have gone, the one whose average is nearest to what was paid. */
function nearestTo(average: number, ways: readonly Part[][]): Part[] {
  const distanceOf = (parts: readonly Part[]): number =>
    Math.abs(
      meanOf(
        parts.map(({ fromMs, toMs }) => toMs - fromMs),
        parts.map(usualPrice),
      ) - average,
    );
  return ways.reduce((a, b) => (distanceOf(b) < distanceOf(a) ? b : a));
}

function pricesOf(whole: Stretch, times: readonly number[], unit: number, random: Random): Part[] {
  const { open, high, low, close } = whole;
  const [top, bottom] = placesOfExtremes(drawBridge(times, open, close, [], unit, random));
  const edges = drawBridge(times, open, close, pinsOf(whole, times, top, bottom, random), unit, random).map((price) =>
    Math.min(high, Math.max(low, Math.round(price))),
  );
  return Array.from({ length: times.length - 1 }, (_, place) => {
    const fromMs = times[place]!;
    const toMs = times[place + 1]!;
    const from = edges[place]!;
    const to = edges[place + 1]!;
    const reach = drawReach(random, from, to, unit * Math.sqrt(toMs - fromMs));
    return {
      fromMs,
      toMs,
      open: from,
      high: place === top ? high : reach.high < high ? reach.high : between(random, Math.max(from, to), high),
      low: place === bottom ? low : reach.low > low ? reach.low : between(random, Math.min(from, to), low),
      close: to,
    };
  });
}

/** A whole number from one to short of another, which may be below. */
function between(random: Random, from: number, to: number): number {
  return from + Math.trunc(((to - from) * random.next()) / 4_294_967_296);
}

/** The parts beside the highest and the lowest edge. */
function placesOfExtremes(edges: readonly number[]): [number, number] {
  const places = edges.slice(1).map((edge, place) => ({ place, sum: edge + edges[place]! }));
  const highest = places.reduce((a, b) => (b.sum > a.sum ? b : a));
  const lowest = places.reduce((a, b) => (b.sum < a.sum ? b : a));
  return [highest.place, lowest.place];
}

/** The points at which the price is at its extremes, in order of time. */
function pinsOf({ high, low }: Stretch, times: readonly number[], top: number, bottom: number, random: Random) {
  const within = (place: number, thirds: number): number =>
    times[place]! + ((times[place + 1]! - times[place]!) * thirds) / 3;
  if (top !== bottom) {
    const pins: Point[] = [
      { timeMs: within(top, 1.5), price: high },
      { timeMs: within(bottom, 1.5), price: low },
    ];
    return top < bottom ? pins : pins.reverse();
  }
  const first = random.below(2) === 0 ? high : low;
  return [
    { timeMs: within(top, 1), price: first },
    { timeMs: within(top, 2), price: high + low - first },
  ];
}

/** The price at each time, by a bridge through the pins. */
function drawBridge(
  times: readonly number[],
  open: number,
  close: number,
  pins: readonly Point[],
  unit: number,
  random: Random,
): number[] {
  const endMs = times.at(-1)!;
  const waiting = [...pins, { timeMs: endMs, price: close }];
  let at: Point = { timeMs: times[0]!, price: open };
  const prices = [open];
  for (const timeMs of times.slice(1, -1)) {
    while (waiting[0]!.timeMs <= timeMs) at = waiting.shift()!;
    const next = waiting[0]!;
    const gone = timeMs - at.timeMs;
    const left = next.timeMs - timeMs;
    const middle = (at.price * left + next.price * gone) / (gone + left);
    at = { timeMs, price: middle + drawNormal(random) * unit * Math.sqrt((gone * left) / (gone + left)) };
    prices.push(at.price);
  }
  prices.push(close);
  return prices;
}

/** Shares out size and worth; busy parts have more. */
function withVolume(whole: Stretch, parts: readonly Part[], unit: number, random: Random): Stretch[] {
  const weights = parts.map(({ fromMs, toMs, high, low }) => {
    const lengthMs = toMs - fromMs;
    const usual = unit * Math.sqrt(lengthMs);
    return lengthMs * (0.5 + random.next() / 4_294_967_296) * (0.5 + (high - low) / (usual + 1));
  });
  const plan = planAverage(weights, parts, whole.worth / whole.size);
  const sizes = shareOut(whole.size, plan.weights);
  const home = parts.findIndex(({ high, low }) => low * whole.size <= whole.worth && whole.worth <= high * whole.size);
  while (!canBeWorth(whole.worth, parts, sizes)) moveHome(sizes, home);
  const worths = shareWorth(whole.worth, parts, sizes, plan.averages);
  return parts.map((part, place) => ({ ...part, size: sizes[place]!, worth: worths[place]! }));
}

/** The price most of a stretch was probably traded at. */
export function usualPrice({ open, high, low, close }: Prices): number {
  return (open + high + low + close) / 4;
}

/**
 * Average prices of the parts, and weights, that come to the average of the whole. The averages give way first, as far
 * as their own parts can do with; then parts on the right side of the average get more.
 */
function planAverage(weights: readonly number[], parts: readonly Prices[], average: number) {
  const usual = parts.map(usualPrice);
  const isUp = average >= meanOf(weights, usual);
  const furthest = parts.map(({ high, low }, place) => {
    const quarter = (high - low) / 4;
    return isUp ? Math.max(usual[place]!, high - quarter) : Math.min(usual[place]!, low + quarter);
  });
  const from = meanOf(weights, usual);
  const to = meanOf(weights, furthest);
  const part = from === to ? 0 : (average - from) / (to - from);
  if (part <= 1) return { weights, averages: usual.map((price, place) => price + part * (furthest[place]! - price)) };
  return { weights: tilted(weights, furthest, average), averages: furthest };
}

function meanOf(weights: readonly number[], prices: readonly number[]): number {
  let sum = 0;
  let all = 0;
  for (const [place, weight] of weights.entries()) {
    sum += weight * prices[place]!;
    all += weight;
  }
  return sum / all;
}

/** Weights with which these prices have that average; as they were when it is beyond all of them. */
function tilted(weights: readonly number[], prices: readonly number[], average: number): readonly number[] {
  let above = 0;
  let below = 0;
  for (const [place, weight] of weights.entries()) {
    const distance = (prices[place]! - average) * weight;
    if (distance > 0) above += distance;
    else below -= distance;
  }
  if (!(above > 0 && below > 0)) return weights;
  return weights.map((weight, place) => weight * (prices[place]! > average ? below : above));
}

/** Whole shares of a whole, in proportion. */
function shareOut(whole: number, weights: readonly number[]): number[] {
  let left = whole;
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight, place) => {
    const share = place === weights.length - 1 ? left : Math.min(left, Math.floor((left * weight) / weightLeft));
    left -= share;
    weightLeft -= weight;
    return share;
  });
}

/** Whether these sizes, each at a price within its part, can be worth that much. */
function canBeWorth(worth: number, parts: readonly Prices[], sizes: readonly number[]): boolean {
  return sumOf(sizes, parts, 'low') <= worth && worth <= sumOf(sizes, parts, 'high');
}

function sumOf(sizes: readonly number[], parts: readonly Prices[], price: 'low' | 'high', from = 0): number {
  let sum = 0;
  for (let place = from; place < parts.length; place++) sum += sizes[place]! * parts[place]![price];
  return sum;
}

/**
 * A part of every other size goes to the part that has the whole's average price in it: with all of it there, it fits.
 */
function moveHome(sizes: number[], home: number): void {
  for (const [place, size] of sizes.entries()) {
    if (place === home) continue;
    const kept = Math.floor((size * 7) / 8);
    sizes[place] = kept;
    sizes[home]! += size - kept;
  }
}

/** As near to the averages as the prices of the parts allow. */
function shareWorth(
  worth: number,
  parts: readonly Prices[],
  sizes: readonly number[],
  averages: readonly number[],
): number[] {
  let left = worth;
  return parts.map((part, place) => {
    const size = sizes[place]!;
    const least = Math.max(size * part.low, left - sumOf(sizes, parts, 'high', place + 1));
    const most = Math.min(size * part.high, left - sumOf(sizes, parts, 'low', place + 1));
    const share = Math.min(most, Math.max(least, Math.round(size * averages[place]!)));
    left -= share;
    return share;
  });
}
