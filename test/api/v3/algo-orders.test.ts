// Algo orders through the second door: V3-12 to V3-16 of its checklist, and the same orders seen through the first one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Kit, oid, startKit, type TestAccount } from '../kit.ts';

const ORDER = '/capi/v3/order';
const ALGO = '/capi/v3/algoOrder';
const STOP = '/capi/v3/placeTpSlOrder';
const MOVE = '/capi/v3/modifyTpSlOrder';
const WAITING = '/capi/v3/openAlgoOrders';
const ENDED = '/capi/v3/allAlgoOrders';
const HISTORY = '/capi/v3/order/history';
const ETH = 'cmt_ethusdt';
const BTC = 'cmt_btcusdt';

let kit: Kit;
let maker: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  maker = await kit.newAccount({ balance: '10000000' });
  for (const [symbol, price] of [
    [ETH, '3000'],
    [BTC, '90000'],
  ] as const) {
    await kit.setPrice(symbol, price);
    await tradeAt(price, symbol);
  }
});
afterAll(() => kit.stop());

/** The last price becomes this, and there is enough for everybody on both sides of it. */
async function tradeAt(price: string, symbol = ETH): Promise<void> {
  await kit.delete(maker, `/capi/v3/allOpenOrders?symbol=${symbol.slice(4).toUpperCase()}`);
  const other = await kit.newAccount({ balance: '1000000' });
  const quote = { symbol, match_price: '0', size: '0.01', price };
  const step = symbol === ETH ? 0.01 : 0.1;
  await kit.place(maker, { ...quote, size: '5', type: '2', price: (Number(price) + step).toFixed(2) });
  await kit.place(maker, { ...quote, size: '5', type: '1', price: (Number(price) - step).toFixed(2) });
  await kit.place(maker, { ...quote, type: '2' });
  await kit.place(other, { ...quote, type: '1' });
}

const long = { symbol: 'ETHUSDT', side: 'BUY', positionSide: 'LONG' };
const open = async (who: TestAccount, fields: object = {}): Promise<number> => {
  const order = { ...long, type: 'MARKET', quantity: '0.1', newClientOrderId: oid(), ...fields };
  const { json } = await kit.post(who, ORDER, order);
  expect(json).toMatchObject({ success: true });
  return Number(json.orderId);
};
const algo = (who: TestAccount, fields: object): Promise<Answer> =>
  kit.post(who, ALGO, { ...long, type: 'STOP_MARKET', quantity: '0.1', clientAlgoId: oid(), ...fields });
const closing = (who: TestAccount, fields: object): Promise<Answer> => algo(who, { side: 'SELL', ...fields });
const rows = async (who: TestAccount, target: string): Promise<any[]> => {
  const { json } = await kit.get(who, target);
  return Array.isArray(json) ? json : json.orders;
};
const isFlat = async (who: TestAccount): Promise<boolean> =>
  (await kit.get(who, '/capi/v2/account/position/allPosition')).json.length === 0;

describe('V3-12 presets', () => {
  it('of an order are two algo orders with their parent; the one that fired is in history under its own id', async () => {
    const who = await kit.newAccount();
    const parent = await open(who, { tpTriggerPrice: '3010', slTriggerPrice: '2990' });
    const [sl, tp] = await rows(who, WAITING);
    expect([tp, sl]).toMatchObject([
      { orderType: 'TAKE_PROFIT_MARKET', triggerPrice: '3010.00', planType: 'profit_plan' },
      { orderType: 'STOP_MARKET', triggerPrice: '2990.00', planType: 'loss_plan' },
    ]);
    for (const one of [tp, sl])
      expect(one).toMatchObject({
        parentOrderId: parent,
        algoStatus: 'UNTRIGGERED',
        actualOrderId: null,
        side: 'SELL',
        positionSide: 'LONG',
        quantity: '0.100',
        reduceOnly: true,
        workingType: 'CONTRACT_PRICE',
        triggerTime: 0,
      });
    expect(tp.clientAlgoId).toBe(`~tp-${parent}`);
    await tradeAt('3011');
    expect(await isFlat(who)).toBe(true);
    const ended = await rows(who, ENDED);
    expect(ended.map(({ algoId, algoStatus, actualOrderId }) => [algoId, algoStatus, actualOrderId])).toEqual([
      [sl.algoId, 'CANCELED', null],
      [tp.algoId, 'FILLED', tp.algoId],
    ]);
    expect(ended[1]).toMatchObject({ executedQty: '0.100', quantity: '0.100', parentOrderId: parent });
    const history = await rows(who, HISTORY);
    expect(history.map(({ orderId }) => orderId).toSorted()).toEqual([parent, tp.algoId, sl.algoId].toSorted());
    expect(history.find(({ orderId }) => orderId === tp.algoId)).toMatchObject({
      status: 'FILLED',
      type: 'TAKE_PROFIT_MARKET',
      stopPrice: '3010.00',
      avgPrice: ended[1].avgPrice,
    });
    await tradeAt('3000');
  });

  it('are the same algo orders where the order came through the first door', async () => {
    const who = await kit.newAccount();
    const parent = await kit.place(who, { symbol: ETH, size: '0.1', presetStopLossPrice: '2900' });
    const [sl] = await rows(who, WAITING);
    expect(sl).toMatchObject({ parentOrderId: Number(parent), orderType: 'STOP_MARKET', triggerPrice: '2900.00' });
    const { json } = await kit.get(who, '/capi/v2/order/currentPlan');
    expect(json).toMatchObject([{ order_id: String(sl.algoId), client_oid: sl.clientAlgoId, planType: 'loss_plan' }]);
  });
});

