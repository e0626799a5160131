// The administration of contracts and fees, and what callers of the API see of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { type Answer, type Kit, order, startKit, SYMBOL, type TestAccount } from './kit.ts';
import { asked } from '../patience.ts';

const ETH = 'cmt_ethusdt';
const SOL = 'cmt_solusdt';
const NEW = 'cmt_xmrusdt';

let kit: Kit;
let maker: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  maker = await kit.newAccount({ balance: '1000000' });
  await kit.setPrice(SYMBOL, '50000');
  await kit.setPrice(ETH, '3000');
  await kit.setPrice(SOL, '150');
});
afterAll(() => kit.stop());

const admin = (path: string, body: object): Promise<any> => kit.admin('POST', `/admin/${path}`, body);
const listed = async (symbol: string): Promise<any> =>
  (await kit.admin('GET', '/admin/contracts')).list.find((one: any) => one.symbol === symbol);
const market = async (target: string): Promise<any> => (await kit.send({ target: `/capi/v2/market/${target}` })).json;
const place = (account: TestAccount, fields: object): Promise<Answer> =>
  kit.post(account, '/capi/v2/order/placeOrder', order(fields));
const detail = async (account: TestAccount, symbol: string): Promise<any> =>
  (await kit.get(account, `/capi/v2/order/historyPlan?symbol=${symbol}`)).json.list[0];
const plan = { symbol: SOL, size: '1', type: '1', match_type: '1', trigger_price: '170' };

describe('the list', () => {
  it('has every contract whole, by id, with its state and the change that waits', async () => {
    const { list } = await kit.admin('GET', '/admin/contracts');
    expect(list.map(({ contract }: any) => contract)).toEqual(DEFAULT_CONTRACTS);
    expect(list[0]).toMatchObject({ symbol: SYMBOL, state: 'TRADING', waiting: null });
  });
});

describe('a new contract', () => {
  it('is listed at any time and trades from its first price on', async () => {
    const contract = { ...DEFAULT_CONTRACTS[7], id: 10_000_099, symbol: NEW, base: 'XMR' };
    expect(await admin('contracts', { contract })).toMatchObject({ symbol: NEW });
    expect((await place(maker, { symbol: NEW, size: '1' })).json.msg).toContain('MARK_PRICE_UNAVAILABLE');
    await kit.setPrice(NEW, '150');
    await kit.place(maker, { symbol: NEW, type: '2', match_price: '0', price: '150', size: '10' });
    const buyer = await kit.newAccount();
    await kit.place(buyer, { symbol: NEW, size: '1' });
    const [position] = (await kit.get(buyer, `/capi/v2/account/position/singlePosition?symbol=${NEW}`)).json;
    expect(position).toMatchObject({ contract_id: 10_000_099, size: '1.0', open_value: '150.00000000' });
    expect((await market('contracts')).at(-1)).toMatchObject({
      symbol: NEW,
      underlying_index: 'XMR',
      state: 'TRADING',
    });
    await expect(admin('contracts', { contract })).rejects.toThrow(
      'there is a contract cmt_xmrusdt or 10000099 already',
    );
  });

  it('is refused with what is wrong with it', async () => {
    const add = (change: object): Promise<any> =>
      admin('contracts', { contract: { ...DEFAULT_CONTRACTS[0], id: 10_000_010, symbol: 'cmt_newusdt', ...change } });
    await expect(add({ takerFee: '0.0003' })).rejects.toThrow('takerFee must be at least makerFee + 0.0002');
    await expect(add({ tiers: 'none' })).rejects.toThrow('tiers is "none", needs a list of at most 100');
    await expect(add({ tiers: [{ bound: 1, maxLeverage: 20, ratePercent: '1' }] })).rejects.toThrow(
      'a plain decimal as text',
    );
    await expect(add({ tick: 0.1 })).rejects.toThrow('tick is 0.1, needs a plain decimal as text');
    await expect(add({ symbol: 'BTC/USDT' })).rejects.toThrow('symbol needs 1 to 32 characters');
    await expect(add({ id: 'ten' })).rejects.toThrow('contracts[0].id is "ten", needs a whole number');
    await expect(add({ contractVal: '0' })).rejects.toThrow('contractVal is 0, needs more than 0');
    await expect(admin('contracts', {})).rejects.toThrow('contract is missing, needs an object');
  });
});

