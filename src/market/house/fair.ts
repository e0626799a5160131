/** The price the house holds for fair in one contract, and how far from it it quotes and takes. */
import type { Draws } from '../world/draws.ts';
import type { WeatherRow } from './weather.ts';
import { Push } from './push.ts';

/** The parts of fair that have a bound, basis points. */
const MOST_HELD = 15;
const MOST_DESK = 4;
/** The volatility takers believe in. */
const MOST_VOL = 5;

export interface FairState {
  readonly push: readonly number[];
  readonly minutes: readonly [number, number];
  readonly width: number;
  readonly slow: number;
  readonly taken: readonly [users: number, flow: number];
  /** Of the second that passes; not there in what older versions saved, and then known with the next one. */
  readonly now?: readonly [ticks: number, half: number, gap: number, farGap: number, reach: number];
}

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
const soft = (x: number): number => x / (1 + Math.abs(x));

export class Fair {
  readonly #world: WeatherRow;
  readonly #draws: Draws;
  readonly #push: Push;
  /** Net value the flow took, in minutes of a usual day, fading over half a minute and over eight. */
  #short = 0;
  #long = 0;
  /** How wide the maker feels it should quote. */
  #width = 1;
  #slow = 1;
  /** Value taken from the book since the last turn, buys less sells, USDT: by users, and by the flow. */
  byUsers = 0;
  byFlow = 0;
  /** In ticks, not rounded; 0 before the first turn. */
  ticks = 0;
  /** Half the spread, the gap of the first levels and that of far ones, and the most a taker pays; basis points. */
  half = 0;
  gap = 0;
  farGap = 0;
  reach = 0;

  constructor(world: WeatherRow, draws: Draws) {
    this.#world = world;
    this.#draws = draws;
    this.#push = new Push(world.row.sigma, world.constants.dayValue);
  }

  /**
   * A second has passed, and the world has stepped.
   * @param tick USDT
   * @param held what maker and taker hold at the mark, net, USDT
   */
  turn(tick: number, held: number): void {
    const { row, constants, price, premium, vol } = this.#world;
    const draws = this.#draws;
    const push = this.#push.turn(this.byUsers);
    const lean = clamp(-held / (0.02 * constants.dayValue), MOST_HELD);
    const minutes = this.byFlow / (constants.dayValue / 1_440);
    this.#short += minutes - this.#short / 32;
    this.#long += minutes - this.#long / 512;
    const known = 1.6 * soft(1.2 * this.#short) + 2.4 * soft(0.2 * this.#long);
    const desk = clamp(row.sigma * (0.5 + 0.5 * vol) * known, MOST_DESK);
    this.byUsers = 0;
    this.byFlow = 0;
    this.ticks = (price * (1 + (premium + push + lean + desk) / 10_000)) / tick;
    if (draws.below(20) === 0) {
      this.#width = 0.6 + 0.9 * draws.u();
      if (draws.below(6) === 0) this.#width += 1.5 * draws.u();
    }
    this.#slow += (Math.min(6, vol) - this.#slow) / 512;
    this.half = this.#halfAt(vol);
    this.gap = this.#gapAt(vol);
    this.farGap = this.#gapAt(this.#slow);
    const believed = Math.min(MOST_VOL, vol);
    this.reach = this.#halfAt(believed) + 3 * this.#gapAt(believed);
  }

  /** Net value the flow took, fading over half a minute, USDT. */
  get flow(): number {
    return this.#short * (this.#world.constants.dayValue / 1_440);
  }

  save(): FairState {
    return {
      push: Array.from(this.#push.parts),
      minutes: [this.#short, this.#long],
      width: this.#width,
      slow: this.#slow,
      taken: [this.byUsers, this.byFlow],
      now: [this.ticks, this.half, this.gap, this.farGap, this.reach],
    };
  }

  restore({ push, minutes, width, slow, taken, now }: FairState): void {
    this.#push.parts.set(push);
    [this.#short, this.#long] = minutes;
    this.#width = width;
    this.#slow = slow;
    [this.byUsers, this.byFlow] = taken;
    if (now !== undefined) [this.ticks, this.half, this.gap, this.farGap, this.reach] = now;
  }

  #halfAt(vol: number): number {
    return this.#world.row.half * this.#width * (0.45 + 0.55 * vol);
  }

  #gapAt(vol: number): number {
    return this.#world.row.gap * (0.5 + 0.5 * vol);
  }
}
