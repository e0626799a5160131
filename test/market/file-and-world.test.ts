// A file's prices beside a world's: each contract follows its own source, the house quotes both, and it goes on from
// what was kept.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BUY, bestPrice, SELL } from '../../src/core/matching/book.ts';
import { FIRST_SECOND, MadeUpMarket } from '../../src/env/made-up-market.ts';
import { GIVEN_FILES } from '../../src/folder/disk/given-file.ts';
import { FileAndWorld, seedOfRest } from '../../src/market/file-and-world.ts';
import { endOf } from '../../src/market/history/history.ts';
import { historySource } from '../../src/market/history/history-source.ts';
import { openHistory } from '../../src/market/history/open-history.ts';
import { Sourced } from '../../src/market/sourced.ts';
import { TABLE } from '../../src/market/world/table.ts';
import { World } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';

const folder = mkdtempSync(join(tmpdir(), 'outcry-rest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = (at: number, symbol: string, price: number): string =>
  `${1_700_000_000_000 + at * 1_000},${symbol},${price}`;

it('goes on as a world from the last prices of a file that is over, also after a restart', async () => {
  const path = join(folder, 'short.csv');
  const rows = [
    row(0, 'BTCUSDT', 50_000),
    row(0, 'ETHUSDT', 2_000),
    row(8, 'BTCUSDT', 51_000),
    row(8, 'ETHUSDT', 2_100),
  ];
  writeFileSync(path, ['time,symbol,price', ...rows].join('\n'));
  const history = await openHistory(path, GIVEN_FILES);
  const goesOnAt = endOf(history, FIRST_SECOND);
  const symbols = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_solusdt'];
  const seed = 'and then a world';
  const made: FileAndWorld[] = [];
  const opened = (): MadeUpMarket =>
    new MadeUpMarket(seed, {
      symbols,
      weather: (state, key) => {
        const source = historySource(history, { disguise: null, names: new Map(), beginsMs: FIRST_SECOND * 1_000 });
        const file = new Sourced({ state, source, table: TABLE, key, onUnfit: () => undefined });
        const world = new World({ seed: seedOfRest(seed, sha256), sha256, second: FIRST_SECOND });
        made.push(new FileAndWorld({ file, world, rest: false, goesOnAt }));
        return made.at(-1)!;
      },
    });
  const market = opened();
  const [btc, eth, sol] = market.engine.state.instruments;
  for (let second = 0; second < 8; second++) market.pass();
  expect([btc!.indexPrice, eth!.indexPrice].map(Number)).toEqual([50_000e8, 2_000e8]);
  const kept = JSON.parse(JSON.stringify(made[0]!.save())) as ReturnType<FileAndWorld['save']>;
  const prices = new Set<number>();
  for (let second = 0; second < 20; second++) {
    market.pass();
    prices.add(Number(btc!.indexPrice));
  }
  expect(goesOnAt).toBe(FIRST_SECOND + 8);
  expect(prices.size).toBeGreaterThan(10);
  expect(Number(btc!.indexPrice) / 51_000e8).toBeCloseTo(1, 2);
  expect(Number(eth!.indexPrice) / 2_100e8).toBeCloseTo(1, 2);
  expect([Number(sol!.indexPrice), market.refused]).toEqual([0, 0]);
  expect(bestPrice(btc!.book, BUY)).toBeGreaterThan(0);

  // One that was stopped just before, or amid the world, goes on as one that was not.
  const [again, later] = [opened(), opened()].map((_, at) => made[at + 1]!);
  again!.restore(kept);
  for (let second = 8; second < 18; second++) again!.step(FIRST_SECOND + second);
  later!.restore(JSON.parse(JSON.stringify(again!.save())) as ReturnType<FileAndWorld['save']>);
  for (let second = 18; second < 28; second++) later!.step(FIRST_SECOND + second);
  expect(later!.rows.map(({ price }) => price)).toEqual(made[0]!.rows.map(({ price }) => price));
});

it('has a price in a file for a contract without a row, whom the house leaves alone', async () => {
  const path = join(folder, 'no-row.csv');
  const rows = [
    row(0, 'BTCUSDT', 50_000),
    row(0, 'ETHUSDT', 2_000),
    row(5, 'ETHUSDT', 2_100),
    row(9, 'BTCUSDT', 50_100),
  ];
  writeFileSync(path, ['time,symbol,price', ...rows].join('\n'));
  const history = await openHistory(path, GIVEN_FILES);
  const symbols = ['cmt_btcusdt', 'cmt_ethusdt'];
  const table = TABLE.filter(({ symbol }) => symbol !== symbols[1]);
  const market = new MadeUpMarket('no row', {
    symbols,
    weather: (state, key) => {
      const source = historySource(history, { disguise: null, names: new Map(), beginsMs: FIRST_SECOND * 1_000 });
      return new Sourced({ state, source, table, key, onUnfit: () => undefined });
    },
  });
  const [btc, eth] = market.engine.state.instruments;
  const prices = new Set<number>();
  for (let second = 0; second < 8; second++) {
    market.pass();
    prices.add(Number(eth!.indexPrice));
  }
  expect([...prices]).toEqual([2_000e8, 2_100e8]);
  expect(market.refused).toBe(0);
  expect([btc, eth].map((one) => bestPrice(one!.book, BUY) > 0)).toEqual([true, false]);
});

it('gives contracts that a file lacks a world', async () => {
  const path = join(folder, 'btc.csv');
  const rows = Array.from(
    { length: 60 },
    (_, at) => `${1_700_000_040_000 + at * 60_000},BTCUSDT,50000,50100,49900,50000`,
  );
  writeFileSync(path, ['time,symbol,open,high,low,close', ...rows].join('\n'));
  const history = await openHistory(path, GIVEN_FILES);
  const seed = 'file and world';
  const made: FileAndWorld[] = [];
  const market = new MadeUpMarket(seed, {
    symbols: ['cmt_btcusdt', 'cmt_ethusdt'],
    weather: (state, key) => {
      const source = historySource(history, { disguise: null, names: new Map(), beginsMs: null });
      const file = new Sourced({ state, source, table: TABLE, key, onUnfit: () => undefined });
      const rest = new World({ seed: seedOfRest(seed, sha256), sha256, second: FIRST_SECOND });
      made.push(new FileAndWorld({ file, world: rest, rest: true, goesOnAt: null }));
      return made.at(-1)!;
    },
  });
  const alone = new World({ seed: seedOfRest(seed, sha256), sha256, second: FIRST_SECOND });
  for (let second = 0; second < 30; second++) {
    market.pass();
    alone.step(FIRST_SECOND + second);
  }
  const [btc, eth] = market.engine.state.instruments;
  expect(Number(btc!.indexPrice) / 1e8).toBeGreaterThanOrEqual(49_900);
  expect(Number(btc!.indexPrice) / 1e8).toBeLessThanOrEqual(50_100);
  expect(made[0]!.rows[1]!.price).toBe(alone.rows[1]!.price);
  expect(Number(eth!.indexPrice) / 1e8).toBeCloseTo(alone.rows[1]!.price, 1);
  for (const one of [btc!, eth!])
    expect([bestPrice(one.book, BUY) > 0, bestPrice(one.book, SELL) > 0]).toEqual([true, true]);
  expect(market.refused).toBe(0);
  expect(market.market.shock(null, 1_000_000, 'somebody')).toEqual([]);

  const kept = JSON.parse(JSON.stringify(made[0]!.save())) as ReturnType<FileAndWorld['save']>;
  const again = new MadeUpMarket(seed, { symbols: ['cmt_btcusdt', 'cmt_ethusdt'], weather: () => made[0]! });
  made[0]!.restore(kept);
  expect(JSON.parse(JSON.stringify(made[0]!.save()))).toEqual(kept);
  expect(again.refused).toBe(0);
});
