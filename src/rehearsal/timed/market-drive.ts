/**
 * The living market on a timeline: each second its prices and quotes, then its trades eighth by eighth, then a tick,
 * all carried out by whoever drives the clock.
 */
import type { Command } from '../../core/language/commands.ts';
import type { Event } from '../../core/turn/events.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { EIGHTHS } from '../../market/house/house.ts';
import { Market, type MarketState } from '../../market/market.ts';
import { keyOf } from '../../market/world/draws.ts';
import { TABLE } from '../../market/world/table.ts';
import { World } from '../../market/world/world.ts';
import { E8 } from '../../core/num/units.ts';
import { sha256 } from '../../store/sha256.ts';
import { RANKS, type Timeline } from '../../time/timeline.ts';

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
  /** Called each second, after its tick. */
  readonly onSecond: () => void;
}

/** All that a stop keeps of it. */
export interface DriveState {
  /** The journal's end that it belongs to. */
  readonly sequence: number;
  readonly market: MarketState;
}

export class MarketDrive {
  readonly #parts: DriveParts;
  #market: Market | null = null;

  constructor(parts: DriveParts) {
    this.#parts = parts;
  }

  /** Carries out what opens the market, and enters it and the tick into the timeline. */
  begin(saved: DriveState | null): void {
    const { timeline, hasMarket } = this.#parts;
    const nextMs = (Math.floor(timeline.nowMs() / SECOND_MS) + 1) * SECOND_MS;
    if (hasMarket) this.#open(saved);
    for (let eighth = 0; eighth < (hasMarket ? EIGHTHS : 0); eighth++) {
      const rank = eighth === 0 ? RANKS.reprice : RANKS.flow;
      timeline.each(nextMs + eighth * EIGHTH_MS, SECOND_MS, rank, () => this.#eighth(eighth));
    }
    timeline.each(nextMs + LAST_EIGHTH_MS, SECOND_MS, RANKS.tick, () => this.#tick());
  }

  /** Tells the house what happened. */
  see(events: readonly Event[]): void {
    this.#market?.see(events);
  }

  save(): DriveState | null {
    return this.#market && { sequence: this.#parts.exchange.sequence, market: this.#market.save() };
  }

  #open(saved: DriveState | null): void {
    const { exchange, timeline, seed } = this.#parts;
    const { state } = exchange;
    const second = Math.floor(timeline.nowMs() / SECOND_MS);
    // After a kill prices go on from the last there are.
    const prices = TABLE.map(({ symbol, start }) => {
      const known = Number(state.bySymbol.get(symbol)?.indexPrice ?? 0);
      return known > 0 ? known / E8 : start;
    });
    const weather = new World({ seed, sha256, second, prices });
    const market = new Market({ state, weather, key: keyOf(seed, sha256) });
    this.#market = market;
    if (saved?.sequence === exchange.sequence) return market.restore(saved.market);
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
    onSecond();
    return exchange.behind > MOST_BEHIND ? exchange.caughtUp() : null;
  }

  #carryOut(commands: readonly Command[]): void {
    if (commands.length > 0) this.#parts.exchange.driven.carryOut(commands);
  }
}
