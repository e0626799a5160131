/**
 * One contract whose prices come from elsewhere: what the world would know of it is found from its moves. Its flow
 * trades as the world's does, but moves nothing. A file's informed trades know what comes, as a real market's did; a
 * feed's know nothing.
 */
import { E8 } from '../core/num/units.ts';
import type { WeatherRow } from './house/weather.ts';
import type { ContractPrices } from './source.ts';
import { root } from './world/arithmetic.ts';
import { Draws, STREAMS } from './world/draws.ts';
import { Flow, type FlowState } from './world/flow.ts';
import { type Constants, constantsOf, type Row } from './world/table.ts';
import { type Premium, turnPremium } from './world/world-row.ts';

/** Seconds its deviation is of. */
const SPAN = 600;
/** Larger moves than this, basis points, count as this: `root` reaches no further. */
const LARGEST = 10_000;
const MOST_KNOWN = 4;
const LEAST_VOLUME = 0.2;
const MOST_VOLUME = 5;
/** The noise's share in the variance of a move. */
const NOISE = root(0.45);
const MOST_VOL = 6;

export interface SourcedRowState extends Readonly<Premium> {
  readonly draws: readonly [own: number, flow: number];
  readonly flow: FlowState;
  readonly square: number;
}

export class SourcedRow implements WeatherRow, Premium {
  readonly row: Row;
  readonly constants: Constants;
  readonly flow: Flow;
  readonly #own: Draws;
  readonly #ofFlow: Draws;
  /** Mean square of its moves, basis points. */
  #square: number;
  price = 0;
  sourcedMs: number | null = null;
  vol = 1;
  premium = 0.5;
  fast = 0;
  slow = 0;
  trend = 0;
  /** Null: the contract is not listed, or there are none of it. */
  prices: ContractPrices | null = null;

  constructor(row: Row, number: number, key: Uint32Array) {
    this.row = row;
    this.constants = constantsOf(row);
    this.#own = new Draws(key, STREAMS.own, number);
    this.#ofFlow = new Draws(key, STREAMS.flow, number);
    this.flow = new Flow(row, this.#ofFlow);
    this.#square = row.sigma * row.sigma;
  }

  /**
   * @param season2 the season's square
   * @param noise of all contracts, in deviations
   */
  step(second: number, season2: number, noise: number): void {
    const nowMs = second * 1_000;
    const found = this.prices?.next(nowMs) ?? null;
    this.sourcedMs = found === null ? null : found.timeMs;
    const price = found === null ? this.price : found.priceE8 / E8;
    const points = pointsBetween(this.price, price);
    this.price = price;
    this.#square += (points * points - this.#square) / SPAN;
    const deviation = root(this.#square);
    this.vol = deviation / this.row.sigma;
    this.flow.hour += (points - this.flow.hour) / 4_096;
    this.flow.quarter += (points - this.flow.quarter) / 1_024;
    turnPremium(this, points, this.#own);
    const own = this.#own.z();
    const vol = Math.min(MOST_VOL, this.vol);
    const about = this.prices?.about?.(nowMs) ?? null;
    if (about === null) {
      this.flow.plan(vol, season2, this.row.beta * noise + this.constants.own * NOISE * own);
      return;
    }
    if (!Number.isNaN(about.premium)) this.premium = about.premium;
    const coming = pointsBetween(price, about.comingE8 / E8) / Math.max(0.01, deviation);
    const scale = Number.isNaN(about.volume) ? season2 : Math.max(LEAST_VOLUME, Math.min(MOST_VOLUME, about.volume));
    this.flow.plan(vol, scale, Math.max(-MOST_KNOWN, Math.min(MOST_KNOWN, coming)));
  }

  save(): SourcedRowState {
    const { premium, fast, slow, trend, flow } = this;
    const draws = [this.#own.count, this.#ofFlow.count] as const;
    return { premium, fast, slow, trend, draws, flow: flow.save(), square: this.#square };
  }

  /** All but the price, which may have moved since. */
  restore({ draws, flow, square, ...premium }: SourcedRowState): void {
    Object.assign(this, premium);
    this.#own.goTo(draws[0]);
    this.#ofFlow.goTo(draws[1]);
    this.flow.restore(flow);
    this.#square = square;
  }
}

function pointsBetween(before: number, after: number): number {
  if (before === 0) return 0;
  return Math.max(-LARGEST, Math.min(LARGEST, (after / before - 1) * 10_000));
}
