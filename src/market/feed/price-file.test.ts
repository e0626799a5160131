import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Instrument } from '../../core/state/records.ts';
import { openPriceFile } from './price-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'outcry-prices-'));
afterAll(() => rmSync(folder, { recursive: true }));

const T = 1_767_258_000_000;
function fileOf(...lines: string[]): string {
  const path = join(folder, 'prices.csv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
const BTC = { contract: { symbol: 'cmt_btcusdt' } } as Instrument;
const ETH = { contract: { symbol: 'cmt_ethusdt' } } as Instrument;

const ROWS = [
  `${T},BTCUSDT,100`,
  `${T + 1_000},BTCUSDT,101.5`,
  `{"symbol":"cmt_btcusdt","price":"102","time":${T + 2_000}}`,
];

describe('a file of prices', () => {
  it('is played by the clock, round and round, so that a restart goes on where the clock is', () => {
    const path = fileOf('time,symbol,price', ...ROWS, `${T + 4_000},BTCUSDT,90`);
    const at = (nowMs: number): number | undefined => openPriceFile(path).of(BTC, null, 1)?.next(nowMs)?.priceE8;
    for (const round of [0, 4_000, 4_000 * 1_000_000]) {
      expect([at(round), at(round + 999), at(round + 1_000), at(round + 3_999)]).toEqual([
        10_000_000_000, 10_000_000_000, 10_150_000_000, 10_200_000_000,
      ]);
    }
  });

  it('has no prices of a contract that is not in it', () => {
    expect(openPriceFile(fileOf(...ROWS)).of(ETH, null, 1)).toBeNull();
  });

  it.each([
    [[...ROWS, `${T},BTCUSDT,100`], `line 4: the time ${T} is before`],
    [[`${T / 1000},BTCUSDT,100`], 'is no time in epoch ms; a line is 1767258000000,BTCUSDT,90000.1'],
    [[`${T},,100`], 'line 1: no symbol in the second place'],
    [[`${T},BTCUSDT,cheap`], "line 1: 'cheap' is no price above 0"],
    [['{"symbol":"BTCUSDT","price":"1"}'], 'line 1: no time'],
    [[''], 'has prices of no moment'],
    [[`${T},BTCUSDT,100`], 'has prices of one moment'],
  ])('says by line what is wrong: %j', (lines, what) => {
    expect(() => openPriceFile(fileOf(...lines))).toThrow(what);
  });
});
