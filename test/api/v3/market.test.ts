// The market through the second door, on a clock of the test's own: what V3-26 to V3-29 say, and that figures are those
// of the first door under other names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneClock, wallClock } from '../../../src/time/wall-clock.ts';
import { type Kit, quote, startKit, SYMBOL } from '../kit.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Thursday, in the middle of a minute. */
const START = Date.UTC(2026, 0, 1, 9, 0, 30);
const OPEN = START - 30_000;
const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '1w', '1M'];
let nowMs = START;

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(undefined, undefined, undefined, { clock: wallClock(oneClock(() => nowMs)) });
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89990.0', '90010.0'], '10');
  await kit.place(kit.alice, { size: '0.02' });
  await kit.place(kit.bob, { type: '2', size: '0.01' });
});
afterAll(() => kit.stop());

const at = async (target: string) => kit.send({ target });
const ask = async (target: string): Promise<any> => (await at(`/capi/v3/market/${target}`)).json;
const v2 = async (target: string): Promise<any> => (await at(`/capi/v2/market/${target}`)).json;
const klines = (query: string, path = 'klines'): Promise<any[][]> => ask(`${path}?symbol=BTCUSDT&${query}`);

/** Moves time on and lets it be known; prices come in again. */
async function wait(ms: number): Promise<void> {
  nowMs += ms;
  await kit.setPrice(SYMBOL, '90000');
}

describe('V3-26 klines', () => {
  it('have 11 values, and the last row is the bar that is forming, at each of 13 intervals', async () => {
    for (const interval of INTERVALS) {
      const [row, ...others] = await klines(`interval=${interval}`);
      const [openMs, open, high, low, close, size, closeMs, value, ...taken] = row as any[];
      expect([interval, others, row?.length]).toEqual([interval, [], 11]);
      expect([open, high, low, close, size, value]).toEqual([
        '90010.0',
        '90010.0',
        '89990.0',
        '89990.0',
        '0.0300',
        '2700.10000000',
      ]);
      // Of two trades one was bought by its taker.
      expect([...taken, openMs <= nowMs, closeMs > nowMs]).toEqual([2, '0.0200', '1800.20000000', true, true]);
    }
    const [[openMs, , , , , , closeMs] = []] = await klines('interval=1M');
    expect([openMs, closeMs]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)]);
    const refused = await at('/capi/v3/market/klines?symbol=BTCUSDT&interval=3m');
    expect([refused.status, refused.json.code, refused.json.hint]).toEqual([400, -1142, expect.stringContaining('1M')]);
  });

  it('are ascending whatever the operator set, those of mark and index without volume', async () => {
    await wait(3 * MINUTE);
    const rows = await klines('interval=1m&limit=3');
    expect(rows.map(([openMs]) => openMs)).toEqual([1, 2, 3].map((minute) => OPEN + minute * MINUTE));
    const [over] = await klines(`interval=1m&startTime=${OPEN}&limit=1`);
    expect(over?.slice(5)).toEqual(['0.0300', OPEN + MINUTE, '2700.10000000', 2, '0.0200', '1800.20000000']);
    expect(rows.at(-1)).toEqual([
      OPEN + 3 * MINUTE,
      ...Array(4).fill('89990.0'),
      '0',
      OPEN + 4 * MINUTE,
      '0',
      0,
      '0',
      '0',
    ]);
    const candles = await v2(`candles?symbol=${SYMBOL}&granularity=1m&limit=3&sort=asc`);
    expect(rows.map((row) => [String(row[0]), ...row.slice(1, 6), row[7]])).toEqual(candles);
    for (const path of ['markPriceKlines', 'indexPriceKlines']) {
      const [row] = await klines('interval=1m&limit=1', path);
      expect(row?.slice(5)).toEqual(['0', OPEN + 4 * MINUTE, '0', 0, '0', '0']);
    }
  });

  it('of hours add up to those of two, six and eight hours and of months, stored ones too', async () => {
    for (let hour = 0; hour < 30; hour++) {
      await wait(HOUR);
      if (hour % 4 === 0) await kit.place(hour % 8 === 0 ? kit.alice : kit.bob, { type: hour % 8 === 0 ? '1' : '2' });
    }
    const hours = await klines('interval=1h&limit=1000');
    for (const [interval, length] of [
      ['2h', 2 * HOUR],
      ['6h', 6 * HOUR],
      ['8h', 8 * HOUR],
    ] as const) {
      const rows = await klines(`interval=${interval}`);
      const opens = [...new Set(hours.map(([openMs]) => openMs - (openMs % length)))];
      expect(rows.map(([openMs]) => openMs)).toEqual(opens);
      for (const [openMs, open, high, low, close, size, closeMs] of rows) {
        const parts = hours.filter(([one]) => one >= openMs && one < openMs + length);
        const sum = parts.reduce((all, [, , , , , part]) => all + Number(part), 0);
        expect([open, close, Number(size), closeMs]).toEqual([
          parts[0]![1],
          parts.at(-1)![4],
          expect.closeTo(sum, 8),
          openMs + length,
        ]);
        expect([Number(high), Number(low)]).toEqual([
          Math.max(...parts.map((part) => Number(part[2]))),
          Math.min(...parts.map((part) => Number(part[3]))),
        ]);
      }
    }
    expect(await klines('interval=1M')).toHaveLength(1);
  });

  it('historyKlines take both ends with them, the first ones from a start, and cut the future to now', async () => {
    const from = OPEN + HOUR;
    const opens = async (query: string, path = 'historyKlines') =>
      (await klines(query, path)).map(([openMs]) => (openMs - from) / MINUTE);
    for (const path of ['historyKlines', 'klines']) {
      expect(await opens(`interval=1m&startTime=${from}&endTime=${from + 3 * MINUTE}`, path)).toEqual([0, 1, 2, 3]);
      expect(await opens(`interval=1m&startTime=${from}&endTime=${nowMs + DAY}&limit=2`, path)).toEqual([0, 1]);
      expect(await opens(`interval=1m&startTime=${from}&limit=2`, path)).toEqual([0, 1]);
      expect(await opens(`interval=1m&endTime=${from}&limit=2`, path)).toEqual([-1, 0]);
      expect(await opens(`interval=1m&startTime=${nowMs + DAY}&endTime=${nowMs + 1}`, path)).toEqual([]);
    }
    expect(await klines('interval=1d&priceType=MARK', 'historyKlines')).toHaveLength(2);
    const wrong = await klines(`interval=1m&startTime=${from}&endTime=${from - 1}`, 'historyKlines');
    expect(wrong).toMatchObject({ code: -1171, msg: 'startTime cannot be greater than endTime' });
    expect(await klines('interval=1m&limit=101', 'historyKlines')).toMatchObject({
      code: -1140,
      msg: 'limit must be between 1 and 100',
    });
  });
});

