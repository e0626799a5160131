// The compatibility checklist (decision 0029), lines C-14 to C-44: what is answered, in which shape, and what the
// engine says, each line a test against a running server. "Works" means HTTP 200 and the effect. How requests may be
// spelt: compatibility-requests.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { log, LOGS, UPLOAD } from './ai-log-kit.ts';
import {
  type Answer,
  BILLS,
  CANCEL,
  type Kit,
  LEVERAGE,
  oid,
  order,
  PLACE,
  PLANS,
  POSITION,
  startKit,
  startMarket,
  SYMBOL,
  type TestAccount,
} from './kit.ts';

let kit: Kit;
let alice: TestAccount;

beforeAll(async () => {
  kit = await startMarket();
  ({ alice } = kit);
});
afterAll(() => kit.stop());

const DETAIL = '/capi/v2/order/detail';
const MODIFY = '/capi/v2/order/modifyTpSlOrder';

const place = (fields: object, account = alice): Promise<Answer> => kit.post(account, PLACE, fields);
const plansOf = async (account: TestAccount): Promise<any[]> => (await kit.get(account, PLANS)).json;

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

  it('C-14 429 has an integer Retry-After', async () => {
    const limited = await startKit(['--rate-limit-uid-budget', '7']);
    try {
      const answers = [];
      for (let call = 0; call < 3; call++) answers.push(await limited.get(limited.alice, POSITION));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(answers[2]?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(answers[2]?.json).toMatchObject({ code: '429', msg: 'Too many requests', data: null });
    } finally {
      await limited.stop();
    }
  });

  it('C-16 leverage answers "200", uploadAiLog and modifyTpSlOrder "00000"', async () => {
    const trader = await kit.newAccount({ allowed: true });
    const leverage = await kit.post(trader, LEVERAGE, {
      symbol: SYMBOL,
      marginMode: 1,
      longLeverage: '10',
      shortLeverage: '10',
    });
    expect(leverage.text).toMatch(/^\{"msg":"success","requestTime":\d+,"code":"200"\}$/);
    const upload = await kit.post(trader, UPLOAD, log());
    expect(upload.text).toMatch(/^\{"code":"00000","msg":"success","requestTime":\d+,"data":"upload success"\}$/);
    await kit.place(trader, { presetTakeProfitPrice: '95000' });
    const [plan] = await plansOf(trader);
    const modified = await kit.post(trader, MODIFY, { orderId: plan.order_id, triggerPrice: '96000' });
    expect(modified.text).toMatch(/^\{"code":"00000","msg":"success","requestTime":\d+,"data":null\}$/);
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
    const refused = await kit.post(trader, LEVERAGE, {
      symbol: SYMBOL,
      marginMode: 1,
      longLeverage: 10,
      shortLeverage: 10,
    });
    expect([refused.json.code, refused.json.token]).toEqual(['40015', 'LEVERAGE_BLOCKED_BY_OPEN_ORDERS']);
    expect(refused.text).toContain('open orders');
    expect((await kit.post(trader, LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: '20' })).status).toBe(200);
  });

  it('C-25 leverage with shortLeverage absent works', async () => {
    const trader = await kit.newAccount();
    expect((await kit.post(trader, LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: '15.00' })).json.code).toBe(
      '200',
    );
    expect((await kit.get(trader, `/capi/v2/account/settings?symbol=${SYMBOL}`)).json[SYMBOL].cross_leverage).toBe(
      '15.00',
    );
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

  it('C-29 an off-tick modifyTpSlOrder contains "trigger price" and "stepSize"', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { presetTakeProfitPrice: '95000' });
    const [plan] = await plansOf(trader);
    const { json } = await kit.post(trader, MODIFY, { orderId: plan.order_id, triggerPrice: '95000.05' });
    expect(json.code).toBe('40015');
    for (const part of ['trigger price', "stepSize '0.1'"]) expect(json.msg).toContain(part);
  });

  it('C-30 a post-only at 95 % of the market rests; one that crosses gets an id and is canceled', async () => {
    const trader = await kit.newAccount();
    const resting = await kit.place(trader, { match_price: '0', price: '85500', order_type: '1' });
    const crossing = await kit.place(trader, { match_price: '0', price: '91000', order_type: '1' });
    expect((await kit.post(trader, CANCEL, { orderId: crossing })).json).toMatchObject({
      result: false,
      err_msg: 'ORDER_NOT_CANCELABLE: FAILED_PRECONDITION: the order is already canceled',
    });
    const becameOf = async (id: string): Promise<any> => (await kit.get(trader, `${DETAIL}?orderId=${id}`)).json;
    expect(await becameOf(crossing)).toMatchObject({
      status: 'canceled',
      filled_qty: '0',
      cancelReason: 'COULD_NOT_FILL',
      cancelDetail: 'POST_ONLY_WOULD_TAKE',
    });
    expect(await becameOf(resting)).toMatchObject({ status: 'open', order_type: 'postOnly', price: '85500.0' });
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
    expect((await kit.get(trader, LOGS)).json.list).toHaveLength(1);
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
    const trader = await kit.newAccount();
    for (const type of ['1', '2', '3', '4', '1']) await kit.place(trader, { type });
    const { status, json } = await kit.post(trader, BILLS, {
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
