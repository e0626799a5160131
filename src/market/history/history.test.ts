/** Files of prices as people have them: each layout read, each fault said by line and column, bars as they move. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../core/language/contract.ts';
import { Draws, keyOf } from '../world/draws.ts';
import { pathOf } from './bar-path.ts';
import { disguiseOf } from './disguise.ts';
import { endOf, gapsOf } from './history.ts';
import { historySource } from './history-source.ts';
import { openHistory as open } from './open-history.ts';

const reader = {
  bytes: (path: string) => readFileSync(path),
  text: (_name: string, bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
};
const openHistory = (path: string) => open(path, reader);
const folder = mkdtempSync(join(tmpdir(), 'outcry-history-'));
afterAll(() => rmSync(folder, { recursive: true }));

const T = 1_767_225_600_000;
const MINUTE = 60_000;
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const KEY = keyOf('history', sha256);
const contract = (symbol: string) => ({ symbol, tickE8: 10_000_000 }) as Contract;
const PLAYED = { disguise: null, names: new Map<string, string>(), beginsMs: null };

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const csv = (...lines: string[]): string => `${lines.join('\n')}\n`;

const BAR = [100, 110, 95, 105] as const;
const minutes = (count: number, row: (timeMs: number, at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => row(T + at * MINUTE, at));

const LAYOUTS: Readonly<Record<string, { name: string; text: string }>> = {
  'a file of one’s own': {
    name: 'own.csv',
    text: csv('time;symbol;open;high;low;close;volume', ...minutes(2, (t) => `${t};BTCUSDT;${BAR.join(';')};7`)),
  },
  'klines of an archive, with its header': {
    name: 'BTCUSDT-1m-2026-01.csv',
    text: csv(
      'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore',
      ...minutes(2, (t) => `${t},${BAR.join(',')},0.07,${t + 59_999},7,3,0.03,3,0`),
    ),
  },
  'older klines, without one': {
    name: 'BTCUSDT-1m-2020-01.csv',
    text: csv(...minutes(2, (t) => `${t},${BAR.join(',')},0.07,${t + 59_999},7,3,0.03,3,0`)),
  },
  'klines in microseconds': {
    name: 'BTCUSDT-1m-2025-01.csv',
    text: csv(...minutes(2, (t) => `${t}000,${BAR.join(',')},0.07,${t}999,7,3,0.03,3,0`)),
  },
  'candles with a column of instruments': {
    name: 'candles.csv',
    text: csv(
      'instrument_name,open,high,low,close,vol,vol_ccy,vol_quote,open_time,confirm',
      ...minutes(2, (t) => `BTC-USDT,${BAR.join(',')},1,1,7,${t},1`),
    ),
  },
  'a data frame with dates': {
    name: 'BTC_USDT_USDT-1m-futures.csv',
    text: csv(
      'date,open,high,low,close,volume',
      ...minutes(
        2,
        (t) => `"${new Date(t).toISOString().replace('T', ' ').replace('.000Z', '+00:00')}",${BAR.join(',')},7`,
      ),
    ),
  },
};

/** Three minutes as a data frame of a trading framework writes them: date, open, high, low, close, volume; Snappy. */
const PARQUET = Buffer.from(
  [
    'UEFSMRUGFTQVOFwVBhUAFQYVABUEFQAAAAMHGFwAqNp2mwEAAGCS23abAQAAwHzcdpsBAAAVBBUQFRRMFQIVAAAACBwAAAAAAABZQBUG',
    'FQgVDFwVBhUAFQYVEBUEFQAAAAMHAgQAAxUEFRAVFEwVAhUAAAAIHAAAAAAAgFtAFQYVCBUMXBUGFQAVBhUQFQQVAAAAAwcCBAADFQQV',
    'EBUUTBUCFQAAAAgcAAAAAADAV0AVBhUIFQxcFQYVABUGFRAVBBUAAAADBwIEAAMVBBUQFRRMFQIVAAAACBwAAAAAAEBaQBUGFQgVDFwV',
    'BhUAFQYVEBUEFQAAAAMHAgQAAxUEFRAVFEwVAhUAAAAIHAAAAAAAABxAFQYVCBUMXBUGFQAVBhUQFQQVAAAAAwcCBAADFQQZfEgEcm9v',
    'dBUMABUEJQIYBGRhdGUlEgAVCiUCGARvcGVuABUKJQIYBGhpZ2gAFQolAhgDbG93ABUKJQIYBWNsb3NlABUKJQIYBnZvbHVtZQAWBhkc',
    'GWwmCBwVBBkVABkYBGRhdGUVAhYGFl4WYiYIPDYAKAjAfNx2mwEAABgIAKjadpsBAAAAGRwVBhUAFQIAAAAmahwVChklABAZGARvcGVu',
    'FQIWBhZcFmQmmAEmahw2ACgIAAAAAAAAWUAYCAAAAAAAAFlANgAAGSwVBBUAFQIAFQYVEBUCAAAAJs4BHBUKGSUAEBkYBGhpZ2gVAhYG',
    'FlwWZCb8ASbOARw2ACgIAAAAAACAW0AYCAAAAAAAgFtANgAAGSwVBBUAFQIAFQYVEBUCAAAAJrICHBUKGSUAEBkYA2xvdxUCFgYWXBZk',
    'JuACJrICHDYAKAgAAAAAAMBXQBgIAAAAAADAV0A2AAAZLBUEFQAVAgAVBhUQFQIAAAAmlgMcFQoZJQAQGRgFY2xvc2UVAhYGFlwWZCbE',
    'AyaWAxw2ACgIAAAAAABAWkAYCAAAAAAAQFpANgAAGSwVBBUAFQIAFQYVEBUCAAAAJvoDHBUKGSUAEBkYBnZvbHVtZRUCFgYWXBZkJqgE',
    'JvoDHDYAKAgAAAAAAAAcQBgIAAAAAAAAHEA2AAAZLBUEFQAVAgAVBhUQFQIAAAAWqgQWBjbWBAAoCWh5cGFycXVldBlsHAAAHAAAHAAA',
    'HAAAHAAAHAAAADUCAABQQVIx',
  ].join(''),
  'base64',
);

