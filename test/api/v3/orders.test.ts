// Orders through the second door: V3-01 to V3-11 of its checklist as far as one order goes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, oid, PLACE, startMarket } from '../kit.ts';

const ORDER = '/capi/v3/order';

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

const buy = (fields: object = {}): object => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'MARKET',
  quantity: '0.01',
  newClientOrderId: oid(),
  ...fields,
});
const resting = (fields: object = {}): object => buy({ type: 'LIMIT', price: '80000', ...fields });
const get = (query: string) => kit.get(kit.alice, `${ORDER}?${query}`);

describe('an order', () => {
  it('is placed, found by both names, and shown as it was filled', async () => {
    const { status, json } = await kit.post(
      kit.alice,
      ORDER,
      buy({ newClientOrderId: 'first', tpTriggerPrice: '95000' }),
    );
    expect([status, json]).toEqual([
      200,
      { orderId: expect.any(String), clientOrderId: 'first', success: true, errorCode: '', errorMessage: '' },
    ]);
    const found = (await get(`orderId=${json.orderId}`)).json;
    expect(found).toMatchObject({
      orderId: Number(json.orderId),
      clientOrderId: 'first',
      symbol: 'BTCUSDT',
      side: 'BUY',
      positionSide: 'LONG',
      type: 'MARKET',
      timeInForce: 'IOC',
      status: 'FILLED',
      origQty: '0.0100',
      executedQty: '0.0100',
      avgPrice: '90000.1',
      cumQuote: '900.00100000',
      reduceOnly: false,
      stopPrice: '0',
      workingType: 'UNKNOWN_PRICE_TYPE',
      tpTriggerPrice: '95000.0',
      slTriggerPrice: null,
      legacyType: 'open_long',
    });
    expect((await get('origClientOrderId=first')).json).toEqual(found);
  });

  it('V3-02 is seen and cancelled through either door, under one id and one client id', async () => {
    const v2 = (
      await kit.post(kit.alice, PLACE, {
        symbol: 'cmt_btcusdt',
        client_oid: 'a#1',
        size: '0.01',
        type: '1',
        order_type: '0',
        match_price: '0',
        price: '80000',
      })
    ).json;
    expect((await get('origClientOrderId=a%231')).json).toMatchObject({ orderId: Number(v2.order_id), status: 'NEW' });
    expect((await kit.delete(kit.alice, `${ORDER}?orderId=${v2.order_id}`)).json).toEqual({
      orderId: v2.order_id,
      origClientOrderId: 'a#1',
      success: true,
      errorCode: '',
      errorMessage: '',
    });
    const v3 = (await kit.post(kit.alice, ORDER, resting({ newClientOrderId: 'b1' }))).json;
    const detail = (await kit.get(kit.alice, `/capi/v2/order/detail?clientOid=b1`)).json;
    expect([detail.order_id, detail.status]).toEqual([v3.orderId, 'open']);
    const done = await kit.post(kit.alice, '/capi/v2/order/cancel_order', { clientOid: 'b1' });
    expect(done.json).toMatchObject({ result: true, order_id: v3.orderId });
  });

  it('V3-04 sent again through the other door is the same order; with other content it is refused', async () => {
    const v3 = await kit.post(kit.alice, ORDER, resting({ newClientOrderId: 'same-1' }));
    const v2Body = {
      symbol: 'cmt_btcusdt',
      client_oid: 'same-1',
      size: '0.01',
      type: '1',
      order_type: '0',
      match_price: '0',
      price: '80000',
    };
    const again = await kit.post(kit.alice, PLACE, v2Body);
    expect([again.json.order_id, again.headers['idempotent-replay']]).toEqual([v3.json.orderId, 'true']);
    const other = await kit.post(kit.alice, ORDER, resting({ newClientOrderId: 'same-1', price: '80001' }));
    expect(other.json).toMatchObject({ success: false, errorCode: '-1054', token: 'DUPLICATE_CLIENT_OID' });
  });

  it('V3-10 that the engine refuses is HTTP 200 with success false, and nothing is done', async () => {
    const poor = await kit.newAccount({ balance: '1' });
    const { status, json } = await kit.post(poor, ORDER, buy({ newClientOrderId: 'poor-1' }));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      orderId: '',
      clientOrderId: 'poor-1',
      success: false,
      errorCode: '-1054',
      code: -1054,
      token: 'INSUFFICIENT_MARGIN',
    });
    expect(json.errorMessage).toMatch(/^INSUFFICIENT_MARGIN: FAILED_PRECONDITION: .*; amount not enough$/);
    expect(json.msg).toBe(json.errorMessage);
    const big = await kit.post(poor, ORDER, buy({ quantity: '100000' }));
    expect(big.json).toMatchObject({ errorCode: '-3007', token: 'SIZE_TOO_LARGE' });
    expect(big.json.msg).not.toContain('cmt_');
    const seen = await kit.get(poor, '/capi/v2/account/refusals');
    expect(seen.json.map(({ code, token }: any) => [code, token])).toEqual([
      ['-3007', 'SIZE_TOO_LARGE'],
      ['-1054', 'INSUFFICIENT_MARGIN'],
    ]);
  });
});

