// The account through the second door: V3-03 as far as money and positions go, and V3-18 to V3-20, V3-24, V3-25.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BILLS, type Kit, oid, quote, startMarket, type TestAccount } from '../kit.ts';

const ACCOUNT = '/capi/v3/account';
const LEVERAGE = `${ACCOUNT}/leverage`;

let kit: Kit;
let trader: TestAccount;
beforeAll(async () => {
  kit = await startMarket();
  await kit.setPrice('cmt_ethusdt', '3000');
  await quote(kit, 'cmt_ethusdt', ['2999.9', '3000.1'], '100');
  trader = await kit.newAccount();
  await kit.place(trader, { size: '0.05' });
  await kit.place(trader, { size: '0.02', type: '3' });
  await kit.place(trader, { size: '0.5', symbol: 'cmt_ethusdt', type: '2' });
  await kit.place(trader, { size: '0.01', match_price: '0', price: '80000' });
});
afterAll(() => kit.stop());

const get = async (path: string, of = trader): Promise<any> => (await kit.get(of, `/capi/v3/${path}`)).json;
const post = async (path: string, body: object, of = trader) => kit.post(of, `/capi/v3/${path}`, body);

describe('V3-03 the account', () => {
  it('has the balance of the first door', async () => {
    const [asset] = (await kit.get(trader, '/capi/v2/account/assets')).json;
    expect(await get('account/balance')).toEqual([
      {
        asset: 'USDT',
        balance: asset.equity,
        availableBalance: asset.available,
        frozen: asset.frozen,
        unrealizePnl: asset.unrealizePnl,
      },
    ]);
    const none = await kit.newAccount({ balance: '0' });
    expect(await get('account/balance', none)).toMatchObject([{ asset: 'USDT', balance: '0' }]);
  });

  it('has its positions, field by field under other names', async () => {
    const others: any[] = (await kit.get(trader, '/capi/v2/account/position/allPosition')).json;
    const own: any[] = await get('account/position/allPosition');
    expect(own.map(({ symbol, side }) => [symbol, side])).toEqual([
      ['BTCUSDT', 'LONG'],
      ['ETHUSDT', 'SHORT'],
    ]);
    const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const renamed = others.map((position) => {
      const { marginMode, accountId, coinId, contractId, contractVal, ...rest } = Object.fromEntries(
        Object.entries(position).map(([name, value]) => [camel(name), value]),
      ) as any;
      expect([accountId, coinId, contractId, contractVal]).not.toContain(undefined);
      const symbol = rest.symbol.slice('cmt_'.length).toUpperCase();
      return { ...rest, symbol, asset: 'USDT', marginType: marginMode === 'SHARED' ? 'CROSSED' : marginMode };
    });
    expect(own).toEqual(renamed);
    expect(await get('account/position/singlePosition?symbol=ETHUSDT')).toEqual([own[1]]);
    expect(await get('account/position/singlePosition?symbol=SOLUSDT')).toEqual([]);
  });

  it('V3-29 takes names of contracts in upper case only', async () => {
    for (const path of ['account/position/singlePosition', 'account/commissionRate', 'account/symbolConfig'])
      expect(await get(`${path}?symbol=btcusdt`)).toMatchObject({ code: -1121, hint: 'in upper case: BTCUSDT' });
    const { json } = await post('account/leverage', { symbol: 'cmt_btcusdt', crossLeverage: 5 });
    expect(json).toMatchObject({ code: -1121, hint: expect.stringContaining('did you mean BTCUSDT?') });
  });

  it('says what it may do and pays, as long as it is not frozen', async () => {
    expect(await get('account/accountConfig')).toEqual({
      canTrade: true,
      canDeposit: false,
      canWithdraw: false,
      dualSidePosition: true,
      updateTime: expect.any(Number),
      uid: String(trader.uid),
    });
    expect(await get('account/commissionRate?symbol=BTCUSDT')).toEqual({
      symbol: 'BTCUSDT',
      makerCommissionRate: '0.0002',
      takerCommissionRate: '0.0006',
    });
    const frozen = await kit.newAccount();
    await kit.admin('POST', '/admin/accounts/freeze', { uid: frozen.uid, frozen: true });
    expect((await get('account/accountConfig', frozen)).canTrade).toBe(false);
  });
});

