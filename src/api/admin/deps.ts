/** The running parts that the administration has, beside those of operations. */
import type { Brand } from '../app/brand.ts';
import type { WebApp } from '../app/web-app.ts';
import type { OpsDeps } from '../ops/deps.ts';

/** The exchange's own market, as the administration sees it. */
export interface MarketControl {
  /** The hash of what it is made of, which contests carry; null: its prices come from elsewhere. */
  readonly commitment: string | null;
  /** How it does, as it is answered: all but its seed. */
  look(): object;
  /**
   * Moves the index of a contract, or of all (null), by a part of it; returns the indexes that moved, with prices
   * before and after. @throws RangeError when a price would be none that an index may have
   */
  shock(
    symbol: string | null,
    rateE8: number,
    by: string,
  ): readonly { readonly symbol: string; readonly from: string; readonly to: string }[];
}

export interface AdminDeps extends OpsDeps {
  /** The page that is served. */
  readonly webApp: WebApp;
  /** Keeps a brand for the next start; resolves when it is durable. */
  readonly keepBrand: (brand: Brand) => Promise<void>;
  /** Makes a key for the AI log and keeps its private half; answers its verifier key. */
  newLogKey(origin: string): Promise<string>;
  /** Absent, or null: prices come from outside. */
  market?(): MarketControl | null;
  /** Bearer token of the administration, from the data folder. */
  readonly adminToken: string;
  /** Asked by the administration: take the exchange down. Absent: the administration can't stop it. */
  readonly requestStop?: () => void;
}
