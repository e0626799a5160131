/** Rows found again from bars of a world that was made with them. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readReveal, revealText, rowsOf } from '../verify/reveal.ts';
import { TABLE } from '../world/table.ts';
import { World } from '../world/world.ts';
import { fitRow } from './fit.ts';
import type { History, Series } from './history.ts';

const SECOND = 1_767_225_600;
const HOURS = 36;
const MINUTE = 60;

/** Bars of a minute that a world made in a day and a half. */
function barsOf(seed: string): Series[] {
  const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
  const world = new World({ seed, sha256, second: SECOND });
  const made = TABLE.map(({ symbol }) => {
    const [timesMs, open, high, low, close, volume, premiumBp] = Array.from({ length: 7 }, (): number[] => []);
    return { symbol, timesMs, open, high, low, close, volume, premiumBp } as unknown as Series;
  });
  for (let at = 0; at < HOURS * 60 * MINUTE; at++) {
    world.step(SECOND + at);
    for (const [number, { price }] of world.rows.entries()) {
      const bars = made[number]!;
      const [bar, priceE8] = [Math.floor(at / MINUTE), Math.floor(price * 1e8)];
      if (at % MINUTE === 0) {
        bars.timesMs.push((SECOND + at) * 1_000);
        for (const column of [bars.open, bars.high, bars.low, bars.close]) column.push(priceE8);
        bars.volume.push(2_000);
      }
      bars.high[bar] = Math.max(bars.high[bar]!, priceE8);
      bars.low[bar] = Math.min(bars.low[bar]!, priceE8);
      bars.close[bar] = priceE8;
    }
  }
  return made;
}

describe('a row from bars', () => {
  const made = barsOf('fit');
  const history = { barMs: 60_000, series: new Map(made.map((one) => [one.symbol, one])) } as unknown as History;

  it.each(TABLE.map((row, number) => [row.symbol, row, number] as const))(
    'is near the one that made %s',
    (symbol, row, number) => {
      const { row: found, bars, assumed } = fitRow(history, made[number]!, made[0]!, symbol);
      expect(bars).toBe(HOURS * 60 - 1);
      // A day and a half is calm or wild: volatility is clustered over days.
      expect(found.sigma / row.sigma).toBeGreaterThan(0.5);
      expect(found.sigma / row.sigma).toBeLessThan(2);
      expect(Math.abs(found.beta - row.beta)).toBeLessThan(0.2);
      expect(assumed).toEqual(['lag']);
      // 2,000 USDT a minute are 2.88 M a day, of which six tenths of the day's scale are traded.
      expect(found.rate * found.value * 86_400 * 2.9 * 0.6).toBeCloseTo(2_880_000, -4);
    },
  );

  it('is a row as settings take it, when it was written down and read again', () => {
    const fitted = made.map((one) => fitRow(history, one, made[0]!, `own_${one.symbol}`).row);
    const { table } = readReveal(revealText({ seed: 'x', table: fitted }));
    expect(rowsOf(JSON.parse(JSON.stringify(fitted)), 'rows')).toEqual(fitted);
    expect(table).toEqual(fitted);
  });

  it('says what it assumed, and refuses what says nothing', () => {
    const alone = fitRow(history, made[1]!, null, 'cmt_ethusdt');
    expect([alone.row.beta, alone.assumed]).toEqual([0.8, ['lag', 'beta']]);
    const silent = { ...made[1]!, volume: made[1]!.volume.map(() => Number.NaN) };
    expect(fitRow(history, silent, made[0]!, 'cmt_ethusdt').assumed).toEqual([
      'lag',
      'rate',
      'value',
      'depth',
      'funds',
    ]);
    const short = { ...made[1]!, timesMs: made[1]!.timesMs.slice(0, 9), close: made[1]!.close.slice(0, 9) };
    expect(() => fitRow(history, short, null, 'x')).toThrow('has 8 bars with one before them, needs 1000 bars');
    expect(() => fitRow({ ...history, barMs: 0 }, made[1]!, null, 'x')).toThrow('has single prices, needs 1000 bars');
  });
});