describe('V3-27 depth', () => {
  it('takes 15, 200 or nothing, and names the version of the sockets', async () => {
    const { sequence } = await kit.admin('POST', '/admin/index-price', { symbol: SYMBOL, price: '90000' });
    for (const query of ['', '&limit=15', '&limit=200']) {
      const { bids, asks, lastUpdateId } = await ask(`depth?symbol=BTCUSDT${query}`);
      expect([bids[0][0], asks[0][0], lastUpdateId >= sequence]).toEqual(['89990.0', '90010.0', true]);
    }
    for (const limit of ['20', '1', '0', 'all'])
      expect(await ask(`depth?symbol=BTCUSDT&limit=${limit}`)).toMatchObject({ code: -1142 });
  });
});

describe('V3-28 exchangeInfo', () => {
  it('has numbers without exponents, with stepSize and tickSize as values', async () => {
    const { text, json } = await at('/capi/v3/market/exchangeInfo');
    expect(text).not.toMatch(/[0-9]e[-+]?[0-9]/);
    for (const one of json.symbols)
      for (const name of ['stepSize', 'tickSize', 'pricePrecision', 'contractVal', 'makerFeeRate', 'minPrice'])
        expect([one.symbol, name, typeof one[name]]).toEqual([one.symbol, name, 'number']);
    const doge = json.symbols.find(({ symbol }: any) => symbol === 'DOGEUSDT');
    const spec = (await v2('contracts')).find(({ symbol }: any) => symbol === 'cmt_dogeusdt');
    expect([doge.stepSize, doge.quantityPrecision, doge.tickSize]).toEqual([
      Number(spec.stepSize),
      Number(spec.size_increment),
      10 ** -Number(spec.tick_size) * spec.priceEndStep,
    ]);
    expect(doge.contractVal).toBe(Number(spec.contract_val));
    expect(json.assets.map(({ asset }: any) => asset)).toEqual(['USDT', 'SUSDT']);
    expect(json.rateLimits).toEqual([]);
    expect((await ask('exchangeInfo?symbol=btcusdt')).symbols.map(({ symbol }: any) => symbol)).toEqual(['BTCUSDT']);
  });

  it('of a contract of very small amounts, too; contractVal is 1 for an operator who sets it so', async () => {
    const other = await startKit(['--compat-v3-contract-val', 'one', '--rate-limit-orders-per-second', '7']);
    try {
      const { text, json } = await other.send({ target: '/capi/v3/market/exchangeInfo?symbol=BTCUSDT' });
      expect(text).toContain('"contractVal":1,');
      expect(json.rateLimits).toEqual([
        { rateLimitType: 'REQUEST_WEIGHT', interval: 'SECOND', intervalNum: 10, limit: 1000 },
        { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 1, limit: 7 },
      ]);
    } finally {
      await other.stop();
    }
  });
});

