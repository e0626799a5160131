// The public funding operations by outcome, and what a settlement does to the two sides as their owners see it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, startKit, SYMBOL, type TestAccount } from './kit.ts';

const HOURS_8_MS = 8 * 3_600_000;

let kit: Kit;
let long: TestAccount;
let short: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  long = await kit.newAccount();
  short = await kit.newAccount();
  await kit.setPrice(SYMBOL, '50000');
  await kit.place(short, { type: '2', match_price: '0', price: '50000', size: '0.5' });
  await kit.place(long, { size: '0.5' });
});
afterAll(() => kit.stop());

const ask = async (target: string): Promise<any> => (await kit.send({ target: `/capi/v2/market/${target}` })).json;

describe('funding_time', () => {
  it('is the next boundary from 00:00 UTC, before a contract’s first price too', async () => {
    for (const symbol of [SYMBOL, 'cmt_bnbusdt']) {
      const before = Date.now();
      const { fundingTime, ...rest } = await ask(`funding_time?symbol=${symbol}`);
      expect(rest).toEqual({ symbol });
      expect(fundingTime % HOURS_8_MS).toBe(0);
      expect(fundingTime).toBeGreaterThan(before);
      expect(fundingTime).toBeLessThanOrEqual(Date.now() + HOURS_8_MS);
    }
    expect((await ask('funding_time')).code).toBe('40019');
    expect((await ask('funding_time?symbol=x')).code).toBe('40020');
  });
});

describe('currentFundRate', () => {
  it('is the rate that is forming: the interest while there is no premium', async () => {
    const [one, ...others] = await ask(`currentFundRate?symbol=${SYMBOL}`);
    expect(others).toEqual([]);
    expect(one).toEqual({ symbol: SYMBOL, fundingRate: '0.0001', collectCycle: 480, timestamp: expect.any(Number) });
    const all = await ask('currentFundRate');
    expect(all.map(({ symbol }: any) => symbol)).toEqual((await ask('contracts')).map(({ symbol }: any) => symbol));
    expect((await ask('currentFundRate?symbol=x')).code).toBe('40020');
  });
});

describe('getHistoryFundRate', () => {
  it('is empty before the first settlement', async () => {
    expect(await ask(`getHistoryFundRate?symbol=${SYMBOL}`)).toEqual([]);
  });

  it('shows a settlement as soon as it is answered, newest first', async () => {
    await kit.setPrice(SYMBOL, '50000');
    for (const rate of ['0.0001', '-0.00025', '0'])
      await kit.admin('POST', '/admin/funding/settle', { symbol: SYMBOL, rate });
    const history = await ask(`getHistoryFundRate?symbol=${SYMBOL}`);
    expect(history.map(({ fundingRate }: any) => fundingRate)).toEqual(['0', '-0.00025', '0.0001']);
    for (const row of history) {
      expect(Object.keys(row)).toEqual(['symbol', 'fundingRate', 'fundingTime']);
      expect(Math.abs(row.fundingTime - Date.now())).toBeLessThan(60_000);
    }
    expect(await ask(`getHistoryFundRate?symbol=${SYMBOL}&limit=1`)).toEqual(history.slice(0, 1));
    expect(await ask(`getHistoryFundRate?symbol=${SYMBOL}&sort=asc`)).toEqual(history.toReversed());
    expect(await ask('getHistoryFundRate?symbol=cmt_ethusdt')).toEqual([]);
  });

  it('paid 2.5 from long to short and 6.25 back: bills and positions say so', async () => {
    const bills = async (account: TestAccount): Promise<unknown[]> =>
      (await kit.post(account, '/capi/v2/account/bills', { businessType: 'position_funding' })).json.items.map(
        (item: any) => [item.symbol, item.amount, item.fillFee, item.orderId],
      );
    expect(await bills(long)).toEqual([
      [SYMBOL, '6.25000000', '0', null],
      [SYMBOL, '-2.50000000', '0', null],
    ]);
    expect(await bills(short)).toEqual([
      [SYMBOL, '-6.25000000', '0', null],
      [SYMBOL, '2.50000000', '0', null],
    ]);
    const [position] = (await kit.get(long, `/capi/v2/account/position/singlePosition?symbol=${SYMBOL}`)).json;
    expect(position).toMatchObject({ funding_fee: '-3.75000000', cum_funding_fee: '-3.75000000' });
  });

  it.each([
    ['', '40019', 'Parameter symbol cannot be empty'],
    ['?symbol=btc', '40020', 'Parameter symbol is invalid'],
    [`?symbol=${SYMBOL}&limit=0`, '40020', 'Parameter limit is invalid'],
    [`?symbol=${SYMBOL}&limit=101`, '40020', 'Parameter limit is invalid'],
    [`?symbol=${SYMBOL}&sort=up`, '40020', 'Parameter sort is invalid'],
  ])('%s is %s', async (query, code, msg) => {
    expect(await ask(`getHistoryFundRate${query}`)).toMatchObject({ code, msg });
  });
});

describe('the operator’s pass', () => {
  it('is refused outside floor and cap, without a mark price, and for what is no rate', async () => {
    const settle = (fields: object): Promise<unknown> => kit.admin('POST', '/admin/funding/settle', fields);
    await expect(settle({ symbol: SYMBOL, rate: '0.0031' })).rejects.toThrow('rate');
    await expect(settle({ symbol: 'cmt_bnbusdt', rate: '0.0001' })).rejects.toThrow(
      'cmt_bnbusdt has no valid mark price',
    );
    await expect(settle({ symbol: SYMBOL, rate: 'x' })).rejects.toThrow('plain decimal');
    await expect(settle({ symbol: 'x', rate: '0.0001' })).rejects.toThrow('symbol');
  });
});