describe('V3-13 an opening algo order', () => {
  it('of STOP_MARKET waits above the market and below it, is shown by its direction, and fires', async () => {
    const who = await kit.newAccount();
    const [up, down] = [
      (await algo(who, { triggerPrice: '3020' })).json,
      (await algo(who, { triggerPrice: '2980' })).json,
    ];
    expect([up, down]).toMatchObject([{ success: true }, { success: true }]);
    const waiting = await rows(who, WAITING);
    expect(waiting.map(({ algoId, orderType }) => [String(algoId), orderType])).toEqual([
      [down.orderId, 'TAKE_PROFIT_MARKET'],
      [up.orderId, 'STOP_MARKET'],
    ]);
    expect(waiting.map(({ reduceOnly, timeInForce, planType }) => [reduceOnly, timeInForce, planType])).toEqual([
      [false, 'IOC', 'normal_plan'],
      [false, 'IOC', 'normal_plan'],
    ]);
    expect(await rows(who, '/capi/v3/openOrders')).toEqual([]);
    await tradeAt('3021');
    expect(await rows(who, WAITING)).toHaveLength(1);
    await tradeAt('2979');
    expect(await rows(who, WAITING)).toEqual([]);
    expect((await rows(who, ENDED)).map(({ algoStatus }) => algoStatus)).toEqual(['FILLED', 'FILLED']);
    expect((await kit.get(who, '/capi/v2/account/position/allPosition')).json).toMatchObject([{ size: '0.200' }]);
    await tradeAt('3000');
  });

  it('short is shown the other way round, and with a limit it works as an order once it has fired', async () => {
    const who = await kit.newAccount();
    const short = { side: 'SELL', positionSide: 'SHORT' };
    const { json } = await algo(who, { ...short, type: 'STOP', triggerPrice: '2990', price: '3050' });
    expect((await rows(who, WAITING))[0]).toMatchObject({ orderType: 'STOP', timeInForce: 'GTC', price: '3050.00' });
    await algo(who, { ...short, triggerPrice: '3030' });
    expect((await rows(who, WAITING))[0]).toMatchObject({ orderType: 'TAKE_PROFIT_MARKET' });
    await tradeAt('2989');
    const [, fired] = await rows(who, WAITING);
    expect(fired).toMatchObject({
      algoId: Number(json.orderId),
      algoStatus: 'NEW',
      actualOrderId: Number(json.orderId),
    });
    expect(await rows(who, '/capi/v3/openOrders')).toMatchObject([
      { orderId: Number(json.orderId), type: 'STOP', status: 'NEW', stopPrice: '2990.00', price: '3050.00' },
    ]);
    const done = await kit.delete(who, `${ALGO}?orderId=${json.orderId}`);
    expect(done.json).toMatchObject({ orderId: json.orderId, success: true });
    await tradeAt('3000');
  });

  it('is refused where its fields do not go together, and without a limit that it needs', async () => {
    const who = await kit.newAccount();
    const codeOf = async (fields: object) => (await algo(who, { triggerPrice: '3020', ...fields })).json.code;
    expect(await codeOf({ reduceOnly: true })).toBe(-1128);
    expect(await codeOf({ type: 'STOP' })).toBe(-1141);
    expect(await codeOf({ type: 'TAKE_PROFIT', price: 0 })).toBe(-1141);
    expect(await codeOf({ type: 'LIMIT' })).toBe(-1116);
    expect(await codeOf({ clientAlgoId: 'a b' })).toBe(-1180);
    expect(await codeOf({ workingType: 'INDEX_PRICE' })).toBe(-1142);
    expect(await codeOf({ triggerPrice: null })).toBe(-1141);
    expect(await rows(who, WAITING)).toEqual([]);
    const { json } = await algo(who, { clientAlgoId: null, triggerPrice: 3020, quantity: 0.1 });
    expect(json).toMatchObject({ success: true, clientOrderId: `~${json.orderId}` });
  });

  it('is the plan order of the first door, whose content is the same', async () => {
    const who = await kit.newAccount();
    const { json } = await algo(who, { clientAlgoId: 'both-1', triggerPrice: '3020' });
    const plan = { symbol: ETH, client_oid: 'both-1', size: '0.1', type: '1', match_type: '1', trigger_price: '3020' };
    const again = await kit.post(who, '/capi/v2/order/plan_order', plan);
    expect([again.json.order_id, again.headers['idempotent-replay']]).toEqual([json.orderId, 'true']);
    const other = await algo(who, { clientAlgoId: 'both-1', triggerPrice: '3021' });
    expect(other.json).toMatchObject({ success: false, token: 'DUPLICATE_CLIENT_OID', orderId: '' });
    const gone = await kit.post(who, '/capi/v2/order/cancel_plan', { orderId: json.orderId });
    expect(gone.json.result).toBe(true);
    const late = await kit.delete(who, `${ALGO}?origClientOrderId=both-1`);
    expect(late.json).toMatchObject({ success: false, errorCode: '-1054', token: 'ORDER_NOT_CANCELABLE' });
  });
});