describe('a change', () => {
  it('takes effect now: fees, bands, tiers as callers see them', async () => {
    await admin('contracts/change', { symbol: ETH, change: { takerFee: '0.0007', buyLimitRatio: '0.05' } });
    const [eth] = await market(`contracts?symbol=${ETH}`);
    expect(eth).toMatchObject({ takerFeeRate: '0.0007', buyLimitPriceRatio: '0.05' });
    const beyond = await place(maker, { symbol: ETH, match_price: '0', price: '3150.01', size: '0.1' });
    expect(beyond.json.msg).toContain('PRICE_OUT_OF_BAND');
    await admin('contracts/change', {
      symbol: ETH,
      change: { tiers: [{ bound: '1000000', maxLeverage: 10, ratePercent: '2' }] },
    });
    expect((await market(`contracts?symbol=${ETH}`))[0].maxLeverage).toBe(10);
    expect((await place(maker, { symbol: ETH, size: '0.1' })).json.msg).toContain('LEVERAGE_TIER_EXCEEDED');
  });

  it('at a stated time waits for it, can be replaced and withdrawn', async () => {
    const effectiveMs = Date.now() + 2_500;
    await admin('contracts/change', {
      symbol: ETH,
      change: { sellLimitRatio: '0.06' },
      effectiveMs: effectiveMs + 3_600_000,
    });
    await admin('contracts/change', { symbol: ETH, change: { sellLimitRatio: '0.07' }, effectiveMs });
    expect((await listed(ETH)).waiting).toEqual({ effectiveMs, change: { sellLimitRatio: '0.07' } });
    expect((await market(`contracts?symbol=${ETH}`))[0].sellLimitPriceRatio).toBe('0.15');
    await asked(
      () => listed(ETH),
      ({ waiting }) => waiting === null,
    );
    expect(Date.now()).toBeGreaterThanOrEqual(effectiveMs);
    expect((await market(`contracts?symbol=${ETH}`))[0].sellLimitPriceRatio).toBe('0.07');

    await admin('contracts/change', {
      symbol: ETH,
      change: { sellLimitRatio: '0.08' },
      effectiveMs: Date.now() + 3_600_000,
    });
    await admin('contracts/change', { symbol: ETH, change: {} });
    expect((await listed(ETH)).waiting).toBeNull();
  });

  it('is refused with what is wrong with it', async () => {
    const change = (fields: object): Promise<any> => admin('contracts/change', { symbol: SYMBOL, ...fields });
    await expect(change({ change: { colour: 'red' } })).rejects.toThrow(
      'change.colour is a field that does not exist, needs one of base, tick',
    );
    await expect(change({ change: { makerFee: '0.0009' } })).rejects.toThrow(
      'takerFee must be at least makerFee + 0.0002',
    );
    await expect(change({ change: { tick: '0.5' }, effectiveMs: Date.now() + 1000 })).rejects.toThrow(
      'change at once or not at all',
    );
    await expect(change({})).rejects.toThrow('change is missing, needs an object');
    await expect(change({ change: {}, effectiveMs: 'soon' })).rejects.toThrow("effectiveMs is 'soon'");
    await expect(admin('contracts/change', { symbol: 'cmt_x', change: {} })).rejects.toThrow('symbol');
  });

  it('of the tick needs a contract in which nothing is open; what is older is shown in the old one', async () => {
    const orderId = await kit.place(maker, {
      symbol: SOL,
      match_price: '0',
      price: '149.99',
      size: '1',
      order_type: '1',
    });
    await expect(
      admin('contracts/change', { symbol: SOL, change: { tick: '0.05', minPrice: '0.05' } }),
    ).rejects.toThrow(
      'cmt_solusdt has 0 positions, 1 orders and 0 plan orders; tick and step can change only while it has none',
    );
    await kit.post(maker, '/capi/v2/order/cancel_order', { orderId });
    const planId = (await kit.post(maker, '/capi/v2/order/plan_order', { ...plan, trigger_price: '169.99' })).json
      .order_id;
    await kit.post(maker, '/capi/v2/order/cancel_plan', { orderId: planId });
    const before = await detail(maker, SOL);
    expect(before).toMatchObject({ order_id: planId, triggerPrice: '169.99' });
    await admin('contracts/change', {
      symbol: SOL,
      change: { tick: '0.5', step: '0.2', minSize: '0.2', minPrice: '0.5' },
    });
    expect((await market(`contracts?symbol=${SOL}`))[0]).toMatchObject({
      tick_size: '1',
      priceEndStep: 5,
      stepSize: '0.2',
    });
    expect(await detail(maker, SOL)).toEqual(before);
    expect((await place(maker, { symbol: SOL, match_price: '0', price: '149.99', size: '1' })).json.msg).toContain(
      'PRICE_NOT_MULTIPLE_OF_TICK',
    );
    const { order_id } = (await kit.post(maker, '/capi/v2/order/plan_order', { ...plan, trigger_price: '169.5' })).json;
    await kit.post(maker, '/capi/v2/order/cancel_plan', { orderId: order_id });
    expect(await detail(maker, SOL)).toMatchObject({ order_id, triggerPrice: '169.5', size: '1.0' });
  });
});

