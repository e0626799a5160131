// An exchange for others with a market: the simulated one, a program's prices, a file's. No demo in any of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { asked } from '../patience.ts';
import { cleanUp, newFolder, outcry, outcryJson, startExchange } from './process.ts';

afterEach(cleanUp);

const priceOf = async (url: string, symbol = 'cmt_btcusdt'): Promise<any> =>
  (await fetch(`${url}/capi/v2/market/ticker?symbol=${symbol}`)).json();

/** A program that writes prices of two contracts ten times a second, and ends itself after so many lines. */
function feedProgram(folder: string, lines = 1_000_000): string {
  const path = join(folder, 'feed.mjs');
  writeFileSync(
    path,
    `let count = 0;
setInterval(() => {
  if (count === 3) console.log('not a price');
  console.log(JSON.stringify({ symbol: 'BTCUSDT', price: String(50000 + (count % 10)) }));
  console.log(JSON.stringify({ symbol: 'cmt_ethusdt', price: 2500 }));
  if (++count >= ${lines}) process.exit(3);
}, 100);
console.error('connected');
`,
  );
  return `"${process.execPath}" "${path}"`;
}

describe('serve', () => {
  it('has no market unless it is asked for one', async () => {
    const { ready } = await startExchange('serve', newFolder());
    expect((await priceOf(ready.url)).indexPrice).toMatch(/^0/);
  });

  it('--market world: prices and quotes, no demo account, no demo word', async () => {
    const { ready } = await startExchange('serve', newFolder(), '--market', 'world');
    const ticker = await priceOf(ready.url);
    expect(Number(ticker.best_bid)).toBeGreaterThan(80_000);
    expect(ready).toMatchObject({ accounts: [], seed: null });
    const app = await (await fetch(`${ready.url}/app.json`)).text();
    expect(app).not.toMatch(/demo-|secret/);
  });

  it('--market world: contests carry its hash, and it is moved by hand until one is live', async () => {
    const folder = newFolder();
    const data = join(folder, 'data');
    const { ready } = await startExchange('serve', data, '--market', 'world');
    const shock = ['market', 'shock', 'cmt_btcusdt', '--down', '20', '--data', data];
    const moved = await outcryJson<{ list: readonly unknown[] }>(...shock);
    expect(moved.list).toMatchObject([{ symbol: 'cmt_btcusdt' }]);
    await asked(
      () => priceOf(ready.url),
      ({ indexPrice }) => Number(indexPrice) < 80_000,
    );
    const config = join(folder, 'c1.json');
    const [startMs, endMs] = [4_000, 3_600_000].map((inMs) => new Date(Date.now() + inMs).toISOString());
    writeFileSync(
      config,
      JSON.stringify({ id: 'c1', startMs, endMs, symbols: [{ symbol: 'cmt_btcusdt', maxLeverage: 20 }] }),
    );
    await outcryJson('contest', 'create', config, '--data', data);
    await outcryJson('contest', 'open', 'c1', '--data', data);
    const { commitment } = await outcryJson<{ commitment: string }>('market', 'commit', '--data', data);
    const [live] = await asked(
      () => outcryJson<readonly any[]>('contest', 'list', '--data', data),
      ([contest]) => contest.phase === 'live',
    );
    expect(live.config.market).toBe(commitment);
    const refused = await outcry(...shock);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('contest c1 is live and no rehearsal')]);
  });

  it('shows the market to owner and auditor: its figures, its commitment, which contests carry, and no seed', async () => {
    const seed = 'a seed that nobody may be shown';
    const { ready } = await startExchange('serve', newFolder(), '--market', 'world', '--seed', seed);
    const said = async (...words: string[]): Promise<any> =>
      JSON.parse((await outcry(...words, '--json', '--data', ready.data)).stdout);
    const shown = await asked(
      () => said('market', 'show'),
      ({ step, commandsPerSecond }) => step > 2 && commandsPerSecond > 0,
    );
    const { commitment } = await said('market', 'commit');
    expect(shown).toMatchObject({ commitment, equityUsdt: { maker: expect.any(Number) } });
    expect(shown.list).toHaveLength(8);
    expect(shown.list[0]).toMatchObject({ symbol: 'cmt_btcusdt', state: 'TRADING', index: expect.any(String) });
    for (const { spreadBp, bidsUsdt, asksUsdt, vol } of shown.list)
      expect(Math.min(spreadBp, bidsUsdt, asksUsdt, vol)).toBeGreaterThan(0);
    const metrics = await (await fetch(`${ready.url}/metrics`)).text();
    const equity = [...metrics.matchAll(/^outcry_house_equity_usdt\{role="(\w+)"\} (\d+)/gm)];
    expect(equity.map(([, role]) => role)).toEqual(['maker', 'taker', 'crowd']);
    expect(Math.abs(Number(equity[0]![2]) / 1_300_000_000 - 1)).toBeLessThan(0.01);
    expect(metrics).toContain('\noutcry_house_topups_usdt_total 0\n');

    const admin = readFileSync(join(ready.data, 'admin-url'), 'utf8').trim();
    const asks = (token: string, path: string, body?: object): Promise<Response> =>
      fetch(admin + path, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
    const own = readFileSync(join(ready.data, 'admin-token'), 'utf8').trim();
    const roles = await Promise.all(
      ['owner', 'auditor', 'judge'].map(async (role) => {
        const made = await asks(own, '/admin/v1/credentials', { name: role, role });
        const { token } = (await made.json()) as { token: string };
        const answer = await asks(token, '/admin/market');
        expect(await answer.text()).not.toContain(seed);
        return answer.status;
      }),
    );
    expect(roles).toEqual([200, 200, 403]);
    const drafted = await asks(own, '/admin/v1/contests/check', { config: {} });
    expect(await drafted.json()).toMatchObject({ config: { market: commitment } });
  });

  it('--market feed: the program’s prices, quoted around; it is started again when it ends, and ended with us', async () => {
    const folder = newFolder();
    const running = await startExchange(
      'serve',
      join(folder, 'data'),
      '--market',
      'feed',
      '--feed-command',
      feedProgram(folder, 15),
    );
    const { ready } = running;
    const ticker = await asked(
      () => priceOf(ready.url),
      ({ indexPrice, best_bid: bid }) => Number(indexPrice) >= 50_000 && Number(bid) > 49_000,
    );
    expect(Number(ticker.best_bid)).toBeGreaterThan(49_000);
    const eth = await asked(
      () => priceOf(ready.url, 'cmt_ethusdt'),
      ({ indexPrice }) => indexPrice.startsWith('2500'),
    );
    expect(eth.indexPrice).toMatch(/^2500/);
    const shock = await outcry('market', 'shock', 'cmt_btcusdt', '--down', '5', '--data', ready.data);
    expect([shock.code, shock.stderr]).toEqual([1, expect.stringContaining('come from elsewhere')]);
    // Its 15 lines are over after 1.5 s, so "connected" a second time is another run of it.
    const said = await asked(
      () => running.stderr(),
      (text) => text.split('connected').length > 2,
    );
    expect(said).toContain('the feed ended; no price comes until it runs again');
    const { stderr, code } = await running.stop();
    expect(code).toBe(0);
    expect(stderr).toContain('the feed wrote a line that is no price');
  });

  it('--market FILE: its prices by the clock, or once to its end; a file that is none is refused by line', async () => {
    const folder = newFolder();
    const path = join(folder, 'prices.csv');
    const rows = Array.from({ length: 600 }, (_, at) => `${1_767_258_000_000 + at * 1000},BTCUSDT,${40_000 + at}`);
    writeFileSync(path, `time,symbol,price\n${rows.join('\n')}\n`);
    const { ready } = await startExchange('serve', join(folder, 'data'), '--market', path);
    const { indexPrice } = await priceOf(ready.url);
    expect(Number(indexPrice)).toBeGreaterThanOrEqual(40_000);
    expect(Number(indexPrice)).toBeLessThan(40_600);
    writeFileSync(path, `time,symbol,price\n${rows.slice(0, 4).join('\n')}\n`);
    const once = ['--data', join(folder, 'once'), '--market', path, '--market-end', 'stop'];
    const ended = await outcry('serve', '--port', '0', ...once);
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(`"why":"the end of ${path}"`)]);
    const over = await outcry('serve', '--port', '0', ...once);
    expect([over.code, over.stderr]).toEqual([1, expect.stringContaining(`can't start: ${path} is over since 20`)]);
    writeFileSync(path, 'time,symbol,price\nyesterday,BTCUSDT,1\n');
    const { code, stderr } = await outcry('serve', '--data', join(folder, 'other'), '--market', path);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("line 2, time: 'yesterday' is no time; needs epoch ms"),
    ]);
  });
});
