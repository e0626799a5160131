// adjustMargin, modifyAutoAppendMargin and changeHoldModel by outcome.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Kit, POSITION, startKit, SYMBOL, type TestAccount } from './kit.ts';

const ADJUST = '/capi/v2/account/adjustMargin';
const AUTO = '/capi/v2/account/modifyAutoAppendMargin';
const MODEL = '/capi/v2/account/position/changeHoldModel';

let kit: Kit;
let maker: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  maker = await kit.newAccount({ balance: '10000000' });
  await kit.setPrice(SYMBOL, '50000');
  await kit.place(maker, { type: '2', match_price: '0', price: '50000', size: '50' });
});
afterAll(() => kit.stop());

const position = async (account: TestAccount): Promise<any> => (await kit.get(account, POSITION)).json[0];
const available = async (account: TestAccount): Promise<string> =>
  (await kit.get(account, '/capi/v2/account/assets')).json[0].available;

/** A trader with an isolated long of 1 at 20x: margin 2,500, SHARED 10,000 − 2,500 − 30. */
async function isolated(): Promise<{ trader: TestAccount; id: number }> {
  const trader = await kit.newAccount();
  await kit.place(trader, { size: '1', marginMode: '3' });
  return { trader, id: (await position(trader)).id };
}

function refused({ status, json }: Answer, code: string, fragment: string): void {
  expect([status, json.code]).toEqual([400, code]);
  expect(json.msg).toContain(fragment);
}

describe('adjustMargin', () => {
  it('moves margin in and out, in the envelope of settings, with two bills', async () => {
    const { trader, id } = await isolated();
    const added = await kit.post(trader, ADJUST, { coinId: 2, isolatedPositionId: id, collateralAmount: '500' });
    expect(added.text).toMatch(/^\{"msg":"success","requestTime":\d+,"code":"200"\}$/);
    expect(await position(trader)).toMatchObject({ isolated_margin: '3000.00000000', liquidatePrice: '47217.1' });
    expect(await available(trader)).toBe('6970.00000000');
    const removed = await kit.post(trader, ADJUST, { isolatedPositionId: String(id), collateralAmount: -499.5 });
    expect(removed.status).toBe(200);
    expect((await position(trader)).isolated_margin).toBe('2500.50000000');
    const { items } = (await kit.post(trader, '/capi/v2/account/bills', { limit: 2 })).json;
    expect(
      items.map((item: any) => [item.businessType, item.amount, item.marginMode, item.isolatedPositionId]),
    ).toEqual([
      ['margin_move_in', '499.50000000', 'SHARED', 0],
      ['margin_move_out', '-499.50000000', 'ISOLATED', id],
    ]);
  });

  it('refuses what the exchange can not do: E37, E38, E24, E25', async () => {
    const { trader, id } = await isolated();
    const adjust = (account: TestAccount, fields: object): Promise<Answer> => kit.post(account, ADJUST, fields);
    refused(
      await adjust(trader, { isolatedPositionId: id, collateralAmount: '-0.00000001' }),
      '40015',
      'MARGIN_REMOVAL_TOO_LARGE: FAILED_PRECONDITION: at most 0 USDT can be removed',
    );
    refused(
      await adjust(trader, { isolatedPositionId: id, collateralAmount: '7470.00000001' }),
      '40015',
      'INSUFFICIENT_MARGIN: FAILED_PRECONDITION: Insufficient margin balance: 7470.00000001 USDT needed, 7470.00000000 available',
    );
    refused(
      await adjust(maker, { isolatedPositionId: id, collateralAmount: '1' }),
      '40015',
      'POSITION_NOT_FOUND: NOT_FOUND',
    );
    refused(
      await adjust(trader, { isolatedPositionId: '99999999999999999999', collateralAmount: '1' }),
      '40015',
      'POSITION_NOT_FOUND',
    );
    const cross = (await position(maker)).id;
    refused(
      await adjust(maker, { isolatedPositionId: cross, collateralAmount: '1' }),
      '40015',
      `POSITION_NOT_ISOLATED: FAILED_PRECONDITION: position ${cross} is SHARED; the request needs ISOLATED`,
    );
    expect((await position(trader)).isolated_margin).toBe('2500.00000000');
  });

  it('adds without a valid mark price as far as the account is known, removes only with one: E03', async () => {
    const { trader, id } = await isolated();
    await kit.post(trader, ADJUST, { isolatedPositionId: id, collateralAmount: '100' });
    await kit.admin('POST', '/admin/contracts/state', { symbol: SYMBOL, state: 'HALTED' });
    refused(
      await kit.post(trader, ADJUST, { isolatedPositionId: id, collateralAmount: '-1' }),
      '40015',
      'MARK_PRICE_UNAVAILABLE',
    );
    expect((await kit.post(trader, ADJUST, { isolatedPositionId: id, collateralAmount: '1' })).status).toBe(200);
    expect(await position(trader)).toMatchObject({
      isolated_margin: '2601.00000000',
      unrealizePnl: null,
      liquidatePrice: null,
    });
    await kit.admin('POST', '/admin/contracts/state', { symbol: SYMBOL, state: 'TRADING' });
    await kit.setPrice(SYMBOL, '50000');
    expect(await position(trader)).toMatchObject({ unrealizePnl: '0' });
  });

  it.each([
    [{ collateralAmount: '1' }, '40019', 'Parameter isolatedPositionId cannot be empty'],
    [{ isolatedPositionId: 1 }, '40019', 'Parameter collateralAmount cannot be empty'],
    [{ coinId: 1, isolatedPositionId: 1, collateralAmount: '1' }, '40020', 'Parameter coinId is invalid'],
    [{ isolatedPositionId: 'x', collateralAmount: '1' }, '40020', 'Parameter isolatedPositionId is invalid'],
    [{ isolatedPositionId: 1, collateralAmount: '0.00' }, '40020', 'Parameter collateralAmount is invalid'],
    [{ isolatedPositionId: 1, collateralAmount: '0.000000001' }, '40020', 'Parameter collateralAmount is invalid'],
    [{ isolatedPositionId: 1, collateralAmount: 'all' }, '40020', 'Parameter collateralAmount is invalid'],
  ])('%j is %s', async (fields, code, msg) => {
    const { status, json } = await kit.post(kit.alice, ADJUST, fields);
    expect([status, json.code, json.msg]).toEqual([400, code, msg]);
  });
});