describe('V3-14 a closing algo order', () => {
  it('on the wrong side, without a position, or with presets is refused', async () => {
    const who = await kit.newAccount();
    expect((await closing(who, { triggerPrice: '2900' })).json).toMatchObject({ token: 'POSITION_SIDE_INVALID' });
    await open(who);
    const { status, json } = await closing(who, { triggerPrice: '3100', clientAlgoId: 'wrong' });
    expect([status, json]).toMatchObject([
      200,
      {
        orderId: '',
        clientOrderId: 'wrong',
        success: false,
        errorCode: '-1054',
        code: -1054,
        token: 'TRIGGER_PRICE_WRONG_SIDE',
      },
    ]);
    const profit = await closing(who, { type: 'TAKE_PROFIT_MARKET', triggerPrice: '2900' });
    expect(profit.json.token).toBe('TRIGGER_PRICE_WRONG_SIDE');
    const preset = await closing(who, { triggerPrice: '2900', presetStopLossPrice: '2800' });
    expect(preset.json).toMatchObject({ success: false, token: 'PRESET_NOT_ALLOWED_ON_CLOSE' });
    expect(await rows(who, WAITING)).toEqual([]);
  });

  it('protects the position, and is gone when that closes', async () => {
    const who = await kit.newAccount();
    await open(who);
    const { json } = await closing(who, { triggerPrice: '2900', clientAlgoId: null });
    expect(json).toMatchObject({ success: true, clientOrderId: `~${json.orderId}` });
    await closing(who, { type: 'TAKE_PROFIT', price: '3100', triggerPrice: '3090', clientAlgoId: 'tp' });
    expect(await rows(who, WAITING)).toMatchObject([
      { clientAlgoId: 'tp', orderType: 'TAKE_PROFIT', price: '3100.00', planType: 'profit_plan', reduceOnly: true },
      { algoId: Number(json.orderId), orderType: 'STOP_MARKET', planType: 'loss_plan', reduceOnly: true },
    ]);
    await kit.post(who, '/capi/v3/closePositions', {});
    expect(await rows(who, WAITING)).toEqual([]);
    expect(await rows(who, `${ENDED}?symbol=ETHUSDT`)).toMatchObject([
      {
        clientAlgoId: 'tp',
        algoStatus: 'CANCELED',
        cancelReason: 'REDUCE_ONLY_CANCELED',
        cancelDetail: 'POSITION_CLOSED',
      },
      {
        algoId: Number(json.orderId),
        algoStatus: 'CANCELED',
        cancelReason: 'REDUCE_ONLY_CANCELED',
        cancelDetail: 'POSITION_CLOSED',
      },
    ]);
  });
});

const stop = (who: TestAccount, fields: object = {}): Promise<Answer> =>
  kit.post(who, STOP, {
    symbol: 'ETHUSDT',
    planType: 'STOP_LOSS',
    triggerPrice: '2900',
    positionSide: 'LONG',
    ...fields,
  });

