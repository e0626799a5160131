// The last 24 hours from every source of a started exchange: ticker, tickers, the channel of tickers, and candles of
// every length. On a clock of the test's own that stands shortly before midnight, where days, hours and minutes all
// end, so that candles of each length cover exactly the day of the tickers.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { KEPT, openOf, spanOf } from '../../src/bars/granularity.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { type App, startApp } from '../../src/app/start.ts';
import { oneClock } from '../../src/time/wall-clock.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { asked, PATIENCE_MS } from '../patience.ts';
import { connect, PUBLIC, type TestSocket } from '../push/push-kit.ts';
import { type Kit, quote, sendRaw, startKit, SYMBOL } from './kit.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const LENGTHS = KEPT.filter((one) => one !== '1w');
type Length = (typeof LENGTHS)[number];
/** When the first minute of a day begins. */
const beginOf = (nowMs: number): number => openOf('1m', nowMs) - DAY + MINUTE;
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

interface Figures {
  readonly high: string;
  readonly low: string;
  readonly last: string;
  readonly change: string;
  readonly size: string;
  readonly value: string;
}

/** Everything that says what a contract's last 24 hours were, by source. */
async function sourcesOf(url: string, socket: TestSocket, nowMs: number): Promise<[string, Record<string, Figures>][]> {
  const ask = async (target: string): Promise<any> =>
    (await sendRaw(url, { target: `/capi/v2/market/${target}` })).json;
  const all: any[] = await ask('tickers');
  return Promise.all(
    all.map(async (row): Promise<[string, Record<string, Figures>]> => {
      const { symbol } = row;
      const lengths = LENGTHS.filter((length) => openOf(length, beginOf(nowMs)) === beginOf(nowMs));
      const candles = lengths.map(async (length) => [length, asFigures(await candlesOf(ask, symbol, length, nowMs))]);
      const pushed = socket.got.findLast(({ channel, data }) => channel === `ticker.${symbol}` && data !== undefined);
      return [
        symbol,
        {
          tickers: tickerFigures(row),
          ticker: tickerFigures(await ask(`ticker?symbol=${symbol}`)),
          channel: pushedFigures(pushed.data[0]),
          ...Object.fromEntries(await Promise.all(candles)),
        },
      ];
    }),
  );
}

/** Page by page, from the first to the last of the day that ends now. */
async function candlesOf(ask: (target: string) => Promise<any>, symbol: string, length: Length, nowMs: number) {
  const fromMs = beginOf(nowMs);
  const pageMs = 100 * spanOf(length);
  const rows: string[][] = [];
  for (let startMs = fromMs; startMs <= nowMs; startMs += pageMs) {
    const times = `startTime=${startMs}&endTime=${startMs + pageMs - 1}&sort=asc`;
    const page = await ask(`historyCandles?symbol=${symbol}&granularity=${length}&${times}`);
    expect(page, times).toBeInstanceOf(Array);
    rows.push(...page);
  }
  return rows;
}

const tickerFigures = (row: any): Figures => ({
  high: row.high_24h,
  low: row.low_24h,
  last: row.last,
  change: row.priceChangePercent,
  size: row.base_volume,
  value: row.volume_24h,
});

const pushedFigures = (row: any): Figures => ({
  high: row.high,
  low: row.low,
  last: row.lastPrice,
  change: row.priceChangePercent,
  size: row.size,
  value: row.value,
});

function asFigures(rows: readonly string[][]): Figures {
  const column = (place: number): string[] => rows.map((row) => row[place]!);
  const byWorth = (a: string, b: string): number => Number(a) - Number(b);
  const [open, last] = [rows[0]![1]!, rows.at(-1)![4]!];
  return {
    high: column(2).toSorted(byWorth).at(-1)!,
    low: column(3).toSorted(byWorth)[0]!,
    last,
    change: changeOf(open, last),
    size: sumOf(column(5)),
    value: sumOf(column(6)),
  };
}