describe('modifyAutoAppendMargin', () => {
  it('turns the flag on and off, in every spelling of a boolean', async () => {
    const { trader, id } = await isolated();
    for (const [sent, on] of [
      [true, true],
      [false, false],
      ['true', true],
      ['0', false],
      [1, true],
      ['false', false],
    ]) {
      const answer = await kit.post(trader, AUTO, { positionId: id, autoAppendMargin: sent });
      expect(answer.text).toMatch(/^\{"msg":"success","requestTime":\d+,"code":"200"\}$/);
      expect((await position(trader)).is_auto_append_isolated_margin).toBe(on);
    }
  });

  it('refuses a position that is not the caller’s or not isolated, and what is no boolean', async () => {
    const { id } = await isolated();
    refused(await kit.post(maker, AUTO, { positionId: id, autoAppendMargin: true }), '40015', 'POSITION_NOT_FOUND');
    const cross = (await position(maker)).id;
    refused(
      await kit.post(maker, AUTO, { positionId: cross, autoAppendMargin: true }),
      '40015',
      'POSITION_NOT_ISOLATED',
    );
    for (const autoAppendMargin of ['yes', 2, {}, [true]])
      refused(
        await kit.post(maker, AUTO, { positionId: id, autoAppendMargin }),
        '40020',
        'Parameter autoAppendMargin is invalid',
      );
    refused(await kit.post(maker, AUTO, { positionId: id }), '40019', 'Parameter autoAppendMargin cannot be empty');
  });
});

describe('changeHoldModel', () => {
  it('sets the pair that later orders start from', async () => {
    const trader = await kit.newAccount();
    const answer = await kit.post(trader, MODEL, { symbol: SYMBOL, marginMode: 3, separatedMode: 2 });
    expect(answer.text).toMatch(/^\{"msg":"success","requestTime":\d+,"code":"200"\}$/);
    await kit.place(trader, { size: '0.1' });
    expect(await position(trader)).toMatchObject({ margin_mode: 'ISOLATED', separated_mode: 'SEPARATED' });
    // The pair in force succeeds again; separatedMode not given is 1, another pair.
    expect((await kit.post(trader, MODEL, { symbol: SYMBOL, marginMode: '3', separatedMode: '2' })).status).toBe(200);
    refused(
      await kit.post(trader, MODEL, { symbol: SYMBOL, marginMode: '3' }),
      '40015',
      `MODE_SWITCH_WITH_OPEN_POSITION: FAILED_PRECONDITION: cannot switch the mode of ${SYMBOL} while it has an open position`,
    );
  });

  it('is refused while orders work: E29', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { match_price: '0', price: '49000', size: '0.1' });
    refused(
      await kit.post(trader, MODEL, { symbol: SYMBOL, marginMode: 3 }),
      '40015',
      'MODE_SWITCH_WITH_OPEN_ORDERS: FAILED_PRECONDITION: cannot switch the mode of cmt_btcusdt while there are open orders (1 working, 0 plan)',
    );
  });

  it.each([
    [{ marginMode: 1 }, '40019', 'Parameter symbol cannot be empty'],
    [{ symbol: SYMBOL }, '40019', 'Parameter marginMode cannot be empty'],
    [{ symbol: SYMBOL, marginMode: 2 }, '40020', 'Parameter marginMode is invalid'],
    [{ symbol: SYMBOL, marginMode: 1, separatedMode: 3 }, '40020', 'Parameter separatedMode is invalid'],
    [{ symbol: 'btc', marginMode: 1 }, '40020', 'Parameter symbol is invalid'],
  ])('%j is %s', async (fields, code, msg) => {
    const { status, json } = await kit.post(kit.alice, MODEL, fields);
    expect([status, json.code, json.msg]).toEqual([400, code, msg]);
  });
});

describe('all three', () => {
  it('need a key that may trade, and an account that is not frozen', async () => {
    const reader = await kit.newAccount({ permission: 'read' });
    const frozen = await kit.newAccount();
    await kit.admin('POST', '/admin/accounts/freeze', { uid: frozen.uid, frozen: true });
    for (const path of [ADJUST, AUTO, MODEL]) {
      refused(await kit.post(reader, path, {}), '40014', 'Invalid permissions');
      refused(await kit.post(frozen, path, {}), '40013', 'Account frozen');
    }
  });
});
