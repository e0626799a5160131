/**
 * The contracts, and the newest ticker of each. Tickers are drawn ten times a second at most.
 */
import { signal, type Signal } from '@preact/signals';
import type { ContractsRow, PushedTicker } from '../../client/index.ts';
import { addView } from '../base/frame.ts';
import { publicClient } from '../base/rest.ts';
import { market } from './connection.ts';
import { machine } from '../../time/machine.ts';

/** Ticks kept for the little line beside a price. */
const TRAIL = 60;
const TRAIL_EVERY_MS = 1_000;
const TICKERS_EVERY_MS = 100;

export const contracts = signal<readonly ContractsRow[]>([]);

export interface Quote {
  readonly symbol: string;
  /** Its base coin: "BTC". */
  readonly coin: string;
  readonly decimals: number;
  readonly ticker: Signal<PushedTicker | null>;
  /** -1 when the last price fell, 1 when it rose. */
  readonly moved: Signal<-1 | 0 | 1>;
  /** The last prices, oldest first, for pixels only. */
  readonly trail: Signal<readonly number[]>;
}

export const quotes = signal<readonly Quote[]>([]);

const newest = new Map<string, PushedTicker>();
const mark = addView({ everyMs: TICKERS_EVERY_MS, draw: drawTickers });

/** Asks which contracts there are and follows the ticker of each. */
export async function startMarket(): Promise<void> {
  for (let wait = 500; contracts.value.length === 0; wait = Math.min(8_000, wait * 2)) {
    const rows = await publicClient.contracts().catch(() => []);
    if (rows.length === 0) await machine.sleep(wait);
    else contracts.value = rows;
  }
  quotes.value = contracts.value.map(quoteOf);
  for (const { symbol } of quotes.value)
    market.ticker(symbol, (ticker) => {
      newest.set(symbol, ticker);
      mark();
    });
}

/** Asks again what state each contract is in. */
export async function readContracts(): Promise<void> {
  const rows = await publicClient.contracts().catch(() => null);
  if (rows !== null && rows.length > 0) contracts.value = rows;
}

export function quote(symbol: string): Quote | undefined {
  return quotes.value.find((one) => one.symbol === symbol);
}

/** "BTC" of "cmt_btcusdt"; the symbol itself where nothing else is known. */
export function coinOf(symbol: string): string {
  return quote(symbol)?.coin ?? symbol;
}

function quoteOf({ symbol, underlying_index, tick_size }: ContractsRow): Quote {
  return {
    symbol,
    coin: underlying_index.toUpperCase(),
    decimals: Number(tick_size),
    ticker: signal(null),
    moved: signal(0),
    trail: signal([]),
  };
}

let trailedAtMs = 0;

function drawTickers(): void {
  const now = machine.steadyMs();
  const isTrailed = now - trailedAtMs >= TRAIL_EVERY_MS;
  if (isTrailed) trailedAtMs = now;
  for (const one of quotes.value) {
    const ticker = newest.get(one.symbol);
    if (ticker === undefined) continue;
    const before = one.ticker.value;
    if (isTrailed || one.trail.value.length === 0)
      one.trail.value = [...one.trail.value.slice(1 - TRAIL), Number(ticker.lastPrice)];
    if (before === ticker) continue;
    if (before !== null && before.lastPrice !== ticker.lastPrice)
      one.moved.value = Number(ticker.lastPrice) > Number(before.lastPrice) ? 1 : -1;
    one.ticker.value = ticker;
  }
}
