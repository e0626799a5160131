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
import { historySource } from '../../src/market/history/history-source.ts';
import { openHistory } from '../../src/market/history/open-history.ts';
import { Sourced } from '../../src/market/sourced.ts';
import { TABLE } from '../../src/market/world/table.ts';
import { World } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';

const folder = mkdtempSync(join(tmpdir(), 'outcry-rest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
      const source = historySource(history, { disguise: null, names: new Map() });
      const file = new Sourced({ state, source, table: TABLE, key, onUnfit: () => undefined });
      const rest = new World({ seed: seedOfRest(seed, sha256), sha256, second: FIRST_SECOND });
      made.push(new FileAndWorld(file, rest));
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
