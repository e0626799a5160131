// One signed order through everything a trader sees of it, against the living market: filled, in the position, in the
// bills, its presets among the plan orders; and when somebody else moves the market, triggered, closed and in the
// history.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, cleanUp, newFolder, type Running, startExchange } from './process.ts';

const symbol = 'cmt_btcusdt';
let running: Running;
beforeAll(async () => {
  running = await startExchange('start', newFolder(), '--seed', '1');
});
afterAll(async () => {
  await running.stop();
  await cleanUp();
});

const read = async (target: string) => (await call(running.ready, running.ready.accounts[0]!, 'GET', target)).body;
const bestAsk = async () => {
  const depth = await (await fetch(`${running.ready.url}/capi/v2/market/depth?symbol=${symbol}`)).json();
  return Number((depth as { asks: [string, string][] }).asks[0]![0]);
};
const order = (more: object) => ({ symbol, type: '1', order_type: '0', match_price: '1', ...more });

describe('an order with presets', () => {
  it('fills, shows everywhere at once, and takes its profit when the market gets there', async () => {
    const [trader, other] = running.ready.accounts as [
      Running['ready']['accounts'][0],
      Running['ready']['accounts'][0],
    ];
    const takeProfit = ((await bestAsk()) + 40).toFixed(1);
    const body = order({
      client_oid: 'mine',
      size: '0.001',
      presetTakeProfitPrice: takeProfit,
      presetStopLossPrice: '80000',
    });
    const placed = await call(running.ready, trader, 'POST', '/capi/v2/order/placeOrder', body);
    expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200, body: { client_oid: 'mine' } });
    const id = placed.body.order_id as string;

    expect(await read(`/capi/v2/account/position/singlePosition?symbol=${symbol}`)).toMatchObject([
      { side: 'LONG', size: '0.0010' },
    ]);
    const plans = (await read(`/capi/v2/order/currentPlan?symbol=${symbol}`)) as Record<string, string>[];
    expect(plans.map((plan) => [plan['planType'], plan['client_oid'], plan['status']]).toSorted()).toEqual([
      ['loss_plan', `~sl-${id}`, '0'],
      ['profit_plan', `~tp-${id}`, '0'],
    ]);
    const bills = await call(running.ready, trader, 'POST', '/capi/v2/account/bills', { symbol });
    expect(bills.body.items).toMatchObject([{ businessType: 'position_open_long', orderId: id }]);

    // Somebody buys enough to walk the book beyond the take profit, wherever the market has gone by then. At 20 times
    // the leverage the money would be gone after the first such order, at 50 it lasts for three.
    const leverage = { symbol, marginMode: '1', longLeverage: '50', shortLeverage: '50' };
    const set = await call(running.ready, other, 'POST', '/capi/v2/account/leverage', leverage);
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    const held = () => read(`/capi/v2/account/position/singlePosition?symbol=${symbol}`);
    for (let nth = 0; ((await held()) as object[]).length > 0; nth++) {
      expect(nth, 'large orders that did not get there').toBeLessThan(20);
      const large = order({ client_oid: `large-${nth}`, size: '1.5' });
      const bought = await call(running.ready, other, 'POST', '/capi/v2/order/placeOrder', large);
      expect(bought.status, JSON.stringify(bought.body)).toBe(200);
    }
    expect(await read(`/capi/v2/order/currentPlan?symbol=${symbol}`)).toEqual([]);
    const { list } = await read(`/capi/v2/order/historyPlan?symbol=${symbol}`);
    expect(
      (list as Record<string, string>[])
        .map((plan) => [plan['planType'], plan['status'], plan['filled_qty']])
        .toSorted(),
    ).toEqual([
      ['loss_plan', '-1', '0'],
      ['profit_plan', '2', '0.0010'],
    ]);
    const [assets] = await read('/capi/v2/account/assets');
    expect(Number(assets.equity)).toBeGreaterThan(9_999);
    expect(assets.frozen).toBe('0');
  });
});
