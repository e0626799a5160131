// cancelAllOrders and cancel_batch_orders by outcome, and that a program may clear everything when it starts without
// meeting a limit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelAllOrders } from '../../src/api/v2/cancelAllOrders.ts';
import { cancel_batch_orders } from '../../src/api/v2/cancel_batch_orders.ts';
import {
  type Answer,
  CANCEL,
  type Kit,
  oid,
  plainIds,
  PLANS,
  startKit,
  startMarket,
  SYMBOL,
  type TestAccount,
} from './kit.ts';

const CURRENT = '/capi/v2/order/current';
const PLAN = '/capi/v2/order/plan_order';
const ETH = 'cmt_ethusdt';

let kit: Kit;
let trader: TestAccount;
beforeAll(async () => {
  kit = await startMarket();
  await kit.setPrice(ETH, '3000');
});
afterAll(() => kit.stop());

const resting = { match_price: '0', price: '80000' };
const restingEth = { symbol: ETH, match_price: '0', price: '2700', size: '0.1' };

async function plan(symbol: string, trigger_price: string): Promise<string> {
  const body = { symbol, client_oid: oid(), size: '0.1', type: 1, match_type: 1, trigger_price };
  const answer = await kit.post(trader, PLAN, body);
  expect(answer.text).toContain('order_id');
  return answer.json.order_id as string;
}
const all = (cancelOrderType: string, symbol?: string): Promise<Answer> =>
  kit.post(trader, cancelAllOrders.path, { cancelOrderType, symbol });
const batch = (body: object): Promise<Answer> => kit.post(trader, cancel_batch_orders.path, body);
const working = async (): Promise<string[]> =>
  (await kit.get(trader, CURRENT)).json.map((order: any) => order.order_id as string);
const waiting = async (): Promise<string[]> =>
  (await kit.get(trader, PLANS)).json.map((order: any) => order.order_id as string);
const stopped = (ids: readonly string[]) => ids.map((id) => ({ orderId: Number(id), success: true }));

