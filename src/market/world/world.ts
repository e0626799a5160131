/**
 * The world: prices, volatility, premium and flow of all contracts of the table, a pure function of seed, table, start
 * prices and seconds. Nothing a user does reaches it, so all see the same weather and nobody can push an index.
 *
 * Every operation and every draw is fixed to the bit by `test/vectors/market.json`: sums are evaluated in the order
 * written, and streams are drawn in the order written.
 */
import { root } from './arithmetic.ts';
import { Draws, keyOf, STREAMS, type Sha256 } from './draws.ts';
import { season } from './season.ts';
import { type Headline, Stories, type StoriesState } from './stories.ts';
import { COMMON_LIVES, Switches } from './switches.ts';
import { type Row, TABLE } from './table.ts';
import { jumpOf, type RowState, WorldRow } from './world-row.ts';

/** In the variance of the common part of a move: the flow's share, and the noise's. */
const OF_FLOW = root(0.45);
const OF_NOISE = root(0.55);
/** Jumps a second, in 2^32: 0.5 a day. */
const JUMPS = 25_000;

export interface WorldParts {
  readonly seed: string;
  readonly sha256: Sha256;
  /** By default the eight contracts. */
  readonly table?: readonly Row[];
  /** The price each row begins at, USDT; by default the table's. */
  readonly prices?: readonly number[];
  /** The second of the first step, since the epoch. */
  readonly second: number;
  /** Whether jumps have stories, which are public and go on after them. */
  readonly headlines?: boolean;
}

/** State to go on from, beside seed and table: plain JSON. */
export interface WorldState {
  readonly draws: number;
  readonly switchDraws: number;
  readonly switches: readonly boolean[];
  readonly factor: number;
  readonly noise: number;
  readonly rows: readonly RowState[];
  /** Of all contracts; only where there are headlines. */
  readonly stories?: StoriesState;
}

export class World {
  readonly rows: readonly WorldRow[];
  readonly #draws: Draws;
  readonly #switchDraws: Draws;
  readonly #switches: Switches;
  readonly #rateScale: number;
  /** Those about all contracts; null: a market without headlines. */
  readonly #stories: Stories | null;
  /** The common part of the last move, in deviations, and the noise of the next one. */
  #factor = 0;
  #noise = 0;

  /** @throws RangeError when the seed is none */
  constructor({ seed, sha256, table = TABLE, prices, second, headlines = false }: WorldParts) {
    const key = keyOf(seed, sha256);
    this.#draws = new Draws(key, STREAMS.common);
    this.#switchDraws = new Draws(key, STREAMS.commonSwitches);
    this.#switches = new Switches(COMMON_LIVES, this.#switchDraws);
    const storiesOf = (place: number, symbol: string | null): Stories | null =>
      headlines ? new Stories(new Draws(key, STREAMS.headlines, place), { place, symbol }) : null;
    this.#stories = storiesOf(0, null);
    this.rows = table.map(
      (row, number) =>
        new WorldRow(row, number, key, {
          price: prices?.[number] ?? row.start,
          stories: storiesOf(number + 1, row.symbol),
        }),
    );
    let squares = 0;
    for (const { rate } of table) squares += rate * rate;
    this.#rateScale = root(squares);
    this.#plan(second);
  }

  /** A second passes: prices move by the surprise of the flow planned for it, by noise and by news. */
  step(second: number): void {
    const now = season(second);
    this.#switches.turn(Math.max(-0.08, Math.min(0.08, -this.rows[0]!.flow.quarter * 3)));
    let surprise = 0;
    for (const { row, flow } of this.rows) surprise += row.rate * flow.surprise;
    const before = this.#factor;
    this.#factor = OF_FLOW * (surprise / this.#rateScale) + OF_NOISE * this.#noise;
    const drawn = this.#draws.word() < JUMPS ? jumpOf(this.#draws) : 0;
    const news = { jump: this.#stories?.turn(drawn, second) ?? drawn, drift: this.#stories?.drift ?? 0 };
    for (const row of this.rows) {
      const common = ((1 - row.row.lag) * this.#factor + row.row.lag * before) / row.constants.lagged;
      row.move(common, this.#switches.value, { second, season: now }, news);
    }
    this.#plan(second + 1);
  }

  /** Moves a price immediately by so many basis points, which is news. */
  shock(number: number, points: number): void {
    this.rows[number]?.shock(points);
  }

  /** Published texts, newest last: the last hundred about all contracts, and about each. */
  get headlines(): readonly Headline[] {
    const told = [this.#stories, ...this.rows.map(({ stories }) => stories)].flatMap((stories) => stories?.told ?? []);
    return told.sort((a, b) => a.second - b.second || a.place - b.place);
  }

  save(): WorldState {
    return {
      draws: this.#draws.count,
      switchDraws: this.#switchDraws.count,
      switches: this.#switches.save(),
      factor: this.#factor,
      noise: this.#noise,
      rows: this.rows.map((row) => row.save()),
      ...(this.#stories === null ? {} : { stories: this.#stories.save() }),
    };
  }

  /** Goes on as the world of the same seed and table that was saved. */
  restore(state: WorldState): void {
    this.#draws.goTo(state.draws);
    this.#switchDraws.goTo(state.switchDraws);
    this.#switches.restore(state.switches);
    this.#factor = state.factor;
    this.#noise = state.noise;
    if (state.stories !== undefined) this.#stories?.restore(state.stories);
    this.rows.forEach((row, number) => row.restore(state.rows[number]!));
  }

  #plan(second: number): void {
    const now = season(second);
    this.#noise = this.#draws.z();
    for (const row of this.rows) row.plan(this.#switches.value, now * now, OF_NOISE * this.#noise);
  }
}
