/**
 * The order flow of a public oracle of order books, the Matching Engine Algorithm Performance Challenge of Flash One
 * Technologies (github.com/flash1-dev/matching-engine-benchmark, methodology): five scenarios of a million new
 * orders of one share, with their modifies and cancels. Written anew from its description; only the draws and their
 * order, which are the flow, are theirs.
 *
 * The price walks (geometric Brownian motion); the first half of the orders buys and the second sells, each some ticks
 * on its own side of the walk. Then they arrive in a shuffled order, each followed by its own modify, its cancel and,
 * seldom, those a second time: every message is of the order that came last.
 */
import { createMersenneTwister } from './mersenne-twister.ts';

export interface Scenario {
  readonly name: string;
  /** Of a year, and the swing of the whole path that its steps are scaled to. */
  readonly volatility: number;
  readonly swing: number;
  /** SHA-256 of all reports (`flash1-reports.ts`), as published for seed 23 and a million orders. */
  readonly sha256: string;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'static',
    volatility: 0,
    swing: 0,
    sha256: '9803843ee404fc29c9a0aa5614f8f0d5a58b5c44fcac9ef89067886fcaaa30d1',
  },
  {
    name: 'normal',
    volatility: 0.15,
    swing: 0.02,
    sha256: 'e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e',
  },
  {
    name: 'swing-25',
    volatility: 0.5,
    swing: 0.25,
    sha256: '61a84be9469661bd039e00dbc9a7c011e70b6ace37aadfe60045ea083b05f4df',
  },
  {
    name: 'swing-40',
    volatility: 0.5,
    swing: 0.4,
    sha256: '3cb0175e7982ff09ea220d1feaee3844cf9116a5ce455757879dea1d880b9b9f',
  },
  {
    name: 'flash-crash',
    volatility: 0.5,
    swing: 0.6,
    sha256: 'cff8d3f94b709fc64a8b2058a6ca4fb6920364904796e46906895e362d2bb16b',
  },
];

export const ORDERS = 1_000_000;
const SEED = 23;

/** What a message asks for. An immediate order is cancelled as far as it isn't filled at once. */
export const ASK = { place: 0, immediate: 1, cancel: 2, modify: 3 } as const;

/** Messages one behind the other, `WIDTH` integers each: what is asked, side (0 buys), order id, price, quantity. */
export const WIDTH = 5;
export interface Flow {
  readonly messages: Int32Array;
  readonly count: number;
}

const TICK = 0.005;
const START = 167.52;
const LEVELS = 800;
const LARGEST = 100;
/** How often an order is immediate; of the others, how often it is modified, at another price, cancelled. */
const [IMMEDIATE, MODIFIED, REPRICED, CANCELED] = [0.15, 0.2, 0.8, 0.95];
/** How often a cancel, or the modify of an order that was cancelled, comes a second time. */
const REPEATED = 0.02;
/** Most messages of one order: it, its modify, its cancel, each of these once more. */
const MOST_PER_ORDER = 5;

/** The flow of a scenario. */
export function flowOf(scenario: Scenario): Flow {
  const uniform = createUniform(SEED);
  const below = (count: number): number => Math.floor(uniform() * count);
  const orders = placedAlong(scenario, uniform, below);
  const arrival = Uint32Array.from({ length: ORDERS }, (_, at) => at);
  for (let at = ORDERS - 1; at > 0; at--) {
    const other = below(at + 1);
    const moved = arrival[at]!;
    arrival[at] = arrival[other]!;
    arrival[other] = moved;
  }
  const messages = new Int32Array(MOST_PER_ORDER * ORDERS * WIDTH);
  let end = 0;
  const send = (...message: [ask: number, side: number, id: number, price: number, quantity: number]): void => {
    messages.set(message, end);
    end += WIDTH;
  };
  for (const order of arrival) {
    const side = sideOf(order);
    const id = order + 1;
    const quantity = orders.quantities[order]!;
    let price = orders.prices[order]!;
    const isImmediate = uniform() < IMMEDIATE;
    send(isImmediate ? ASK.immediate : ASK.place, side, id, price, quantity);
    if (isImmediate) continue;
    const isModified = uniform() < MODIFIED;
    if (isModified) {
      // When it comes: drawn, and of no effect, for nothing comes between the messages of one order.
      uniform();
      if (uniform() < REPRICED) price += side === 0 ? 1 : -1;
      send(ASK.modify, side, id, price, quantity + 1);
    }
    const isCanceled = uniform() < CANCELED;
    if (isCanceled) {
      uniform();
      send(ASK.cancel, side, id, 0, 0);
      if (uniform() < REPEATED) {
        uniform();
        send(ASK.cancel, side, id, 0, 0);
      }
    }
    if (isModified && isCanceled && uniform() < REPEATED) {
      uniform();
      send(ASK.modify, side, id, price, quantity + 1);
    }
  }
  return { messages: messages.slice(0, end), count: end / WIDTH };
}

function sideOf(order: number): 0 | 1 {
  return order < ORDERS / 2 ? 0 : 1;
}

/** Prices in ticks and quantities by the place of the order on the walk. */
function placedAlong(
  { volatility, swing }: Scenario,
  uniform: () => number,
  below: (count: number) => number,
): { prices: Int32Array; quantities: Uint8Array } {
  const prices = new Int32Array(ORDERS);
  const quantities = new Uint8Array(ORDERS);
  const levelOf = createLevels();
  const step = volatility > 0 ? volatility * Math.sqrt((swing / volatility) ** 2 / ORDERS) : 0;
  let mid = START;
  for (let order = 0; order < ORDERS; order++) {
    mid *= Math.exp(-0.5 * step * step + step * normal(uniform));
    const ticks = Math.round((Math.round(mid / TICK) * TICK) / TICK);
    const distance = levelOf(uniform()) + 1;
    prices[order] = Math.max(1, sideOf(order) === 0 ? ticks - distance : ticks + distance);
    quantities[order] = 1 + below(LARGEST);
  }
  return { prices, quantities };
}

/** How far behind the middle an order is: a power law with a hump eight ticks out, of the whole of whose weight. */
function createLevels(): (part: number) => number {
  const sums = new Float64Array(LEVELS);
  let sum = 0;
  for (let level = 0; level < LEVELS; level++) {
    const fromHump = level - 8;
    sum += 1 / (level + 1) ** 2.23 + 5 * Math.exp(-0.5 * fromHump * fromHump);
    sums[level] = sum;
  }
  return (part) => {
    let [low, high] = [0, LEVELS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < part * sum) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A standard normal number of two uniform ones (Box and Muller). */
function normal(uniform: () => number): number {
  const [first, second] = [uniform(), uniform()];
  return Math.sqrt(-2 * Math.log(Math.max(first, 1e-300))) * Math.cos(2 * Math.PI * second);
}

/** From 0 to below 1, of 53 bits of two words. */
function createUniform(seed: number): () => number {
  const word = createMersenneTwister(seed);
  return () => {
    const high = word() >>> 5;
    return (high * 67_108_864 + (word() >>> 6)) / 9_007_199_254_740_992;
  };
}