/** Half away from zero, to six decimals, exactly. */
function changeOf(open: string, last: string): string {
  const [from, to] = [open, last].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint];
  const [difference, sign] = to < from ? [from - to, '-'] : [to - from, ''];
  const ppm = (difference * 2_000_000n + from) / (2n * from);
  const digits = String(ppm).padStart(7, '0');
  return `${ppm === 0n ? '' : sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function sumOf(texts: readonly string[]): string {
  const decimals = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const units = texts.reduce((sum, text) => {
    const [whole = '', part = ''] = text.split('.');
    return sum + BigInt(whole + part.padEnd(decimals, '0'));
  }, 0n);
  const digits = String(units).padStart(decimals + 1, '0');
  if (units === 0n || decimals === 0) return String(units);
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Trading goes on between two questions: asked again until all answers are of one moment. */
async function expectOneDay(url: string, nowMs: () => number): Promise<void> {
  const socket = await connect(url, PUBLIC);
  const { json } = await sendRaw(url, { target: '/capi/v2/market/contracts' });
  for (const { symbol } of json) {
    await socket.subscribe(`ticker.${symbol}`);
    await socket.ever(({ channel, data }) => channel === `ticker.${symbol}` && data !== undefined);
  }
  const left = new Set<string>(json.map(({ symbol }: any) => symbol));
  const unlike = await asked(
    async () => {
      const sources = await sourcesOf(url, socket, nowMs());
      for (const [symbol, found] of sources)
        if (new Set(Object.values(found).map((one) => JSON.stringify(one))).size === 1) left.delete(symbol);
      return sources.filter(([symbol]) => left.has(symbol));
    },
    (found) => found.length === 0,
  );
  expect(unlike).toEqual([]);
  socket.close();
}

it(
  'is one and the same at once after a start with a simulated past, after restarts, half a day and a day later',
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'outcry-day-'));
    folders.push(data);
    const midnight = Date.UTC(2026, 0, 8);
    let now = { exchange: 0, machine: 0 };
    // Twenty times slower than life, so that the minute outlasts the questions.
    const nowMs = (): number => Math.floor(now.exchange + (performance.now() - now.machine) / 20);
    const startAt = async (exchange: number): Promise<App> => {
      now = { exchange, machine: performance.now() };
      const flags = ['--port', '0', '--data', data, '--seed', '7', '--no-agents', '--log-level', 'silent'];
      const config = readConfig([...flags, '--no-rate-limit-enabled'], {});
      return startApp(config, { demo: true, clock: wallClock(oneClock(nowMs)) });
    };
    const trades = async (app: App): Promise<number> =>
      (await sendRaw(app.url, { target: `/capi/v2/market/trades?symbol=${SYMBOL}` })).json.length;

    let app = await startAt(midnight - 40_000);
    await expectOneDay(app.url, nowMs);
    await asked(
      () => trades(app),
      (count) => count > 0,
    );
    await expectOneDay(app.url, nowMs);
    await app.stop();
    for (const [later, goesOn] of [
      [0, 'from a snapshot'],
      [DAY / 2, 'from a snapshot'],
      [DAY, 'from the journal'],
    ] as const) {
      const snapshots = join(data, 'snapshots');
      expect(readdirSync(snapshots).length, 'snapshots to go on from').toBeGreaterThan(0);
      if (goesOn === 'from the journal') rmSync(snapshots, { recursive: true });
      app = await startAt(Math.max(midnight + later - 40_000, nowMs() + 1));
      await expectOneDay(app.url, nowMs);
      await app.stop();
    }
  },
  3 * PATIENCE_MS,
);

it('is one and the same without a past, wherever its edge lies', async () => {
  let nowMs = Date.UTC(2026, 0, 8) - DAY - 40_000;
  const kit: Kit = await startKit(undefined, undefined, undefined, { clock: wallClock(oneClock(() => nowMs)) });
  try {
    const ask = async (target: string): Promise<any> => (await kit.send({ target: `/capi/v2/market/${target}` })).json;
    const minutes = async (): Promise<Figures> => asFigures(await candlesOf(ask, SYMBOL, '1m', nowMs));
    await kit.setPrice(SYMBOL, '90000');
    const none = { high: '90000.0', low: '90000.0', last: '90000.0', change: '0.000000', size: '0', value: '0' };
    expect(tickerFigures(await ask(`ticker?symbol=${SYMBOL}`))).toEqual(none);
    await quote(kit, SYMBOL, ['89990.0', '90010.0'], '10');
    await kit.place(kit.alice, { size: '0.02' });
    // A quiet while; then the edge of the window passes the first trade, the second, and all of them.
    for (const [wait, type] of [
      [30_000, '2'],
      [DAY - 2 * MINUTE, '1'],
      [59_999, null],
      [1, null],
      [MINUTE, null],
      [DAY, null],
    ] as const) {
      nowMs += wait;
      await kit.setPrice(SYMBOL, '90000');
      if (type !== null) await kit.place(kit.alice, { type, size: '0.01' });
      const figures = tickerFigures(await ask(`ticker?symbol=${SYMBOL}`));
      expect(figures, String(wait)).toEqual(await minutes());
    }
    expect(await minutes()).toMatchObject({ high: '90010.0', low: '90010.0', size: '0', change: '0.000000' });
  } finally {
    await kit.stop();
  }
});