describe('the four pairs', () => {
  it('V3-07 open and close as they say; reduceOnly with an opening one is refused, and there is no order', async () => {
    const trader = await kit.newAccount();
    const send = async (side: string, positionSide: string, more: object = {}) =>
      (await kit.post(trader, ORDER, buy({ side, positionSide, ...more }))).json;
    for (const [side, of] of [
      ['BUY', 'LONG'],
      ['SELL', 'SHORT'],
      ['SELL', 'LONG'],
      ['BUY', 'SHORT'],
    ] as const)
      expect([side, of, (await send(side, of)).success]).toEqual([side, of, true]);
    expect((await kit.get(trader, '/capi/v2/account/position/allPosition')).json).toEqual([]);
    const wrong = await kit.post(trader, ORDER, buy({ reduceOnly: true, newClientOrderId: 'never-1' }));
    expect([wrong.status, wrong.json.code]).toEqual([400, -1128]);
    expect((await kit.get(trader, `${ORDER}?origClientOrderId=never-1`)).json.code).toBe(-3200);
  });
});

const TIMES: readonly (readonly [object, string | number, string?])[] = [
  [{ type: 'LIMIT' }, 'GTC'],
  [{ type: 'LIMIT', timeInForce: 'GTC' }, 'GTC'],
  [{ type: 'LIMIT', timeInForce: 'POST_ONLY' }, 'POST_ONLY'],
  [{ type: 'LIMIT', timeInForce: 'PO' }, 'POST_ONLY'],
  [{ type: 'LIMIT', timeInForce: 'GTX' }, 'POST_ONLY'],
  [{ type: 'LIMIT', postOnly: true }, 'POST_ONLY'],
  [{ type: 'LIMIT', postOnly: true, timeInForce: 'GTC' }, 'POST_ONLY'],
  [{ type: 'LIMIT', timeInForce: 'FOK' }, 'FOK'],
  [{ type: 'LIMIT', timeInForce: 'IOC' }, 'IOC'],
  [{ type: 'MARKET' }, 'IOC'],
  [{ type: 'MARKET', timeInForce: 'GTC' }, 'IOC'],
  [{ type: 'MARKET', timeInForce: 'IOC' }, 'IOC'],
  [{ type: 'MARKET', timeInForce: 'FOK' }, 'IOC'],
  [{ type: 'MARKET', timeInForce: 'POST_ONLY' }, -1128],
  [{ type: 'MARKET', postOnly: true }, -1128],
  [{ type: 'LIMIT', postOnly: true, timeInForce: 'IOC' }, -1128],
  [{ type: 'LIMIT', postOnly: true, timeInForce: 'FOK' }, -1128],
  [{ type: 'LIMIT', timeInForce: 'GTD' }, -1115],
];

describe('V3-08 timeInForce', () => {
  it.each(TIMES)('%j is %s', async (fields, expected) => {
    const { json } = await kit.post(kit.bob, ORDER, buy({ price: '80000', ...(fields as object) }));
    if (typeof expected === 'number') expect(json.code).toBe(expected);
    else expect((await kit.get(kit.bob, `${ORDER}?orderId=${json.orderId}`)).json.timeInForce).toBe(expected);
  });
});

