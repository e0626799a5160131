// The account whole: getAccounts, getAccount and the older accounts, with true cumulative figures through trading,
// isolated margin, liquidation, operators' money and a restart.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, LEVERAGE, ORDER, quote, startKit, SYMBOL, type TestAccount } from './kit.ts';

const ACCOUNTS = '/capi/v2/account/getAccounts';
const ETH = 'cmt_ethusdt';
const LTC = 'cmt_ltcusdt';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['90000', '90001'], '10');
  await kit.admin('POST', '/admin/accounts/deposit', { uid: 5, amount: '100' });
});
afterAll(() => kit.stop());

const whole = async (account: TestAccount): Promise<any> => (await kit.get(account, ACCOUNTS)).json;
const limit = (type: string, size: string, price: string) => ({ type, size, price, match_price: '0' });

/** What the cumulative figures of a part explain: its amount, when nothing else went through it. */
function explained(row: any): string {
  const of = (...names: string[]): bigint =>
    names.reduce(
      (sum, name) => sum + BigInt(String(row[`cum_${name}_amount`]).replace('.', '').replace(/^0$/, '0')),
      0n,
    );
  const into = of('deposit', 'transfer_in', 'margin_move_in', 'position_open_short', 'position_close_long');
  const out = of('withdraw', 'transfer_out', 'margin_move_out', 'position_open_long', 'position_close_short');
  return String(into - out - of('position_fill_fee', 'position_liquidate_fee', 'position_funding'));
}
const units = (money: string): string => String(BigInt(money.replace('.', '')));

describe('the cumulative figures', () => {
  it('follow deposits, gifts, transfers, both sides of trading, fees and funding to the last unit', async () => {
    const [trader, friend] = [await kit.newAccount(), await kit.newAccount({ balance: '100' })];
    const transfer = (from: number, to: number, amount: string, reason: string) =>
      kit.admin('POST', '/admin/accounts/transfer', { from, to, amount, reason });
    await transfer(5, trader.uid, '7', 'INCREASE_CONTRACT_CASH_GIFT');
    await transfer(trader.uid, friend.uid, '2.5', 'USER_TRANSFER');
    await kit.admin('POST', '/admin/accounts/withdraw', { uid: trader.uid, amount: '1.25' });
    await kit.place(trader, { size: '0.02' });
    await kit.place(trader, { type: '3', size: '0.01' });
    await kit.place(trader, { type: '2', size: '0.03' });
    await kit.place(trader, { type: '4', size: '0.01' });
    await kit.admin('POST', '/admin/funding/settle', { symbol: SYMBOL, rate: '0.0001' });
    const { account, collateral, version } = await whole(trader);
    expect(version).toBeNull();
    expect(collateral).toHaveLength(1);
    const [row] = collateral;
    expect(row).toMatchObject({
      coin: 'USDT',
      marginMode: 'SHARED',
      isolatedPositionId: 0,
      cum_deposit_amount: '10000.00000000',
      cum_withdraw_amount: '1.25000000',
      cum_transfer_in_amount: '7.00000000',
      cum_transfer_out_amount: '2.50000000',
      cum_margin_move_in_amount: '0',
      cum_position_open_long_amount: '1800.02000000',
      cum_position_close_long_amount: '900.00000000',
      cum_position_open_short_amount: '2700.00000000',
      cum_position_close_short_amount: '900.01000000',
      // 0.0006 of all four.
      cum_position_fill_fee_amount: '3.78001800',
      cum_position_liquidate_fee_amount: '0',
      cum_order_fill_fee_income_amount: '0',
    });
    // Long 0.01, short 0.02: it received for what is net.
    expect(row.cum_position_funding_amount).toMatch(/^-0\.09/);
    expect(explained(row)).toBe(units(row.amount));
    expect(account).toMatchObject({ createdTime: row.created_time, updatedTime: row.updated_time });
    const { items } = (await kit.post(trader, '/capi/v2/account/bills', { limit: 1 })).json;
    expect([row.amount, row.legacy_amount]).toEqual([items[0].balance, items[0].legacyBalance]);
    expect((await whole(friend)).collateral[0]).toMatchObject({ cum_transfer_in_amount: '2.50000000' });
  });

  it('are an isolated position’s own while it is open', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { marginMode: 3 });
    const [{ id }] = (await kit.get(trader, '/capi/v2/account/position/allPosition')).json;
    const [shared, isolated, ...others] = (await whole(trader)).collateral;
    expect(others).toEqual([]);
    expect(isolated).toMatchObject({
      marginMode: 'ISOLATED',
      isolatedPositionId: id,
      cum_deposit_amount: '0',
      cum_position_open_long_amount: '900.01000000',
      cum_position_fill_fee_amount: '0.54000600',
    });
    expect(isolated.cum_margin_move_in_amount).toBe(shared.cum_margin_move_out_amount);
    for (const row of [shared, isolated]) expect(explained(row)).toBe(units(row.amount));
    await kit.place(trader, { type: '3' });
    const [after, ...none] = (await whole(trader)).collateral;
    expect(none).toEqual([]);
    expect(after).toMatchObject({ cum_position_open_long_amount: '0', cum_position_fill_fee_amount: '0' });
    expect(explained(after)).toBe(units(after.amount));
  });

  it.each([
    { side: 'long', open: '1', rest: '2', crash: '94', found: ['1', '90'], kind: 'cum_position_close_long_amount' },
    { side: 'short', open: '2', rest: '1', crash: '106', found: ['2', '110'], kind: 'cum_position_close_short_amount' },
  ])('tell value, fee and liquidation fee of a liquidated $side apart', async ({ open, rest, crash, found, kind }) => {
    const [trader, maker, last] = [
      await kit.newAccount({ balance: '70' }),
      await kit.newAccount({ balance: '1000000' }),
      await kit.newAccount({ balance: '1000000' }),
    ];
    await kit.setPrice(LTC, '100');
    await kit.post(trader, LEVERAGE, { symbol: LTC, marginMode: 1, longLeverage: '20', shortLeverage: '20' });
    await kit.place(maker, { symbol: LTC, ...limit(rest, '10', '100') });
    await kit.place(trader, { symbol: LTC, type: open, size: '10' });
    const [type, price] = [found[0]!, open === '1' ? '95' : '105'];
    await kit.place(last, { symbol: LTC, ...limit(type, '10', price) });
    await kit.setPrice(LTC, crash);
    const { list } = (await kit.get(trader, '/capi/v2/order/fills')).json;
    const [closed, opened] = list;
    expect(closed).toMatchObject({ liquidateType: 'FORCE_LIQUIDATE' });
    expect(Number(closed.liquidateFee)).toBeGreaterThan(0);
    const [row] = (await whole(trader)).collateral;
    expect(row[kind]).toBe(closed.fillValue);
    expect(row.cum_position_liquidate_fee_amount).toBe(closed.liquidateFee);
    expect(Number(row.cum_position_fill_fee_amount)).toBeCloseTo(Number(closed.fillFee) + Number(opened.fillFee), 8);
    expect(explained(row)).toBe(units(row.amount));
  });
});

