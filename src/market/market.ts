/**
 * The living market without its clockwork: weather and house together. Whoever drives it lets seconds pass in eighths,
 * carries out each block of commands before asking for the next, and tells it all that happens.
 */
import type { Command } from '../core/language/commands.ts';
import type { Contract } from '../core/language/contract.ts';
import { canonicalText } from '../core/num/decimal.ts';
import { type DecimalText, E8, MAX_TICKS } from '../core/num/units.ts';
import type { State } from '../core/state/state.ts';
import type { Event } from '../core/turn/events.ts';
import { EIGHTHS, House, type StallState } from './house/house.ts';
import { indexText } from './house/texts.ts';
import type { KeptWeather } from './house/weather.ts';

const MEAN_SECONDS = 60;

export interface MarketParts {
  readonly state: State;
  readonly weather: KeptWeather;
  /** Of the seed. */
  readonly key: Uint32Array;
  /** The hash of seed and table, hex; left out or null: nothing is committed to. */
  readonly commitment?: string | null;
  /** Is told of a step that does not come in the second after the one before, and of shocks, before the step. */
  readonly note?: (news: MarketNews) => void;
}

/** Parts of a world's way that do not follow from its seed. */
export type MarketNews =
  | { readonly what: 'gap'; readonly step: number; readonly second: number; readonly symbol: null }
  | ({ readonly what: 'shock'; readonly step: number; readonly second: number } & Shock);

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

/** A price that is moved by hand. */
export interface Shock {
  readonly symbol: string;
  /** Basis points. */
  readonly bp: number;
  readonly by: string;
}

export class Market {
  readonly weather: KeptWeather;
  readonly house: House;
  readonly commitment: string | null;
  readonly #state: State;
  readonly #note: (news: MarketNews) => void;
  #step = 0;
  #second = 0;
  #shocks: Shock[] = [];
  /** Its last step was another process's, which may have told of further ones. */
  #isResumed = false;
  /** Commands of the second that passes, and of a usual second of the last minute or so. */
  #commands = 0;
  #usual: number | null = null;

  constructor({ state, weather, key, commitment = null, note = () => undefined }: MarketParts) {
    this.#state = state;
    this.#note = note;
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
    if (eighth === 0) this.#tell(second);
    for (const commands of this.house.eighth(second, eighth)) {
      this.#commands += commands.length;
      yield commands;
    }
    if (eighth < EIGHTHS - 1) return;
    this.#usual = this.#usual === null ? this.#commands : this.#usual + (this.#commands - this.#usual) / MEAN_SECONDS;
    this.#commands = 0;
  }

  /** Mean of about a minute, ticks left out; 0 before a second has passed. */
  get commandsPerSecond(): number {
    return this.#usual ?? 0;
  }

  /** Lets a second pass whose commands are in the journal. */
  pass(second: number, shocks: readonly Shock[]): void {
    this.#begin(second, shocks);
    this.weather.step(second);
  }

  /** Is told what happened, by whomever. */
  see(events: readonly Event[]): void {
    this.house.see(events);
  }

  /**
   * Moves the index of a contract, or of all (null), by a part of it, with the next second: of all or of none.
   * @returns those that move; empty when it makes no price of such a contract
   * @throws RangeError when a price would be none that an index may have
   */
  shock(symbol: string | null, rateE8: number, by: string): Shocked[] {
    if (this.weather.shock === undefined) return [];
    const bp = rateE8 / 10_000;
    const shocked = this.weather.rows.flatMap(({ row, price }): Shocked[] => {
      const instrument = this.#state.bySymbol.get(row.symbol);
      if (instrument === undefined || instrument.tradingState === 'DELISTED') return [];
      if (symbol !== null && row.symbol !== symbol) return [];
      const before = this.#shocks.reduce((now, one) => (one.symbol === row.symbol ? moved(now, one) : now), price);
      return [shockedTo(instrument.contract, before, moved(before, { bp }))];
    });
    this.#shocks.push(...shocked.map((one) => ({ symbol: one.symbol, bp, by })));
    return shocked;
  }

  save(): MarketState {
    return { step: this.#step, second: this.#second, weather: this.weather.save(), house: this.house.save() };
  }

  restore({ step, second, weather, house }: MarketState): void {
    this.#step = step;
    this.#second = second;
    this.#isResumed = true;
    this.weather.restore(weather);
    this.house.restore(house, second);
  }

  #tell(second: number): void {
    const step = this.#step + 1;
    const isNext = step === 1 || (second === this.#second + 1 && !this.#isResumed);
    this.#isResumed = false;
    if (!isNext) this.#note({ what: 'gap', step, second, symbol: null });
    const shocks = this.#shocks;
    this.#shocks = [];
    for (const shock of shocks) this.#note({ what: 'shock', step, second, ...shock });
    this.#begin(second, shocks);
  }

  #begin(second: number, shocks: readonly Shock[]): void {
    for (const { symbol, bp } of shocks) {
      const number = this.weather.rows.findIndex(({ row }) => row.symbol === symbol);
      this.weather.shock?.(number, bp);
    }
    this.#step += 1;
    this.#second = second;
  }
}

function moved(price: number, { bp }: Pick<Shock, 'bp'>): number {
  return price * (1 + bp / 10_000);
}

/** @throws RangeError */
function shockedTo({ symbol, tickE8 }: Contract, before: number, after: number): Shocked {
  const textOf = (usdt: number): DecimalText => indexText(usdt * E8, tickE8);
  const [least, most] = [tickE8, MAX_TICKS * tickE8].map((priceE8) => canonicalText(priceE8, 8));
  if (after * E8 < tickE8 || after * E8 > MAX_TICKS * tickE8)
    throw new RangeError(
      `${symbol} would go from ${textOf(before)} to ${after}, needs a price from ${least} to ${most}`,
    );
  return { symbol, from: textOf(before), to: textOf(after) };
}
