/**
 * The view of a model: some contracts with their prices of half an hour, the account, and what it may do at most.
 * Figures have their unit in their name. Nothing that another trader wrote is in it.
 */
import type { Client } from '../../client/client.ts';
import { type Contract, tradingContracts } from '../contracts.ts';

export interface Quote {
  readonly symbol: string;
  readonly last_usdt: number;
  readonly best_bid_usdt: number;
  readonly best_ask_usdt: number;
  readonly change_30m_percent: number;
  /** One a minute, the oldest first; none where nothing was traded. */
  readonly closes_usdt: readonly number[];
  readonly smallest_order_usdt: number;
}

export interface Held {
  readonly symbol: string;
  readonly side: 'LONG' | 'SHORT';
  /** Exactly as the exchange says it. */
  readonly size: string;
  readonly entry_usdt: number;
  readonly profit_percent: number;
  readonly minutes: number;
}

export interface Seen {
  readonly market: readonly Quote[];
  readonly account: {
    readonly equity_usdt: number;
    readonly available_usdt: number;
    readonly positions: readonly Held[];
  };
  readonly limits: { readonly most_order_usdt: number; readonly may_open: boolean; readonly why?: string };
}

export type Looking = Pick<Client, 'contracts' | 'ticker' | 'candles' | 'allPosition' | 'assets'>;

const MINUTES = 30;

/** Those of these contracts that trade, in this order. */
export async function contractsOf(client: Looking, symbols: readonly string[]): Promise<readonly Contract[]> {
  const trading = await tradingContracts(client);
  return symbols.flatMap((symbol) => trading.filter((one) => one.symbol === symbol));
}

export async function quoteOf(client: Looking, { symbol, least }: Contract): Promise<Quote> {
  const [ticker, candles] = await Promise.all([
    client.ticker({ symbol }),
    client.candles({ symbol, granularity: '1m', limit: MINUTES, sort: 'asc' }),
  ]);
  const last = Number(ticker.last) || Number(ticker.markPrice);
  const closes = candles.map((candle) => Number(candle[4]));
  const first = closes[0] ?? last;
  return {
    symbol,
    last_usdt: last,
    best_bid_usdt: Number(ticker.best_bid),
    best_ask_usdt: Number(ticker.best_ask),
    change_30m_percent: rounded((last / first - 1) * 100),
    closes_usdt: closes,
    smallest_order_usdt: rounded(least * last),
  };
}

export async function accountOf(client: Looking, nowMs: number, quotes: readonly Quote[]): Promise<Seen['account']> {
  const [assets, rows] = await Promise.all([client.assets(), client.allPosition()]);
  const usdt = assets.find(({ coinName }) => coinName === 'USDT');
  const positions = rows.map((row): Held => {
    const side = row.side === 'LONG' ? 'LONG' : 'SHORT';
    const entry = Number(row.open_value) / Number(row.size);
    const last = quotes.find(({ symbol }) => symbol === row.symbol)?.last_usdt ?? entry;
    return {
      symbol: row.symbol,
      side,
      size: row.size,
      entry_usdt: Number(entry.toPrecision(7)),
      profit_percent: rounded((last / entry - 1) * (side === 'LONG' ? 100 : -100)),
      minutes: Math.max(0, Math.floor((nowMs - row.created_time) / 60_000)),
    };
  });
  return {
    equity_usdt: rounded(Number(usdt?.equity ?? 0)),
    available_usdt: rounded(Number(usdt?.available ?? 0)),
    positions,
  };
}

function rounded(value: number): number {
  // A price may fall by less than half a hundredth: that is 0, not -0.
  return Number(value.toFixed(2)) + 0;
}
