// current, plan_order and closePositions by outcome.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, oid, startMarket, SYMBOL } from './kit.ts';

const CURRENT = '/capi/v2/order/current';
const PLAN = '/capi/v2/order/plan_order';
const CLOSE = '/capi/v2/order/closePositions';

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

describe('current', () => {
  it('lists working orders in words, newest first, with filters and pages', async () => {
    const trader = await kit.newAccount();
    const ids: string[] = [];
    for (const price of ['88000', '88001', '88002']) {
      ids.unshift(await kit.place(trader, { client_oid: `c-${price}`, match_price: '0', price, order_type: '1' }));
    }
    const { json } = await kit.get(trader, CURRENT);
    expect(json.map((order: any) => order.order_id)).toEqual(ids);
    expect(json[2]).toEqual({
      symbol: SYMBOL,
      size: '0.0100',
      client_oid: 'c-88000',
      createTime: expect.stringMatching(/^\d{13}$/),
      filled_qty: '0',
      fee: '0',
      order_id: ids[2],
      price: '88000.0',
      price_avg: '0',
      status: 'open',
      type: 'open_long',
      order_type: 'postOnly',
      totalProfits: '0',
      contracts: 100,
      filledQtyContracts: 0,
      presetTakeProfitPrice: null,
      presetStopLossPrice: null,
      cancelReason: null,
      cancelDetail: null,
      updateTime: json[2].createTime,
      triggerPrice: null,
    });
    const page = await kit.get(trader, `${CURRENT}?limit=2`);
    const rest = await kit.get(trader, `${CURRENT}?limit=2&cursor=${String(page.headers['x-next-cursor'])}`);
    expect([...page.json, ...rest.json].map((order: any) => order.order_id)).toEqual(ids);
    expect((await kit.get(trader, `${CURRENT}?orderId=${ids[1]}`)).json).toEqual([json[1]]);
    expect((await kit.get(trader, `${CURRENT}?symbol=cmt_ethusdt`)).json).toEqual([]);
  });

  it('a partly filled order is open', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, {
      type: '2',
      match_price: '0',
      price: '89999.95'.slice(0, -1),
      size: '0.01',
      order_type: '3',
    });
    await kit.place(trader, { match_price: '0', price: '89950', size: '0.02', order_type: '1' });
    expect((await kit.get(trader, CURRENT)).json).toMatchObject([{ status: 'open', filled_qty: '0' }]);
  });
});

describe('plan_order', () => {
  const plan = (fields: object = {}): object => ({
    symbol: SYMBOL,
    client_oid: oid(),
    size: '0.01',
    type: 1,
    match_type: 1,
    trigger_price: '95000',
    ...fields,
  });

  it('waits, shows what it was given, and repeats like an order', async () => {
    const trader = await kit.newAccount();
    const body = plan({ match_type: 0, execute_price: '95010', triggerPriceType: '3', presetStopLossPrice: '90000' });
    const first = await kit.post(trader, PLAN, body);
    const again = await kit.post(trader, PLAN, body);
    expect([again.text, again.headers['idempotent-replay']]).toEqual([first.text, 'true']);
    const { json } = await kit.get(trader, '/capi/v2/order/currentPlan');
    expect(json).toMatchObject([
      {
        order_id: first.json.order_id,
        price: '95010.0',
        order_type: '0',
        triggerPrice: '95000.0',
        triggerPriceType: '3',
        presetStopLossPrice: '90000.0',
        planType: 'normal_plan',
        status: '0',
      },
    ]);
    expect((await kit.get(trader, '/capi/v2/account/assets')).json[0].frozen).toBe('0');
  });

  it('at its trigger fires at once', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, {});
    const { json } = await kit.get(kit.alice, `/capi/v2/market/ticker?symbol=${SYMBOL}`);
    const answer = await kit.post(trader, PLAN, plan({ type: 3, trigger_price: json.last }));
    expect((await kit.get(trader, `/capi/v2/order/historyPlan?symbol=${SYMBOL}`)).json.list).toMatchObject([
      { order_id: answer.json.order_id, status: '2' },
    ]);
  });

  it.each([
    [{ trigger_price: null }, '40019', 'Parameter trigger_price cannot be empty'],
    [{ match_type: 0 }, '40019', 'Parameter execute_price cannot be empty'],
    [{ match_type: '0', execute_price: '0.0' }, '40019', 'Parameter execute_price cannot be empty'],
    [{ match_type: 0, execute_price: {} }, '40020', 'Parameter execute_price is invalid'],
    [{ trigger_price: 'x' }, '40020', 'Parameter trigger_price is invalid'],
    [{ triggerPriceType: 2 }, '40020', 'Parameter triggerPriceType is invalid'],
    [{ client_oid: '~x' }, '40020', 'Parameter client_oid is invalid'],
    [{ trigger_price: '0' }, '40015', undefined],
    [{ trigger_price: '95000.05' }, '40015', undefined],
  ])('%j is %s', async (fields, code, msg) => {
    const { json } = await kit.post(kit.bob, PLAN, plan(fields));
    expect(json.code).toBe(code);
    if (msg === undefined) expect(json.token).toBe('TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK');
    else expect(json.msg).toBe(msg);
  });
});

describe('closePositions', () => {
  it('closes all, one contract, or one position, and tells each', async () => {
    const trader = await kit.newAccount();
    expect((await kit.post(trader, CLOSE, '')).text).toBe('[]');
    await kit.place(trader, {});
    await kit.place(trader, { type: '2' });
    const open = (await kit.get(trader, `/capi/v2/account/position/singlePosition?symbol=${SYMBOL}`)).json;
    expect((await kit.post(trader, CLOSE, { symbol: 'cmt_ethusdt' })).text).toBe('[]');
    const one = await kit.post(trader, CLOSE, { positionId: open[1].id });
    expect(one.json).toEqual([
      { positionId: open[1].id, successOrderId: expect.any(Number), errorMessage: '', success: true },
    ]);
    expect((await kit.post(trader, CLOSE, { symbol: SYMBOL })).json.map((row: any) => row.positionId)).toEqual([
      open[0].id,
    ]);
    const gone = await kit.post(trader, CLOSE, { positionId: open[0].id });
    expect([gone.status, gone.json.token]).toEqual([400, 'POSITION_NOT_FOUND']);
  });
});
