// Candles and the tape over real sockets, on a clock of the test's own: what a program that draws or decides reads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../src/app/start.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { oneClock } from '../../src/time/wall-clock.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { type Kit, quote, sendRaw, startKit, SYMBOL } from './kit.ts';

const MINUTE = 60_000;
/** A Thursday, in the middle of a minute. */
const START = Date.UTC(2026, 0, 1, 9, 0, 30);
const OPEN = START - 30_000;
let nowMs = START;
const clock = () => wallClock(oneClock(() => nowMs));

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(undefined, undefined, undefined, { clock: clock() });
});
afterAll(() => kit.stop());

const ask = async (target: string): Promise<any> => (await kit.send({ target: `/capi/v2/market/${target}` })).json;
const candles = (query: string): Promise<string[][]> => ask(`candles?symbol=${SYMBOL}&${query}`);
const history = (query: string): Promise<string[][]> => ask(`historyCandles?symbol=${SYMBOL}&${query}`);
const opens = (rows: readonly string[][]): number[] => rows.map(([openMs]) => (Number(openMs) - OPEN) / MINUTE);

/** Moves time on and lets it be known; prices come in again. */
async function wait(ms: number): Promise<void> {
  nowMs += ms;
  await kit.setPrice(SYMBOL, '90000');
}

describe('candles', () => {
  it('are none before the first price', async () => {
    for (const price of ['LAST', 'MARK', 'INDEX'])
      expect(await candles(`granularity=1m&priceType=${price}`)).toEqual([]);
  });

  it('show a trade at once in the candle of now, at every granularity, as seven strings', async () => {
    await kit.setPrice(SYMBOL, '90000');
    await quote(kit, SYMBOL, ['89990.0', '90010.0'], '10');
    await kit.place(kit.alice, { size: '0.02' });
    await kit.place(kit.bob, { type: '2', size: '0.01' });
    const row = (openMs: number) => [
      String(openMs),
      '90010.0',
      '90010.0',
      '89990.0',
      '89990.0',
      '0.0300',
      '2700.10000000',
    ];
    expect(await candles('granularity=1m')).toEqual([row(OPEN)]);
    const day = Date.UTC(2026, 0, 1);
    const openings = {
      '5m': OPEN,
      '15m': OPEN,
      '30m': OPEN,
      '1h': OPEN,
      '4h': OPEN - 60 * MINUTE,
      '12h': day,
      '1d': day,
    };
    for (const [granularity, openMs] of Object.entries(openings))
      expect(await candles(`granularity=${granularity}`), granularity).toEqual([row(openMs)]);
    expect(await candles('granularity=1w')).toEqual([row(Date.UTC(2025, 11, 29))]);
  });

  it('repeat the last close with no volume for minutes without trades, up to now', async () => {
    await wait(3 * MINUTE);
    const still = ['89990.0', '89990.0', '89990.0', '89990.0', '0', '0'];
    const rows = await candles('granularity=1m&limit=3');
    expect(rows).toEqual([3, 2, 1].map((minute) => [String(OPEN + minute * MINUTE), ...still]));
    await kit.place(kit.alice, { size: '0.01' });
    const [now, before] = await candles('granularity=1m&limit=1000');
    expect(now).toEqual([String(OPEN + 3 * MINUTE), ...Array(4).fill('90010.0'), '0.0100', '900.10000000']);
    expect(before?.slice(1)).toEqual(still);
    const prices = ['90010.0', '90010.0', '89990.0', '90010.0'];
    expect(await candles('granularity=5m')).toEqual([[String(OPEN), ...prices, '0.0400', '3600.20000000']]);
  });

  it('read the same from the middle of a stretch in which nothing was traded', async () => {
    await wait(300 * MINUTE);
    expect((await candles('granularity=1m&limit=2')).map((row) => row.slice(1))).toEqual(
      Array.from({ length: 2 }, () => ['90010.0', '90010.0', '90010.0', '90010.0', '0', '0']),
    );
    const [row] = await history(`granularity=1m&limit=1&endTime=${OPEN + 2 * MINUTE}`);
    expect(row).toEqual([String(OPEN + 2 * MINUTE), '89990.0', '89990.0', '89990.0', '89990.0', '0', '0']);
    expect(await candles('granularity=1m&limit=1000')).toHaveLength(304);
  });

  it('of mark and index have no volume, and open at the price that held', async () => {
    await kit.setPrice(SYMBOL, '90123.4');
    const rows = await candles('granularity=1m&priceType=INDEX&limit=2');
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['90000.0', '90123.4', '90000.0', '90123.4', '0', '0'],
      ['90000.0', '90000.0', '90000.0', '90000.0', '0', '0'],
    ]);
    const [mark] = await candles('granularity=1m&priceType=MARK&limit=1');
    expect(mark).toHaveLength(7);
    expect(mark?.[4]).toBe((await ask(`index?symbol=${SYMBOL}&priceType=MARK`)).index);
    await kit.setPrice(SYMBOL, '90000');
  });

  it('come oldest first when asked for, and refuse what they do not know', async () => {
    const newest = await candles('granularity=1m&limit=5');
    expect(await candles('granularity=1m&limit=5&sort=asc')).toEqual(newest.toReversed());
    expect(await candles('granularity=1m&limit=5&sort=desc')).toEqual(newest);
    const refused = await kit.send({ target: `/capi/v2/market/candles?symbol=${SYMBOL}&granularity=1H` });
    expect([refused.status, refused.json.code]).toEqual([400, '40020']);
    expect(refused.json.hint).toContain('1m, 5m, 15m, 30m, 1h, 4h, 12h, 1d, 1w');
    for (const query of ['limit=1', 'granularity=1m&limit=0', 'granularity=1m&limit=1001', 'granularity=1m&sort=up'])
      expect((await kit.send({ target: `/capi/v2/market/candles?symbol=${SYMBOL}&${query}` })).status, query).toBe(400);
  });
});

