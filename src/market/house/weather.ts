/** The weather the house trades in: the world, or prices from elsewhere in its place. */
import type { Contract } from '../../core/language/contract.ts';
import type { FlowTrade } from '../world/flow.ts';
import type { Headline } from '../world/stories.ts';
import type { Constants, Row } from '../world/table.ts';

export interface Weather {
  /** A row's number is the contract of its streams. */
  readonly rows: readonly WeatherRow[];
  /** A second passes, counted from the epoch. */
  step(second: number): void;
  /** The newest price of a contract without a row, if there is one to send: the house does not quote it. */
  priceOf?(contract: Contract, second: number): SourcedPrice | null;
}

/** Weather that is kept over a restart, and may be moved by hand. */
export interface KeptWeather extends Weather {
  /** Published texts, newest last; not there, or none: a market without headlines. */
  readonly headlines?: readonly Headline[];
  /** Plain JSON. */
  save(): unknown;
  restore(state: unknown): void;
  /** Moves a row's price by so many basis points, where prices are made here. */
  shock?(number: number, points: number): void;
}

/** Parts of the house that can be switched off: who quotes, who takes for the flow, the crowd. */
export type HousePart = 'maker' | 'taker' | 'crowd';

export interface WeatherRow {
  readonly row: Row;
  readonly constants: Pick<Constants, 'dayValue'>;
  /** USDT; 0: none was ever known. */
  readonly price: number;
  /** The moment the price is of, epoch ms; null: it is not new; not there: this second. */
  readonly sourcedMs?: number | null | undefined;
  /** Deviation of its moves, in that of a usual second. */
  readonly vol: number;
  /** Basis points over the index. */
  readonly premium: number;
  /** All quotes are made anew in this second; not there: those that fit stay. */
  readonly requotes?: boolean;
  /** Not there: none ever is. */
  isOff?(part: HousePart): boolean;
  readonly flow: {
    /** Moves of the last hour, basis points a second. */
    readonly hour: number;
    /** To be carried out in this second. */
    readonly trades: readonly FlowTrade[];
  };
}

/** A price of a contract. */
export interface SourcedPrice {
  /** In 1e-8 USDT. */
  readonly priceE8: number;
  /** The moment it is of, epoch ms. */
  readonly timeMs: number;
}
