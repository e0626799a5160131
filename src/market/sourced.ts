/** Prices from elsewhere, by contracts, where the world stands otherwise. */
import type { Contract } from '../core/language/contract.ts';
import type { State } from '../core/state/state.ts';
import type { KeptWeather, SourcedPrice } from './house/weather.ts';
import type { ContractPrices, PriceSource } from './source.ts';
import { SourcedRow, type SourcedRowState } from './sourced-row.ts';
import { root } from './world/arithmetic.ts';
import { Draws, STREAMS } from './world/draws.ts';
import { season } from './world/season.ts';
import type { Row } from './world/table.ts';

/** The noise's share in the variance of the common part of a move. */
const NOISE = root(0.55);

export interface SourcedParts {
  readonly state: State;
  readonly source: PriceSource;
  readonly key: Uint32Array;
  readonly table: readonly Row[];
  /** Is told of contracts, listed later, that the prices don't fit: they get none. */
  readonly onUnfit: (error: unknown) => void;
}

export interface SourcedState {
  readonly draws: number;
  readonly rows: readonly SourcedRowState[];
}

export class Sourced implements KeptWeather {
  readonly rows: readonly SourcedRow[];
  readonly #parts: SourcedParts;
  readonly #draws: Draws;
  /** Of contracts without a row. */
  readonly #others = new Map<string, ContractPrices | null>();
  /** How many of the contracts were looked at. */
  #known = 0;

  /** @throws Error when prices don't fit a contract that is listed now */
  constructor(parts: SourcedParts) {
    this.#parts = parts;
    this.#draws = new Draws(parts.key, STREAMS.common);
    this.rows = parts.table.map((row, number) => new SourcedRow(row, number, parts.key));
    for (const { contract } of parts.state.instruments) this.#open(contract);
  }

  step(second: number): void {
    this.#openListed();
    const now = season(second + 1);
    const noise = NOISE * this.#draws.z();
    for (const row of this.rows) row.step(second, now * now, noise);
  }

  priceOf({ symbol }: Contract, second: number): SourcedPrice | null {
    return this.#others.get(symbol)?.next(second * 1_000) ?? null;
  }

  save(): SourcedState {
    return { draws: this.#draws.count, rows: this.rows.map((row) => row.save()) };
  }

  restore({ draws, rows }: SourcedState): void {
    this.#draws.goTo(draws);
    this.rows.forEach((row, number) => rows[number] !== undefined && row.restore(rows[number]));
  }

  #openListed(): void {
    const { state, onUnfit } = this.#parts;
    while (this.#known < state.instruments.length) {
      try {
        this.#open(state.instruments[this.#known]!.contract);
      } catch (error) {
        this.#known += 1;
        onUnfit(error);
      }
    }
  }

  #open(contract: Contract): void {
    const prices = this.#parts.source.of(contract);
    const row = this.rows.find(({ row: { symbol } }) => symbol === contract.symbol);
    if (row === undefined) this.#others.set(contract.symbol, prices);
    else row.prices = prices;
    this.#known += 1;
  }
}