describe('V3-19 leverage', () => {
  const config = async (of: TestAccount) => (await get('account/symbolConfig?symbol=SOLUSDT', of))[0];
  const set = async (of: TestAccount, fields: object) =>
    (await kit.post(of, LEVERAGE, { symbol: 'SOLUSDT', ...fields })).json;

  it('sets the cross one or the pair, or one side of that, and shows all of them', async () => {
    const of = await kit.newAccount();
    const before = { symbol: 'SOLUSDT', marginType: 'CROSSED', isolatedLongLeverage: '20.00' };
    expect(await set(of, { crossLeverage: '10' })).toEqual({
      ...before,
      crossLeverage: '10.00',
      isolatedShortLeverage: '20.00',
    });
    expect(await set(of, { isolatedShortLeverage: 7 })).toEqual({
      ...before,
      crossLeverage: '10.00',
      isolatedShortLeverage: '7.00',
    });
    expect(await set(of, { isolatedLongLeverage: '3.00', isolatedShortLeverage: '4' })).toMatchObject({
      isolatedLongLeverage: '3.00',
      isolatedShortLeverage: '4.00',
    });
    // The mode says which are read.
    const all = { crossLeverage: '11', isolatedLongLeverage: '12', isolatedShortLeverage: '13' };
    await set(of, { ...all, marginType: 'CROSSED' });
    expect(await config(of)).toMatchObject({ crossLeverage: '11.00', isolatedLongLeverage: '3.00' });
    await set(of, { ...all, marginType: 'ISOLATED' });
    expect(await config(of)).toMatchObject({
      marginType: 'CROSSED',
      isolatedLongLeverage: '12.00',
      isolatedShortLeverage: '13.00',
    });
  });

  it.each([
    [{}, 400, -1141, "Parameter 'crossLeverage' cannot be empty"],
    [{ marginType: 'ISOLATED', crossLeverage: '5' }, 400, -1141, "Parameter 'isolatedLongLeverage' cannot be empty"],
    [{ marginType: 'CROSSED', isolatedLongLeverage: '5' }, 400, -1141, "Parameter 'crossLeverage' cannot be empty"],
    [{ crossLeverage: '5', isolatedLongLeverage: '5' }, 400, -1128, 'Combination of optional parameters invalid'],
    [{ crossLeverage: '5.5' }, 400, -1142, "Parameter 'crossLeverage' is invalid"],
    [{ crossLeverage: '500' }, 400, -3313, 'Leverage exceeds maximum limit'],
  ])('refuses %j', async (fields, status, code, msg) => {
    const answer = await kit.post(trader, LEVERAGE, { symbol: 'BTCUSDT', ...fields });
    expect([answer.status, answer.json.code, answer.json.msg]).toEqual([status, code, msg]);
  });

  it('refuses with HTTP 400 what the engine refuses, in the names of this door', async () => {
    const answer = await kit.post(trader, LEVERAGE, { symbol: 'BTCUSDT', crossLeverage: '7' });
    expect([answer.status, answer.json.code, answer.json.data]).toEqual([400, -1054, null]);
    expect(answer.json.token).toBe('LEVERAGE_BLOCKED_BY_OPEN_ORDERS');
    expect(answer.text).not.toContain('cmt_');
  });
});

