/**
 * The living market without its clockwork: weather and house together. Whoever drives it lets seconds pass in eighths,
 * carries out each block of commands before asking for the next, and tells it all that happens.
 */
import type { Command } from '../core/language/commands.ts';
import { E8 } from '../core/num/units.ts';
import type { DecimalText } from '../core/num/units.ts';
import type { State } from '../core/state/state.ts';
import type { Event } from '../core/turn/events.ts';
import { House, type StallState } from './house/house.ts';
import { indexText } from './house/texts.ts';
import type { KeptWeather } from './house/weather.ts';

export interface MarketParts {
  readonly state: State;
  readonly weather: KeptWeather;
  /** Of the seed. */
  readonly key: Uint32Array;
  /** The hash of seed and table, hex; left out or null: nothing is committed to. */
  readonly commitment?: string | null;
}

/** State to go on from, beside seed and table: plain JSON. */
export interface MarketState {
  /** How many seconds have passed in it. */
  readonly step: number;
  /** The last of them, since the epoch. */
  readonly second: number;
  readonly weather: unknown;
  readonly house: readonly StallState[];
}

/** The effect of a shock on a contract's index: prices as they will be sent. */
export interface Shocked {
  readonly symbol: string;
  readonly from: DecimalText;
  readonly to: DecimalText;
}

/** A shock that comes with the next second. */
export interface Shock {
  /** A row of the table. */
  readonly row: number;
  /** Basis points. */
  readonly points: number;
}

export class Market {
  readonly weather: KeptWeather;
  readonly house: House;
  readonly commitment: string | null;
  readonly #state: State;
  #step = 0;
  #second = 0;
  #shocks: Shock[] = [];

  constructor({ state, weather, key, commitment = null }: MarketParts) {
    this.#state = state;
    this.commitment = commitment;
    this.weather = weather;
    this.house = new House({ state, world: weather, key });
  }

  get step(): number {
    return this.#step;
  }

  /** The last second that passed, since the epoch; 0 before the first. */
  get second(): number {
    return this.#second;
  }

  /** Commands before its first second. */
  opening(): Command[] {
    return this.house.opening();
  }

  /**
   * Lets an eighth of a second pass, 0 to 7 in turn; with the first one prices move.
   * @param second since the epoch
   * @returns blocks of commands, each planned on the state the one before it left
   */
  *eighth(second: number, eighth: number): Generator<readonly Command[], void> {
    if (eighth === 0) this.#begin(second);
    yield* this.house.eighth(second, eighth);
  }

  /** Lets a second pass in which nothing was sent, or all of it is known. */
  pass(second: number): void {
    this.#begin(second);
    this.weather.step(second);
  }

  /** Is told what happened, by whomever. */
  see(events: readonly Event[]): void {
    this.house.see(events);
  }

  /**
   * Moves the index of a contract, or of all (null), by a part of it, with the next second.
   * @returns those that move; empty when it makes no price of such a contract
   */
  shock(symbol: string | null, rateE8: number): Shocked[] {
    if (this.weather.shock === undefined) return [];
    return this.weather.rows.flatMap(({ row, price }, number): Shocked[] => {
      const instrument = this.#state.bySymbol.get(row.symbol);
      if (instrument === undefined || (symbol !== null && row.symbol !== symbol)) return [];
      const before = this.#shocks.reduce((now, shock) => (shock.row === number ? moved(now, shock) : now), price);
      const shock = { row: number, points: rateE8 / 10_000 };
      this.#shocks.push(shock);
      const { tickE8 } = instrument.contract;
      const textOf = (usdt: number): DecimalText => indexText(usdt * E8, tickE8);
      return [{ symbol: row.symbol, from: textOf(before), to: textOf(moved(before, shock)) }];
    });
  }

  save(): MarketState {
    return { step: this.#step, second: this.#second, weather: this.weather.save(), house: this.house.save() };
  }

  restore({ step, second, weather, house }: MarketState): void {
    this.#step = step;
    this.#second = second;
    this.weather.restore(weather);
    this.house.restore(house);
  }

  #begin(second: number): void {
    for (const { row, points } of this.#shocks) this.weather.shock?.(row, points);
    this.#shocks = [];
    this.#step += 1;
    this.#second = second;
  }
}

function moved(price: number, { points }: Shock): number {
  return price * (1 + points / 10_000);
}