describe('a file of history', () => {
  it.each(Object.entries(LAYOUTS))('is read as %s', async (_what, { name, text }) => {
    const { barMs, series, fromMs, toMs } = await openHistory(written(name, text));
    expect([barMs, fromMs, toMs]).toEqual([MINUTE, T, T + 2 * MINUTE]);
    const found = [...series.values()];
    expect(found).toHaveLength(1);
    const { open: begun, high, low, close, volume } = found[0]!;
    expect([begun[1], high[1], low[1], close[1]]).toEqual(BAR.map((price) => price * 1e8));
    expect(volume[1]).toBe(7);
    expect(historySource(await openHistory(join(folder, name)), PLAYED).of(contract('cmt_btcusdt'))).not.toBeNull();
  });

  it('is read as Parquet', async () => {
    const { barMs, series } = await openHistory(written('BTC_USDT_USDT-1m-futures.parquet', PARQUET));
    const { timesMs, open: begun, high, low, close, volume } = series.get('btcusdt')!;
    expect([barMs, timesMs]).toEqual([MINUTE, [T, T + MINUTE, T + 2 * MINUTE]]);
    expect([begun[2], high[2], low[2], close[2], volume[2]]).toEqual([...BAR.map((price) => price * 1e8), 7]);
  });

  it('is read packed, and as a folder of months, and only if its published checksum agrees', async () => {
    const months = join(folder, 'months');
    mkdirSync(months);
    const month = (from: number): string =>
      csv(...minutes(3, (t) => `${t + from * MINUTE},${BAR.join(',')},0,0,7,3,0,3,0`));
    const first = zipSync({ 'BTCUSDT-1m-2026-01.csv': new TextEncoder().encode(month(0)) });
    writeFileSync(join(months, 'BTCUSDT-1m-2026-01.zip'), first);
    const published = createHash('sha256').update(first).digest('hex');
    writeFileSync(join(months, 'BTCUSDT-1m-2026-01.zip.CHECKSUM'), `${published}  BTCUSDT-1m-2026-01.zip\n`);
    writeFileSync(join(months, 'BTCUSDT-1m-2026-02.csv.gz'), gzipSync(month(3)));
    const { series, files } = await openHistory(months);
    expect(series.get('btcusdt')!.timesMs).toHaveLength(6);
    expect(files).toHaveLength(2);
    writeFileSync(join(months, 'BTCUSDT-1m-2026-01.zip.CHECKSUM'), `${'0'.repeat(64)}  BTCUSDT-1m-2026-01.zip\n`);
    await expect(openHistory(months)).rejects.toThrow(`${published}, and its venue published ${'0'.repeat(64)}`);
  });

  it.each([
    ['time,symbol,open,high,low', `${T},BTCUSDT,1,1,1`, 'line 1, header: the header has no close; found time, symbol'],
    ['time,symbol,price', `${T},BTCUSDT,NaN`, "line 2, price: 'NaN' is no price above 0"],
    ['time,symbol,price', `${T},BTCUSDT,0`, "line 2, price: '0' is no price above 0"],
    ['time,symbol,price', `${T},BTCUSDT,-1`, "line 2, price: '-1' is no price above 0"],
    ['time,symbol,price', `2026-01-01 00:00:00,BTCUSDT,1`, 'line 2, time: '],
    ['time,symbol,price', `17672256,BTCUSDT,1`, "'17672256' is no time; needs epoch ms, or 2026-01-01T00:00:00Z"],
    ['time,symbol,price', `${T},BTCUSDT,2\n${T - 1},BTCUSDT,2`, 'line 3, time: 2025-12-31T23:59:59.999Z is not after'],
    ['time,symbol,price', `${T},,2`, 'line 2, symbol: nothing there'],
    ['time,price', `${T},2`, 'line 2, symbol: no such column, and the file’s name begins with none'.replace('’', "'")],
    ['time,symbol,open,high,low,close', `${T},BTCUSDT,5,6,4,7`, "line 2, high: 6 is below the bar's close, 7"],
    ['time,symbol,open,high,low,close', `${T},BTCUSDT,3,6,4,5`, "line 2, low: 4 is above the bar's open, 3"],
    [
      'time,symbol,open,high,low,close,volume',
      `${T},BTCUSDT,5,6,4,5,-1`,
      "line 2, volume: '-1' is no amount from 0 up",
    ],
    [
      'time,symbol,open,high,low,close',
      `${T},BTCUSDT,5,6,4,5\n${T + 500},BTCUSDT,5,6,4,5`,
      'line 3, time: the first two bars are 500 ms apart; a bar takes from 1 s to 1 d, in whole seconds',
    ],
    [
      'time,symbol,open,high,low,close',
      `${T},BTCUSDT,5,6,4,5\n${T + 60_000},BTCUSDT,5,6,4,5\n${T + 90_000},BTCUSDT,5,6,4,5`,
      'line 4, time: 30 s after the bar before, in a file of bars of 60 s',
    ],
    ['time,symbol,price', '', 'has no prices'],
    ['time,symbol,price', `${T},BTCUSDT,2`, 'has prices of one moment'],
    ['1,2', '', 'line 1, header: 2 cells and no header; needs a header such as time,symbol,open'],
  ])('says by line and column what is wrong: %s / %s', async (header, rows, what) => {
    await expect(openHistory(written('bad.csv', csv(header, rows)))).rejects.toThrow(what);
  });

  it('says what it is when it is none of these', async () => {
    await expect(openHistory(written('bad.zip', 'PK, but no archive'))).rejects.toThrow('is no whole ZIP archive');
    await expect(openHistory(written('bad.parquet', 'PAR1, but no table'))).rejects.toThrow('is no Parquet file');
    await expect(openHistory(written('bad.gz', Uint8Array.of(0x1f, 0x8b, 1)))).rejects.toThrow('is no whole gzip file');
  });

  it('shows its gaps, crosses short ones in a straight line, and has no price in long ones', async () => {
    const row = (minute: number, price: number): string =>
      `${T + minute * MINUTE},BTCUSDT,${`${price},`.repeat(3)}${price}`;
    const text = csv('time,symbol,open,high,low,close', row(0, 100), row(1, 100), row(4, 130), row(9, 130));
    const history = await openHistory(written('gaps.csv', text));
    expect(gapsOf(history)).toEqual([
      { symbol: 'BTCUSDT', fromMs: T + 2 * MINUTE, toMs: T + 4 * MINUTE, bars: 2 },
      { symbol: 'BTCUSDT', fromMs: T + 5 * MINUTE, toMs: T + 9 * MINUTE, bars: 4 },
    ]);
    const prices = historySource(history, PLAYED).of(contract('cmt_btcusdt'))!;
    // The file's ten minutes begin whenever the clock is at a multiple of them.
    const at = (minute: number): number | undefined => prices.next(1_000_000 * 10 * MINUTE + minute * MINUTE)?.priceE8;
    expect([at(0), at(2), at(3), at(4), at(4.99)]).toEqual([100e8, 100e8, 115e8, 130e8, 130e8]);
    expect([at(5), at(8.99)]).toEqual([undefined, undefined]);
    expect([at(9), at(10)]).toEqual([130e8, 100e8]);
  });

  it('is played once from a moment on, and then has no price', async () => {
    const text = csv('time,symbol,open,high,low,close', ...minutes(3, (t) => `${t},BTCUSDT,${BAR.join(',')}`));
    const history = await openHistory(written('once.csv', text));
    const beginsMs = 1_900_000_007_000;
    const { next, about, lastE8 } = historySource(history, { ...PLAYED, beginsMs }).of(contract('cmt_btcusdt'))!;
    const at = (second: number): number | undefined => next(beginsMs + second * 1_000)?.priceE8;
    expect([at(-1), at(0), at(59), at(60), at(179), at(180)]).toEqual([
      undefined,
      100e8,
      105e8,
      100e8,
      105e8,
      undefined,
    ]);
    expect(lastE8).toBe(105e8);
    expect([about!(beginsMs + 178_000) === null, about!(beginsMs + 179_000)]).toEqual([false, null]);
    expect(endOf(history, 1_900_000_007)).toBe(1_900_000_187);
    const [disguised] = [7, 8].map((n) => historySource(history, { ...PLAYED, beginsMs, disguise: String(n) }));
    const hidden = disguised!.of(contract('cmt_btcusdt'))!;
    expect(hidden.next(beginsMs + 179_000)?.priceE8).toBe(hidden.lastE8);
  });

  it('is found by another name where the operator says which, and is refused where a tick is too fine', async () => {
    const text = csv('time,symbol,price', `${T},XBT,90000000`, `${T + 1000},XBT,90000000`);
    const history = await openHistory(written('names.csv', text));
    const names = new Map([['cmt_btcusdt', 'XBT']]);
    expect(historySource(history, PLAYED).of(contract('cmt_btcusdt'))).toBeNull();
    expect(historySource(history, { ...PLAYED, names }).of(contract('cmt_btcusdt'))).not.toBeNull();
    const fine = { symbol: 'cmt_btcusdt', tickE8: 1 } as Contract;
    expect(() => historySource(history, { ...PLAYED, names }).of(fine)).toThrow('over 1073741824 ticks');
  });
});

