// The compatibility checklist (wire 8): each line a test against a running server. "Works" means HTTP 200 and the effect.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Kit, oid, ORDER, signedRequest, startKit, SYMBOL, type TestAccount } from './kit.ts';

const PLACE = '/capi/v2/order/placeOrder';
const CANCEL = '/capi/v2/order/cancel_order';
const POSITION = `/capi/v2/account/position/singlePosition?symbol=${SYMBOL}`;
const PLANS = '/capi/v2/order/currentPlan';
const BILLS = '/capi/v2/account/bills';
const UPLOAD = '/capi/v2/order/uploadAiLog';
const LEVERAGE = '/capi/v2/account/leverage';

let kit: Kit;
let alice: TestAccount;
let maker: TestAccount;

beforeAll(async () => {
  kit = await startKit();
  ({ alice } = kit);
  maker = await kit.newAccount({ balance: '10000000' });
  await kit.setPrice(SYMBOL, '90000');
  await kit.setPrice('cmt_solusdt', '150');
  await kit.setPrice('cmt_ethusdt', '3000');
  // Enough on both sides of the touch for every test.
  await kit.place(maker, { type: '2', match_price: '0', price: '90000.1', size: '10' });
  await kit.place(maker, { type: '1', match_price: '0', price: '89999.9', size: '10' });
  await kit.place(maker, { symbol: 'cmt_solusdt', type: '2', match_price: '0', price: '150.01', size: '1000' });
  await kit.place(maker, { symbol: 'cmt_solusdt', type: '1', match_price: '0', price: '149.99', size: '1000' });
});
afterAll(() => kit.stop());

const order = (fields: object = {}): Record<string, unknown> => ({ ...ORDER, client_oid: oid(), ...fields });
const place = (fields: object, account = alice): Promise<Answer> => kit.post(account, PLACE, fields);
const plansOf = async (account: TestAccount): Promise<any[]> => (await kit.get(account, PLANS)).json;
const log = (fields: object = {}): Record<string, unknown> => ({
  stage: 'Decision Making',
  model: 'm-1',
  input: { a: 1 },
  output: { decision: 'HOLD' },
  ...fields,
});

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
      (await kit.post(alice, BILLS, '{"limit":1}', { headers: { 'Content-Type': 'Application/JSON;charset=UTF-8' } })).status,
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
      expect((await kit.post(alice, CANCEL, { orderId: spell(id) })).json).toMatchObject({ order_id: id, result: true });
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
    expect((await kit.post(trader, PLACE, JSON.stringify(order({ size: 'SIZE' })).replace('"SIZE"', '0.01'))).status).toBe(200);
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
  });

  it('C-13 a key given twice is 40017', async () => {
    const answer = await kit.post(alice, PLACE, '{"size":"1","size":"2"}');
    expect([answer.status, answer.json.code]).toEqual([400, '40017']);
    expect(answer.json.msg).toContain('duplicateKey at $.size, byte 12');
  });
});

