/** Tools that look at the market; they need no key. */
import { input, oneOf, text, whole } from '../schema.ts';
import { type Asking, optional, percent, textOf, type Tool, ToolRefusal } from '../tool.ts';

const GRANULARITIES = ['1m', '5m', '15m', '30m', '1h', '4h', '12h', '1d', '1w'] as const;
const USUAL_CANDLES = 24;
const MOST_CANDLES = 200;
const DEPTH = 5;

async function overview({ call }: Asking): Promise<object> {
  const rows = await call('tickers');
  return {
    contracts: rows.map(({ symbol, last, markPrice, best_bid, best_ask, priceChangePercent }) => ({
      symbol,
      last_usdt: last,
      mark_usdt: markPrice,
      bid_usdt: best_bid,
      ask_usdt: best_ask,
      change_24h_percent: percent(priceChangePercent),
    })),
  };
}

async function snapshot({ call }: Asking, symbol: string): Promise<object> {
  const [ticker, contracts, depth, funding] = await Promise.all([
    call('ticker', { symbol }),
    call('contracts', { symbol }),
    call('depth', { symbol, limit: DEPTH }),
    call('currentFundRate', { symbol }),
  ]);
  const [contract, rate] = [contracts[0], funding[0]];
  if (contract === undefined || rate === undefined)
    throw new ToolRefusal(`there is no contract ${symbol}`, 'market_get_snapshot without symbol lists them');
  return {
    symbol,
    last_usdt: ticker.last,
    mark_usdt: ticker.markPrice,
    index_usdt: ticker.indexPrice,
    bids_usdt_base: depth.bids,
    asks_usdt_base: depth.asks,
    change_24h_percent: percent(ticker.priceChangePercent),
    high_24h_usdt: ticker.high_24h,
    low_24h_usdt: ticker.low_24h,
    volume_24h_usdt: ticker.volume_24h,
    funding_percent: percent(rate.fundingRate),
    funding_every_minutes: rate.collectCycle,
    step_base: contract.stepSize,
    min_size_base: contract.minOrderSize,
    price_decimals: contract.tick_size,
    max_leverage: contract.maxLeverage,
    taker_fee_percent: percent(contract.takerFeeRate),
    state: contract.state,
  };
}

async function candles({ call }: Asking, symbol: string, of: string, count: number): Promise<object> {
  const granularity = GRANULARITIES.find((one) => one === of) ?? '5m';
  const rows = await call('candles', { symbol, granularity, limit: count, sort: 'asc' });
  return {
    symbol,
    granularity,
    columns: 'open_time_ms, open, high, low, close (USDT), volume (base)',
    candles_oldest_first: rows.map((row) => row.slice(0, 6)),
  };
}

export const MARKET_TOOLS: readonly Tool[] = [
  {
    name: 'market_get_snapshot',
    module: 'market',
    about:
      'Prices, depth, funding and the size grid of one contract now; without symbol the prices of all. Use it before you decide.',
    input: input({ symbol: text('such as cmt_btcusdt') }),
    isPublic: true,
    isRead: true,
    run: (asking, given) => {
      const symbol = optional(given, 'symbol');
      return symbol === undefined ? overview(asking) : snapshot(asking, symbol);
    },
  },
  {
    name: 'market_get_candles',
    module: 'market',
    about: 'Candles of a contract, the forming one last. Use it to see how the price came here.',
    input: input(
      {
        symbol: text(),
        granularity: oneOf(GRANULARITIES, 'default 5m'),
        limit: whole(`default ${USUAL_CANDLES}, at most ${MOST_CANDLES}`),
      },
      ['symbol'],
    ),
    isPublic: true,
    isRead: true,
    run: (asking, given) => {
      const count = Math.min(MOST_CANDLES, Math.max(1, Number(given['limit'] ?? USUAL_CANDLES)));
      return candles(asking, textOf(given, 'symbol'), optional(given, 'granularity') ?? '5m', count);
    },
  },
];