describe('cancelAllOrders', () => {
  it('answers its documented request with its documented answer', async () => {
    trader = await kit.newAccount();
    await kit.place(trader, resting);
    const { text } = await kit.post(trader, cancelAllOrders.path, cancelAllOrders.sample);
    expect(plainIds(text)).toBe('[{"orderId":#,"success":true}]');
    expect(plainIds(JSON.stringify(cancelAllOrders.answer.sample))).toBe(plainIds(text));
  });

  it('normal: working orders everywhere, by ascending id; what waits for its price goes on waiting', async () => {
    trader = await kit.newAccount();
    const ids = [
      await kit.place(trader, resting),
      await kit.place(trader, restingEth),
      await kit.place(trader, resting),
    ];
    const waits = [await plan(SYMBOL, '95000')];
    expect((await all('normal')).json).toEqual(stopped(ids));
    expect([await working(), await waiting()]).toEqual([[], waits]);
    expect((await kit.get(trader, '/capi/v2/account/assets')).json[0].frozen).toBe('0');
  });

  it('in one contract: only there', async () => {
    trader = await kit.newAccount();
    const [bitcoin, ether] = [await kit.place(trader, resting), await kit.place(trader, restingEth)];
    const waits = [await plan(SYMBOL, '95000'), await plan(ETH, '3300')];
    expect((await all('normal', ETH)).json).toEqual(stopped([ether]));
    expect((await all('plan', ETH)).json).toEqual(stopped([waits[1]!]));
    expect([await working(), await waiting()]).toEqual([[bitcoin], [waits[0]]]);
  });

  it('plan: all that waits for a price, take profits and stop losses too; positions stay', async () => {
    trader = await kit.newAccount();
    await kit.place(trader, { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' });
    const order = await kit.place(trader, resting);
    await plan(ETH, '3300');
    const waits = await waiting();
    expect(waits).toHaveLength(3);
    expect((await all('plan')).json).toEqual(stopped(waits.toReversed()));
    expect([await working(), await waiting()]).toEqual([[order], []]);
    expect((await kit.get(trader, '/capi/v2/account/position/allPosition')).json).toHaveLength(1);
    const { list } = (await kit.get(trader, `/capi/v2/order/historyPlan?symbol=${SYMBOL}`)).json;
    expect(list.map((one: any) => [one.status, one.cancelReason])).toEqual([
      ['-1', 'USER_CANCELED'],
      ['-1', 'USER_CANCELED'],
    ]);
  });

  it('normal: a plan order whose order works since its trigger is working', async () => {
    trader = await kit.newAccount();
    const { last } = (await kit.get(trader, `/capi/v2/market/ticker?symbol=${SYMBOL}`)).json;
    const body = { symbol: SYMBOL, client_oid: oid(), size: '0.01', type: 1, match_type: 0, execute_price: '80000' };
    const fired = (await kit.post(trader, PLAN, { ...body, trigger_price: last })).json.order_id as string;
    expect(await working()).toEqual([fired]);
    expect((await all('plan')).json).toEqual([]);
    expect((await all('normal')).json).toEqual(stopped([fired]));
    expect([await working(), await waiting()]).toEqual([[], []]);
  });

  it('with nothing to cancel is an empty list, as often as it is asked', async () => {
    trader = await kit.newAccount();
    for (const kind of ['normal', 'plan', 'normal']) expect((await all(kind)).text).toBe('[]');
  });

  it('cancels nobody else’s', async () => {
    trader = await kit.newAccount();
    const other = await kit.newAccount();
    const order = await kit.place(other, resting);
    expect((await all('normal')).text).toBe('[]');
    expect((await kit.get(other, CURRENT)).json).toMatchObject([{ order_id: order }]);
  });

  it('needs to know which: nothing is cancelled when it was not said', async () => {
    trader = await kit.newAccount();
    const order = await kit.place(trader, resting);
    expect((await kit.post(trader, cancelAllOrders.path, {})).json.code).toBe('40019');
    const { json } = await all('all');
    expect([json.code, json.hint]).toEqual(['40020', expect.stringContaining('normal working orders')]);
    expect((await all('normal', 'BTCUSDT')).json.code).toBe('40020');
    expect(await working()).toEqual([order]);
  });
});

describe('cancel_batch_orders', () => {
  it('answers its documented request with its documented answer', async () => {
    trader = await kit.newAccount();
    const order = await kit.place(trader, { ...resting, client_oid: 'demo-0003' });
    const { text } = await batch({ ids: [order] });
    expect(plainIds(text)).toBe(
      '{"result":true,"orderIds":["#"],"clientOids":[],"cancelOrderResultList":[{"err_msg":"","order_id":"#","client_oid":"demo-0003","result":true}],"failInfos":[]}',
    );
    expect(plainIds(JSON.stringify(cancel_batch_orders.answer.sample))).toBe(plainIds(text));
  });

  it('cancels orders and plan orders, by id first and then by name, and tells each that it could not', async () => {
    trader = await kit.newAccount();
    const [one, two, ended] = [
      await kit.place(trader, resting),
      await kit.place(trader, { ...resting, client_oid: 'two' }),
      await kit.place(trader, { ...resting, client_oid: 'ended' }),
    ];
    await kit.post(trader, CANCEL, { orderId: ended });
    const waits = await plan(SYMBOL, '95000');
    const { json } = await batch({ cids: ['two', 'nobody'], ids: [waits, Number(one), ended, '700000000999999'] });
    const over = 'ORDER_NOT_CANCELABLE: FAILED_PRECONDITION: the order is already canceled';
    const failed = [
      { err_msg: over, order_id: ended, client_oid: 'ended', result: false },
      { err_msg: 'Order does not exist', order_id: '700000000999999', client_oid: '', result: false },
      { err_msg: 'Order does not exist', order_id: '', client_oid: 'nobody', result: false },
    ];
    const done = (order_id: string, client_oid: unknown) => ({ err_msg: '', order_id, client_oid, result: true });
    expect(json).toEqual({
      result: false,
      orderIds: [waits, one],
      clientOids: ['two'],
      cancelOrderResultList: [
        done(waits, expect.any(String)),
        done(one, expect.any(String)),
        failed[0],
        failed[1],
        done(two, 'two'),
        failed[2],
      ],
      failInfos: failed,
    });
    expect([await working(), await waiting()]).toEqual([[], []]);
  });

  it('fifty at once, in one command and one request', async () => {
    trader = await kit.newAccount();
    const ids: string[] = [];
    for (let count = 0; count < 50; count++) ids.push(await kit.place(trader, resting));
    const { json } = await batch({ ids });
    expect([json.result, json.orderIds]).toEqual([true, ids]);
    expect(await working()).toEqual([]);
  });

  it('an id that none of ours can be is unknown, and told as it was sent', async () => {
    trader = await kit.newAccount();
    const { json } = await batch({ ids: ['9223372036854775807', '007'] });
    expect(json.failInfos.map((row: any) => [row.order_id, row.err_msg])).toEqual([
      ['9223372036854775807', 'Order does not exist'],
      ['007', 'Order does not exist'],
    ]);
  });

  it('the same order twice is cancelled once', async () => {
    trader = await kit.newAccount();
    const order = await kit.place(trader, { ...resting, client_oid: 'once' });
    const { json } = await batch({ ids: [order], cids: ['once'] });
    expect(json.cancelOrderResultList.map((row: any) => row.result)).toEqual([true, false]);
  });

  it.each([
    ['neither', {}, '40017', undefined],
    ['both empty', { ids: [], cids: [] }, '40017', undefined],
    ['under another name', { orderIds: ['1'] }, '40017', 'you sent orderIds; the name is ids'],
    [
      'more than fifty',
      { ids: Array.from({ length: 40 }, (_, at) => at + 1), cids: Array.from({ length: 11 }, oid) },
      '40017',
      undefined,
    ],
    ['an id that is none', { ids: ['700000000000001', 'x'] }, '40020', expect.stringContaining("found 'x'")],
    ['one id without brackets', { ids: '700000000000001' }, '40020', 'expected an array, found a string'],
    ['an object for a name', { cids: [{}] }, '40020', 'expected a string or a number at cids[0], found an object'],
    ['an empty name', { cids: [''] }, '40020', 'expected a string or a number at cids[0], found a string'],
  ])('%s: refused, and nothing is cancelled', async (_, body, code, hint) => {
    trader = await kit.newAccount();
    const order = await kit.place(trader, resting);
    const { status, json } = await batch(body);
    expect([status, json.code]).toEqual([400, code]);
    if (hint !== undefined) expect(json.hint).toEqual(hint);
    expect(await working()).toEqual([order]);
  });
});

describe('a program that clears everything when it starts', () => {
  it('meets no limit with eight calls in a row, one for each contract or each kind', async () => {
    const limited = await startKit([]);
    try {
      const symbols: string[] = (await limited.send({ target: '/capi/v2/market/contracts' })).json.map(
        (contract: any) => contract.symbol,
      );
      expect(symbols).toHaveLength(8);
      for (const symbol of symbols) {
        const body = { symbol, cancelOrderType: 'normal' };
        const { status, text } = await limited.post(limited.alice, cancelAllOrders.path, body);
        expect([status, text]).toEqual([200, '[]']);
      }
      // Both kinds in every contract: still within what an account and an address have.
      for (const symbol of symbols) {
        const body = { symbol, cancelOrderType: 'plan' };
        expect((await limited.post(limited.alice, cancelAllOrders.path, body)).status).toBe(200);
      }
    } finally {
      await limited.stop();
    }
  });
});
