// The compatibility checklist (decision 0029), lines C-01 to C-13: in how many ways a request may be signed and spelt,
// each line a test against a running server. "Works" means HTTP 200 and the effect. Then the wrong guesses that are
// common, and what they are taught. What is answered: compatibility-answers.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  BILLS,
  CANCEL,
  type Kit,
  LEVERAGE,
  order,
  PLACE,
  PLANS,
  POSITION,
  quote,
  signedRequest,
  startMarket,
  SYMBOL,
  type TestAccount,
} from './kit.ts';

let kit: Kit;
let alice: TestAccount;

beforeAll(async () => {
  kit = await startMarket();
  ({ alice } = kit);
  await kit.setPrice('cmt_solusdt', '150');
  await quote(kit, 'cmt_solusdt', ['149.99', '150.01'], '1000');
});
afterAll(() => kit.stop());

const place = (fields: object, account = alice): Promise<Answer> => kit.post(account, PLACE, fields);
const plansOf = async (account: TestAccount): Promise<any[]> => (await kit.get(account, PLANS)).json;

describe('signatures and bodies', () => {
  it('C-01 //capi/v2/... on the wire, signed as /capi/v2/..., works', async () => {
    const signed = signedRequest(alice, 'GET', POSITION, '');
    expect((await kit.send({ ...signed, target: `/${POSITION}` })).status).toBe(200);
    const body = JSON.stringify(order());
    const answer = await kit.send({ ...signedRequest(alice, 'POST', PLACE, body), target: `//${PLACE}` });
    expect(answer.json.order_id).toMatch(/^\d+$/);
  });

  it('C-02 a query signed unsorted or sorted works, one re-ordered after signing is 40009', async () => {
    const sorted = `${PLANS}?limit=5&symbol=${SYMBOL}`;
    const unsorted = `${PLANS}?symbol=${SYMBOL}&limit=5`;
    expect((await kit.get(alice, sorted)).status).toBe(200);
    expect((await kit.get(alice, unsorted)).status).toBe(200);
    const moved = await kit.get(alice, sorted, { signedTarget: unsorted });
    expect([moved.status, moved.json.code]).toEqual([400, '40009']);
    expect(moved.json.hint).toContain(`query 'limit=5&symbol=${SYMBOL}'`);
  });

  it('C-03 bodies with blanks, sorted keys, escapes or raw UTF-8 verify on their raw bytes', async () => {
    const fields = order();
    const blanks = JSON.stringify(fields).replaceAll('":', '": ').replaceAll(',"', ', "');
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(order()).sort(([a], [b]) => (a < b ? -1 : 1))));
    const escaped = JSON.stringify({ ...order(), note: 'X' }).replace('X', '\\u00e9');
    const raw = JSON.stringify({ ...order(), note: 'é' });
    for (const body of [blanks, sorted, escaped, raw]) expect((await kit.post(alice, PLACE, body)).status).toBe(200);
  });

  it('C-04 a POST of 0 bytes with a content type works, and so does {}', async () => {
    for (const body of ['', '{}']) {
      const answer = await kit.post(alice, BILLS, body);
      expect([answer.status, Array.isArray(answer.json.items)]).toEqual([200, true]);
      const trader = await kit.newAccount();
      await kit.place(trader, {});
      const closed = await kit.post(trader, '/capi/v2/order/closePositions', body);
      expect([closed.status, closed.json]).toMatchObject([200, [{ errorMessage: '', success: true }]]);
      expect((await kit.get(trader, POSITION)).text).toBe('[]');
    }
  });

  it('C-05 a GET with a content type and no body works; a POST with a charset works', async () => {
    expect((await kit.get(alice, POSITION, { headers: { 'Content-Type': 'application/json' } })).status).toBe(200);
    const charset = { headers: { 'Content-Type': 'application/json; charset=utf-8' } };
    expect((await kit.post(alice, BILLS, '{"limit":1}', charset)).status).toBe(200);
    expect(
      (await kit.post(alice, BILLS, '{"limit":1}', { headers: { 'Content-Type': 'Application/JSON;charset=UTF-8' } }))
        .status,
    ).toBe(200);
  });

  it('C-06 no locale, zh-CN and xx are never an error', async () => {
    const told = async (locale?: string): Promise<string> =>
      (await kit.get(alice, '/capi/v2/account/position/singlePosition', { headers: { locale } })).json.msg;
    expect(await told()).toBe('Parameter symbol cannot be empty');
    expect(await told('zh-CN')).toBe('参数symbol不能为空');
    expect(await told('xx')).toBe('Parameter symbol cannot be empty');
  });

  it('C-07 signed or wrongly signed headers on /market/* work', async () => {
    const target = `/capi/v2/market/ticker?symbol=${SYMBOL}`;
    expect((await kit.get(alice, target)).status).toBe(200);
    expect((await kit.get(alice, target, { signedBody: 'wrong', timestamp: '1' })).status).toBe(200);
  });
});