describe('V3-29 symbols', () => {
  it('are taken in any case on market, and those of v2 are told their name', async () => {
    for (const symbol of ['BTCUSDT', 'btcusdt', 'BtcUsdt'])
      expect((await ask(`symbolPrice?symbol=${symbol}`)).symbol).toBe('BTCUSDT');
    for (const symbol of ['cmt_btcusdt', 'BTC-USDT'])
      expect(await ask(`symbolPrice?symbol=${symbol}`)).toMatchObject({
        code: -1121,
        hint: expect.stringContaining('BTCUSDT'),
      });
    expect(await ask('depth')).toMatchObject({ code: -1141, msg: "Parameter 'symbol' cannot be empty" });
  });

  it('are listed with their names on the demo paths', async () => {
    const names: string[] = await ask('apiTradingSymbols');
    const plain = names.filter((name) => !name.endsWith('SUSDT'));
    expect(names).toEqual([...plain, ...plain.map((name) => name.replace(/USDT$/, 'SUSDT'))]);
    expect(plain).toHaveLength((await v2('contracts')).length);
  });
});

describe('figures', () => {
  it('of tickers are those of the first door, with the best of the book', async () => {
    const [ticker] = await ask('ticker/24hr?symbol=BTCUSDT');
    const other = await v2(`ticker?symbol=${SYMBOL}`);
    expect(ticker).toMatchObject({
      lastPrice: other.last,
      highPrice: other.high_24h,
      lowPrice: other.low_24h,
      volume: other.base_volume,
      quoteVolume: other.volume_24h,
      markPrice: other.markPrice,
      indexPrice: other.indexPrice,
      priceChangePercent: other.priceChangePercent,
      bidPrice: '89990.0',
      askPrice: '90010.0',
    });
    expect(ticker.closeTime - ticker.openTime).toBe(DAY);
    const [open] = await klines(`interval=1m&startTime=${nowMs - DAY}&limit=1`);
    expect([ticker.openPrice, Number(ticker.priceChange)]).toEqual([open?.[1], ticker.lastPrice - ticker.openPrice]);
    expect(ticker.count).toBeGreaterThan(0);
    const [book] = await ask('ticker/bookTicker?symbol=BTCUSDT');
    expect(book).toMatchObject({ bidPrice: ticker.bidPrice, bidQty: ticker.bidQty, askQty: ticker.askQty });
    const all: any[] = await ask('ticker/bookTicker');
    expect(all.length).toBe((await v2('contracts')).length);
    expect(all.find(({ symbol }) => symbol === 'ETHUSDT')).toMatchObject({ bidPrice: '0.00', bidQty: '0' });
  });

  it('of trades are those of the first door', async () => {
    const rows: any[] = await ask('trades?symbol=BTCUSDT&limit=2');
    const others: any[] = await v2(`trades?symbol=${SYMBOL}&limit=2`);
    expect(rows.map(({ id, price, qty, quoteQty, time }) => [id, price, qty, quoteQty, time])).toEqual(
      others.map(({ ticketId, price, size, value, time }) => [ticketId, price, size, value, time]),
    );
  });

  it('of prices and funding are those of the first door, settled rates between two times', async () => {
    for (const priceType of ['INDEX', 'MARK'])
      expect((await ask(`symbolPrice?symbol=BTCUSDT&priceType=${priceType}`)).price).toBe(
        (await v2(`index?symbol=${SYMBOL}&priceType=${priceType}`)).index,
      );
    expect((await ask('symbolPrice?symbol=BTCUSDT&priceType=LAST')).price).toBe(
      (await v2(`ticker?symbol=${SYMBOL}`)).last,
    );
    for (const rate of ['0.0001', '0.0002', '0.0003']) {
      await wait(MINUTE);
      await kit.admin('POST', '/admin/funding/settle', { symbol: SYMBOL, rate });
    }
    const rates: any[] = await ask('fundingRate?symbol=BTCUSDT');
    expect(rates.slice(0, 3).map(({ fundingRate }) => fundingRate)).toEqual(['0.0003', '0.0002', '0.0001']);
    expect(rates[0].markPrice).toBe('90000.0');
    const [newest, middle] = rates;
    expect(await ask(`fundingRate?symbol=BTCUSDT&startTime=${middle.fundingTime}&limit=1`)).toEqual([newest]);
    expect(
      await ask(`fundingRate?symbol=BTCUSDT&startTime=${middle.fundingTime}&endTime=${newest.fundingTime - 1}`),
    ).toEqual([middle]);
    const [premium] = await ask('premiumIndex?symbol=BTCUSDT');
    const [forming] = await v2(`currentFundRate?symbol=${SYMBOL}`);
    expect(premium).toMatchObject({
      forecastFundingRate: forming.fundingRate,
      collectCycle: forming.collectCycle,
      nextFundingTime: (await v2(`funding_time?symbol=${SYMBOL}`)).fundingTime,
      lastFundingRate: newest.fundingRate,
      interestRate: '0.0001',
    });
    const [never] = await ask('premiumIndex?symbol=ETHUSDT');
    expect(never.lastFundingRate).toBe(never.forecastFundingRate);
  });
});
