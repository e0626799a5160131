// Account operations by outcome: assets, bills, leverage, settings, cancel_order, allPosition.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUSINESS_TYPES } from '../../src/core/language/bills.ts';
import { type Answer, BILLS, CANCEL, type Kit, LEVERAGE, startKit, SYMBOL, type TestAccount } from './kit.ts';

let kit: Kit;
let maker: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  maker = await kit.newAccount({ balance: '1000000' });
  await kit.setPrice(SYMBOL, '90000');
  await kit.setPrice('cmt_ethusdt', '3000');
  await kit.place(maker, { type: '2', match_price: '0', price: '90000', size: '10' });
  await kit.place(maker, { symbol: 'cmt_ethusdt', type: '2', match_price: '0', price: '3000', size: '10' });
});
afterAll(() => kit.stop());

const bills = async (account: TestAccount, filter: object = {}): Promise<any> =>
  (await kit.post(account, BILLS, filter)).json;

describe('bills', () => {
  let trader: TestAccount;
  beforeAll(async () => {
    trader = await kit.newAccount();
    await kit.place(trader, {});
    await kit.place(trader, { symbol: 'cmt_ethusdt', size: '0.1' });
  });

  it('are newest first, field by field, and run to the balance', async () => {
    const { items, hasNextPage } = await bills(trader);
    expect(hasNextPage).toBe(false);
    expect(
      items.map((item: any) => [
        item.businessType,
        item.symbol,
        item.amount,
        item.balance,
        item.fillFee,
        item.legacyBalance,
      ]),
    ).toEqual([
      ['position_open_long', 'cmt_ethusdt', '-300.18000000', '8799.28000000', '0.18000000', '9999.28000000'],
      ['position_open_long', 'cmt_btcusdt', '-900.54000000', '9099.46000000', '0.54000000', '9999.46000000'],
      ['deposit', '', '10000.00000000', '10000.00000000', '0', '10000.00000000'],
    ]);
    expect(Object.keys(items[0])).toEqual([
      'billId',
      'coin',
      'symbol',
      'amount',
      'businessType',
      'balance',
      'fillFee',
      'transferReason',
      'ctime',
      'cTime',
      'marginMode',
      'isolatedPositionId',
      'legacyBalance',
      'orderId',
    ]);
    for (const item of items)
      expect(item).toMatchObject({
        coin: 'USDT',
        transferReason: 'UNKNOWN_TRANSFER_REASON',
        marginMode: 'SHARED',
        isolatedPositionId: 0,
      });
    expect(items[0].orderId).toMatch(/^\d{15}$/);
    expect(items[2].orderId).toBeNull();
  });

  it('are filtered by coin, symbol, type and time, and paged', async () => {
    const all = (await bills(trader)).items;
    expect((await bills(trader, { symbol: SYMBOL })).items).toEqual([all[1]]);
    expect((await bills(trader, { businessType: 'deposit', coin: 'USDT' })).items).toEqual([all[2]]);
    expect((await bills(trader, { startTime: all[2].ctime, endTime: all[2].ctime })).items).toContainEqual(all[2]);
    expect((await bills(trader, { endTime: all[2].ctime - 1 })).items).toEqual([]);
    expect(await bills(trader, { limit: 2 })).toEqual({ hasNextPage: true, items: all.slice(0, 2) });
    expect(await bills(trader, { limit: 2, page: 1 })).toEqual({ hasNextPage: false, items: all.slice(2) });
    const first = await kit.post(trader, BILLS, { limit: 1 });
    const second = await bills(trader, { limit: 1, cursor: first.headers['x-next-cursor'] });
    expect(second.items).toEqual([all[1]]);
    expect((await kit.post(trader, BILLS, { limit: 3 })).headers['x-next-cursor']).toBeUndefined();
  });

  it('take every business type of the interface document, and no other', async () => {
    for (const businessType of BUSINESS_TYPES) expect(await bills(trader, { businessType })).toHaveProperty('items');
    for (const filter of [
      { businessType: 'DEPOSIT' },
      { businessType: 'x' },
      { coin: 'BTC' },
      { limit: 0 },
      { limit: '101' },
      { startTime: 1.5 },
      { cursor: 'x' },
      { page: {} },
    ]) {
      const { code, msg } = await bills(trader, filter);
      expect([code, msg]).toEqual(['40020', `Parameter ${Object.keys(filter)[0]} is invalid`]);
    }
    expect((await bills(trader, { startTime: '1767258000001', endTime: 1767258000000 })).code).toBe('40017');
  });

  it('read your writes: a bill is there as soon as its order is answered', async () => {
    for (let count = 0; count < 20; count++) {
      const id = await kit.place(trader, { size: '0.0001' });
      expect((await bills(trader, { limit: 1 })).items[0].orderId).toBe(id);
    }
  });
});

describe('assets', () => {
  it('show USDT also at zero, and what resting orders hold', async () => {
    const poor = await kit.newAccount({ balance: '0' });
    const assets = async (account: TestAccount): Promise<any> =>
      (await kit.get(account, '/capi/v2/account/assets')).json;
    expect(await assets(poor)).toEqual([
      { coinName: 'USDT', available: '0', equity: '0', frozen: '0', unrealizePnl: '0' },
    ]);
    const trader = await kit.newAccount();
    await kit.place(trader, { match_price: '0', price: '88000', order_type: '1' });
    expect(await assets(trader)).toEqual([
      {
        coinName: 'USDT',
        available: '9955.47200000',
        equity: '10000.00000000',
        frozen: '44.52800000',
        unrealizePnl: '0',
      },
    ]);
  });
});

