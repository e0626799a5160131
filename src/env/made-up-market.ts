/**
 * The market on the real engine in made-up time, without network, journal or store: whoever runs it lets seconds pass,
 * may act in each eighth of one, and sees all that happens.
 */
import { activation } from '../core/contracts/activateCore.ts';
import { createEngine, type Engine } from '../core/engine.ts';
import { DEFAULT_CONTRACTS } from '../core/language/contract-defaults.ts';
import type { Command, CommandName, CommandOf } from '../core/language/commands.ts';
import type { Outcome, ResultOf } from '../core/turn/outcome.ts';
import type { State } from '../core/state/state.ts';
import { EIGHTHS, type House } from '../market/house/house.ts';
import type { KeptWeather } from '../market/house/weather.ts';
import { Market } from '../market/market.ts';
import { keyOf } from '../market/world/draws.ts';
import { World } from '../market/world/world.ts';
import { sha256 } from '../store/sha256.ts';

/** 2026-01-01 00:00 UTC, a Thursday. */
export const FIRST_SECOND = 1_767_225_600;
const EIGHTH_MS = 125;

export interface Hooks {
  /** Acts directly after the prices and quotes of a second, before anybody else, */
  readonly afterTurn?: () => void;
  /** and at the end of an eighth, 0 to 7. */
  readonly afterEighth?: (eighth: number) => void;
  readonly onApplied?: (command: Command, outcome: Outcome) => void;
}

export interface MadeUpOptions {
  readonly firstSecond?: number;
  /** The contracts that are listed; by default all eight. */
  readonly symbols?: readonly string[];
  /** Whether the world has headlines. */
  readonly headlines?: boolean;
  /** Makes what stands where the world of the seed does by default. */
  readonly weather?: (state: State, key: Uint32Array) => KeptWeather;
}

const ALL = DEFAULT_CONTRACTS.map(({ symbol }) => symbol);

export class MadeUpMarket {
  readonly engine: Engine = createEngine(sha256);
  readonly market: Market;
  /** The second that passes, since the epoch. */
  second: number;
  hooks: Hooks = {};
  /** Rows of batches, and other orders of the house, that were refused. */
  refused = 0;
  #timeMs: number;

  constructor(
    seed: string,
    { firstSecond = FIRST_SECOND, symbols = ALL, headlines = false, weather }: MadeUpOptions = {},
  ) {
    this.second = firstSecond;
    this.#timeMs = firstSecond * 1_000;
    const contracts = DEFAULT_CONTRACTS.filter(({ symbol }) => symbols.includes(symbol));
    const { state } = this.engine;
    const activating = activation(state);
    if (activating !== null) this.submit<'activateCore'>(activating);
    this.submit<'setParameters'>({ name: 'setParameters', contracts, exchange: {} });
    const key = keyOf(seed, sha256);
    const own = weather?.(state, key) ?? new World({ seed, sha256, second: firstSecond, headlines });
    this.market = new Market({ state, key, weather: own });
    for (const command of this.market.opening()) this.#ofHouse(command);
  }

  get house(): House {
    return this.market.house;
  }

  submit<N extends CommandName>(command: CommandOf<N>): Outcome<ResultOf<N>> {
    const sequence = this.engine.state.sequence + 1;
    const outcome = this.engine.apply({ sequence, timeMs: this.#timeMs, command } as never);
    this.market?.see(outcome.events);
    this.hooks.onApplied?.(command as Command, outcome);
    return outcome as Outcome<ResultOf<N>>;
  }

  /** Lets a second pass, from its prices to its tick. */
  pass(): void {
    const { market, second } = this;
    for (let eighth = 0; eighth < EIGHTHS; eighth++) {
      this.#timeMs = second * 1_000 + eighth * EIGHTH_MS;
      let block = 0;
      for (const commands of market.eighth(second, eighth)) {
        for (const command of commands) this.#ofHouse(command);
        if (eighth === 0 && block++ === 0) this.hooks.afterTurn?.();
      }
      this.hooks.afterEighth?.(eighth);
    }
    this.submit<'tick'>({ name: 'tick' });
    this.second += 1;
  }

  #ofHouse(command: Command): void {
    const outcome: Outcome = this.submit(command);
    if (!outcome.ok) this.refused += 1;
    else if (command.name === 'batchOrders')
      for (const row of outcome.result as ResultOf<'batchOrders'>) if (!row.ok) this.refused += 1;
  }
}