describe('the account', () => {
  it('shows the fees, modes and leverage in every contract', async () => {
    const trader = await kit.newAccount();
    const contracts = (await kit.send({ target: '/capi/v2/market/contracts' })).json.map(({ symbol }: any) => symbol);
    const before = (await whole(trader)).account;
    for (const setting of ['feeSetting', 'modeSetting', 'leverageSetting'])
      expect(before[setting].map(({ symbol }: any) => symbol)).toEqual(contracts);
    expect(before.defaultFeeSetting).toMatchObject({ is_set_fee_rate: true, taker_fee_rate: '0.00060000' });
    expect(before.feeSetting[0]).toMatchObject({ is_set_fee_rate: false, maker_fee_rate: '0.00020000' });
    await kit.post(trader, LEVERAGE, { symbol: ETH, marginMode: 3, longLeverage: '7', shortLeverage: '8' });
    const mode = { symbol: ETH, marginMode: 3, separatedMode: 2 };
    await kit.post(trader, '/capi/v2/account/position/changeHoldModel', mode);
    await kit.place(trader, { marginMode: 3 });
    await kit.admin('POST', '/admin/accounts/fees', {
      uid: trader.uid,
      makerFee: '-0.0001',
      takerFee: '0.0004',
    });
    const { account } = await whole(trader);
    const of = (setting: string, symbol: string) => account[setting].find((one: any) => one.symbol === symbol);
    expect(of('leverageSetting', ETH)).toMatchObject({
      isolated_long_leverage: '7.00',
      isolated_short_leverage: '8.00',
    });
    expect(of('modeSetting', ETH)).toMatchObject({
      marginMode: 'ISOLATED',
      separatedMode: 'SEPARATED',
      positionMode: 'HEDGE',
    });
    // In force while it is open, though the pair set is another.
    expect(of('modeSetting', SYMBOL)).toMatchObject({ marginMode: 'ISOLATED', separatedMode: 'COMBINED' });
    expect(account.defaultFeeSetting).toMatchObject({ maker_fee_rate: '-0.00010000', taker_fee_rate: '0.00040000' });
    expect(of('feeSetting', SYMBOL)).toMatchObject({ is_set_fee_rate: false, taker_fee_rate: '0.00040000' });
  });

  it('answers getAccount for its coin and no other, and accounts with the positions', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { ...ORDER });
    const all = await whole(trader);
    expect((await kit.get(trader, '/capi/v2/account/getAccount?coin=USDT')).json).toEqual(all);
    const { position, ...older } = (await kit.get(trader, '/capi/v2/account/accounts')).json;
    expect(older).toEqual(all);
    expect(position).toEqual((await kit.get(trader, '/capi/v2/account/position/allPosition')).json);
    expect(position).toHaveLength(1);
    const other = await kit.get(trader, '/capi/v2/account/getAccount?coin=BTC');
    expect([other.status, other.json.code, other.json.msg]).toEqual([400, '40020', 'Parameter coin is invalid']);
    const none = await kit.get(trader, '/capi/v2/account/getAccount');
    expect([none.json.code, none.json.msg]).toEqual(['40019', 'Parameter coin cannot be empty']);
  });

  it('that nothing has happened to has nothing', async () => {
    const { account, collateral } = await whole(await kit.newAccount({ balance: '0' }));
    expect(account).toMatchObject({ createdTime: 0, updatedTime: 0, createOrderRateLimitPerMinute: 0 });
    expect(collateral).toMatchObject([{ amount: '0', cum_deposit_amount: '0', created_time: 0 }]);
  });
});

it('a restart forgets nothing', async () => {
  const trader = await kit.newAccount();
  await kit.place(trader, { size: '0.02' });
  await kit.place(trader, { type: '3', marginMode: 1 });
  const before = await whole(trader);
  await kit.app.stop();
  kit = await startKit(undefined, undefined, kit.data);
  expect(await whole(trader)).toEqual(before);
});