describe('historyCandles', () => {
  it('end where they are told to, and are cut off at the start', async () => {
    const at = (minute: number) => OPEN + minute * MINUTE;
    expect(opens(await history(`granularity=1m&endTime=${at(4)}&limit=3`))).toEqual([4, 3, 2]);
    expect(opens(await history(`granularity=1m&endTime=${at(4) - 1}&limit=3`))).toEqual([3, 2, 1]);
    expect(opens(await history(`granularity=1m&startTime=${at(3)}&endTime=${at(4)}`))).toEqual([4, 3]);
    expect(opens(await history(`granularity=1m&startTime=${at(3) + 1}&endTime=${at(4)}`))).toEqual([4]);
    expect(await history(`granularity=1m&endTime=${at(-1)}`)).toEqual([]);
  });

  it('go on from a start without an end, so that a program can read all there is', async () => {
    const seen: number[] = [];
    for (let next = OPEN; ; ) {
      const rows = await history(`granularity=1m&startTime=${next}&sort=asc&limit=100`);
      if (rows.length === 0) break;
      seen.push(...opens(rows));
      next = Number(rows.at(-1)![0]) + 1;
    }
    expect(seen).toEqual(Array.from({ length: 304 }, (_, minute) => minute));
  });

  it('take an unreadable time for none, and say when one looks like seconds or both are the wrong way round', async () => {
    const latest = await history('granularity=1m&limit=2');
    expect(await history('granularity=1m&limit=2&endTime=yesterday&startTime=')).toEqual(latest);
    expect(await ask(`historyCandles?symbol=${SYMBOL}&granularity=1m&endTime=1767258000`)).toMatchObject({
      code: '40020',
      hint: expect.stringContaining('seconds'),
    });
    expect(
      await ask(`historyCandles?symbol=${SYMBOL}&granularity=1m&endTime=${OPEN}&startTime=${nowMs}`),
    ).toMatchObject({
      code: '40017',
    });
    expect(await ask(`historyCandles?symbol=${SYMBOL}&granularity=1m&limit=101`)).toMatchObject({ code: '40020' });
  });
});

