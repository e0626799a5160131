// placeTpSlOrder and modifyTpSlOrder by outcome: a stop is placed, moved and seen within one request each, and it does
// what it is for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modifyTpSlOrder } from '../../src/api/v2/modifyTpSlOrder.ts';
import { placeTpSlOrder } from '../../src/api/v2/placeTpSlOrder.ts';
import { type Answer, type Kit, oid, plainIds, PLANS, POSITION, startMarket, SYMBOL, type TestAccount } from './kit.ts';

const PLAN = '/capi/v2/order/plan_order';
const HISTORY = `/capi/v2/order/historyPlan?symbol=${SYMBOL}`;

let kit: Kit;
let trader: TestAccount;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

/** A trader who is long 0.01. */
async function holder(): Promise<TestAccount> {
  trader = await kit.newAccount();
  await kit.place(trader, {});
  return trader;
}

const stop = (fields: object = {}): Record<string, unknown> => ({
  symbol: SYMBOL,
  clientOrderId: oid(),
  planType: 'loss_plan',
  triggerPrice: '85000',
  size: '0.01',
  positionSide: 'long',
  ...fields,
});
const protect = (fields: object = {}): Promise<Answer> => kit.post(trader, placeTpSlOrder.path, stop(fields));
const modify = (body: object): Promise<Answer> => kit.post(trader, modifyTpSlOrder.path, body);
const plans = async (): Promise<any[]> => (await kit.get(trader, PLANS)).json;
async function placed(fields: object = {}): Promise<string> {
  const { text, json } = await protect(fields);
  expect(text).toContain('"success":true');
  return String(json[0].orderId);
}

describe('a stop', () => {
  it('is placed with the documented answer, and seen with the next request', async () => {
    await holder();
    const answer = await kit.post(trader, placeTpSlOrder.path, placeTpSlOrder.sample);
    expect(plainIds(answer.text)).toBe('[{"orderId":#,"success":true}]');
    expect(plainIds(JSON.stringify(placeTpSlOrder.answer.sample))).toBe(plainIds(answer.text));
    expect(await plans()).toMatchObject([
      {
        order_id: String(answer.json[0].orderId),
        client_oid: 'demo-0006',
        planType: 'loss_plan',
        positionSide: 'long',
        size: '0.0100',
        triggerPrice: '84000.0',
        triggerPriceType: '',
        price: '0.0',
        type: '3',
        order_type: '3',
        status: '0',
        parentOrderId: null,
      },
    ]);
  });

  it('is moved with the documented answer, and seen with the next request', async () => {
    await holder();
    const orderId = await placed({ triggerPriceType: '3', executePrice: '84000' });
    const answer = await modify({ orderId, triggerPrice: '86000', executePrice: '85500', triggerPriceType: 3 });
    expect(answer.text.replace(/\d{13}/, '#')).toBe('{"code":"00000","msg":"success","requestTime":#,"data":null}');
    expect(JSON.stringify(modifyTpSlOrder.answer.sample).replace(/\d{13}/, '#')).toBe(
      answer.text.replace(/\d{13}/, '#'),
    );
    expect(await plans()).toMatchObject([
      { order_id: orderId, triggerPrice: '86000.0', price: '85500.0', triggerPriceType: '3', order_type: '0' },
    ]);
    // What is not given falls back: at market, by the last price.
    expect((await modify({ orderId, triggerPrice: 86001.5 })).status).toBe(200);
    expect(await plans()).toMatchObject([
      { order_id: orderId, triggerPrice: '86001.5', price: '0.0', triggerPriceType: '1', order_type: '3' },
    ]);
  });

  it('closes its position when the market comes to where it was moved', async () => {
    await kit.setPrice('cmt_ethusdt', '3000');
    const [maker, buyer] = [await kit.newAccount({ balance: '1000000' }), await kit.newAccount({ balance: '1000000' })];
    const ether = { symbol: 'cmt_ethusdt', match_price: '0', size: '0.1' };
    await kit.place(maker, { ...ether, type: '2', price: '3000' });
    trader = await kit.newAccount();
    await kit.place(trader, { ...ether, type: '1', price: '3000' });
    const orderId = await placed({ symbol: ether.symbol, size: '0.1', triggerPrice: '2800' });
    expect((await modify({ orderId, triggerPrice: '2990' })).status).toBe(200);
    await kit.place(buyer, { ...ether, type: '1', price: '2989', size: '1' });
    await kit.place(maker, { ...ether, type: '2', price: '2989' });
    expect((await kit.get(trader, '/capi/v2/account/position/allPosition')).json).toEqual([]);
    const { list } = (await kit.get(trader, '/capi/v2/order/historyPlan?symbol=cmt_ethusdt')).json;
    expect(list).toMatchObject([{ order_id: orderId, status: '2', price_avg: '2989.00' }]);
  });

  it('protects the position named, or the oldest of its side', async () => {
    trader = await kit.newAccount();
    for (const _ of [1, 2]) await kit.place(trader, { marginMode: 3, separatedMode: 2 });
    const [oldest, youngest] = (await kit.get(trader, POSITION)).json as { id: number }[];
    const [named, unnamed] = [await placed({ positionId: youngest!.id }), await placed()];
    await kit.post(trader, '/capi/v2/order/closePositions', { positionId: oldest!.id });
    expect((await plans()).map((one) => one.order_id)).toEqual([named]);
    const { list } = (await kit.get(trader, HISTORY)).json;
    expect(list).toMatchObject([{ order_id: unnamed, cancelDetail: 'POSITION_CLOSED' }]);
  });

  it('placed twice under one name is one, and its name with other content is refused', async () => {
    await holder();
    const body = stop();
    const first = await kit.post(trader, placeTpSlOrder.path, body);
    const again = await kit.post(trader, placeTpSlOrder.path, body);
    expect([again.text, again.headers['idempotent-replay']]).toEqual([first.text, 'true']);
    const other = await kit.post(trader, placeTpSlOrder.path, { ...body, triggerPrice: '84000' });
    expect(other.json.token).toBe('DUPLICATE_CLIENT_OID');
    expect(await plans()).toHaveLength(1);
  });

  it('marginMode is not looked at, and zero is no execute price', async () => {
    await holder();
    await placed({ marginMode: 'whatever', executePrice: '0.00' });
    expect(await plans()).toMatchObject([{ price: '0.0' }]);
  });

  it.each([
    [{ planType: null }, '40019', 'Parameter planType cannot be empty'],
    [{ planType: 'pos_loss' }, '40020', 'Parameter planType is invalid'],
    [{ positionSide: 'LONG' }, '40020', 'Parameter positionSide is invalid'],
    [{ clientOrderId: '~mine' }, '40020', 'Parameter clientOrderId is invalid'],
    [{ triggerPriceType: '2' }, '40020', 'Parameter triggerPriceType is invalid'],
    [{ triggerPrice: 'low' }, '40020', 'Parameter triggerPrice is invalid'],
    [{ size: '0' }, '40015', 'SIZE_NOT_POSITIVE'],
    [{ size: '0.00001' }, '40015', 'SIZE_NOT_MULTIPLE_OF_STEP'],
    [{ executePrice: '84000.05' }, '40015', 'PRICE_NOT_MULTIPLE_OF_TICK'],
    [{ executePrice: '1' }, '40015', 'PRICE_OUT_OF_RANGE'],
    [{ triggerPrice: '85000.05' }, '40015', 'TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK'],
    [{ triggerPrice: '0' }, '40015', 'TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK'],
    [{ triggerPrice: '95000' }, '40015', 'TRIGGER_PRICE_WRONG_SIDE'],
    [{ planType: 'profit_plan', triggerPrice: '85000' }, '40015', 'TRIGGER_PRICE_WRONG_SIDE'],
    [{ positionSide: 'short', triggerPrice: '95000' }, '40015', 'POSITION_SIDE_INVALID'],
    [{ positionId: '700000000000001' }, '40015', 'POSITION_NOT_FOUND'],
    [{ size: '0.02' }, '40015', 'TPSL_SIZE_EXCEEDS_POSITION'],
    [{ symbol: 'BTCUSDT' }, '40020', 'Parameter symbol is invalid'],
  ])('%j is refused with HTTP 400: %s %s', async (fields, code, start) => {
    await holder();
    const { status, json } = await protect(fields);
    expect([status, json.code]).toEqual([400, code]);
    expect(json.msg.startsWith(start)).toBe(true);
    expect(await plans()).toEqual([]);
  });
});

