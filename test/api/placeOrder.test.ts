// POST /order/placeOrder by outcome: accepted in all its kinds, refused parameters, refused by the engine, not
// permitted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Kit, oid, order, PLACE, POSITION, startMarket } from './kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

const place = (fields: object, account = kit.alice): Promise<Answer> => kit.post(account, PLACE, order(fields));

describe('200', () => {
  it('is sent after matching: position, money and presets are there', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { size: '0.02', presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' });
    const [position] = (await kit.get(trader, POSITION)).json;
    expect(position).toMatchObject({
      account_id: trader.uid,
      side: 'LONG',
      margin_mode: 'SHARED',
      separated_mode: 'COMBINED',
      size: '0.0200',
      open_value: '1800.00200000',
      open_fee: '1.08000120',
      leverage: '20',
      marginSize: '90.00000000',
      unrealizePnl: '-0.00200000',
    });
    expect((await kit.get(trader, '/capi/v2/account/assets')).json).toEqual([
      {
        coinName: 'USDT',
        available: '9908.91799880',
        equity: '9998.91799880',
        frozen: '0',
        unrealizePnl: '-0.00200000',
      },
    ]);
    expect((await kit.get(trader, '/capi/v2/order/currentPlan')).json).toHaveLength(2);
  });

  it.each([
    ['normal limit', { match_price: '0', price: '90000.1' }, '0.0100'],
    ['fill or kill', { match_price: '0', price: '90000.1', order_type: '2' }, '0.0100'],
    ['fill or kill that can not fill', { match_price: '0', price: '89999.9', order_type: '2' }, undefined],
    ['immediate or cancel', { match_price: '0', price: '90000.1', order_type: '3' }, '0.0100'],
    ['market with FOK', { order_type: '2' }, '0.0100'],
    ['isolated', { marginMode: 3 }, '0.0100'],
    ['separated', { separatedMode: 2 }, '0.0100'],
  ])('%s', async (_, fields, size) => {
    const trader = await kit.newAccount();
    expect((await place(fields, trader)).status).toBe(200);
    expect((await kit.get(trader, POSITION)).json[0]?.size).toBe(size);
  });

  it('isolated and separated positions show what they are', async () => {
    const trader = await kit.newAccount();
    const id = await kit.place(trader, { marginMode: 3, separatedMode: 2 });
    const [position] = (await kit.get(trader, POSITION)).json;
    expect(position).toMatchObject({
      margin_mode: 'ISOLATED',
      separated_mode: 'SEPARATED',
      separated_open_order_id: Number(id),
    });
    expect(Number(position.isolated_margin)).toBeGreaterThan(45);
    expect(position.liquidatePrice).toMatch(/^\d+\.\d$/);
  });

  it('closes the position named by positionId; on an opening order positionId is not looked at', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { separatedMode: 2, positionId: 'junk' });
    await kit.place(trader, { separatedMode: 2 });
    const [first, second] = (await kit.get(trader, POSITION)).json;
    await kit.place(trader, { type: '3', positionId: second.id });
    expect((await kit.get(trader, POSITION)).json.map((position: { id: number }) => position.id)).toEqual([first.id]);
    expect((await place({ type: '3', positionId: second.id }, trader)).json.token).toBe('POSITION_NOT_FOUND');
  });

  it('an allowlisted account is told its order’s leaf, another not', async () => {
    expect((await place({})).headers['ai-log-index']).toMatch(/^\d+$/);
    const trader = await kit.newAccount();
    expect((await place({}, trader)).headers['ai-log-index']).toBeUndefined();
  });
});

