// Anybody checks a contest's market from outside, with the verb: by its bundle, what was revealed, and published
// candles, of which one that was altered is named.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { wholePart, writeParts } from '../../src/bundle/bundle-file.ts';
import { commitmentOf, revealText } from '../../src/market/verify/reveal.ts';
import { TABLE } from '../../src/market/world/table.ts';
import { World } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { cleanUp, newFolder, outcry } from './process.ts';

afterEach(cleanUp);

const BEGIN = 1_769_990_400;
const REVEALED = { seed: 'from outside', table: TABLE, headlines: true as const };
const MINUTES = 20;

/** Rows of index candles of a minute of btc, as historyCandles has them. */
function candles(): string[][] {
  const world = new World({ ...REVEALED, sha256, second: BEGIN });
  const rows: string[][] = [];
  let last = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    const prices = minute === 0 ? [] : [last];
    for (let second = 0; second < 60; second++) {
      world.step(BEGIN + minute * 60 + second);
      last = Math.floor(world.rows[0]!.price * 100) / 100;
      prices.push(last);
    }
    const bar = [prices[0]!, Math.max(...prices), Math.min(...prices), last];
    rows.push([`${(BEGIN + minute * 60) * 1_000}`, ...bar.map((price) => price.toFixed(2)), '1', '1']);
  }
  // The first minute is not wholly of this market.
  return rows.slice(1);
}

it('the verb holds candles against a bundle and what was revealed', async () => {
  const folder = newFolder();
  const text = (name: string, value: string): string => {
    writeFileSync(join(folder, name), value);
    return join(folder, name);
  };
  const market = commitmentOf(REVEALED, sha256);
  const begin = {
    what: 'begin',
    step: 0,
    second: BEGIN,
    symbol: null,
    market,
    prices: TABLE.map(({ start }) => start),
  };
  const parts = [
    wholePart('contest.json', Buffer.from(JSON.stringify({ id: 'c1', market }))),
    wholePart('market-log.jsonl', Buffer.from(`${JSON.stringify(begin)}\n`)),
  ];
  const bundle = join(folder, 'c1.tar.gz');
  writeFileSync(bundle, Buffer.concat(await Array.fromAsync(writeParts(parts, 'packed'))));
  const revealed = text('revealed.json', revealText(REVEALED));
  const rows = candles();
  const csv = (all: readonly string[][]): string => all.map((row) => row.join(',')).join('\n');
  const right = text('BTCUSDT-1m.csv', csv(rows));
  const said = await outcry('market', 'verify', revealed, '--bundle', bundle, '--candles', right);
  expect([said.code, said.stdout]).toEqual([0, expect.stringContaining(`commitment ${market}`)]);
  expect(said.stdout).toMatch(/1[0-9] candles compared/);

  const altered = rows.map((row, at) => (at === 9 ? row.with(4, (Number(row[4]) + 0.5).toFixed(2)) : row));
  text('BTCUSDT-1m.csv', csv(altered.map((row) => row.with(2, String(Math.max(Number(row[2]), Number(row[4])))))));
  const other = await outcry('market', 'verify', revealed, '--bundle', bundle, '--candles', right);
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('DIFFERS')]);
  expect(other.stdout).toContain(new Date(Number(rows[9]![0])).toISOString().slice(0, 16));
});
