/**
 * The orders of "everybody else" in one contract, planned a second ahead. Three metaorders trade at a time, whose
 * lengths have a heavy tail, so that signs have a long memory; arrivals excite themselves; some trades know a part of
 * the coming move, some are noise. Its surprise, sign less the sign that was to be expected, is what moves the price.
 */
import { root } from './arithmetic.ts';
import type { Draws } from './draws.ts';
import { constantsOf, type Row } from './table.ts';

const EIGHTHS = 8;
const SLOTS = 3;
/** The ratio of one doubling of a metaorder's length: a tail of exponent 1.5. */
const Q = 0.35355339;
const MOST_DOUBLINGS = 11;
const LONGEST = 12_288;
/** Of trades that are not informed. */
const NOISE = 0.08;
/** Mean length of a draw of 1, trades. */
const SHORTEST = 3;

export type TradeKind = 'metaorder' | 'informed' | 'noise';

export interface FlowTrade {
  readonly eighth: number;
  /** +1 buys. */
  readonly sign: 1 | -1;
  /** USDT. */
  readonly value: number;
  readonly kind: TradeKind;
}

/** State of a flow; numbers in the order of their names here. */
export interface FlowState {
  readonly slots: readonly { readonly left: number; readonly done: number; readonly sign: 1 | -1 }[];
  readonly excitement: readonly number[];
  readonly piled: number;
  readonly hour: number;
  readonly quarter: number;
  readonly surprise: number;
  readonly intensity: number;
  readonly trades: readonly FlowTrade[];
}

interface Slot {
  /** Trades it will still do, and those it did. */
  left: number;
  done: number;
  sign: 1 | -1;
}

/** The part of metaorders that reach a length, in units of the shortest. */
function survival(length: number): number {
  let part = 1;
  let top = 1;
  for (let doublings = 0; doublings < MOST_DOUBLINGS; doublings++) {
    if (length < 2 * top) return length <= top ? part : part * ((2 - length / top) * (1 - Q) + Q);
    part = part * Q;
    top = 2 * top;
  }
  if (length <= top) return part;
  return length < 2 * top ? part * (2 - length / top) : 0;
}

/** The chance that a metaorder which did n trades does one more, to whoever does not know its length. */
const GOES_ON = Float64Array.from({ length: LONGEST + 1 }, (_, done) => {
  const before = survival(done / SHORTEST);
  return done === 0 || before === 0 ? 0 : survival((done + 1) / SHORTEST) / before;
});

export class Flow {
  readonly #draws: Draws;
  readonly #row: Row;
  readonly #dayValue: number;
  #slots: Slot[] = [];
  /** Over 2, 32 and 512 seconds. */
  readonly #excitement = [0, 0, 0];
  /** Buys less sells, USDT, fading over days. */
  #piled = 0;
  /** The moves of the last hour and quarter, basis points a second; the world tells them. */
  hour = 0;
  quarter = 0;
  /** Of the second that is planned: its trades, how much they surprise (deviation about 1), and the mean of trades. */
  trades: FlowTrade[] = [];
  surprise = 0;
  intensity = 0;

  constructor(row: Row, draws: Draws) {
    this.#row = row;
    this.#draws = draws;
    this.#dayValue = constantsOf(row).dayValue;
    for (let slot = 0; slot < SLOTS; slot++) this.#slots.push(this.#birth());
  }