describe('V3-15 placeTpSlOrder', () => {
  it('without a quantity covers what is uncovered; once more there is nothing left', async () => {
    const who = await kit.newAccount();
    expect((await stop(who)).json).toMatchObject([{ orderId: 0, success: false, errorCode: '-1054' }]);
    await open(who);
    await stop(who, { quantity: '0.03' });
    const first = await stop(who, { clientAlgoId: 'rest', quantity: 0 });
    expect(first.json).toEqual([{ orderId: expect.any(Number), success: true, errorCode: '', errorMessage: '' }]);
    expect((await rows(who, WAITING)).map(({ quantity }) => quantity)).toEqual(['0.070', '0.030']);
    expect((await stop(who)).json).toEqual([
      {
        orderId: 0,
        success: false,
        errorCode: '-1054',
        errorMessage: expect.stringMatching(/^TPSL_SIZE_EXCEEDS_POSITION/),
      },
    ]);
    const again = await stop(who, { clientAlgoId: 'rest' });
    expect([again.json, again.headers['idempotent-replay']]).toEqual([first.json, 'true']);
    expect((await stop(who, { planType: 'TAKE_PROFIT', triggerPrice: '3100' })).json).toMatchObject([
      { success: true },
    ]);
    const { json } = await kit.get(who, '/capi/v2/order/currentPlan');
    expect(json.map(({ planType, size }: any) => [planType, size])).toEqual([
      ['profit_plan', '0.100'],
      ['loss_plan', '0.070'],
      ['loss_plan', '0.030'],
    ]);
  });

  it('is moved by modifyTpSlOrder, of which a refusal is an answer', async () => {
    const who = await kit.newAccount();
    await open(who);
    const [{ orderId }] = (await stop(who)).json;
    const move = async (fields: object) => kit.post(who, MOVE, { orderId, triggerPrice: '2950', ...fields });
    expect((await move({ executePrice: '2940', triggerPriceType: 'MARK_PRICE' })).json).toEqual({ success: true });
    expect(await rows(who, WAITING)).toMatchObject([
      { triggerPrice: '2950.00', price: '2940.00', orderType: 'STOP', workingType: 'MARK_PRICE' },
    ]);
    const wrong = await move({ triggerPrice: '3100' });
    expect([wrong.status, wrong.json]).toMatchObject([
      200,
      { success: false, errorCode: '-1054', code: -1054, token: 'TRIGGER_PRICE_WRONG_SIDE', msg: expect.any(String) },
    ]);
    const unknown = await move({ orderId: 99 });
    expect([unknown.status, unknown.json.code]).toEqual([400, -3200]);
  });
});

describe('V3-16 MARK_PRICE', () => {
  it('for presets is refused with the way there is, and uses up no client id', async () => {
    const who = await kit.newAccount();
    const body = { ...long, type: 'MARKET', quantity: '0.1', slTriggerPrice: '2900', newClientOrderId: oid() };
    const byMark = { ...body, SlWorkingType: 'MARK_PRICE' };
    const refusal = { code: -1142, msg: "Parameter 'SlWorkingType' is invalid", hint: /placeTpSlOrder/ };
    for (const { status, json } of [
      await kit.post(who, ORDER, byMark),
      await algo(who, { triggerPrice: '3020', presetStopLossPrice: '2900', SlWorkingType: 'MARK_PRICE' }),
    ])
      expect([status, json]).toEqual([
        400,
        expect.objectContaining({ ...refusal, hint: expect.stringMatching(refusal.hint) }),
      ]);
    const batch = await kit.post(who, '/capi/v3/batchOrders', { batchOrders: [byMark, { ...byMark, quantity: '0' }] });
    expect(batch.json).toMatchObject([{ success: false, errorCode: '-1142' }, { success: false }]);
    expect(await rows(who, WAITING)).toEqual([]);
    const chinese = await kit.post(who, ORDER, byMark, { headers: { locale: 'zh-CN' } });
    expect(chinese.json.hint).toContain('标记价');
    // That of a preset which is not given says nothing.
    const placed = await kit.post(who, ORDER, {
      ...body,
      TpWorkingType: 'MARK_PRICE',
      SlWorkingType: 'CONTRACT_PRICE',
    });
    expect(placed.json.success).toBe(true);
    expect(await rows(who, WAITING)).toMatchObject([{ workingType: 'CONTRACT_PRICE' }]);
    const wrong = await kit.post(who, ORDER, { ...body, newClientOrderId: oid(), SlWorkingType: 'INDEX' });
    expect(wrong.json.code).toBe(-1142);
    const opening = await algo(who, { triggerPrice: '3020', presetStopLossPrice: '2900' });
    expect(opening.json.success).toBe(true);
    expect((await rows(who, WAITING))[0]).toMatchObject({
      workingType: 'CONTRACT_PRICE',
      slTriggerPrice: '2900.00',
      slPrice: null,
      tpTriggerPrice: null,
      tpOrderType: 'CONTRACT_PRICE',
    });
  });

  it('on placeTpSlOrder and on algo orders fires on the mark, while the last price stays', async () => {
    const who = await kit.newAccount();
    const btc = { symbol: 'BTCUSDT', quantity: '0.01' };
    await open(who, btc);
    const marked = await stop(who, { ...btc, triggerPrice: '89500', triggerPriceType: 'MARK_PRICE' });
    expect(marked.json).toMatchObject([{ success: true }]);
    const opening = { ...btc, triggerPrice: '89400', workingType: 'MARK_PRICE', positionSide: 'SHORT', side: 'SELL' };
    expect((await algo(who, opening)).json.success).toBe(true);
    expect((await rows(who, WAITING)).map(({ workingType }) => workingType)).toEqual(['MARK_PRICE', 'MARK_PRICE']);
    await kit.setPrice(BTC, '89300');
    await expect.poll(() => rows(who, WAITING)).toEqual([]);
    expect((await rows(who, ENDED)).map(({ algoStatus }) => algoStatus)).toEqual(['FILLED', 'FILLED']);
    await kit.setPrice(BTC, '90000');
  });

  it('of a closing algo order is that of its kind', async () => {
    const who = await kit.newAccount();
    await open(who);
    const by = { TpWorkingType: 'MARK_PRICE', SlWorkingType: 'CONTRACT_PRICE', quantity: '0.05' };
    await closing(who, { ...by, triggerPrice: '2900' });
    await closing(who, { ...by, type: 'TAKE_PROFIT_MARKET', triggerPrice: '3100' });
    await closing(who, { workingType: 'MARK_PRICE', quantity: '0.05', triggerPrice: '2900' });
    expect((await rows(who, WAITING)).map(({ workingType }) => workingType)).toEqual([
      'MARK_PRICE',
      'MARK_PRICE',
      'CONTRACT_PRICE',
    ]);
  });
});

