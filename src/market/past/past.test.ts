// The simulated past: whole at every granularity, the same for ever, and like a market.
import { describe, expect, it } from 'vitest';
import type { Bar } from '../../bars/bar.ts';
import { GRANULARITIES, type Granularity, openOf } from '../../bars/granularity.ts';
import { joined, openingAt } from '../../bars/bar.ts';
import type { Past } from '../../bars/past.ts';
import { loadContract } from '../../core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import { PROFILES } from './profile.ts';
import { openPast } from './past.ts';

/** A Sunday, in the middle of everything. */
const END = Date.UTC(2026, 10, 22, 11, 33, 17, 123);
const DAY = 86_400_000;
const NINE: Granularity[] = ['1m', '5m', '15m', '30m', '1h', '4h', '12h', '1d', '1w'];
const SYMBOLS = PROFILES.map(({ symbol }) => symbol);

function pastOf(symbol = 'cmt_btcusdt', seed = 7, endMs = END): Past {
  const contract = loadContract(DEFAULT_CONTRACTS.find((spec) => spec.symbol === symbol)!);
  const { anchorE8 } = PROFILES.find((profile) => profile.symbol === symbol)!;
  return openPast({ name: 'pastFixed', symbol, contract, seed, price: anchorE8, endMs })!;
}

const contractOf = (symbol: string) => loadContract(DEFAULT_CONTRACTS.find((spec) => spec.symbol === symbol)!);

/** Shorter bars as longer ones. */
function addUp(bars: readonly Bar[], granularity: Granularity): Bar[] {
  const longer = new Map<number, Bar>();
  for (const bar of bars) {
    const openMs = openOf(granularity, bar.openMs);
    const before = longer.get(openMs);
    longer.set(openMs, before === undefined ? openingAt(openMs, bar) : joined(openMs, before, bar));
  }
  return [...longer.values()];
}