  /**
   * Plans the second to come.
   * @param vol of the contract, without its season
   * @param season2 the season's square
   * @param known the part of the coming move that is not flow, in deviations: what informed trades know
   */
  plan(vol: number, season2: number, known: number): void {
    const { rate, value } = this.#row;
    const [h0, h1, h2] = this.#excitement as [number, number, number];
    const draws = this.#draws;
    const intensity = Math.min(6, 0.22 * rate * season2 * vol + h0 + h1 + h2);
    const chance = Math.min(0.9, (intensity * (0.8 + 0.6 * Math.max(0, Math.abs(known) - 0.5))) / 8);
    const informed = Math.min(0.7, 0.5 * Math.abs(known));
    const towards = known > 0 ? 1 : -1;
    const fresh = (this.#lean(0) + this.#lean(1) + this.#lean(2)) / 3;
    const trades: FlowTrade[] = [];
    let surprise = 0;
    for (let eighth = 0; eighth < EIGHTHS; eighth++) {
      if (draws.u() >= chance) continue;
      const expected = informed * towards + ((1 - informed) * (1 - NOISE) * this.#expected(fresh)) / 3;
      const { sign, kind } = this.#pick(informed, towards);
      surprise += sign - expected;
      const size = kind === 'informed' ? 1 + Math.abs(known) : 0.9;
      const worth = value * draws.pareto(0.3, 7) * (0.5 + 0.5 * vol) * size;
      this.#piled += sign * worth;
      trades.push({ eighth, sign, value: worth, kind });
    }
    this.#piled -= this.#piled / 1_048_576;
    const count = trades.length;
    this.#excitement[0] = h0 + (count * 0.12 - h0 * 0.5);
    this.#excitement[1] = h1 + (count * 0.008 - h1 / 32);
    this.#excitement[2] = h2 + (count * 0.00058 - h2 / 512);
    this.trades = trades;
    this.intensity = intensity;
    this.surprise = surprise / root(Math.max(0.05, intensity * 0.94 * 0.75));
  }

  save(): FlowState {
    return {
      slots: this.#slots.map((slot) => ({ ...slot })),
      excitement: [...this.#excitement],
      piled: this.#piled,
      hour: this.hour,
      quarter: this.quarter,
      surprise: this.surprise,
      intensity: this.intensity,
      trades: this.trades,
    };
  }

  restore(state: FlowState): void {
    this.#slots = state.slots.map((slot) => ({ ...slot }));
    for (let at = 0; at < this.#excitement.length; at++) this.#excitement[at] = state.excitement[at] ?? 0;
    this.#piled = state.piled;
    this.hour = state.hour;
    this.quarter = state.quarter;
    this.surprise = state.surprise;
    this.intensity = state.intensity;
    this.trades = [...state.trades];
  }

  /** The sum of the signs that the three metaorders' next trades are expected to have. */
  #expected(fresh: number): number {
    let sum = 0;
    for (const { done, sign } of this.#slots) {
      const goesOn = GOES_ON[done] ?? 0;
      sum += goesOn * sign + (1 - goesOn) * fresh;
    }
    return sum;
  }

  #pick(informed: number, towards: 1 | -1): Pick<FlowTrade, 'sign' | 'kind'> {
    const draws = this.#draws;
    if (draws.u() < informed) return { sign: towards, kind: 'informed' };
    if (draws.u() < NOISE) return { sign: draws.sign(), kind: 'noise' };
    const at = draws.below(SLOTS);
    if (this.#slots[at]!.left < 1) this.#slots[at] = this.#birth();
    const slot = this.#slots[at]!;
    slot.left -= 1;
    slot.done += 1;
    return { sign: slot.sign, kind: 'metaorder' };
  }

  #birth(): Slot {
    const draws = this.#draws;
    const left = Math.floor(SHORTEST * draws.pareto(Q, MOST_DOUBLINGS));
    const side = draws.u();
    return { left, done: 0, sign: side < 0.5 + this.#lean(draws.below(3)) / 2 ? 1 : -1 };
  }

  /** Lean of a new metaorder: against what has piled up; with the last hour (1), against the last quarter (2). */
  #lean(kind: number): number {
    let lean = -this.#piled / (this.#dayValue * 0.5);
    if (kind === 1) lean += this.hour > 0 ? 0.1 : -0.1;
    if (kind === 2) lean += this.quarter > 0 ? -0.1 : 0.1;
    return Math.max(-0.8, Math.min(0.8, lean));
  }
}