describe('the shape of answers', () => {
  it('C-14 every error has HTTP other than 200 and the envelope', async () => {
    const errors = [
      await kit.send({ target: '/capi/v2/nowhere' }),
      await kit.send({ target: PLACE }),
      await kit.send({ target: POSITION }),
      await kit.get(alice, '/capi/v2/market/ticker'),
      await kit.get(alice, '/capi/v2/market/ticker?symbol=x'),
      await place(order({ size: '0.00001' })),
    ];
    for (const { status, json } of errors) {
      expect(status).not.toBe(200);
      expect(json).toMatchObject({
        code: expect.any(String),
        msg: expect.any(String),
        requestTime: expect.any(Number),
        data: null,
      });
    }
  });

  it('C-15 bare bodies have no code', async () => {
    const answers = [
      await place(order()),
      await kit.post(alice, BILLS, '{}'),
      await kit.get(alice, `/capi/v2/order/historyPlan?symbol=${SYMBOL}`),
    ];
    for (const { json } of answers) expect(json).not.toHaveProperty('code');
  });

  it('C-16 leverage answers "200", uploadAiLog "00000"', async () => {
    const trader = await kit.newAccount({ allowed: true });
    const leverage = await kit.post(trader, LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: '10', shortLeverage: '10' });
    expect(leverage.text).toMatch(/^\{"msg":"success","requestTime":\d+,"code":"200"\}$/);
    const upload = await kit.post(trader, UPLOAD, log());
    expect(upload.text).toMatch(/^\{"code":"00000","msg":"success","requestTime":\d+,"data":"upload success"\}$/);
  });

  it('C-17 a flat symbol is []; LONG and SHORT are two elements, LONG first', async () => {
    const trader = await kit.newAccount();
    expect((await kit.get(trader, POSITION)).text).toBe('[]');
    await kit.place(trader, { type: '2' });
    await kit.place(trader, { type: '1' });
    expect((await kit.get(trader, POSITION)).json.map((position: any) => position.side)).toEqual(['LONG', 'SHORT']);
  });

  it('C-18 position ids and times are exact JSON numbers, plan and order ids strings', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { presetTakeProfitPrice: '95000' });
    const { json, text } = await kit.get(trader, POSITION);
    for (const name of [
      'id',
      'account_id',
      'contract_id',
      'separated_open_order_id',
      'created_match_sequence_id',
      'created_time',
      'updated_time',
    ]) {
      expect(Number.isSafeInteger(json[0][name])).toBe(true);
      expect(text).toContain(`"${name}":${json[0][name]}`);
    }
    const [plan] = await plansOf(trader);
    for (const name of ['order_id', 'parentOrderId', 'createTime']) expect(plan[name]).toMatch(/^[1-9]\d{12,14}$/);
  });

  it('C-19 placeOrder echoes client_oid; order_id is a decimal string', async () => {
    const id = oid();
    const { text } = await place(order({ client_oid: id }));
    expect(text).toMatch(new RegExp(`^\\{"client_oid":"${id}","order_id":"\\d{15}"\\}$`));
  });

  it('C-20 currentPlan right after placeOrder shows both presets', async () => {
    const trader = await kit.newAccount();
    const id = await kit.place(trader, { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' });
    const plans = await plansOf(trader);
    expect(plans.map((plan) => [plan.client_oid, plan.planType, plan.triggerPrice, plan.status, plan.type])).toEqual([
      [`~sl-${id}`, 'loss_plan', '85000.0', '0', '3'],
      [`~tp-${id}`, 'profit_plan', '95000.0', '0', '3'],
    ]);
    for (const plan of plans) expect(plan.order_id).toMatch(/^\d{15}$/);
  });

  it('C-21 cancel_order with a plan order’s id works; cancel_plan works', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' });
    const [stop, profit] = await plansOf(trader);
    expect((await kit.post(trader, CANCEL, { orderId: stop.order_id })).json).toEqual({
      order_id: stop.order_id,
      client_oid: stop.client_oid,
      result: true,
      err_msg: null,
    });
    expect((await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: profit.order_id })).json.result).toBe(true);
    expect(await plansOf(trader)).toEqual([]);
  });
});

describe('plan orders', () => {
  it('C-21 plan_order, cancel_order and cancel_plan on it', async () => {
    const trader = await kit.newAccount();
    const plan = { symbol: SYMBOL, size: '0.01', type: 2, match_type: 1, trigger_price: '92000' };
    for (const path of [CANCEL, '/capi/v2/order/cancel_plan']) {
      const { json } = await kit.post(trader, '/capi/v2/order/plan_order', plan);
      expect(json.client_oid).toBe(`~${json.order_id}`);
      expect((await plansOf(trader)).map((one) => [one.order_id, one.type, one.planType, one.triggerPrice])).toEqual([
        [json.order_id, '2', 'normal_plan', '92000.0'],
      ]);
      expect((await kit.post(trader, path, { orderId: json.order_id })).json.result).toBe(true);
    }
    expect(await plansOf(trader)).toEqual([]);
  });

  it('C-23 closing the position empties its TP/SL from currentPlan; a later leverage call works', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' });
    await kit.place(trader, { type: '3' });
    expect(await plansOf(trader)).toEqual([]);
    expect((await kit.post(trader, LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: 7 })).status).toBe(200);
  });
});

