// Headlines of a real exchange: over its socket and by both dialects' reads, the same after a kill; prices that a
// reader of the revealed file can compute again; a contract of the operator's own in its table; what is fixed at its
// first start.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { seedsWithNews } from '../../bench/kit/market/readers.ts';
import type { KeptMarket } from '../../src/market/kept-market.ts';
import { TABLE } from '../../src/market/world/table.ts';
import { World } from '../../src/market/world/world.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { asked } from '../patience.ts';
import { connect, PUBLIC } from '../push/push-kit.ts';
import { cleanUp, newFolder, outcry, startExchange } from './process.ts';

afterEach(cleanUp);

interface Told {
  readonly id: string;
  readonly time: number;
  readonly symbol: string | null;
  readonly text: string;
}

const keptIn = (data: string): KeptMarket =>
  (JSON.parse(readFileSync(join(data, 'market.json'), 'utf8')) as { market: KeptMarket }).market;

const answer = async (url: string): Promise<any> => (await fetch(url)).json();

it('come before jumps, are the same after a kill, and follow from what is revealed', async () => {
  const { seed, step } = seedsWithNews('news of the day', [4, 8]).next().value;
  const folder = newFolder();
  const data = join(folder, 'data');
  const own = { ...TABLE[7]!, symbol: 'cmt_ownusdt', start: 12 };
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify({ seed, market: { contracts: [own] } }));
  const first = await startExchange('start', data, '--headlines', '--config', settings, '--no-agents');
  const socket = await connect(first.ready.url, PUBLIC);
  await socket.subscribe('headlines');
  const { data: parts } = await socket.ever((m) => m.event === 'payload' && m.data[0].list.length > 0);
  const [{ list }] = parts as { list: Told[] }[] as [{ list: Told[] }];
  const wanted = new World({ seed, sha256, second: 0, headlines: true, table: [...TABLE, own] });
  for (let second = 1; second <= step; second++) wanted.step(second);
  expect(list).toMatchObject([{ symbol: null, text: wanted.headlines.at(-1)!.text }]);
  expect(list[0]!.id).toBe(`${list[0]!.time}-0`);
  const read = (url: string): Promise<Told[]> => answer(`${url}/capi/v2/market/headlines`);
  expect(await read(first.ready.url)).toEqual(list);
  expect(await answer(`${first.ready.url}/capi/v3/market/headlines?symbol=BTCUSDT&limit=1`)).toEqual(list);
  socket.close();
  await first.stop('SIGKILL');

  const second = await startExchange('start', data, '--no-agents');
  await asked(
    () => read(second.ready.url),
    (told) => told.length > 0,
  );
  expect(await read(second.ready.url)).toEqual(list);
  await second.stop();
  const kept = keptIn(data);
  expect([kept.headlines, kept.table.at(-1)]).toEqual([true, own]);

  const revealed = join(folder, 'revealed.json');
  expect((await outcry('market', 'reveal', revealed, '--even-now', '--data', data)).code).toBe(0);
  expect(readFileSync(revealed, 'utf8')).toMatch(/^\{"headlines":true,"market":1,"seed":/);
  const verified = await outcry('market', 'verify', revealed, '--data', data);
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringContaining('every price is the one of its second'),
  ]);
  writeFileSync(revealed, readFileSync(revealed, 'utf8').replace('"headlines":true,', ''));
  expect((await outcry('market', 'verify', revealed, '--data', data)).code).toBe(1);

  writeFileSync(settings, JSON.stringify({ 'market.contracts': [{ ...own, start: 13 }] }));
  const other = await outcry('start', '--data', data, '--port', '0', '--config', settings);
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringContaining("market.contracts are not those of this folder's market (cmt_ownusdt)"),
  ]);
});

it('are of a world alone, and of a row all columns', async () => {
  const folder = newFolder();
  const settings = join(folder, 'settings.json');
  const { depth: _, ...poor } = TABLE[0]!;
  writeFileSync(settings, JSON.stringify({ market: { contracts: [{ ...poor, symbol: 'cmt_ownusdt' }] } }));
  const said = await Promise.all([
    outcry('start', '--data', join(folder, 'a'), '--no-market', '--headlines'),
    outcry('start', '--data', join(folder, 'b'), '--config', settings),
  ]);
  expect(said.map(({ code }) => code)).toEqual([2, 2]);
  expect(said[0].stderr).toContain('--headlines are of --market world');
  expect(said[1].stderr).toContain('[0].depth is missing, needs a number from 1 to');
});