describe('a simulated past', () => {
  it('is there for every contract the exchange comes with', () => {
    expect(SYMBOLS).toEqual(DEFAULT_CONTRACTS.map(({ symbol }) => symbol));
  });

  it.each(SYMBOLS)('%s: every bar is exactly the minutes it is made of, to the end of the last', (symbol) => {
    const past = pastOf(symbol);
    const fromMs = openOf('1w', END - 8 * DAY);
    const minutes = past.bars('last', '1m', fromMs, END);
    expect(minutes).toHaveLength(Math.ceil((END - fromMs) / 60_000));
    expect(minutes.at(-1)?.close).toBe(past.price);
    for (const granularity of GRANULARITIES.filter((one) => one !== '1M'))
      expect(past.bars('last', granularity, fromMs, END), granularity).toEqual(addUp(minutes, granularity));
  });

  it('holds months that are exactly their days', () => {
    const past = pastOf();
    const days = past.bars('last', '1d', past.startMs, END);
    expect(past.bars('last', '1M', past.startMs, END)).toEqual(addUp(days, '1M'));
  });

  it('holds two years without a gap, that open where the bar before closed', () => {
    const past = pastOf();
    expect(past.startMs).toBeLessThanOrEqual(END - 730 * DAY);
    const hours = past.bars('last', '1h', 0, END);
    expect(hours[0]?.openMs).toBe(past.startMs);
    const after = ({ openMs, close }: (typeof hours)[number]): string => `${openMs + 3_600_000} at ${close}`;
    expect(hours.slice(1).map(({ openMs, open }) => `${openMs} at ${open}`)).toEqual(hours.slice(0, -1).map(after));
  });

  it('gives a bar the same whatever was asked before it', () => {
    const fromMs = END - 400 * DAY;
    const alone = pastOf().bars('last', '1m', fromMs, fromMs + 3_600_000);
    const past = pastOf();
    for (let day = 0; day < 700; day += 9) past.bars('last', '1m', END - day * DAY, END - day * DAY + 7_200_000);
    expect(past.bars('last', '1m', fromMs, fromMs + 3_600_000)).toEqual(alone);
    expect(pastOf('cmt_btcusdt', 8).bars('last', '1m', fromMs, fromMs + 3_600_000)).not.toEqual(alone);
  });

  it('ends a minute, an hour and a week on their very first millisecond too', () => {
    for (const endMs of [Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 23) + 1, Date.UTC(2026, 10, 22, 12) - 1]) {
      const past = pastOf('cmt_ethusdt', 3, endMs);
      for (const granularity of NINE)
        expect(past.bars('last', granularity, endMs - 14 * DAY, endMs).at(-1)).toMatchObject({
          openMs: openOf(granularity, endMs - 1),
          close: past.price,
        });
    }
  });

  it.each(SYMBOLS)(
    '%s: is on the grid, traded within its prices, and moves about as much as the living index',
    (symbol) => {
      const past = pastOf(symbol);
      const { tickE8, stepE8 } = contractOf(symbol);
      const { volatilityPpb, anchorE8 } = PROFILES.find((profile) => profile.symbol === symbol)!;
      const minutes = past.bars('last', '1m', END - 10 * DAY, END);
      let quiet = 0;
      let squares = 0;
      // Two million figures: asked of the bars themselves, and those that fail are shown.
      const isSound = ({ open, high, low, close, size, value }: (typeof minutes)[number]): boolean =>
        [open, high, low, close].every((price) => Number(price) % tickE8 === 0) &&
        low <= Math.min(Number(open), Number(close)) &&
        high >= Math.max(Number(open), Number(close)) &&
        Number(size) % stepE8 === 0 &&
        BigInt(value) * 100_000_000n >= BigInt(size) * BigInt(low) &&
        BigInt(value) * 100_000_000n <= BigInt(size) * BigInt(high);
      expect(minutes.filter((bar) => !isSound(bar))).toEqual([]);
      for (const { open, close, size } of minutes) {
        if (size === 0) quiet += 1;
        squares += (Number(close) / Number(open) - 1) ** 2;
      }
      expect(quiet / minutes.length).toBeLessThan(0.01);
      const deviation = Math.sqrt(squares / minutes.length / 60) * 1e9;
      expect(deviation / volatilityPpb).toBeGreaterThan(0.6);
      expect(deviation / volatilityPpb).toBeLessThan(1.4);
      for (const { high, low } of past.bars('last', '1w', 0, END)) {
        expect(Number(low) / anchorE8).toBeGreaterThan(0.3);
        expect(Number(high) / anchorE8).toBeLessThan(3);
      }
    },
  );

  it('knows no volume of marks and indexes, which were the last price then', () => {
    const past = pastOf();
    const [last] = past.bars('last', '1h', END - DAY, END);
    for (const kind of ['mark', 'index'] as const)
      expect(past.bars(kind, '1h', END - DAY, END)[0]).toEqual({ ...last, size: 0, value: 0 });
  });

  it('never differs from what an earlier version gave: seed 1', () => {
    const first = ['btc', 'eth', 'sol', 'doge', 'xrp', 'ada', 'bnb', 'ltc'];
    const shown = first.map((coin) => {
      const symbol = `cmt_${coin}usdt`;
      const past = pastOf(symbol, 1);
      const [week] = past.bars('last', '1w', 0, past.startMs);
      const minute = past.bars('last', '1m', END - 500 * DAY, END - 500 * DAY + 60_000)[0]!;
      return [symbol, week!.open, minute.open, minute.high, minute.low, minute.close, minute.size, minute.value].join(
        ' ',
      );
    });
    expect(shown).toMatchInlineSnapshot(`
      [
        "cmt_btcusdt 8949610000000 7764930000000 7769110000000 7764930000000 7766270000000 6210000 482294674000",
        "cmt_ethusdt 352719000000 260380000000 260580000000 260375000000 260570000000 664000000 1729763327000",
        "cmt_solusdt 22941000000 17983000000 17999000000 17964000000 17997000000 4160000000 748379100000",
        "cmt_dogeusdt 10424000 18895000 18897000 18887000 18897000 760000000000 143593000000",
        "cmt_xrpusdt 172180000 272110000 272330000 272110000 272150000 390000000000 1061445200000",
        "cmt_adausdt 47690000 52530000 52530000 52490000 52530000 5775000000000 3033029900000",
        "cmt_bnbusdt 66459000000 71077000000 71221000000 71017000000 71212000000 4500000000 3202650600000",
        "cmt_ltcusdt 10922000000 9049000000 9049000000 9041000000 9041000000 9060000000 819340800000",
      ]
    `);
  });

  it('was settled at every boundary, the one it ends on included, at the interest', () => {
    const [newest, next] = pastOf().settled(2);
    expect(newest).toEqual({ rateE8: 10_000, fundingMs: Date.UTC(2026, 10, 22, 8), mark: 0 });
    expect(next).toEqual({ rateE8: 10_000, fundingMs: Date.UTC(2026, 10, 22), mark: 0 });
    const past = pastOf('cmt_ethusdt', 3, Date.UTC(2026, 10, 22, 16));
    const all = past.settled(10_000);
    expect(all[0]?.fundingMs).toBe(past.endMs);
    expect(all.at(-1)?.fundingMs).toBe(past.startMs);
    expect(all).toHaveLength((past.endMs - past.startMs) / (8 * 3_600_000) + 1);
    expect(past.settled(0)).toEqual([]);
  });

  it('follows from its seed, price and end: a later millisecond is traded a little more, at the same prices', () => {
    const shown = (past: Past) => past.bars('last', '1h', END - DAY, END);
    expect(shown(pastOf())).toEqual(shown(pastOf()));
    const later = shown(pastOf('cmt_btcusdt', 7, END + 1));
    const prices = ({ openMs, open, high, low, close }: Bar) => [openMs, open, high, low, close];
    expect(later.map(prices)).toEqual(shown(pastOf()).map(prices));
    expect(later).not.toEqual(shown(pastOf()));
  });

  it('is not there for a contract the market has no profile of', () => {
    const contract = contractOf('cmt_btcusdt');
    expect(openPast({ name: 'pastFixed', symbol: 'cmt_abcusdt', contract, seed: 1, price: 1, endMs: END })).toBeNull();
  });
});