describe('what the engine says', () => {
  it('C-24 leverage with a resting order is 40015 containing "open orders"; the values it has succeed', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { match_price: '0', price: '80000', order_type: '1' });
    const refused = await kit.post(trader, LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: 10, shortLeverage: 10 });
    expect([refused.json.code, refused.json.token]).toEqual(['40015', 'LEVERAGE_BLOCKED_BY_OPEN_ORDERS']);
    expect(refused.text).toContain('open orders');
    expect((await kit.post(trader, LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: '20' })).status).toBe(200);
  });

  it('C-25 leverage with shortLeverage absent works', async () => {
    const trader = await kit.newAccount();
    expect((await kit.post(trader, LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: '15.00' })).json.code).toBe('200');
    expect((await kit.get(trader, `/capi/v2/account/settings?symbol=${SYMBOL}`)).json[SYMBOL].cross_leverage).toBe('15.00');
  });

  it('C-26 closing without a position is 40015 containing "position side invalid"', async () => {
    const trader = await kit.newAccount();
    const { json, text } = await place(order({ type: '3' }), trader);
    expect(json.code).toBe('40015');
    expect(text).toContain('position side invalid');
  });

  it('C-27 a close blocked by a resting one names it; after cancelling it the retry works', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, {});
    const resting = await kit.place(trader, { type: '3', match_price: '0', price: '91000' });
    const blocked = await place(order({ type: '3' }), trader);
    expect(blocked.json.code).toBe('40015');
    const named = /\border\s+(\d+)/.exec(blocked.text)?.[1];
    expect(named).toBe(resting);
    await kit.post(trader, CANCEL, { orderId: named as string });
    expect((await place(order({ type: '3' }), trader)).status).toBe(200);
    expect((await kit.get(trader, POSITION)).text).toBe('[]');
  });

  it('C-28 an off-step size is 40015 from which the step can be read', async () => {
    const { json, text } = await place(order({ size: '0.000114' }));
    expect(json).toEqual({
      code: '40015',
      msg: "SIZE_NOT_MULTIPLE_OF_STEP: INVALID_ARGUMENT: The order size must be greater than 0 and matches the stepSize '0.0001' requirement. Current size is '0.000114'",
      requestTime: json.requestTime,
      data: null,
      token: 'SIZE_NOT_MULTIPLE_OF_STEP',
      hint: 'Nearest valid sizes: 0.0001 and 0.0002',
    });
    expect(/stepSize\s*['"]?([0-9.]+)/.exec(text)?.[1]).toBe('0.0001');
  });

  it('C-29 an off-tick preset is 40015 containing INVALID_ARGUMENT, "order open tp" and the tick', async () => {
    const { json } = await place(order({ presetTakeProfitPrice: '95000.05' }));
    expect(json.code).toBe('40015');
    for (const part of ['INVALID_ARGUMENT', 'order open tp', "stepSize '0.1'"]) expect(json.msg).toContain(part);
  });

  it('C-30 a post-only at 95 % of the market rests; one that crosses gets an id and is canceled', async () => {
    const trader = await kit.newAccount();
    const resting = await kit.place(trader, { match_price: '0', price: '85500', order_type: '1' });
    const crossing = await kit.place(trader, { match_price: '0', price: '91000', order_type: '1' });
    expect((await kit.post(trader, CANCEL, { orderId: crossing })).json).toMatchObject({
      result: false,
      err_msg: 'ORDER_NOT_CANCELABLE: FAILED_PRECONDITION: the order is already canceled',
    });
    expect((await kit.post(trader, CANCEL, { orderId: resting })).json.result).toBe(true);
    expect((await kit.get(trader, POSITION)).text).toBe('[]');
  });

  it('C-31 a buy limit 10 % above the market matches at the book', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { match_price: '0', price: '99000' });
    const [position] = (await kit.get(trader, POSITION)).json;
    expect([position.size, position.open_value]).toEqual(['0.0100', '900.00100000']);
  });

  it('C-34 depth with limit 5 works, and others clamp', async () => {
    for (const [asked, atMost] of [
      ['5', 5],
      ['0', 1],
      ['-3', 1],
      ['99999', 200],
    ] as const) {
      const { status, json } = await kit.send({ target: `/capi/v2/market/depth?symbol=${SYMBOL}&limit=${asked}` });
      expect(status).toBe(200);
      expect(json.asks.length).toBeLessThanOrEqual(atMost);
      expect(json.asks[0]).toEqual(['90000.1', expect.stringMatching(/^\d+\.\d{4}$/)]);
    }
  });

  it('C-35 contracts lists all eight symbols with string decimals and a number priceEndStep', async () => {
    const { json } = await kit.send({ target: '/capi/v2/market/contracts' });
    expect(json.map((row: any) => [row.symbol, row.tick_size, row.size_increment])).toEqual([
      ['cmt_btcusdt', '1', '4'],
      ['cmt_ethusdt', '2', '3'],
      ['cmt_solusdt', '2', '1'],
      ['cmt_dogeusdt', '5', '0'],
      ['cmt_xrpusdt', '4', '0'],
      ['cmt_adausdt', '4', '0'],
      ['cmt_bnbusdt', '2', '1'],
      ['cmt_ltcusdt', '2', '1'],
    ]);
    for (const row of json) expect(row.priceEndStep).toBe(1);
  });
});