describe('modifyTpSlOrder', () => {
  it('moves any plan order, and a plain one takes its direction anew', async () => {
    trader = await kit.newAccount();
    const body = { symbol: SYMBOL, client_oid: oid(), size: '0.01', type: 1, match_type: 1, trigger_price: '95000' };
    const orderId = (await kit.post(trader, PLAN, body)).json.order_id as string;
    expect((await modify({ orderId, triggerPrice: '88000' })).status).toBe(200);
    expect(await plans()).toMatchObject([{ order_id: orderId, triggerPrice: '88000.0', status: '0' }]);
  });

  it('of an order that is not a plan order, is another’s or unknown is 50005', async () => {
    await holder();
    const orderId = await placed();
    const order = await kit.place(trader, { match_price: '0', price: '80000' });
    trader = await kit.newAccount();
    for (const other of [orderId, order, '700000000999999']) {
      const { status, json } = await modify({ orderId: other, triggerPrice: '86000' });
      expect([status, json.code]).toEqual([400, '50005']);
    }
  });

  it('of one that ended says so, and of one on the wrong side or off the grid changes nothing', async () => {
    await holder();
    const orderId = await placed();
    const tokens: string[] = [];
    for (const change of [
      { triggerPrice: '95000' },
      { triggerPrice: '85000.05' },
      { triggerPrice: '86000', executePrice: '-1' },
    ]) {
      const { json } = await modify({ orderId, ...change });
      tokens.push(json.token);
    }
    expect(tokens).toEqual([
      'TRIGGER_PRICE_WRONG_SIDE',
      'TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK',
      'PRICE_NOT_MULTIPLE_OF_TICK',
    ]);
    expect(await plans()).toMatchObject([{ order_id: orderId, triggerPrice: '85000.0' }]);
    await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId });
    const { json } = await modify({ orderId, triggerPrice: '86000' });
    expect([json.code, json.token]).toEqual(['40015', 'PLAN_ORDER_NOT_MODIFIABLE']);
  });

  it('the family’s words for an off-tick trigger are in the message (C-29)', async () => {
    await holder();
    const orderId = await placed();
    const { json } = await modify({ orderId, triggerPrice: '86000.05' });
    expect(json.msg).toContain('trigger price');
    expect(json.msg).toMatch(/stepSize\s*['"]?([0-9.]+)/);
  });
});