describe('delisting', () => {
  it('settles at the mark; the contract stays in the list as DELISTED and takes nothing any more', async () => {
    const long = await kit.newAccount();
    const short = await kit.newAccount();
    await kit.place(short, { type: '2', match_price: '0', price: '50000', size: '0.1' });
    await kit.place(long, { size: '0.1' });
    const resting = await kit.place(long, { match_price: '0', price: '49000', size: '0.01' });
    await kit.setPrice(SYMBOL, '50500');
    expect(await admin('contracts/delist', { symbol: SYMBOL })).toMatchObject({ symbol: SYMBOL, state: 'DELISTED' });

    expect((await kit.get(long, `/capi/v2/account/position/singlePosition?symbol=${SYMBOL}`)).json).toEqual([]);
    const assets = async (account: TestAccount): Promise<any> =>
      (await kit.get(account, '/capi/v2/account/assets')).json[0];
    // 10,000 − 3 + 50 and 10,000 − 1 − 50: fees of the opening only.
    expect(await assets(long)).toMatchObject({ available: '10047.00000000', frozen: '0' });
    expect(await assets(short)).toMatchObject({ available: '9949.00000000' });
    expect((await kit.post(long, '/capi/v2/order/cancel_order', { orderId: resting })).json.result).toBe(false);

    expect((await market('contracts')).map(({ symbol }: any) => symbol)).toContain(SYMBOL);
    expect((await market(`contracts?symbol=${SYMBOL}`))[0].state).toBe('DELISTED');
    expect(await market(`ticker?symbol=${SYMBOL}`)).toMatchObject({
      last: '50000.0',
      markPrice: '0.0',
      indexPrice: '0.0',
    });
    expect(await market(`depth?symbol=${SYMBOL}`)).toMatchObject({ asks: [], bids: [] });
    expect(await market(`funding_time?symbol=${SYMBOL}`)).toEqual({ symbol: SYMBOL, fundingTime: 0 });
    expect((await market(`currentFundRate?symbol=${SYMBOL}`))[0].fundingRate).toBe('0');
    const refused = await place(long, {});
    expect([refused.status, refused.json.msg]).toEqual([
      400,
      'CONTRACT_NOT_TRADING: FAILED_PRECONDITION: cmt_btcusdt is DELISTED; the request needs state TRADING',
    ]);
    await expect(admin('contracts/state', { symbol: SYMBOL, state: 'TRADING' })).rejects.toThrow('DELISTED');
    await expect(admin('contracts/delist', { symbol: SYMBOL })).rejects.toThrow('DELISTED');
    await expect(admin('index-price', { symbol: SYMBOL, price: '50000' })).rejects.toThrow('a listed contract');
    expect((await kit.admin('GET', '/admin/audit')).failures).toEqual([]);
  });
});

describe('fees of an account', () => {
  const settings = async (account: TestAccount): Promise<any> =>
    (await kit.get(account, `/capi/v2/account/settings?symbol=${NEW}`)).json[NEW];

  it('are what its fills cost and its settings show, until they are cleared', async () => {
    const trader = await kit.newAccount();
    await admin('accounts/fees', { uid: trader.uid, makerFee: '-0.0001', takerFee: '0.0004' });
    expect(await settings(trader)).toMatchObject({ maker_fee_rate: '-0.00010000', taker_fee_rate: '0.00040000' });
    await kit.setPrice(NEW, '150');
    await kit.place(trader, { symbol: NEW, size: '1' });
    const fee = async (): Promise<string> =>
      (await kit.post(trader, '/capi/v2/account/bills', { limit: 1 })).json.items[0].fillFee;
    expect(await fee()).toBe('0.06000000');
    await admin('accounts/fees', { uid: trader.uid });
    expect(await settings(trader)).toMatchObject({ maker_fee_rate: '0.00020000', taker_fee_rate: '0.00060000' });
    await kit.place(trader, { symbol: NEW, size: '1' });
    expect(await fee()).toBe('0.09000000');
  });

  it('are refused above a contract’s, and for accounts that are not there', async () => {
    const set = (fields: object): Promise<any> => admin('accounts/fees', { uid: maker.uid, ...fields });
    await expect(set({ makerFee: '0.0001', takerFee: '0.0008' })).rejects.toThrow('the taker fee is above');
    await expect(set({ makerFee: '0.0003', takerFee: '0.0005' })).rejects.toThrow('the maker fee is above');
    await expect(set({ makerFee: '-0.0005', takerFee: '0.0004' })).rejects.toThrow(
      'no larger than the taker fee, either way',
    );
    await expect(set({ makerFee: '0.0001' })).rejects.toThrow('takerFee');
    await expect(set({ uid: 5_000_000, makerFee: '0', takerFee: '0' })).rejects.toThrow('there is no account 5000000');
  });
});
