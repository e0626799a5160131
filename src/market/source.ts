/**
 * Prices from elsewhere, which stand where the world stands: those of a program of the operator's (a feed), or of a
 * file. The house quotes and trades around them in the same way.
 */
import type { Contract } from '../core/language/contract.ts';
import type { SourcedPrice } from './house/weather.ts';

/** The prices of one contract. */
export interface ContractPrices {
  /** The newest one, if there is one that was not given before. */
  next(nowMs: number): SourcedPrice | null;
  /** Of a file, which knows more than a price; null: there is no price then. Not there: nobody knows what comes. */
  readonly about?: (nowMs: number) => FileFigures | null;
  /** Of a file: the last one it has, 1e-8 USDT. */
  readonly lastE8?: number;
}

export interface FileFigures {
  /** The price of the second to come, 1e-8 USDT. */
  readonly comingE8: number;
  /** The bar's volume in the file's usual one; NaN where it has none. */
  readonly volume: number;
  /** Basis points over the index; NaN where the file has none. */
  readonly premium: number;
}

export interface PriceSource {
  /** The prices of a contract; null when there are none of it. @throws Error when they don't fit its tick */
  of(contract: Contract): ContractPrices | null;
}
