/**
 * The living market on a timeline: each second its prices and quotes, then its trades eighth by eighth, then a tick,
 * all carried out by whoever drives the clock.
 */
import type { Command } from '../../core/language/commands.ts';
import type { Event } from '../../core/turn/events.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { State } from '../../core/state/state.ts';
import { EIGHTHS } from '../../market/house/house.ts';
import type { KeptWeather } from '../../market/house/weather.ts';
import { Market, type MarketState } from '../../market/market.ts';
import { keyOf } from '../../market/world/draws.ts';
import { type Row, TABLE } from '../../market/world/table.ts';
import { World } from '../../market/world/world.ts';
import { E8 } from '../../core/num/units.ts';
import { sha256 } from '../../store/sha256.ts';
import { StagedWeather } from '../scenario/staged-weather.ts';
import { type Rank, RANKS, type Timeline } from '../../time/timeline.ts';

const SECOND_MS = 1_000;
const EIGHTH_MS = SECOND_MS / EIGHTHS;
const LAST_EIGHTH_MS = SECOND_MS - EIGHTH_MS;
/** The clock waits while the read store is further behind than this. */
const MOST_BEHIND = 20_000;

export interface DriveParts {
  readonly exchange: Exchange;
  readonly timeline: Timeline;
  readonly seed: string;
  /** None: prices come from outside. */
  readonly hasMarket: boolean;
  /** No tick either: whoever moves the clock sends them, as a contest that plays itself does. */
  readonly isByHand?: boolean;
  /** Makes what stands where the world of the seed does; null: that. */
  readonly weather: ((state: State) => KeptWeather) | null;
  /** Of the world. */
  readonly headlines?: true;
  /** Rows of its table beside its own. */
  readonly contracts?: readonly Row[];
  /** Called each second, after its tick; time waits for it. */
  readonly onSecond: () => Promise<void> | null;
}

/** All that a stop or a checkpoint keeps of it. */
export interface DriveState {
  readonly market: MarketState | null;
  /** When each eighth of a second is carried out next, and the tick, epoch ms. */
  readonly next: readonly number[];
}

export class MarketDrive {
  readonly #parts: DriveParts;
  #market: Market | null = null;
  #weather: StagedWeather | null = null;
  readonly #next: number[] = [];

  constructor(parts: DriveParts) {
    this.#parts = parts;
  }

  /** Carries out what opens the market, or goes on with it, and enters it and the tick into the timeline. */
  begin(saved: DriveState | null): void {
    const { timeline, hasMarket, isByHand = false } = this.#parts;
    if (isByHand) return;
    const nextMs = (Math.floor(timeline.nowMs() / SECOND_MS) + 1) * SECOND_MS;
    if (hasMarket) this.#open(saved?.market ?? null);
    const each = (slot: number, offsetMs: number, rank: Rank, run: () => unknown): void => {
      this.#next[slot] = saved?.next[slot] ?? nextMs + offsetMs;
      timeline.each(this.#next[slot], SECOND_MS, rank, () => {
        this.#next[slot]! += SECOND_MS;
        return run();
      });
    };
    for (let eighth = 0; eighth < (hasMarket ? EIGHTHS : 0); eighth++)
      each(eighth, eighth * EIGHTH_MS, eighth === 0 ? RANKS.reprice : RANKS.flow, () => this.#eighth(eighth));
    each(EIGHTHS, LAST_EIGHTH_MS, RANKS.tick, () => this.#tick());
  }

  /** Its prices and quotes, for who stages them; null: it makes none. */
  get weather(): StagedWeather | null {
    return this.#weather;
  }

  /** The step of the world, in a second since the epoch. */
  get moment(): { readonly step: number; readonly second: number } {
    const { step = 0 } = this.#market ?? {};
    return { step, second: Math.floor(this.#parts.timeline.nowMs() / SECOND_MS) };
  }

  /** Tells the house what happened. */
  see(events: readonly Event[]): void {
    this.#market?.see(events);
  }

  save(): DriveState {
    return { market: this.#market?.save() ?? null, next: this.#next };
  }

  #open(saved: MarketState | null): void {
    const { exchange, timeline, seed, headlines = false, contracts = [] } = this.#parts;
    const { state } = exchange;
    const table = [...TABLE, ...contracts];
    const second = Math.floor(timeline.nowMs() / SECOND_MS);
    // After a kill prices go on from the last there are.
    const prices = table.map(({ symbol, start }) => {
      const known = Number(state.bySymbol.get(symbol)?.indexPrice ?? 0);
      return known > 0 ? known / E8 : start;
    });
    const world = (): World => new World({ seed, sha256, second, table, prices, headlines });
    const weather = new StagedWeather(this.#parts.weather?.(state) ?? world());
    this.#weather = weather;
    const market = new Market({ state, weather, key: keyOf(seed, sha256) });
    this.#market = market;
    if (saved !== null) return market.restore(saved);
    this.#carryOut(market.opening());
    for (const commands of market.eighth(second, 0)) this.#carryOut(commands);
  }

  #eighth(eighth: number): void {
    const second = Math.floor(this.#parts.timeline.nowMs() / SECOND_MS);
    for (const commands of this.#market!.eighth(second, eighth)) this.#carryOut(commands);
  }

  #tick(): Promise<void> | null {
    const { exchange, onSecond } = this.#parts;
    this.#carryOut([{ name: 'tick' }]);
    const looked = onSecond();
    if (exchange.behind <= MOST_BEHIND) return looked;
    return looked === null ? exchange.caughtUp() : looked.then(() => exchange.caughtUp());
  }

  #carryOut(commands: readonly Command[]): void {
    if (commands.length > 0) this.#parts.exchange.driven.carryOut(commands);
  }
}
