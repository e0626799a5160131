/**
 * `market.json`, a market as it is kept in the data folder: what it is made of, and where it is. Whoever has it knows
 * the future.
 */
import { toHex } from '../core/text/bytes.ts';
import { encodeUtf8 } from '../core/text/utf8.ts';
import type { MarketState } from './market.ts';
import type { Sha256 } from './world/draws.ts';
import type { Row } from './world/table.ts';

export interface KeptMarket {
  readonly version: 1;
  readonly seed: string;
  readonly table: readonly Row[];
  /** Only where it has headlines. */
  readonly headlines?: true;
  /** Source of its prices: `world`, `feed`, or the hash of a file. */
  readonly prices: string;
  /** The second of its first step, since the epoch; older versions did not keep it. */
  readonly began?: number;
  readonly state: MarketState;
}

/** The file's text: the market, and its hash, so that no part of it is taken for another. */
export function keptText(market: KeptMarket, sha256: Sha256): string {
  const text = JSON.stringify(market);
  return `{"market":${text},"sha256":"${toHex(sha256(encodeUtf8(text)))}"}\n`;
}

/** Null: the file is damaged. */
export function readKept(text: string, sha256: Sha256): KeptMarket | null {
  try {
    const { market, sha256: hash } = JSON.parse(text) as { readonly market?: unknown; readonly sha256?: unknown };
    const isWhole = hash === toHex(sha256(encodeUtf8(JSON.stringify(market))));
    return isWhole && (market as KeptMarket).version === 1 ? (market as KeptMarket) : null;
  } catch {
    return null;
  }
}