describe('parameters', () => {
  it('C-08 marginMode, type, limit and orderId as numbers or strings give equal results', async () => {
    for (const marginMode of [1, '1']) {
      for (const type of [1, '1']) expect((await place(order({ marginMode, type }))).status).toBe(200);
    }
    const one = await kit.post(alice, BILLS, { limit: '10' });
    const other = await kit.post(alice, BILLS, { limit: 10 });
    expect(one.text).toBe(other.text);
    for (const spell of [Number, String]) {
      const id = await kit.place(alice, { match_price: '0', price: '80000', order_type: '1' });
      expect((await kit.post(alice, CANCEL, { orderId: spell(id) })).json).toMatchObject({
        order_id: id,
        result: true,
      });
      expect((await kit.get(alice, `/capi/v2/order/detail?orderId=${id}`)).json.order_id).toBe(id);
    }
  });

  it('C-09 a market order with any price works', async () => {
    for (const price of [undefined, null, '', '0', 'abc', '90000.05', {}])
      expect((await place(order({ price }))).status).toBe(200);
  });

  it('C-10 presets of nothing or zero are none; 95000 in three spellings is the same preset', async () => {
    const trader = await kit.newAccount();
    for (const none of [undefined, null, '', '0', 0, '0.00']) {
      expect((await place(order({ presetTakeProfitPrice: none, presetStopLossPrice: none }), trader)).status).toBe(200);
    }
    expect(await plansOf(trader)).toEqual([]);
    for (const preset of [95000, '95000', '95000.00'])
      expect((await place(order({ presetTakeProfitPrice: preset }), trader)).status).toBe(200);
    expect((await plansOf(trader)).map((plan) => plan.triggerPrice)).toEqual(['95000.0', '95000.0', '95000.0']);
  });

  it('C-11 a size in four spellings is the same; binary noise off the step is told', async () => {
    const trader = await kit.newAccount();
    for (const size of ['0.01', '0.0100000', '1e-2']) expect((await place(order({ size }), trader)).status).toBe(200);
    expect(
      (await kit.post(trader, PLACE, JSON.stringify(order({ size: 'SIZE' })).replace('"SIZE"', '0.01'))).status,
    ).toBe(200);
    const [position] = (await kit.get(trader, POSITION)).json;
    expect(position.size).toBe('0.0400');
    const noise = await place(order({ symbol: 'cmt_solusdt', size: '0.30000000000000004' }), trader);
    expect([noise.json.code, noise.json.token]).toEqual(['40015', 'SIZE_NOT_MULTIPLE_OF_STEP']);
    expect(noise.json.hint).toBe('Nearest valid sizes: 0.3 and 0.4');
  });

  it('C-12 fields an operation does not know are ignored', async () => {
    const id = await kit.place(alice, { match_price: '0', price: '80000', order_type: '1' });
    expect((await kit.post(alice, CANCEL, { symbol: SYMBOL, orderId: id, whatever: [1] })).json.result).toBe(true);
    expect((await kit.get(alice, `${PLANS}?pageSize=3&unknown=1&unknown=2`)).status).toBe(200);
    const detail = await kit.get(alice, `/capi/v2/order/detail?symbol=whatever&orderId=${id}`);
    expect([detail.status, detail.json.order_id]).toEqual([200, id]);
    for (const list of ['fills?pageSize=1', 'history?limit=1']) {
      const [name = ''] = list.split('?');
      const plain = await kit.get(alice, `/capi/v2/order/${name}?symbol=${SYMBOL}`);
      const ignoring = await kit.get(alice, `/capi/v2/order/${list}&symbol=${SYMBOL}&unknown=1`);
      expect([ignoring.status, ignoring.text]).toEqual([200, plain.text]);
    }
  });

  it('C-13 a key given twice is 40017', async () => {
    const answer = await kit.post(alice, PLACE, '{"size":"1","size":"2"}');
    expect([answer.status, answer.json.code]).toEqual([400, '40017']);
    expect(answer.json.msg).toContain('duplicateKey at $.size, byte 12');
  });
});

