// A bot that trades against moves of bitcoin that went far from the mean of the last half hour. It says when it
// wants to look again and leaves the waiting to the client, so it runs as it is on a live exchange, on a rehearsal
// fifty times as fast, in lockstep, and in a backtest:
//
//   OUTCRY_KEY=… OUTCRY_SECRET=… OUTCRY_PASSPHRASE=… node scripts/node.mjs examples/trading-bot.ts
//   npx outcry rehearse --agents 'node scripts/node.mjs examples/trading-bot.ts' --seeds 20 --for 2h
//
// Two numbers may follow: how often it decides (until it is stopped), and the seconds in between (60).
// In a program of your own import from 'outcry-client' instead.
import { type Client, Execution, type Now, OrderType, PriceKind, rehearse } from '../src/client/index.ts';

const SYMBOL = 'cmt_btcusdt';
const MINUTES = 30;
/** Part of the equity that a position is worth. */
const SHARE = 0.5;
/** Deviations from the mean at which it goes in, and at which it goes out. */
const IN = 1.5;
const OUT = 0.25;

const [, , times = 'Infinity', seconds = '60'] = process.argv;

async function deviation(exchange: Client): Promise<number> {
  const bars = await exchange.candles({ symbol: SYMBOL, granularity: '1m', limit: MINUTES, sort: 'asc' });
  const closes = bars.map((bar) => Number(bar[4]));
  if (closes.length < 5) return 0;
  const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
  const spread = Math.sqrt(closes.reduce((sum, close) => sum + (close - mean) ** 2, 0) / closes.length);
  return spread === 0 ? 0 : (closes.at(-1)! - mean) / spread;
}

async function order(exchange: Client, { ms }: Now, type: OrderType, size: string): Promise<void> {
  await exchange.placeOrder({
    symbol: SYMBOL,
    client_oid: `bot-${ms}-${type}`,
    size,
    type,
    order_type: Execution.NORMAL,
    match_price: PriceKind.MARKET,
  });
}

let left = Number(times);
await rehearse({ stepMs: Number(seconds) * 1_000 }, async (now, exchange) => {
  const z = await deviation(exchange);
  const [held] = await exchange.singlePosition({ symbol: SYMBOL });
  if (held !== undefined && Number(held.size) > 0) {
    const isLong = held.side === 'LONG';
    const isBack = isLong ? z > -OUT : z < OUT;
    if (isBack) await order(exchange, now, isLong ? OrderType.CLOSE_LONG : OrderType.CLOSE_SHORT, held.size);
  } else if (Math.abs(z) >= IN) {
    const usdt = (await exchange.assets()).find(({ coinName }) => coinName === 'USDT');
    const ticker = await exchange.ticker({ symbol: SYMBOL });
    const size = ((Number(usdt?.equity ?? 0) * SHARE) / Number(ticker.last)).toFixed(3);
    await order(exchange, now, z < 0 ? OrderType.OPEN_LONG : OrderType.OPEN_SHORT, size);
  }
  left -= 1;
  return left > 0 ? {} : null;
});