describe('400, parameters', () => {
  it.each([
    [{ client_oid: 'x'.repeat(41) }, '40020', 'client_oid'],
    [{ client_oid: 'has blank' }, '40020', 'client_oid'],
    [{ client_oid: '~mine' }, '40020', 'client_oid'],
    [{ client_oid: 'ünï' }, '40020', 'client_oid'],
    [{ client_oid: '' }, '40019', 'client_oid'],
    [{ size: 'abc' }, '40020', 'size'],
    [{ size: '1,0' }, '40020', 'size'],
    [{ size: true }, '40020', 'size'],
    [{ size: '1e19' }, '40020', 'size'],
    [{ type: '1.0' }, '40020', 'type'],
    [{ type: '01' }, '40020', 'type'],
    [{ type: '0' }, '40020', 'type'],
    [{ order_type: '4' }, '40020', 'order_type'],
    [{ match_price: '2' }, '40020', 'match_price'],
    [{ match_price: '0' }, '40019', 'price'],
    [{ match_price: 0, price: '0.00' }, '40019', 'price'],
    [{ match_price: '0', price: null }, '40019', 'price'],
    [{ match_price: '0', price: 'abc' }, '40020', 'price'],
    [{ match_price: '0', price: [] }, '40020', 'price'],
    [{ presetTakeProfitPrice: 'x' }, '40020', 'presetTakeProfitPrice'],
    [{ presetStopLossPrice: {} }, '40020', 'presetStopLossPrice'],
    [{ marginMode: 2 }, '40020', 'marginMode'],
    [{ separatedMode: '3' }, '40020', 'separatedMode'],
    [{ type: '3', positionId: 'x' }, '40020', 'positionId'],
    [{ symbol: '' }, '40019', 'symbol'],
    [{ symbol: 'cmt_nothing' }, '40020', 'symbol'],
    [{ symbol: 'x'.repeat(4000) }, '40020', 'symbol'],
    [{ symbol: '__proto__' }, '40020', 'symbol'],
  ])('%j: %s %s', async (fields, code, name) => {
    const { status, json } = await place(fields);
    expect([status, json.code]).toEqual([400, code]);
    expect(json.msg).toBe(code === '40019' ? `Parameter ${name} cannot be empty` : `Parameter ${name} is invalid`);
  });

  it('a market order can not be post-only', async () => {
    const { json } = await place({ order_type: '1' });
    expect([json.code, json.msg]).toEqual([
      '40017',
      'Parameter validation failed: a market order (match_price 1) cannot be post-only (order_type 1)',
    ]);
  });

  it('all parameter errors come before any engine error, missing before wrong, wrong in table order', async () => {
    expect((await place({ size: '0.00001', type: '9' })).json.msg).toBe('Parameter type is invalid');
    expect((await place({ size: 'x', client_oid: '' })).json.msg).toBe('Parameter client_oid cannot be empty');
    expect((await place({ size: 'x', type: '9', symbol: 'y' })).json.msg).toBe('Parameter symbol is invalid');
    expect((await place({ order_type: '1', presetStopLossPrice: 'x' })).json.msg).toBe(
      'Parameter presetStopLossPrice is invalid',
    );
    expect((await place({ match_price: '0', size: 'x' })).json.msg).toBe('Parameter price cannot be empty');
  });

  it('numbers of hostile size are answered, quickly', async () => {
    for (const number of ['1'.repeat(60), '0.' + '0'.repeat(60), '1e-18', '9'.repeat(30)]) {
      const { status } = await kit.post(kit.alice, PLACE, JSON.stringify(order({ size: 'N' })).replace('"N"', number));
      expect(status).toBe(400);
    }
    const { json } = await kit.post(
      kit.alice,
      PLACE,
      JSON.stringify(order({ size: 'N' })).replace('"N"', '1'.repeat(65)),
    );
    expect(json.msg).toContain('numberTooLong');
  });
});