describe('trades', () => {
  it('are the tape, newest first, with an id that grows', async () => {
    const rows = await ask(`trades?symbol=${SYMBOL}`);
    expect(rows.map((row: any) => [row.price, row.size, row.value, row.isBuyerMaker])).toEqual([
      ['90010.0', '0.0100', '900.10000000', false],
      ['89990.0', '0.0100', '899.90000000', true],
      ['90010.0', '0.0200', '1800.20000000', false],
    ]);
    expect(rows[0]).toMatchObject({
      symbol: SYMBOL,
      time: START + 3 * MINUTE,
      isBestMatch: true,
      contractVal: '0.0001',
    });
    const ids = rows.map((row: any) => Number(row.ticketId));
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    expect(await ask(`trades?symbol=${SYMBOL}&limit=1&sort=asc`)).toEqual([rows[0]]);
    expect(await ask(`trades?symbol=${SYMBOL}&sort=asc`)).toEqual(rows.toReversed());
    expect(await ask('trades?symbol=cmt_ethusdt')).toEqual([]);
    expect((await ask(`trades?symbol=${SYMBOL}&limit=1001`)).code).toBe('40020');
  });
});

describe('index, open interest and all tickers', () => {
  it('show the index and the mark of now', async () => {
    expect(await ask(`index?symbol=${SYMBOL}`)).toMatchObject({ symbol: SYMBOL, index: '90000.0' });
    expect(await ask('index?symbol=cmt_ethusdt&priceType=MARK')).toMatchObject({ index: '0.00' });
    expect((await ask(`index?symbol=${SYMBOL}&priceType=LAST`)).code).toBe('40020');
  });

  it('count what is open once, and its worth at the mark', async () => {
    const { index: mark } = await ask(`index?symbol=${SYMBOL}&priceType=MARK`);
    const [row] = await ask(`open_interest?symbol=${SYMBOL}`);
    // 0.03 long bought by one, 0.01 sold short by the other to the maker's bid.
    expect(row).toMatchObject({ symbol: SYMBOL, base_volume: '0.0400' });
    expect(Number(row.target_volume)).toBeCloseTo(0.04 * Number(mark), 6);
    expect(await ask('open_interest?symbol=cmt_ethusdt')).toMatchObject([{ base_volume: '0', target_volume: '0' }]);
  });

  it('show each contract as its own ticker does, by contract id', async () => {
    const all = await ask('tickers');
    expect(all).toHaveLength(8);
    const single = await ask(`ticker?symbol=${SYMBOL}`);
    expect({ ...all[0], timestamp: '' }).toEqual({ ...single, timestamp: '' });
  });
});

it('candles and tape are the same after a restart, and oldest first for an operator who wants them so', async () => {
  const queries = ['1m', '5m', '1h', '1w'].map((granularity) => `candles?symbol=${SYMBOL}&granularity=${granularity}`);
  const reads = (): Promise<any[]> => Promise.all([...queries, `trades?symbol=${SYMBOL}`].map(ask));
  const before = await reads();
  await kit.app.stop();
  const flags = ['--port', '0', '--data', kit.data, '--no-market', '--log-level', 'silent', '--no-rate-limit-enabled'];
  for (const more of [[], ['--rebuild-store'], ['--compat-candle-order', 'oldestFirst']]) {
    const app = await startApp(readConfig([...flags, ...more], {}), { demo: true, clock: clock() });
    const get = async (target: string) => (await sendRaw(app.url, { target: `/capi/v2/market/${target}` })).json;
    const after = await Promise.all([...queries, `trades?symbol=${SYMBOL}`].map(get));
    const turned = more.includes('oldestFirst');
    expect(after).toEqual(turned ? [...before.slice(0, -1).map((rows) => rows.toReversed()), before.at(-1)] : before);
    expect(await get(`${queries[0]}&sort=desc`)).toEqual(before[0]);
    await app.stop();
  }
});