describe('common wrong guesses get a teaching answer', () => {
  it.each([
    ['/capi/v2/order/cancelOrder', '/capi/v2/order/cancel_order'],
    ['/capi/v2/order/cancel', '/capi/v2/order/cancel_order'],
    ['/capi/v2/order/cancelById', '/capi/v2/order/cancel_order'],
    ['/capi/v2/order/cancelAll', '/capi/v2/order/cancelAllOrders'],
    ['/capi/v2/order/plan_orders', '/capi/v2/order/currentPlan'],
    ['/capi/v2/order/plan/currentPlan', '/capi/v2/order/currentPlan'],
    ['/capi/v2/order/cancelPlan', '/capi/v2/order/cancel_plan'],
    ['/capi/v2/order/place', '/capi/v2/order/placeOrder'],
    ['/capi/v2/order/placeorder', 'paths are case-sensitive: placeOrder'],
    ['/capi/v2/order/open_orders', '/capi/v2/order/current'],
    ['/capi/v2/order/orders', '/capi/v2/order/current'],
    ['/capi/v2/account/balance', '/capi/v2/account/assets'],
    ['/capi/v2/account/adjustLeverage', '/capi/v2/account/leverage'],
    ['/capi/v2/account/set-leverage', '/capi/v2/account/leverage'],
    ['/capi/v2/account/setLeverage', '/capi/v2/account/leverage'],
    ['/capi/v2/account/autoAddMargin', '/capi/v2/account/modifyAutoAppendMargin'],
    ['/capi/v2/position/openPositions', '/capi/v2/account/position/allPosition'],
    ['/capi/v2/position/allPosition', '/capi/v2/account/position/allPosition'],
    ['/capi/v2/account/position/all-position', '/capi/v2/account/position/allPosition'],
    ['/v1/position', '/capi/v2/account/position/allPosition'],
    ['/capi/v2/products', '/capi/v2/market/contracts'],
    ['/capi/v2/market/settlementTime', '/capi/v2/market/funding_time'],
    ['/capi/v2/market/fundingRate/history', '/capi/v2/market/getHistoryFundRate'],
    ['/capi/v2/market/history/klines', '/capi/v2/market/historyCandles'],
    ['/capi/v2/trade/fills', '/capi/v2/order/fills'],
    ['/capi/v2/ai/upload', '/capi/v2/order/uploadAiLog'],
    ['/capi/v2/order/openOrders', 'GET /capi/v2/order/current'],
    ['/capi/v2/order/currentOrders', 'GET /capi/v2/order/current'],
    ['/capi/v2/order/historyOrders', 'GET /capi/v2/order/history'],
    ['/capi/v2/order/trades', 'GET /capi/v2/order/fills'],
    ['/capi/v2/position/singlePosition', 'GET /capi/v2/account/position/singlePosition'],
    ['/capi/v2/position/positions', 'GET /capi/v2/account/position/allPosition'],
    ['/capi/v2/spr/position/singlePosition', 'GET /capi/v2/account/position/singlePosition'],
    ['/capi/v2/spr/position/openPositions', 'GET /capi/v2/account/position/allPosition'],
    ['/capi/v2/account/changeLeverage', 'POST /capi/v2/account/leverage'],
    ['/capi/v2/account/singleAccount', 'GET /capi/v2/account/getAccount'],
    ['/capi/v2/account/setMarginMode', 'POST /capi/v2/account/position/changeHoldModel'],
    ['/capi/v2/account/modifyPosMode', 'POST /capi/v2/account/position/changeHoldModel'],
    ['/capi/v2/account/adjustPositionMargin', 'POST /capi/v2/account/adjustMargin'],
    ['/capi/v2/account/autoMargin', 'POST /capi/v2/account/modifyAutoAppendMargin'],
    ['/capi/v2/order/placeTriggerOrder', 'POST /capi/v2/order/plan_order'],
    ['/capi/v2/order/plan/placePlan', 'POST /capi/v2/order/plan_order'],
    ['/capi/v2/order/cancelTriggerOrder', 'POST /capi/v2/order/cancel_plan'],
    ['/capi/v2/order/plan/cancelPlan', 'POST /capi/v2/order/cancel_plan'],
    ['/capi/v2/order/cancelAllTrigger', 'POST /capi/v2/order/cancelAllOrders with cancelOrderType plan'],
    ['/capi/v2/order/placeTPSL', 'POST /capi/v2/order/placeTpSlOrder'],
    ['/capi/v2/order/modifyTPSL', 'POST /capi/v2/order/modifyTpSlOrder'],
    ['/capi/v2/order/closeAllPositions', 'POST /capi/v2/order/closePositions without symbol'],
    ['/capi/v2/order/close', 'POST /capi/v2/order/closePositions with symbol or positionId; without them'],
    ['/capi/v2/market/funding_rate', 'GET /capi/v2/market/currentFundRate'],
    ['/capi/v2/market/historyFundingRate', 'GET /capi/v2/market/getHistoryFundRate'],
    ['/capi/v2/time', 'GET /capi/v2/market/time'],
    ['/capi/v2/trace/uploadAiLog', 'POST /capi/v2/order/uploadAiLog'],
    ['/capi/v2/strategy/upload', 'POST /capi/v2/order/uploadAiLog'],
    ['/capi/v1/order/placeOrder', 'this service speaks /capi/v2 and /capi/v3'],
  ])('%s: %s', async (target, hint) => {
    const { status, json } = await kit.post(alice, target, '{}');
    expect([status, json.code]).toEqual([404, '404']);
    expect(json.hint).toContain(hint);
  });

  it('GET /account/leverage: read it with settings', async () => {
    const { status, json } = await kit.get(alice, LEVERAGE);
    expect([status, json.hint]).toEqual([405, 'read it with GET /capi/v2/account/settings']);
  });

  it.each(['BTCUSDT', 'BTC-USDT', 'BTC/USDT', 'CMT_BTCUSDT', 'btcusdt'])(
    'symbol %s: did you mean cmt_btcusdt?',
    async (symbol) => {
      const { json } = await place(order({ symbol }));
      expect([json.code, json.msg]).toEqual(['40020', 'Parameter symbol is invalid']);
      expect(json.hint).toContain('did you mean cmt_btcusdt?');
    },
  );

  it('order_id for orderId, clientOid for client_oid, BUY for type', async () => {
    expect((await kit.post(alice, CANCEL, { order_id: '1' })).json).toMatchObject({
      code: '40017',
      hint: 'you sent order_id; the name is orderId',
    });
    const { client_oid: id, ...rest } = order();
    expect((await place({ ...rest, clientOid: id })).json).toMatchObject({
      code: '40019',
      msg: 'Parameter client_oid cannot be empty',
      hint: 'you sent clientOid; the name is client_oid',
    });
    expect((await place(rest)).json.hint).toMatch(/^choose an id for each order: 1 to 40 characters/);
    const { type: _, ...untyped } = order();
    expect((await place({ ...untyped, side: 'BUY' })).json.hint).toBe('you sent side; the name is type');
  });

  it('leverage for longLeverage, trigger_type where another is missing, an AI log inside aiLog', async () => {
    expect((await kit.post(alice, LEVERAGE, { symbol: SYMBOL, marginMode: 1, leverage: 20 })).json).toMatchObject({
      code: '40019',
      msg: 'Parameter longLeverage cannot be empty',
      hint: 'you sent leverage; the name is longLeverage',
    });
    const plan = { symbol: SYMBOL, size: '0.01', type: 1, trigger_price: '95000', trigger_type: 'mark_price' };
    const missing = (await kit.post(alice, '/capi/v2/order/plan_order', plan)).json;
    expect([missing.msg, missing.hint]).toEqual([
      'Parameter match_type cannot be empty',
      expect.stringMatching(/^you sent trigger_type, which is not read; match_type is 0 limit or 1 market/),
    ]);
    const aiLog = { stage: 'Decision', model: 'm', input: {}, output: {} };
    const log = (await kit.post(alice, '/capi/v2/order/uploadAiLog', { aiLog })).json;
    expect([log.code, log.msg, log.hint]).toEqual([
      '40019',
      'Parameter stage cannot be empty',
      'you sent aiLog; stage, model, input and output stand at the top level of the body',
    ]);
  });

  it.each(['5', '10', 'open_long', 'BUY'])('type %s lists 1 to 4', async (type) => {
    const { json } = await place(order({ type }));
    expect([json.code, json.msg]).toEqual(['40020', 'Parameter type is invalid']);
    expect(json.hint).toContain('1 open long, 2 open short, 3 close long, 4 close short');
  });

  it('a form instead of JSON is 40007', async () => {
    const form = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect((await kit.post(alice, PLACE, 'symbol=x', form)).json.code).toBe('40007');
  });

  it('seconds for milliseconds: multiply by 1000', async () => {
    const seconds = String(Math.floor(Date.now() / 1000));
    expect((await kit.get(alice, POSITION, { timestamp: seconds })).json.hint).toContain('multiply by 1000');
    const { json } = await kit.get(alice, `${PLANS}?startTime=${seconds}`);
    expect([json.code, json.msg]).toEqual(['40020', 'Parameter startTime is invalid']);
    expect(json.hint).toContain('multiply by 1000');
  });

  it('query parameters on a POST: they go in the JSON body', async () => {
    const { json } = await kit.post(alice, `${PLACE}?symbol=${SYMBOL}`, '{}');
    expect(json).toMatchObject({ code: '40019', hint: 'POST parameters go in the JSON body' });
  });
});