describe('AI logs and repeats', () => {
  it('C-36 uploads of every allowed shape work', async () => {
    const filled = (bytes: number): Record<string, string> => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
    const shapes = [
      log({ n: 1 }),
      log({ orderId: null }),
      log({ orderId: '700000000000010' }),
      log({ stage: 'Any stage text, 决策 🚀' }),
      log({ input: { note: 'ünïcödé 価格' }, output: {} }),
      log({ input: filled(256 * 1024), output: filled(256 * 1024) }),
      log({ explanation: 'e'.repeat(1000) }),
    ];
    for (const shape of shapes) {
      const { status, json } = await kit.post(alice, UPLOAD, shape);
      expect([status, json.code]).toEqual([200, '00000']);
    }
  });

  it('C-37 the same upload five times is five successes and one log', async () => {
    const trader = await kit.newAccount({ allowed: true });
    const body = JSON.stringify(log({ try: 'again' }));
    const answers = await Promise.all([1, 2, 3].map(() => kit.post(trader, UPLOAD, body)));
    answers.push(await kit.post(trader, UPLOAD, body), await kit.post(trader, UPLOAD, body));
    expect(answers.map((answer) => answer.json.code)).toEqual(['00000', '00000', '00000', '00000', '00000']);
    expect(new Set(answers.map((answer) => answer.headers['ai-log-index'])).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['ai-log-duplicate'] === '1')).toHaveLength(4);
    expect((await kit.get(trader, '/capi/v2/ai/logs')).json.list).toHaveLength(1);
  });

  it('C-38 a uid off the allowlist is 403 with 40022, also when the body is garbage', async () => {
    const trader = await kit.newAccount();
    for (const body of [JSON.stringify(log()), '{"broken', '']) {
      const { status, json } = await kit.post(trader, UPLOAD, body);
      expect([status, json.code, json.token]).toEqual([403, '40022', 'AI_LOG_NOT_ALLOWED']);
      expect(json.hint).toContain(String(trader.uid));
    }
  });

  it('C-39 a placeOrder repeated byte for byte gives the same order_id and one order', async () => {
    const trader = await kit.newAccount();
    const body = JSON.stringify(order());
    const first = await kit.post(trader, PLACE, body);
    const again = await kit.post(trader, PLACE, body);
    expect(again.text).toBe(first.text);
    expect([first.headers['idempotent-replay'], again.headers['idempotent-replay']]).toEqual([undefined, 'true']);
    expect((await kit.get(trader, POSITION)).json[0].size).toBe('0.0100');
    const other = await kit.post(trader, PLACE, body.replace('"0.01"', '"0.02"'));
    expect(other.json.token).toBe('DUPLICATE_CLIENT_OID');
    expect(other.json.msg).toContain(`order_id=${first.json.order_id}`);
  });

  it('C-40 bills with empty and null filters works; ctime is a number, and folding case keeps it one', async () => {
    const { status, json } = await kit.post(alice, BILLS, {
      coin: '',
      symbol: '',
      businessType: '',
      startTime: null,
      endTime: null,
      limit: null,
    });
    expect([status, json.items.length > 5]).toEqual([200, true]);
    for (const item of json.items) {
      const folded = Object.fromEntries(Object.entries(item).map(([key, value]) => [key.toLowerCase(), value]));
      expect([typeof item.ctime, item.cTime, typeof folded['ctime']]).toEqual(['number', item.ctime, 'number']);
    }
  });

  it('C-44 the raw text of an error contains "code":"40015" without blanks', async () => {
    expect((await place(order({ size: '0.00001' }))).text).toContain('"code":"40015"');
  });
});

describe('common wrong guesses get a teaching answer', () => {
  it.each([
    ['/capi/v2/order/cancelOrder', '/capi/v2/order/cancel_order'],
    ['/capi/v2/order/cancel', '/capi/v2/order/cancel_order'],
    ['/capi/v2/order/cancelById', '/capi/v2/order/cancel_order'],
    ['/capi/v2/order/plan_orders', '/capi/v2/order/currentPlan'],
    ['/capi/v2/order/plan/currentPlan', '/capi/v2/order/currentPlan'],
    ['/capi/v2/order/cancelPlan', '/capi/v2/order/cancel_plan'],
    ['/capi/v2/order/place', '/capi/v2/order/placeOrder'],
    ['/capi/v2/order/placeorder', 'paths are case-sensitive: placeOrder'],
    ['/capi/v2/order/open_orders', '/capi/v2/order/current'],
    ['/capi/v2/account/balance', '/capi/v2/account/assets'],
    ['/capi/v2/account/setLeverage', '/capi/v2/account/leverage'],
    ['/capi/v2/position/allPosition', '/capi/v2/account/position/allPosition'],
    ['/capi/v2/ai/upload', '/capi/v2/order/uploadAiLog'],
    ['/capi/v3/order/placeOrder', 'this service speaks /capi/v2'],
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
    const { type: _, ...untyped } = order();
    expect((await place({ ...untyped, side: 'BUY' })).json.hint).toBe('you sent side; the name is type');
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
