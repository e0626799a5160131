// ccxt, unmodified, over the sockets of the second door: V3-37. Where it can't be had all of it is skipped.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isInstalled, startTrading, type Trading } from './library.ts';

const BTC = 'BTC/USDT:USDT';
const ETH = 'ETH/USDT:USDT';

let trading: Trading | undefined;
let x: any;

describe.skipIf(!isInstalled)('ccxt', () => {
  beforeAll(async () => {
    trading = await startTrading();
    ({ x } = trading);
  });
  afterAll(() => trading?.stop());
  afterEach(async () => {
    await x.cancelAllOrders(BTC);
    await x.closeAllPositions();
  });

  const trade = (): Promise<any> => x.createOrder(BTC, 'market', 'buy', 0.01);

  /** The first answer, and the next one after `change`, which is another. */
  async function twice(watch: () => Promise<any>, change: () => Promise<unknown>): Promise<readonly [any, any]> {
    const first = JSON.stringify(await watch());
    const next = watch();
    await change();
    const second = JSON.stringify(await next);
    expect(second).not.toBe(first);
    return [JSON.parse(first), JSON.parse(second)];
  }

  /** The first answer, and one after it that differs, while the market trades. */
  async function moving(watch: () => Promise<any>): Promise<readonly [any, any]> {
    const made = setInterval(() => void trade().catch(() => undefined), 100);
    try {
      const first = JSON.stringify(await watch());
      let second = first;
      while (second === first) second = JSON.stringify(await watch());
      return [JSON.parse(first), JSON.parse(second)];
    } finally {
      clearInterval(made);
    }
  }

  it('watchTicker: once, and again when it changed', async () => {
    await trade();
    const [first] = await twice(() => x.watchTicker(BTC), trade);
    expect(first).toMatchObject({ symbol: BTC, last: 90000.1 });
    await x.unWatchTicker(BTC);
  });

  it('watchTickers of several', async () => {
    const [first, second] = await moving(() => x.watchTickers([BTC, ETH]));
    expect(Object.keys({ ...first, ...second })).toContain(BTC);
    await x.unWatchTickers([BTC, ETH]);
  });

  it('watchTrades and watchTradesForSymbols', async () => {
    const [, one] = await moving(() => x.watchTrades(BTC));
    expect(one.at(-1)).toMatchObject({ symbol: BTC, side: 'buy', price: 90000.1, amount: 0.01 });
    await x.unWatchTrades(BTC);
    const [, several] = await moving(() => x.watchTradesForSymbols([BTC, ETH]));
    expect(several.length).toBeGreaterThan(0);
    await x.unWatchTradesForSymbols([BTC, ETH]);
  });

  it('watchOHLCV of the last price and of the mark, and watchOHLCVForSymbols', async () => {
    const [, bars] = await moving(() => x.watchOHLCV(BTC, '1m'));
    expect(bars.at(-1)).toHaveLength(6);
    await x.unWatchOHLCV(BTC, '1m');
    const mark = { priceType: 'MARK_PRICE' };
    const [, marks] = await twice(
      () => x.watchOHLCV(BTC, '1m', undefined, undefined, mark),
      () => trading!.kit.setPrice('cmt_btcusdt', '90010'),
    );
    expect(marks.at(-1)).toHaveLength(6);
    await trading!.kit.setPrice('cmt_btcusdt', '90000');
    const [, bySymbol] = await moving(() => x.watchOHLCVForSymbols([[BTC, '5m']]));
    expect(bySymbol[BTC]['5m'].length).toBeGreaterThan(0);
    await x.unWatchOHLCVForSymbols([[BTC, '5m']]);
  });

  it('watchOrderBook: the second is a change, and once quiet it is what fetchOrderBook says', async () => {
    const rest = (price: number): Promise<any> => x.createOrder(BTC, 'limit', 'buy', 0.01, price);
    await twice(
      async () => ({ bids: (await x.watchOrderBook(BTC)).bids }),
      () => rest(89_990),
    );
    await rest(89_991);
    const asked = await x.fetchOrderBook(BTC, 15);
    let book = await x.watchOrderBook(BTC);
    while (book.nonce < asked.nonce) book = await x.watchOrderBook(BTC);
    expect(JSON.stringify([book.bids.slice(0, 15), book.asks.slice(0, 15)])).toBe(
      JSON.stringify([asked.bids, asked.asks]),
    );
    await x.unWatchOrderBook(BTC);
  });

  it('watchOrderBookForSymbols', async () => {
    const [, book] = await moving(() => x.watchOrderBookForSymbols([BTC, ETH]));
    expect([BTC, ETH]).toContain(book.symbol);
    await x.unWatchOrderBookForSymbols([BTC, ETH]);
  });

  it('watchBalance: what fetchBalance says, now and after a trade', async () => {
    expect((await x.watchBalance()).USDT).toEqual((await x.fetchBalance()).USDT);
    const next = x.watchBalance();
    await trade();
    expect((await next).USDT.total).toBeGreaterThan(0);
  });

  it('watchOrders, watchMyTrades and watchPositions tell of an order', async () => {
    const orders = x.watchOrders(BTC);
    const trades = x.watchMyTrades(BTC);
    const positions = x.watchPositions([BTC]);
    // What is watched is heard of once the subscription stands.
    const made = setInterval(() => void trade().catch(() => undefined), 100);
    try {
      expect((await orders).at(-1)).toMatchObject({ symbol: BTC, side: 'buy', clientOrderId: expect.any(String) });
      expect((await trades).at(-1)).toMatchObject({ symbol: BTC, side: 'buy', amount: 0.01 });
      // The first it gives is what it asked for over REST, which may have been nothing.
      let held = await positions;
      while (held.length === 0) held = await x.watchPositions([BTC]);
      expect(held.at(-1)).toMatchObject({ symbol: BTC, side: 'long' });
    } finally {
      clearInterval(made);
    }
    for (const watch of [() => x.watchOrders(BTC), () => x.watchMyTrades(BTC), () => x.watchPositions([BTC])])
      expect((await moving(watch))[1].length).toBeGreaterThan(0);
    await x.unWatchOrders();
    await x.unWatchMyTrades();
    await x.unWatchPositions();
  });
});