describe('parameters', () => {
  it.each([
    [{ symbol: 'BTC-USDT' }, -1121, "Unknown symbol 'BTC-USDT'; did you mean BTCUSDT?"],
    [{ symbol: 'cmt_btcusdt' }, -1121, "Unknown symbol 'cmt_btcusdt'; did you mean BTCUSDT?"],
    [{ symbol: 'btcusdt' }, -1121, 'in upper case: BTCUSDT'],
    [{ side: 'LONG' }, -1117, undefined],
    [{ positionSide: 'BOTH' }, -1117, undefined],
    [{ type: 'STOP' }, -1116, undefined],
    [{ type: 'LIMIT' }, -1141, undefined],
    [{ type: 'LIMIT', price: '0' }, -1141, undefined],
    [{ quantity: 'much' }, -1142, undefined],
    [{ newClientOrderId: 'x'.repeat(37) }, -1180, undefined],
    [{ newClientOrderId: 'a b' }, -1180, undefined],
    [{ newClientOrderId: 'a#1' }, -1180, undefined],
    [{ newClientOrderId: '' }, -1141, undefined],
  ] as readonly (readonly [object, number, string?])[])(
    'V3-09, V3-11 %j is refused with %d, and no client id is used up',
    async (fields, code, hint) => {
      const { status, json } = await kit.post(
        kit.alice,
        ORDER,
        buy({ newClientOrderId: 'free-1', ...(fields as object) }),
      );
      expect([status, json.code, typeof json.requestTime, json.data]).toEqual([400, code, 'number', null]);
      if (hint !== undefined) expect(json.hint).toContain(hint);
      expect((await get('origClientOrderId=free-1')).json.code).toBe(-3200);
    },
  );

  it.each([
    [{ newClientOrderId: undefined, client_oid: 'a' }, 'you sent client_oid; the name is newClientOrderId'],
    [{ quantity: undefined, size: '0.01' }, 'you sent size; the name is quantity'],
    [{ type: undefined }, undefined],
  ] as readonly (readonly [object, string | undefined])[])(
    '%j is told the name that was meant, if one was',
    async (fields, hint) => {
      const { json } = await kit.post(kit.alice, ORDER, buy(fields));
      expect([json.code, json.hint]).toEqual([-1141, hint]);
    },
  );

  it('a client id of 36 characters works', async () => {
    const { json } = await kit.post(kit.alice, ORDER, buy({ newClientOrderId: 'a'.repeat(36) }));
    expect(json.success).toBe(true);
  });

  it('without a name of an order, of an unknown one, and of one that has ended', async () => {
    expect((await kit.get(kit.alice, ORDER)).json).toMatchObject({ code: -1140 });
    expect((await kit.delete(kit.alice, `${ORDER}?orderId=99`)).json).toMatchObject({ code: -3200 });
    const { json } = await kit.post(kit.alice, ORDER, buy());
    const ended = await kit.delete(kit.alice, `${ORDER}?orderId=${json.orderId}&symbol=BTCUSDT`);
    expect([ended.status, ended.json]).toEqual([
      200,
      expect.objectContaining({
        success: false,
        errorCode: '-1054',
        token: 'ORDER_NOT_CANCELABLE',
        orderId: json.orderId,
      }),
    ]);
  });

  it('errors are numbers with the caller’s texts; a body that is no JSON is -1135', async () => {
    const broken = await kit.post(kit.alice, ORDER, '{"symbol":');
    expect(broken.json).toMatchObject({ code: -1135, msg: 'Invalid JSON request' });
    const zh = await kit.post(kit.alice, ORDER, buy({ side: 'UP' }), { headers: { locale: 'zh-CN' } });
    expect(zh.json).toMatchObject({ code: -1117, msg: 'side无效' });
  });
});

describe('a DELETE', () => {
  it.each([
    ['', 'no body'],
    ['{}', 'an empty object'],
  ])('V3-05 signs what is sent: %j, %s', async (body) => {
    const { json } = await kit.post(kit.alice, ORDER, resting());
    const done = await kit.delete(kit.alice, `${ORDER}?orderId=${json.orderId}`, body);
    expect(done.json.success).toBe(true);
  });

  it('V3-05 of another query, or another body than was signed, is refused', async () => {
    const { json } = await kit.post(kit.alice, ORDER, resting());
    const target = `${ORDER}?orderId=${json.orderId}`;
    const moved = await kit.delete(kit.alice, target, '', { signedTarget: `${ORDER}?orderId=1` });
    const body = await kit.delete(kit.alice, target, '{}', { signedBody: '' });
    expect([moved.json.code, body.json.code]).toEqual([-1047, -1047]);
    expect((await get(`orderId=${json.orderId}`)).json.status).toBe('NEW');
  });
});

describe('paths', () => {
  it('of v2 name their counterpart; other methods are named; spot is told to use swap', async () => {
    const at = async (method: string, path: string) => (await kit.send({ method, target: path })).json;
    expect(await at('POST', '/capi/v3/order/placeOrder')).toMatchObject({ code: 404, hint: 'use POST /capi/v3/order' });
    expect(await at('PUT', ORDER)).toMatchObject({ code: -1150 });
    expect(await at('GET', '/api/v3/account/')).toMatchObject({ code: 404, hint: expect.stringContaining('swap') });
    expect(await at('GET', '/capi/v2/oder/placeOrder')).toMatchObject({ code: '404' });
    expect(await at('GET', '/capi/v3/market/time')).toEqual({ serverTime: expect.any(Number) });
  });
});
