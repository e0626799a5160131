/** One contract of the world: its price, volatility, premium and flow. */
import { root } from './arithmetic.ts';
import { Draws, STREAMS } from './draws.ts';
import { Flow, type FlowState } from './flow.ts';
import type { Stories, StoriesState } from './stories.ts';
import { OWN_LIVES, Switches } from './switches.ts';
import { type Constants, constantsOf, type Row } from './table.ts';

/** In the variance of the own part of a move: the flow's share, and the noise's. */
const OF_FLOW = root(0.55);
const OF_NOISE = root(0.45);
/** Jumps a second, in 2^32: 0.34 a day. */
const JUMPS = 17_000;
/** Basis points of news that add 1 to what multiplies volatility. */
const POINTS_PER_BURST = 60;

/** The worth of a contract beyond its index, basis points: a baseline, a fast and a slow part, the day's trend. */
export interface Premium {
  premium: number;
  fast: number;
  slow: number;
  trend: number;
}

interface Figures extends Premium {
  /** USDT. */
  price: number;
  /** Deviation of its moves, in that of a usual second. */
  vol: number;
  /** News' addition to its volatility. */
  burst: number;
  /** Its own noise of the second to come, in deviations. */
  noise: number;
}

export interface RowState extends Readonly<Figures> {
  readonly draws: readonly [own: number, switches: number, flow: number];
  readonly switches: readonly boolean[];
  readonly flow: FlowState;
  /** Only where there are headlines. */
  readonly stories?: StoriesState;
}

interface Moment {
  /** Since the epoch. */
  readonly second: number;
  readonly season: number;
}

/** News of all contracts: basis points before they are scaled to one. */
export interface News {
  /** 0 in nearly every second. */
  readonly jump: number;
  /** Of stories whose jump has come. */
  readonly drift: number;
}

export class WorldRow implements Figures {
  readonly row: Row;
  readonly constants: Constants;
  readonly flow: Flow;
  /** Those about this contract; null: a market without headlines. */
  readonly stories: Stories | null;
  readonly #switches: Switches;
  readonly #draws: readonly [own: Draws, switches: Draws, flow: Draws];
  price: number;
  vol = 1;
  premium = 0;
  fast = 0;
  slow: number;
  trend = 0;
  burst = 0;
  noise = 0;

  constructor(
    row: Row,
    number: number,
    key: Uint32Array,
    { price, stories }: { readonly price: number; readonly stories: Stories | null },
  ) {
    const [own, switches, flow] = [STREAMS.own, STREAMS.ownSwitches, STREAMS.flow].map(
      (stream) => new Draws(key, stream, number),
    ) as [Draws, Draws, Draws];
    this.row = row;
    this.constants = constantsOf(row);
    this.#draws = [own, switches, flow];
    this.#switches = new Switches(OWN_LIVES, switches);
    this.flow = new Flow(row, flow);
    this.slow = 3.5 * own.z();
    this.price = price;
    this.stories = stories;
  }

  /**
   * Plans its flow of the second to come.
   * @param common volatility of all contracts
   * @param season2 the season's square
   * @param noise of all contracts
   */
  plan(common: number, season2: number, noise: number): void {
    this.#switches.turn(0);
    this.noise = this.#draws[0].z();
    const known = this.row.beta * noise + this.constants.own * OF_NOISE * this.noise;
    this.flow.plan(Math.min(6, common * this.#switches.value * (1 + this.burst)), season2, known);
  }

  /**
   * Moves the price.
   * @param factor the common part, in deviations
   * @param common volatility of all contracts
   */
  move(factor: number, common: number, { second, season }: Moment, news: News): void {
    const { row, constants, flow, stories } = this;
    const draws = this.#draws[0];
    const z = row.beta * factor + constants.own * (OF_FLOW * flow.surprise + OF_NOISE * this.noise);
    this.vol = common * this.#switches.value * (1 + this.burst) * season;
    const drawn = draws.word() < JUMPS ? jumpOf(draws) : 0;
    const own = stories?.turn(drawn, second) ?? drawn;
    const jump = news.jump * row.beta * constants.jump + own * constants.jump;
    this.#excite(jump);
    const drift = news.drift * row.beta * constants.jump + (stories?.drift ?? 0) * constants.jump;
    const funding = (this.premium + Math.max(-5, Math.min(5, 1 - this.premium))) / 28_800;
    const points = row.sigma * this.vol * z + (jump + drift + constants.drift + funding);
    this.price = this.price * (1 + points / 10_000);
    flow.hour += (points - flow.hour) / 4_096;
    flow.quarter += (points - flow.quarter) / 1_024;
    turnPremium(this, points, draws);
  }

  /** Moves the price by so many basis points, which is news. */
  shock(points: number): void {
    this.price = this.price * (1 + points / 10_000);
    this.burst += Math.min(2, Math.abs(points) / POINTS_PER_BURST);
  }

  save(): RowState {
    const { price, vol, premium, fast, slow, trend, burst, noise } = this;
    const [own, switches, flow] = this.#draws;
    return {
      price,
      vol,
      premium,
      fast,
      slow,
      trend,
      burst,
      noise,
      draws: [own.count, switches.count, flow.count],
      switches: this.#switches.save(),
      flow: this.flow.save(),
      ...(this.stories === null ? {} : { stories: this.stories.save() }),
    };
  }

  restore({ draws, switches, flow, stories, ...figures }: RowState): void {
    Object.assign(this, figures);
    if (stories !== undefined) this.stories?.restore(stories);
    this.#draws.forEach((stream, at) => stream.goTo(draws[at]!));
    this.#switches.restore(switches);
    this.flow.restore(flow);
  }

  /** News makes a contract lively, for about twenty minutes. */
  #excite(jump: number): void {
    this.burst += Math.min(2, Math.abs(jump) / POINTS_PER_BURST) - this.burst / 1_024;
  }
}

/** A second passes in which the price moved by so many basis points. */
export function turnPremium(of: Premium, points: number, draws: Draws): void {
  of.fast += -of.fast / 600 + 0.06 * draws.z();
  of.slow += -of.slow / 172_800 + 0.012 * draws.z();
  of.trend += (points - of.trend) / 86_400;
  of.premium = 0.5 + of.fast + of.slow + Math.max(-5, Math.min(5, of.trend * 86_400 * 0.012));
}

/** News, basis points: rarely large, more often down than up, and then larger. */
export function jumpOf(draws: Draws): number {
  const size = 20 * draws.pareto(0.22, 5);
  return draws.u() < 0.55 ? -1.25 * size : size;
}