describe('400, the engine', () => {
  it.each([
    ['SIZE_NOT_POSITIVE', { size: '0' }],
    ['SIZE_NOT_POSITIVE', { size: '-1' }],
    ['SIZE_NOT_MULTIPLE_OF_STEP', { size: '0.00015' }],
    ['SIZE_TOO_LARGE', { size: '101' }],
    ['PRICE_NOT_MULTIPLE_OF_TICK', { match_price: '0', price: '90000.05' }],
    ['PRICE_NOT_MULTIPLE_OF_TICK', { match_price: '0', price: '-5' }],
    ['PRICE_OUT_OF_RANGE', { match_price: '0', price: '9.9' }],
    ['PRICE_OUT_OF_BAND', { match_price: '0', price: '103500.1' }],
    ['PRESET_NOT_ALLOWED_ON_CLOSE', { type: '3', presetTakeProfitPrice: '95000' }],
    ['PRESET_TP_NOT_MULTIPLE_OF_TICK', { presetTakeProfitPrice: '-5' }],
    ['PRESET_SL_NOT_MULTIPLE_OF_TICK', { presetStopLossPrice: '85000.01' }],
    ['PRESET_TP_WRONG_SIDE', { presetTakeProfitPrice: '89000' }],
    ['PRESET_SL_WRONG_SIDE', { presetStopLossPrice: '91000' }],
    ['MARK_PRICE_UNAVAILABLE', { symbol: 'cmt_ltcusdt', size: '1' }],
    ['INSUFFICIENT_MARGIN', { size: '3' }],
  ])('%s', async (token, fields) => {
    const trader = await kit.newAccount();
    const { status, json } = await place(fields, trader);
    expect([status, json.code, json.token]).toEqual([400, '40015', token]);
    expect(json.msg.startsWith(`${token}: `)).toBe(true);
    const chinese = await kit.post(trader, PLACE, order(fields), { headers: { locale: 'zh-CN' } });
    expect(chinese.json.msg.startsWith(`${json.msg}｜`)).toBe(true);
  });

  it('a rejected order changes nothing and does not use up its id', async () => {
    const trader = await kit.newAccount();
    const id = oid();
    const before = (await kit.get(trader, '/capi/v2/account/assets')).text;
    expect((await place({ client_oid: id, size: '0.00001' }, trader)).json.code).toBe('40015');
    expect((await kit.get(trader, '/capi/v2/account/assets')).text).toBe(before);
    expect((await place({ client_oid: id }, trader)).json.client_oid).toBe(id);
  });

  it('an opening in another mode than the one in force', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, {});
    const { json } = await place({ marginMode: 3 }, trader);
    expect([json.token, json.hint]).toEqual(['MARGIN_MODE_MISMATCH', 'send marginMode 1, or none']);
    expect((await place({ separatedMode: 2 }, trader)).json.token).toBe('SEPARATED_MODE_MISMATCH');
  });

  it('a halted contract', async () => {
    await kit.setPrice('cmt_adausdt', '0.5');
    await kit.admin('POST', '/admin/contracts/state', { symbol: 'cmt_adausdt', state: 'HALTED' });
    const { json } = await place({ symbol: 'cmt_adausdt', size: '10' });
    expect(json.msg).toBe(
      'CONTRACT_NOT_TRADING: FAILED_PRECONDITION: cmt_adausdt is HALTED; the request needs state TRADING',
    );
  });
});

describe('not permitted', () => {
  it('a key that may only read is 40014', async () => {
    const reader = await kit.newAccount({ permission: 'read' });
    expect((await place({}, reader)).json.code).toBe('40014');
    expect((await kit.get(reader, POSITION)).status).toBe(200);
    expect((await kit.post(reader, '/capi/v2/account/bills', '{}')).status).toBe(200);
  });

  it('a frozen account is 40013 for trading and settings, cancels too; reads and AI logs work', async () => {
    const trader = await kit.newAccount({ allowed: true });
    const id = await kit.place(trader, { match_price: '0', price: '80000' });
    await kit.admin('POST', '/admin/accounts/freeze', { uid: trader.uid, frozen: true });
    expect((await place({}, trader)).json).toMatchObject({ code: '40013', token: 'ACCOUNT_FROZEN' });
    expect((await kit.post(trader, '/capi/v2/order/cancel_order', { orderId: id })).json.code).toBe('40013');
    expect((await kit.post(trader, '/capi/v2/account/leverage', {})).json.code).toBe('40013');
    expect((await kit.get(trader, '/capi/v2/account/assets')).json[0].frozen).not.toBe('0');
    expect(
      (await kit.post(trader, '/capi/v2/order/uploadAiLog', { stage: 's', model: 'm', input: {}, output: {} })).status,
    ).toBe(200);
    await kit.admin('POST', '/admin/accounts/freeze', { uid: trader.uid, frozen: false });
    expect((await kit.post(trader, '/capi/v2/order/cancel_order', { orderId: id })).json.result).toBe(true);
  });

  it('a key bound to other addresses is 40018 and is told where it came from', async () => {
    const stranger = await kit.newAccount({ ips: ['10.1.2.3'] });
    expect((await place({}, stranger)).json).toMatchObject({ code: '40018', hint: 'requests came from 127.0.0.1' });
  });
});