describe('leverage', () => {
  const set = async (account: TestAccount, fields: object): Promise<Answer> =>
    kit.post(account, LEVERAGE, { symbol: SYMBOL, marginMode: 1, ...fields });
  const settings = async (account: TestAccount): Promise<any> =>
    (await kit.get(account, `/capi/v2/account/settings?symbol=${SYMBOL}`)).json[SYMBOL];

  it('sets the cross value or the isolated pair, which later orders use', async () => {
    const trader = await kit.newAccount();
    expect((await set(trader, { longLeverage: '50', shortLeverage: 50 })).status).toBe(200);
    expect((await set(trader, { marginMode: '3', longLeverage: 5, shortLeverage: '7' })).status).toBe(200);
    expect(await settings(trader)).toEqual({
      isolated_long_leverage: '5.00',
      isolated_short_leverage: '7.00',
      cross_leverage: '50.00',
      maker_fee_rate: '0.00020000',
      taker_fee_rate: '0.00060000',
    });
    await kit.place(trader, {});
    expect((await kit.get(trader, '/capi/v2/account/position/allPosition')).json[0].leverage).toBe('50');
  });

  it.each([
    [{ longLeverage: '20.5' }, '40020', 'Parameter longLeverage is invalid'],
    [{ longLeverage: 0 }, '40020', 'Parameter longLeverage is invalid'],
    [{ longLeverage: '-1' }, '40020', 'Parameter longLeverage is invalid'],
    [{ longLeverage: 5, shortLeverage: 'x' }, '40020', 'Parameter shortLeverage is invalid'],
    [{ longLeverage: 5, marginMode: 2 }, '40020', 'Parameter marginMode is invalid'],
    [{ longLeverage: 126 }, '50007', 'Leverage cannot exceed the limit'],
    [{ longLeverage: '1e18' }, '50007', 'Leverage cannot exceed the limit'],
    [{}, '40019', 'Parameter longLeverage cannot be empty'],
  ])('%j is %s', async (fields, code, msg) => {
    const { status, json } = await set(kit.bob, fields);
    expect([status, json.code, json.msg]).toEqual([400, code, msg]);
  });

  it('cross needs equal sides; a mode that is not in force is refused', async () => {
    const trader = await kit.newAccount();
    expect((await set(trader, { longLeverage: 5, shortLeverage: 6 })).json.token).toBe('LEVERAGE_SIDES_DIFFER');
    await kit.place(trader, {});
    expect((await set(trader, { marginMode: 3, longLeverage: 5 })).json.token).toBe('MARGIN_MODE_MISMATCH');
  });

  it('settings lists all contracts when none is named', async () => {
    const { json } = await kit.get(kit.bob, '/capi/v2/account/settings');
    expect(Object.keys(json)).toHaveLength(8);
    expect(json.cmt_dogeusdt.cross_leverage).toBe('20.00');
  });
});

describe('cancel_order', () => {
  it('by orderId, by clientOid, and orderId wins', async () => {
    const trader = await kit.newAccount();
    const resting = (client: string): Promise<string> =>
      kit.place(trader, { client_oid: client, match_price: '0', price: '80000' });
    const one = await resting('one');
    const two = await resting('two');
    expect((await kit.post(trader, CANCEL, { clientOid: 'one' })).text).toBe(
      `{"order_id":"${one}","client_oid":"one","result":true,"err_msg":null}`,
    );
    const three = await resting('three');
    expect((await kit.post(trader, CANCEL, { orderId: Number(two), clientOid: 'three' })).json.client_oid).toBe('two');
    expect((await kit.post(trader, CANCEL, { orderId: '', clientOid: 'three' })).json.order_id).toBe(three);
    expect((await kit.get(trader, '/capi/v2/account/assets')).json[0].frozen).toBe('0');
  });

  it.each([
    [{}, '40017', 'Parameter validation failed: orderId or clientOid is required'],
    [{ orderId: 'abc' }, '40020', 'Parameter orderId is invalid'],
    [{ orderId: 1.5 }, '40020', 'Parameter orderId is invalid'],
    [{ orderId: '700000099999999' }, '50005', 'Order does not exist'],
    [{ orderId: '99999999999999999999999' }, '50005', 'Order does not exist'],
    [{ clientOid: 'nobody-has-it' }, '50005', 'Order does not exist'],
  ])('%j is %s', async (fields, code, msg) => {
    const { status, json } = await kit.post(kit.bob, CANCEL, fields);
    expect([status, json.code, json.msg]).toEqual([400, code, msg]);
  });

  it('one that has ended is told with result false, in the caller’s language', async () => {
    const trader = await kit.newAccount();
    const filled = await kit.place(trader, { client_oid: 'told-by-its-name' });
    const answer = await kit.post(trader, CANCEL, { orderId: filled }, { headers: { locale: 'zh-CN' } });
    expect([answer.status, answer.json.result]).toEqual([200, false]);
    expect([answer.json.order_id, answer.json.client_oid]).toEqual([filled, 'told-by-its-name']);
    expect(answer.json.err_msg).toBe(
      'ORDER_NOT_CANCELABLE: FAILED_PRECONDITION: the order is already filled｜委托已结束',
    );
  });
});

describe('allPosition', () => {
  it('is by contract, LONG before SHORT', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { symbol: 'cmt_ethusdt', size: '0.1' });
    await kit.place(trader, {});
    const { json } = await kit.get(trader, '/capi/v2/account/position/allPosition');
    expect(json.map((position: any) => [position.symbol, position.side])).toEqual([
      [SYMBOL, 'LONG'],
      ['cmt_ethusdt', 'LONG'],
    ]);
  });
});