describe('the lists', () => {
  it('are narrowed by contract and time, paged, and emptied by one request', async () => {
    const who = await kit.newAccount();
    const made: number[] = [];
    for (const triggerPrice of ['3100', '3101', '3102'])
      made.push(Number((await algo(who, { triggerPrice })).json.orderId));
    const other = (await algo(who, { symbol: 'BTCUSDT', quantity: '0.01', triggerPrice: '95000' })).json.orderId;
    const idsOf = async (target: string) => (await rows(who, target)).map(({ algoId }) => algoId);
    const newest = [Number(other), ...made.toReversed()];
    expect(await idsOf(WAITING)).toEqual(newest);
    for (const [page, expected] of [
      [0, newest.slice(0, 3)],
      [1, newest.slice(0, 3)],
      [2, newest.slice(3)],
      [3, []],
    ] as const)
      expect([page, await idsOf(`${WAITING}?limit=3&page=${page}`)]).toEqual([page, expected]);
    expect(await idsOf(`${WAITING}?symbol=BTCUSDT`)).toEqual([Number(other)]);
    expect(await idsOf(`${WAITING}?endTime=${Date.now() - 3_600_000}`)).toEqual([]);
    const stopped = await kit.delete(who, '/capi/v3/algoOpenOrders?symbol=ETHUSDT');
    expect(stopped.json).toEqual(made.map((orderId) => ({ orderId, success: true, errorCode: '', errorMessage: '' })));
    expect((await kit.delete(who, '/capi/v3/algoOpenOrders')).json).toHaveLength(1);
    expect(await idsOf(ENDED)).toEqual(newest);
    expect(await idsOf(`${ENDED}?symbol=BTCUSDT`)).toEqual([Number(other)]);
    const { json } = await kit.get(who, `${ENDED}?limit=3`);
    expect([json.orders.length, json.hasMore]).toEqual([3, true]);
    expect((await kit.get(who, `${ENDED}?limit=3&page=1`)).json).toMatchObject({ orders: [{}], hasMore: false });
    expect((await kit.get(who, `${WAITING}?limit=101`)).json.code).toBe(-1140);
  });

  it('an ordinary order is no algo order', async () => {
    const who = await kit.newAccount();
    const order = await kit.place(who, { symbol: ETH, size: '0.1', match_price: '0', price: '2900' });
    expect((await kit.delete(who, `${ALGO}?orderId=${order}`)).json.code).toBe(-3200);
    expect((await kit.delete(who, `${ALGO}?origClientOrderId=nobody`)).json.code).toBe(-3200);
    expect((await kit.delete(who, ALGO)).json.code).toBe(-1140);
  });
});