describe('the seconds of a bar', () => {
  const bar = fc
    .tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 1e7 }), fc.nat(1000), fc.nat(1000))
    .map(([low, range, a, b]) => {
      const within = (part: number): number => low + Math.floor((range * part) / 1000);
      return { open: within(a), high: low + range, low, close: within(b) };
    });

  it('keep open, high, low and close exactly, and never leave the range', () => {
    fc.assert(
      fc.property(bar, fc.integer({ min: 4, max: 700 }), fc.nat(), (one, seconds, number) => {
        const path = pathOf(one, seconds, new Draws(KEY, 10, 0, number));
        expect([path[0], path.at(-1)]).toEqual([one.open, one.close]);
        expect([Math.min(...path), Math.max(...path)]).toEqual([one.low, one.high]);
        expect(path.every(Number.isInteger)).toBe(true);
      }),
    );
  });

  it('move about as much as prices of that range do', () => {
    // A walk of 3,600 steps of deviation 1 has a range of about 1.6 × 60: its bar is given, its steps are to be found.
    const draws = new Draws(KEY, 10, 1, 1);
    let [squares, walks] = [0, 0];
    for (let bars = 0; bars < 40; bars++) {
      let price = 1e9;
      const walk = Array.from({ length: 3_600 }, () => (price += draws.z() * 1e4));
      for (let at = 1; at < walk.length; at++) walks += (walk[at]! - walk[at - 1]!) ** 2;
      const one = { open: walk[0]!, high: Math.max(...walk), low: Math.min(...walk), close: walk.at(-1)! };
      const path = pathOf(one, 3_600, new Draws(KEY, 10, 2, bars));
      for (let at = 1; at < path.length; at++) squares += (path[at]! - path[at - 1]!) ** 2;
    }
    const ratio = Math.sqrt(squares / walks);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.1);
  });

  it('are the same wherever they are read from', async () => {
    const text = csv('time,symbol,open,high,low,close', ...minutes(3, (t) => `${t},BTCUSDT,${BAR.join(',')}`));
    const history = await openHistory(written('same.csv', text));
    const all = (): (number | undefined)[] => {
      const prices = historySource(history, PLAYED).of(contract('cmt_btcusdt'))!;
      return Array.from({ length: 180 }, (_, second) => prices.next(second * 1_000)?.priceE8);
    };
    const late = historySource(history, PLAYED).of(contract('cmt_btcusdt'))!;
    expect(all().slice(100)).toEqual(Array.from({ length: 80 }, (_, at) => late.next((at + 100) * 1_000)?.priceE8));
    expect(new Set(all()).size).toBeGreaterThan(100);
  });
});

describe('a disguise', () => {
  it('scales by a half to two onto a tick, mirrors about half of the contracts, and is one for a seed', () => {
    let mirrored = 0;
    for (let number = 0; number < 400; number++) {
      const [one, again] = [0, 1].map(() => disguiseOf(new Draws(KEY, 11, number), 90_000e8, 1e7));
      const start = one!.of(90_000e8);
      expect(start % 1e7).toBe(0);
      expect(start).toBeGreaterThanOrEqual(45_000e8 - 1e7);
      expect(start).toBeLessThan(180_000e8);
      const risen = one!.of(99_000e8) / start;
      if (risen < 1) mirrored += 1;
      expect(risen < 1 ? 1 / risen : risen).toBeCloseTo(1.1, 6);
      expect(again!.of(12_345e8)).toBe(one!.of(12_345e8));
    }
    expect(mirrored).toBeGreaterThan(150);
    expect(mirrored).toBeLessThan(250);
  });
});
