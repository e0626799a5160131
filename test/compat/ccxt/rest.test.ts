// ccxt, unmodified, against a started exchange over REST: V3-36 and V3-38. Where it can't be had all of it is skipped.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneClock, wallClock } from '../../../src/time/wall-clock.ts';
import { type Kit, quote, startKit, SYMBOL, type TestAccount } from '../../api/kit.ts';
import { ccxtOf, isInstalled, startTrading, type Trading } from './library.ts';

const BTC = 'BTC/USDT:USDT';

let trading: Trading | undefined;
let kit: Kit;
let trader: TestAccount;
let x: any;

describe.skipIf(!isInstalled)('ccxt', () => {
  beforeAll(async () => {
    trading = await startTrading();
    ({ kit, trader, x } = trading);
  });
  afterAll(() => trading?.stop());

  const market = (side: 'buy' | 'sell', amount = 0.01, params: object = {}): Promise<any> =>
    x.createOrder(BTC, 'market', side, amount, undefined, params);
  const limit = (side: 'buy' | 'sell', price: number, params: object = {}): Promise<any> =>
    x.createOrder(BTC, 'limit', side, 0.01, price, params);
  const flat = async (): Promise<void> => {
    await x.cancelAllOrders(BTC);
    await x.cancelAllOrders(BTC, { trigger: true });
    await x.closeAllPositions();
    expect(await x.fetchPositions()).toEqual([]);
  };

  describe('public', () => {
    it('loadMarkets: eight linear swaps with their grid, and no spot', () => {
      const markets: any[] = Object.values(x.markets);
      expect(markets.map(({ symbol }) => symbol)).toHaveLength(8);
      for (const one of markets)
        expect(one).toMatchObject({ type: 'swap', linear: true, spot: false, settle: 'USDT', active: true });
      expect(x.market(BTC)).toMatchObject({
        precision: { price: 0.1, amount: 0.0001 },
        maker: 0.0002,
        taker: 0.0006,
        limits: { amount: { min: 0.0001 } },
      });
      expect(x.market('DOGE/USDT:USDT').precision.amount).toBe(100);
    });

    it('fetchTime, fetchStatus, fetchCurrencies', async () => {
      expect(Math.abs((await x.fetchTime()) - Date.now())).toBeLessThan(60_000);
      expect((await x.fetchStatus()).status).toBe('ok');
      expect(Object.keys(await x.fetchCurrencies())).toContain('USDT');
    });

    it('fetchTicker and fetchTickers: last, mark, index, bid and ask, the change in percent', async () => {
      await market('buy');
      const one = await x.fetchTicker(BTC);
      expect(one).toMatchObject({ symbol: BTC, last: 90000.1, bid: 89999.9, ask: 90000.1 });
      expect([one.markPrice, one.indexPrice].every((price: number) => price > 80_000)).toBe(true);
      expect(Object.keys(await x.fetchTickers())).toContain(BTC);
      await flat();
    });

    it('fetchBidsAsks, fetchMarkPrice(s)', async () => {
      expect((await x.fetchBidsAsks())[BTC]).toMatchObject({ bid: 89999.9, ask: 90000.1 });
      expect((await x.fetchMarkPrice(BTC)).markPrice).toBeGreaterThan(80_000);
      expect((await x.fetchMarkPrices())[BTC].markPrice).toBeGreaterThan(80_000);
    });

    it.each([undefined, 5, 100])('fetchOrderBook of %s levels, sorted, with a nonce', async (levels) => {
      const book = await x.fetchOrderBook(BTC, levels);
      expect(book.bids[0][0]).toBe(89999.9);
      expect(book.asks[0][0]).toBe(90000.1);
      expect(book.nonce).toBeGreaterThan(0);
    });

    it('fetchTrades: the side is the taker’s', async () => {
      await market('buy');
      const trades = await x.fetchTrades(BTC);
      expect(trades.at(-1)).toMatchObject({ side: 'buy', price: 90000.1, amount: 0.01 });
      await flat();
    });

    it('fetchOHLCV: ascending, at most so many, of last, mark and index', async () => {
      for (const rows of [
        await x.fetchOHLCV(BTC, '1m', undefined, 3),
        await x.fetchMarkOHLCV(BTC, '1m', undefined, 3),
        await x.fetchIndexOHLCV(BTC, '1m', undefined, 3),
      ]) {
        expect(rows.length).toBeLessThanOrEqual(3);
        expect(rows.map(([at]: number[]) => at)).toEqual(rows.map(([at]: number[]) => at).toSorted());
      }
    });

    it('fetchOHLCV over history: paginate gives 251 bars over three pages, the first at since, without a hole', async () => {
      const MINUTE = 60_000;
      let backMs = 300 * MINUTE;
      const clock = wallClock(oneClock(() => Date.now() - backMs));
      const past = await startKit(undefined, undefined, undefined, { clock });
      const reader = await ccxtOf(past, past.alice);
      try {
        await past.setPrice(SYMBOL, '90000');
        await quote(past, SYMBOL, ['89999.9', '90000.1'], '1');
        await past.place(past.alice, { size: '0.01' });
        backMs = 0;
        await past.setPrice(SYMBOL, '90000');
        const since = Math.floor(Date.now() / MINUTE) * MINUTE - 280 * MINUTE;
        const until = since + 250 * MINUTE;
        const times = (rows: number[][]): number[] => rows.map(([at]) => (at! - since) / MINUTE);
        const upTo = (count: number): number[] => Array.from({ length: count }, (_, minute) => minute);
        for (const params of [{}, { price: 'mark' }, { price: 'index' }])
          expect(times(await reader.fetchOHLCV(BTC, '1m', since, 251, { ...params, paginate: true }))).toEqual(
            upTo(251),
          );
        expect(times(await reader.fetchOHLCV(BTC, '1m', since, undefined, { paginate: true, until }))).toEqual(
          upTo(251),
        );
        expect(times(await reader.fetchOHLCV(BTC, '1m', since, 60, { historical: true }))).toEqual(upTo(60));
      } finally {
        await reader.close();
        await past.stop();
      }
    });

    it('fetchOpenInterest, fetchFundingRate(s), fetchFundingRateHistory', async () => {
      expect((await x.fetchOpenInterest(BTC)).openInterestAmount).toBeGreaterThanOrEqual(0);
      expect(await x.fetchFundingRate(BTC)).toMatchObject({ symbol: BTC, interval: '8h' });
      expect(Object.keys(await x.fetchFundingRates())).toContain(BTC);
      expect(Array.isArray(await x.fetchFundingRateHistory(BTC))).toBe(true);
    });
  });

  describe('the account', () => {
    it('fetchBalance: total is the equity, free what is available, used what is frozen', async () => {
      const { USDT } = await x.fetchBalance();
      const [asset] = (await kit.get(trader, '/capi/v2/account/assets')).json;
      expect(USDT).toEqual({ total: Number(asset.equity), free: Number(asset.available), used: Number(asset.frozen) });
    });

    it('fetchTradingFee; fetchLeverage(s), fetchMarginMode, fetchPositionMode', async () => {
      expect(await x.fetchTradingFee(BTC)).toMatchObject({ maker: 0.0002, taker: 0.0006 });
      expect(await x.fetchLeverage(BTC)).toMatchObject({ longLeverage: 20, shortLeverage: 20 });
      expect((await x.fetchLeverages())[BTC]).toMatchObject({ longLeverage: 20, shortLeverage: 20 });
      expect((await x.fetchMarginMode(BTC)).marginMode).toBe('cross');
      expect((await x.fetchMarginModes())[BTC].marginMode).toBe('cross');
      expect(await x.fetchPositionMode(BTC)).toMatchObject({ hedged: false });
      await x.setPositionMode(true, BTC, { marginMode: 'cross' });
      expect(await x.fetchPositionMode(BTC)).toMatchObject({ hedged: true });
      await x.setPositionMode(false, BTC, { marginMode: 'cross' });
    });

    it('setLeverage shows in fetchLeverage; setMarginMode in fetchMarginMode', async () => {
      await x.setLeverage(10, BTC);
      expect(await x.fetchLeverage(BTC)).toMatchObject({ longLeverage: 10 });
      await x.setMarginMode('isolated', BTC);
      expect((await x.fetchMarginMode(BTC)).marginMode).toBe('isolated');
      await x.setMarginMode('cross', BTC);
      await x.setLeverage(20, BTC);
    });

    it('fetchPosition(s): size in base coin, entry, side, leverage, mode; addMargin and reduceMargin', async () => {
      await x.setMarginMode('isolated', BTC);
      await market('buy');
      const [position] = await x.fetchPositions([BTC]);
      expect(position).toMatchObject({
        symbol: BTC,
        side: 'long',
        contracts: 0.01,
        entryPrice: 90000.1,
        marginMode: 'isolated',
      });
      const positionId = position.id;
      const margin = async (): Promise<number> =>
        Number((await kit.get(trader, '/capi/v3/account/position/allPosition')).json[0].isolatedMargin);
      const before = await margin();
      await x.addMargin(BTC, 5, { positionId });
      expect(await margin()).toBeCloseTo(before + 5, 6);
      await x.reduceMargin(BTC, 5, { positionId });
      expect(await margin()).toBeCloseTo(before, 6);
      expect((await x.fetchPosition(BTC)).contracts).toBe(0.01);
      expect((await x.fetchPositionsForSymbol(BTC)).map(({ id }: any) => id)).toEqual([positionId]);
      await flat();
      await x.setMarginMode('cross', BTC);
    });

    it('fetchLedger and fetchFundingHistory', async () => {
      const rows = await x.fetchLedger('USDT');
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ currency: 'USDT', amount: expect.any(Number) });
      expect(Array.isArray(await x.fetchFundingHistory(BTC))).toBe(true);
    });
  });

  describe('orders', () => {
    it('createOrder market: an id and a client id; fetchOrder shows it filled, by either', async () => {
      const made = await market('buy');
      expect(made.id).toMatch(/^\d+$/);
      const order = await x.fetchOrder(made.id, BTC);
      expect(order).toMatchObject({ status: 'closed', filled: 0.01, average: 90000.1, side: 'buy', type: 'market' });
      expect(order.cost).toBeCloseTo(900.001, 6);
      expect((await x.fetchOrder('', BTC, { clientOrderId: made.clientOrderId })).id).toBe(made.id);
      await flat();
    });

    it.each([
      ['IOC', 'canceled'],
      ['FOK', 'canceled'],
      ['PO', 'open'],
      ['POST_ONLY', 'open'],
    ])('timeInForce %s away from the market is %s', async (timeInForce, status) => {
      const { id } = await limit('buy', 80_000, { timeInForce });
      expect((await x.fetchOrder(id, BTC)).status).toBe(status);
      await flat();
    });

    it('postOnly rests', async () => {
      const { id } = await limit('buy', 80_000, { postOnly: true });
      expect((await x.fetchOrder(id, BTC)).info.timeInForce).toBe('POST_ONLY');
      await flat();
    });

    it('buy opens a long, sell a short; with reduceOnly they close the other one; positionSide wins', async () => {
      await market('buy');
      await market('sell');
      const sides = async (): Promise<string[]> => (await x.fetchPositions()).map(({ side }: any) => side).toSorted();
      expect(await sides()).toEqual(['long', 'short']);
      await market('sell', 0.01, { reduceOnly: true });
      expect(await sides()).toEqual(['short']);
      await market('buy', 0.01, { reduceOnly: true });
      expect(await sides()).toEqual([]);
      await market('sell', 0.01, { positionSide: 'SHORT', hedged: true });
      expect(await sides()).toEqual(['short']);
      await flat();
    });

    it('takeProfit and stopLoss of an order become two triggers', async () => {
      await market('buy', 0.01, { takeProfit: { triggerPrice: 95_000 }, stopLoss: { triggerPrice: 85_000 } });
      const triggers = await x.fetchOpenOrders(BTC, undefined, undefined, { trigger: true });
      expect(triggers).toHaveLength(2);
      await flat();
    });

    it('triggerPrice waits; stopLossPrice and takeProfitPrice are bound to the position', async () => {
      await market('buy', 0.01, { triggerPrice: 95_000 });
      expect(await x.fetchOpenOrders(BTC, undefined, undefined, { trigger: true })).toHaveLength(1);
      await x.cancelAllOrders(BTC, { trigger: true });
      await market('buy');
      await x.createStopLossOrder(BTC, 'market', 'sell', 0.01, undefined, 85_000);
      await x.createTakeProfitOrder(BTC, 'market', 'sell', 0.01, undefined, 95_000);
      const bound = await x.fetchOpenOrders(BTC, undefined, undefined, { trigger: true });
      expect(bound.map(({ reduceOnly }: any) => reduceOnly)).toEqual([true, true]);
      expect(
        bound.map(({ stopLossPrice, takeProfitPrice }: any) => stopLossPrice ?? takeProfitPrice).toSorted(),
      ).toEqual([85_000, 95_000]);
      await x.cancelOrder(bound[0].id, BTC, { trigger: true });
      expect(await x.fetchOpenOrders(BTC, undefined, undefined, { trigger: true })).toHaveLength(1);
      await flat();
      expect(await x.fetchOpenOrders(BTC, undefined, undefined, { trigger: true })).toEqual([]);
    });

    it('triggerPrice with takeProfit and stopLoss: presets of what it opens, once it fired', async () => {
      await market('sell');
      await flat();
      const presets = { takeProfit: { triggerPrice: 95_000 }, stopLoss: { triggerPrice: 85_000 } };
      const { id } = await market('buy', 0.01, { triggerPrice: 90_000, ...presets });
      const triggers = (): Promise<any[]> => x.fetchOpenOrders(BTC, undefined, undefined, { trigger: true });
      const [waiting] = await triggers();
      expect(waiting).toMatchObject({ id, info: { tpTriggerPrice: '95000.0', slTriggerPrice: '85000.0' } });
      await kit.place(await kit.newAccount(), { type: '2', size: '0.01' });
      expect((await x.fetchOrder(id, BTC)).status).toBe('closed');
      const [position] = await x.fetchPositions([BTC]);
      expect(position).toMatchObject({ side: 'long', contracts: 0.01 });
      const bound = (await triggers()).map(({ info, reduceOnly }) => [
        String(info.parentOrderId),
        info.triggerPrice,
        reduceOnly,
      ]);
      expect(bound.toSorted()).toEqual([
        [id, '85000.0', true],
        [id, '95000.0', true],
      ]);
      await flat();
    });

    it('a refused one is InsufficientFunds, BadRequest or ExchangeError, and never an order', async () => {
      const poor = await ccxtOf(kit, await kit.newAccount({ balance: '1' }));
      await expect(poor.createOrder(BTC, 'market', 'buy', 0.1)).rejects.toThrow(
        expect.objectContaining({ name: 'InsufficientFunds' }),
      );
      await expect(limit('buy', 80_000.05, {})).resolves.toBeDefined();
      await expect(market('buy', 100_000)).rejects.toThrow(expect.objectContaining({ name: 'BadRequest' }));
      await expect(market('sell', 0.01, { reduceOnly: true })).rejects.toThrow(
        expect.objectContaining({ name: 'ExchangeError' }),
      );
      await poor.close();
      await flat();
    });

    it('cancelOrder by id and by client id; an unknown one is InvalidOrder', async () => {
      const one = await limit('buy', 80_000);
      expect((await x.cancelOrder(one.id, BTC)).status).toBe('canceled');
      const other = await limit('buy', 80_000);
      await x.cancelOrder(undefined, BTC, { clientOrderId: other.clientOrderId });
      expect((await x.fetchOrder(other.id, BTC)).status).toBe('canceled');
      await expect(x.cancelOrder('1', BTC)).rejects.toThrow(expect.objectContaining({ name: 'InvalidOrder' }));
    });

    it('cancelOrders and cancelAllOrders leave nothing', async () => {
      const ids = [await limit('buy', 80_000), await limit('buy', 80_001)].map(({ id }) => id);
      await x.cancelOrders(ids, BTC);
      expect(await x.fetchOpenOrders(BTC)).toEqual([]);
      await limit('buy', 80_000);
      expect(await x.fetchOpenOrders(BTC)).toHaveLength(1);
      await x.cancelAllOrders(BTC);
      expect(await x.fetchOpenOrders(BTC)).toEqual([]);
    });

    it('fetchClosedOrders, fetchCanceledOrders, fetchCanceledAndClosedOrders', async () => {
      const filled = await market('buy');
      const canceled = await limit('buy', 80_000);
      await x.cancelOrder(canceled.id, BTC);
      const trigger = await market('buy', 0.01, { triggerPrice: 95_000 });
      await x.cancelOrder(trigger.id, BTC, { trigger: true });
      const ids = (orders: any[]): string[] => orders.map(({ id }) => id);
      expect(ids(await x.fetchClosedOrders(BTC))).toContain(filled.id);
      expect(ids(await x.fetchCanceledOrders(BTC))).toEqual(expect.arrayContaining([canceled.id, trigger.id]));
      expect(ids(await x.fetchCanceledAndClosedOrders(BTC))).toEqual(
        expect.arrayContaining([filled.id, canceled.id, trigger.id]),
      );
      await flat();
    });

    it('fetchMyTrades and fetchOrderTrades', async () => {
      const { id } = await market('buy');
      const [trade] = await x.fetchOrderTrades(id, BTC);
      expect(trade).toMatchObject({ order: id, side: 'buy', price: 90000.1, amount: 0.01, takerOrMaker: 'taker' });
      expect(trade.fee.cost).toBeGreaterThan(0);
      expect((await x.fetchMyTrades(BTC)).map(({ order }: any) => order)).toContain(id);
      await flat();
    });

    it('closePosition: the id of the closing order; closeAllPositions: a row of each', async () => {
      await market('buy');
      const closed = await x.closePosition(BTC);
      expect(closed.id).toMatch(/^\d+$/);
      expect(await x.fetchPositions()).toEqual([]);
      await market('buy');
      await market('sell');
      const ids = (await x.fetchPositions()).map(({ id }: any) => id);
      expect((await x.closeAllPositions()).map(({ id }: any) => id).toSorted()).toEqual(ids.toSorted());
      expect(await x.fetchPositions()).toEqual([]);
    });
  });

  it('V3-38 the sandbox: balance, positions, orders and their history on the demo paths', async () => {
    const sandbox = await ccxtOf(kit, trader);
    sandbox.setSandboxMode(true);
    await sandbox.loadMarkets();
    expect((await sandbox.fetchBalance()).USDT.total).toBeGreaterThan(0);
    const { id } = await sandbox.createOrder(BTC, 'market', 'buy', 0.01);
    expect((await sandbox.fetchPositions()).map(({ symbol }: any) => symbol)).toEqual([BTC]);
    expect((await sandbox.fetchClosedOrders(BTC)).map((order: any) => order.id)).toContain(id);
    expect(Array.isArray(await sandbox.fetchCanceledOrders(BTC))).toBe(true);
    await sandbox.close();
    await flat();
  });
});