describe('V3-20 marginType', () => {
  it('keeps SEPARATED where no separatedType is sent, and answers without a msg', async () => {
    const of = await kit.newAccount();
    const config = async () => (await get('account/symbolConfig?symbol=ETHUSDT', of))[0];
    const set = (fields: object) => post('account/marginType', { symbol: 'ETHUSDT', ...fields }, of);
    expect((await set({ marginType: 'ISOLATED', separatedType: 'SEPARATED' })).json).toEqual({
      code: '200',
      requestTime: expect.any(Number),
    });
    await set({ marginType: 'CROSSED' });
    expect(await config()).toMatchObject({ marginType: 'CROSSED', separatedType: 'SEPARATED' });
    await set({ marginType: 'ISOLATED', separatedType: 'COMBINED' });
    expect(await config()).toMatchObject({ marginType: 'ISOLATED', separatedType: 'COMBINED' });
    const held = await post('account/marginType', { symbol: 'BTCUSDT', marginType: 'ISOLATED' });
    expect([held.status, held.json.code]).toEqual([400, -1054]);
    expect((await set({ marginType: 'SHARED' })).json).toMatchObject({ code: -1142 });
  });

  it('is what positionMargin and automatic margin need to be isolated', async () => {
    const of = await kit.newAccount();
    await post('account/marginType', { symbol: 'BTCUSDT', marginType: 'ISOLATED' }, of);
    await kit.place(of, { size: '0.01' });
    const position = async () => (await get('account/position/singlePosition?symbol=BTCUSDT', of))[0];
    const before = await position();
    const move = (fields: object) => post('account/positionMargin', { isolatedPositionId: before.id, ...fields }, of);
    expect((await move({ amount: '10', type: 1 })).json).toEqual({ code: '200', requestTime: expect.any(Number) });
    expect(Number((await position()).isolatedMargin) - Number(before.isolatedMargin)).toBeCloseTo(10, 6);
    expect((await move({ amount: '4', type: '2' })).status).toBe(200);
    expect(Number((await position()).isolatedMargin) - Number(before.isolatedMargin)).toBeCloseTo(6, 6);
    const much = await move({ amount: '100000', type: 2 });
    expect([much.status, much.json]).toEqual([
      400,
      expect.objectContaining({ code: -1054, token: 'MARGIN_REMOVAL_TOO_LARGE' }),
    ]);
    expect(much.json.msg).toMatch(/; amount not enough$/);
    for (const [fields, code] of [
      [{ amount: '-1', type: 1 }, -1142],
      [{ amount: '0', type: 1 }, -1142],
      [{ amount: '0.000000001', type: 1 }, -1142],
      [{ amount: '1', type: 3 }, -1140],
      [{ amount: '1' }, -1141],
    ] as const)
      expect([fields, (await move(fields)).json.code]).toEqual([fields, code]);
    const auto = await post('account/modifyAutoAppendMargin', { positionId: before.id, autoAppendMargin: true }, of);
    expect(auto.json).toEqual({ code: '200', requestTime: expect.any(Number) });
    expect((await position()).isAutoAppendIsolatedMargin).toBe(true);
  });
});

describe('V3-18 income', () => {
  it('has the bills of the first door, and visits each once by nextKey', async () => {
    const { items } = (await kit.post(trader, BILLS, { limit: 100 })).json;
    expect(items.length).toBeGreaterThan(3);
    const visited: any[] = [];
    let key: object | null = {};
    while (key !== null) {
      const page: any = (await post('account/income', { limit: 1, ...key })).json;
      expect(page.hasNextPage).toBe(page.nextKey !== null);
      visited.push(...page.items);
      key = page.nextKey;
    }
    expect(visited).toEqual(
      items.map(({ coin, amount, businessType, ctime, cTime, marginMode, symbol, ...rest }: any) => ({
        ...rest,
        asset: coin,
        symbol: symbol === '' ? null : symbol.slice('cmt_'.length).toUpperCase(),
        income: amount,
        incomeType: businessType,
        time: Math.min(ctime, cTime),
        marginType: marginMode === 'SHARED' ? 'CROSSED' : marginMode,
      })),
    );
    expect(visited.some(({ symbol }) => symbol === null)).toBe(true);
  });

  it('is filtered by asset or currency, contract, kind and time; null and an empty text are not given', async () => {
    const of = async (body: object) => (await post('account/income', { limit: 100, ...body })).json;
    const all = (await of({})).items;
    for (const body of [{ asset: 'USDT' }, { currency: 'USDT' }, { asset: '', symbol: null, nextKeyId: null }])
      expect((await of(body)).items).toEqual(all);
    expect(await of({ currency: 'BTC' })).toMatchObject({ code: -1142 });
    const deposits = (await of({ incomeType: 'deposit' })).items;
    expect(deposits).toEqual(all.filter(({ incomeType }: any) => incomeType === 'deposit'));
    const ofEth = (await of({ symbol: 'ETHUSDT' })).items;
    expect(ofEth).toEqual(all.filter(({ symbol }: any) => symbol === 'ETHUSDT'));
    expect((await of({ startTime: all[0].time })).items.length).toBeGreaterThan(0);
    expect(await of({ startTime: 1767258000001, endTime: 1767258000000 })).toMatchObject({ code: -1171 });
  });

  it('is for keys that may read, and the other POSTs are not', async () => {
    const reader = await kit.newAccount({ permission: 'read' });
    expect((await post('account/income', {}, reader)).status).toBe(200);
    const refused = await post('account/leverage', { symbol: 'BTCUSDT', crossLeverage: '5' }, reader);
    expect([refused.status, refused.json.code]).toEqual([400, -1052]);
  });
});

