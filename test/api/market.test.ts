// The public market operations by outcome: time, contracts, depth, ticker.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, startKit, SYMBOL, type TestAccount } from './kit.ts';

let kit: Kit;
let maker: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  maker = await kit.newAccount({ balance: '1000000' });
});
afterAll(() => kit.stop());

const ask = async (target: string): Promise<any> => (await kit.send({ target: `/capi/v2/market/${target}` })).json;

describe('time', () => {
  it('is the wall clock in three spellings', async () => {
    const before = Date.now();
    const { epoch, iso, timestamp } = await ask('time');
    expect(timestamp).toBeGreaterThanOrEqual(before);
    expect(timestamp).toBeLessThanOrEqual(Date.now());
    expect(epoch).toBe((timestamp / 1000).toFixed(3));
    expect(iso).toBe(new Date(timestamp).toISOString());
  });
});

describe('contracts', () => {
  it('has the default set of the wire contract', async () => {
    const [btc] = await ask(`contracts?symbol=${SYMBOL}`);
    expect(btc).toEqual({
      symbol: 'cmt_btcusdt',
      underlying_index: 'BTC',
      quote_currency: 'USDT',
      coin: 'USDT',
      contract_val: '0.0001',
      delivery: ['00:00:00', '08:00:00', '16:00:00'],
      size_increment: '4',
      tick_size: '1',
      forwardContractFlag: true,
      priceEndStep: 1,
      minLeverage: 1,
      maxLeverage: 125,
      buyLimitPriceRatio: '0.15',
      sellLimitPriceRatio: '0.15',
      makerFeeRate: '0.0002',
      takerFeeRate: '0.0006',
      minOrderSize: '0.0001',
      maxOrderSize: '1200',
      maxPositionSize: '100000',
      marketOpenLimitSize: '100',
      stepSize: '0.0001',
      minPrice: '10',
      contractId: 10000001,
      state: 'TRADING',
      simulatedUntil: 0,
      markSource: 'median',
    });
    const all = await ask('contracts');
    expect(
      all.map((row: any) => [
        row.contractId,
        row.stepSize,
        row.maxOrderSize,
        row.marketOpenLimitSize,
        row.maxLeverage,
        row.minPrice,
      ]),
    ).toEqual([
      [10000001, '0.0001', '1200', '100', 125, '10'],
      [10000002, '0.001', '20000', '2000', 100, '1'],
      [10000003, '0.1', '200000', '20000', 75, '0.01'],
      [10000004, '100', '100000000', '10000000', 50, '0.00001'],
      [10000005, '10', '10000000', '1000000', 75, '0.0001'],
      [10000006, '10', '20000000', '2000000', 50, '0.0001'],
      [10000007, '0.1', '40000', '4000', 75, '0.01'],
      [10000008, '0.1', '100000', '10000', 50, '0.01'],
    ]);
    expect((await ask('contracts?symbol=nothing')).code).toBe('40020');
  });
});

describe('a contract’s ticker and depth', () => {
  it('before any price: zeros and empty sides', async () => {
    expect(await ask('ticker?symbol=cmt_bnbusdt')).toMatchObject({
      last: '0.00',
      best_ask: '0.00',
      best_bid: '0.00',
      high_24h: '0.00',
      low_24h: '0.00',
      volume_24h: '0',
      base_volume: '0',
      priceChangePercent: '0.000000',
      markPrice: '0.00',
      indexPrice: '0.00',
    });
    expect(await ask('depth?symbol=cmt_bnbusdt')).toEqual({
      asks: [],
      bids: [],
      timestamp: expect.stringMatching(/^\d{13}$/),
    });
  });

  it('before the first trade last is the index price; trades move everything', async () => {
    await kit.setPrice(SYMBOL, '90000');
    expect(await ask(`ticker?symbol=${SYMBOL}`)).toMatchObject({
      last: '90000.0',
      markPrice: '90000.0',
      indexPrice: '90000.0',
      base_volume: '0',
    });
    await kit.place(maker, { type: '2', match_price: '0', price: '90000', size: '0.5' });
    await kit.place(maker, { type: '2', match_price: '0', price: '90090', size: '0.5' });
    await kit.place(maker, { type: '1', match_price: '0', price: '89000', size: '0.2' });
    await kit.place(maker, { type: '1', match_price: '0', price: '89500.5', size: '0.1' });
    await kit.place(kit.alice, { size: '0.5' });
    await kit.place(kit.alice, { size: '0.1' });
    expect(await ask(`ticker?symbol=${SYMBOL}`)).toMatchObject({
      symbol: SYMBOL,
      last: '90090.0',
      best_ask: '90090.0',
      best_bid: '89500.5',
      high_24h: '90090.0',
      low_24h: '90000.0',
      volume_24h: '54009.00000000',
      base_volume: '0.6000',
      priceChangePercent: '0.001000',
    });
    expect(await ask(`depth?symbol=${SYMBOL}`)).toMatchObject({
      asks: [['90090.0', '0.4000']],
      bids: [
        ['89500.5', '0.1000'],
        ['89000.0', '0.2000'],
      ],
    });
    expect((await ask(`depth?symbol=${SYMBOL}&limit=1`)).bids).toEqual([['89500.5', '0.1000']]);
  });

  it.each(['depth', 'ticker'])('%s without or with an unknown symbol', async (operation) => {
    expect((await ask(operation)).msg).toBe('Parameter symbol cannot be empty');
    expect((await ask(`${operation}?symbol=ETHUSDT`)).hint).toBe("Unknown symbol 'ETHUSDT'; did you mean cmt_ethusdt?");
  });

  it('a depth limit that is no number is 40020', async () => {
    expect((await ask(`depth?symbol=${SYMBOL}&limit=many`)).msg).toBe('Parameter limit is invalid');
  });
});