describe('V3-24 the names of the demo', () => {
  it('are those of the caller’s own account', async () => {
    const of = await kit.newAccount();
    const order = (symbol: string) => ({
      symbol,
      side: 'BUY',
      positionSide: 'LONG',
      type: 'MARKET',
      quantity: '0.01',
      newClientOrderId: oid(),
    });
    const placed = [];
    for (const symbol of ['BTCSUSDT', 'BTCUSDT']) placed.push((await post('sim/order', order(symbol), of)).json);
    expect(placed).toMatchObject([{ success: true }, { success: true }]);
    const detail = await kit.get(of, `/capi/v2/order/detail?orderId=${placed[0].orderId}`);
    expect(detail.json).toMatchObject({ symbol: 'cmt_btcusdt', status: 'filled' });
    expect(await get('sim/balance', of)).toEqual(
      (await get('account/balance', of)).map((one: object) => ({ ...one, asset: 'SUSDT' })),
    );
    const [position] = await get('sim/position/allPosition', of);
    const [plain] = await get('account/position/allPosition', of);
    expect(position).toEqual({ ...plain, symbol: 'BTCSUSDT', asset: 'SUSDT' });
    for (const query of ['', '?symbol=BTCSUSDT', '?symbol=BTCUSDT']) {
      const rows = await get(`sim/order/history${query}`, of);
      expect(rows.map(({ orderId, symbol }: any) => [String(orderId), symbol])).toEqual(
        placed.map(({ orderId }) => [orderId, 'BTCSUSDT']).toReversed(),
      );
    }
    for (const symbol of ['btcsusdt', 'SBTCUSDT', 'BTCSSUSDT'])
      expect((await post('sim/order', order(symbol), of)).json.code).toBe(-1121);
    expect(await get('openOrders?symbol=BTCSUSDT', of)).toMatchObject({ code: -1121 });
  });
});

describe('V3-25 the spot market that there is not', () => {
  it('answers what programs ask first, and nothing else', async () => {
    const at = async (path: string) => kit.send({ target: `/api/v3/${path}` });
    expect((await at('coins')).json).toEqual([
      { coin: 'USDT', depositAllEnable: false, withdrawAllEnable: false, name: 'USDT', networkList: [] },
    ]);
    expect((await at('exchangeInfo')).json).toEqual({
      timezone: 'UTC',
      serverTime: expect.any(Number),
      rateLimits: [],
      exchangeFilters: [],
      symbols: [],
    });
    expect((await at('time')).json).toEqual({ serverTime: expect.any(Number) });
    expect((await at('ping')).text).toBe('{}');
    const other = await at('account/');
    expect([other.status, other.json.code, other.json.hint]).toEqual([404, 404, expect.stringContaining('swap')]);
  });
});
