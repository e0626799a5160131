// `outcry start` as a stranger runs it: ready with a living market, stopped in time, started again where it ended.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { amongOthers, asked, PATIENCE_MS } from '../patience.ts';
import {
  call,
  cleanUp,
  launch,
  newFolder,
  outcryJson,
  placeOrder,
  type Ready,
  root,
  startExchange,
  whenReady,
} from './process.ts';

afterAll(cleanUp);

const demo = (ready: Ready) => ready.accounts[0]!;
const assetsOf = async (ready: Ready) => (await call(ready, demo(ready), 'GET', '/capi/v2/account/assets')).body[0];
const levelsOf = async (ready: Ready, symbol: string) =>
  (await (await fetch(`${ready.url}/capi/v2/market/depth?symbol=${symbol}&limit=15`)).json()) as {
    asks: unknown[];
    bids: unknown[];
  };
const candlesOf = async (ready: Ready, query: string) =>
  (await (await fetch(`${ready.url}/capi/v2/market/candles?${query}`)).json()) as string[][];
const sequenceOf = async (ready: Ready) =>
  ((await (await fetch(`${ready.url}/readyz`)).json()) as { sequence: number }).sequence;

describe('outcry start', () => {
  it('prints one line of JSON when ready, has depth on all eight contracts, and stops within two seconds', async () => {
    const data = newFolder();
    const { ready, stop } = await startExchange('start', data, '--seed', '42', '--warm-up');
    expect(Object.keys(ready)).toEqual(['url', 'adminUrl', 'accounts', 'data', 'seed']);
    expect(ready).toMatchObject({ data, seed: '42', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
    expect(ready.accounts.map(({ uid }) => uid)).toEqual([1_000_001, 1_000_002]);
    for (const { symbol } of DEFAULT_CONTRACTS) {
      const { asks, bids } = await levelsOf(ready, symbol);
      expect([asks.length >= 10, bids.length >= 10], symbol).toEqual([true, true]);
      const candles = await candlesOf(ready, `symbol=${symbol}&granularity=4h&limit=200`);
      expect([candles.length, new Set(candles.map(([openMs]) => openMs)).size], symbol).toEqual([200, 200]);
    }
    let ended = await stop();
    // A machine busy with something else may hold up one stop, and will hardly hold up three.
    for (let more = 2; more > 0 && ended.milliseconds > amongOthers(2_000); more--)
      ended = await (await startExchange('start', data)).stop();
    expect(ended.code).toBe(0);
    expect(ended.milliseconds).toBeLessThan(amongOthers(2_000));
    expect(ended.stdout.trim().split('\n')).toHaveLength(1);
    expect(ended.stderr).toBe('');
  });

  it('has the same past after a restart, with another seed too, and ends it where trading began', async () => {
    const data = newFolder();
    const first = await startExchange('start', data, '--seed', '42');
    const [contract] = (await (
      await fetch(`${first.ready.url}/capi/v2/market/contracts?symbol=cmt_btcusdt`)
    ).json()) as [{ simulatedUntil: number }];
    const endMs = contract.simulatedUntil;
    expect(Math.abs(Date.now() - endMs)).toBeLessThan(PATIENCE_MS);
    const query = `symbol=cmt_btcusdt&granularity=1h&limit=100&endTime=${endMs - 3_600_000}`;
    const pastOf = async ({ url }: Ready) =>
      (await fetch(`${url}/capi/v2/market/historyCandles?${query}`)).json() as Promise<string[][]>;
    const before = await pastOf(first.ready);
    expect(before).toHaveLength(100);
    await first.stop('SIGKILL');

    const second = await startExchange('start', data);
    expect(await pastOf(second.ready)).toEqual(before);
    // The bar in which trading began: what was before it, and what came after.
    const hour = await candlesOf(second.ready, 'symbol=cmt_btcusdt&granularity=1h&limit=2');
    expect(hour.find(([openMs]) => Number(openMs) === endMs - (endMs % 3_600_000))?.[1]).toBe(before[0]?.[4]);
    await second.stop();

    const other = await startExchange('serve', newFolder());
    expect(await candlesOf(other.ready, 'symbol=cmt_btcusdt&granularity=4h&limit=200')).toEqual([]);
    await other.stop();
  });

  it('keeps its secrets to itself and leaves nothing that says it runs', async () => {
    const data = newFolder();
    const { stop } = await startExchange('start', data, '--no-market');
    for (const file of ['journal.log', 'key-file', 'admin-token', 'admin-url', 'ailog-key'])
      expect((statSync(join(data, file)).mode & 0o777).toString(8), file).toBe('600');
    await stop('SIGINT');
    expect(readdirSync(data)).not.toContain('admin-url');
    expect(readFileSync(join(data, 'journal.log'), 'latin1')).not.toContain('everybody-knows-it');
  });

  it('goes on where it ended: nothing is deposited twice, orders and positions are there, and live, replay and restart agree on the hash', async () => {
    const data = newFolder();
    const first = await startExchange('start', data);
    const placed = await placeOrder(first.ready, demo(first.ready), 'before-the-restart');
    expect(placed.status, JSON.stringify(placed.body)).toBe(200);
    const live = await outcryJson<{ sequence: number; hash: string }>('hash', '--live', '--data', data);
    expect(await outcryJson('replay', '--until', String(live.sequence), '--data', data)).toMatchObject({
      ...live,
      problems: [],
    });
    await first.stop();
    const before = await outcryJson<{ sequence: number; hash: string }>('hash', '--data', data);

    const second = await startExchange('start', data);
    expect(await sequenceOf(second.ready)).toBeGreaterThan(before.sequence);
    const positions = await call(
      second.ready,
      demo(second.ready),
      'GET',
      '/capi/v2/account/position/singlePosition?symbol=cmt_btcusdt',
    );
    expect(positions.body).toMatchObject([{ side: 'LONG', size: '0.0010' }]);
    expect(Number((await assetsOf(second.ready)).equity)).toBeLessThan(10_001);
    const repeated = await placeOrder(second.ready, demo(second.ready), 'before-the-restart');
    expect(repeated.body).toEqual(placed.body);
    await second.stop();

    const again = await outcryJson<{ sequence: number; hash: string; problems: string[] }>(
      'replay',
      '--data',
      data,
      '--until',
      String(before.sequence),
    );
    expect(again).toMatchObject({ ...before, problems: [] });
  });

  it('loses nothing when it is killed', async () => {
    const data = newFolder();
    const first = await startExchange('start', data);
    const placed = await placeOrder(first.ready, demo(first.ready), 'before-the-kill');
    expect(placed.status).toBe(200);
    await first.stop('SIGKILL');
    const second = await startExchange('start', data);
    const repeated = await placeOrder(second.ready, demo(second.ready), 'before-the-kill');
    expect(repeated.body).toEqual(placed.body);
    expect((await second.stop()).code).toBe(0);
  });

  it('refuses a folder another exchange uses, and says who', async () => {
    const data = newFolder();
    const { stop } = await startExchange('start', data, '--no-market');
    await expect(startExchange('start', data)).rejects.toThrow(/is in use by process \d+/);
    await stop();
  });

  it('refuses a journal that was damaged, and says where', async () => {
    const data = newFolder();
    const { stop } = await startExchange('start', data, '--no-market');
    await stop();
    const journal = join(data, 'journal.log');
    spawnSync('node', [
      '-e',
      `const fs=require('fs');const f=fs.openSync(process.argv[1],'r+');fs.writeSync(f,'X',200);`,
      journal,
    ]);
    const hash = () => createHash('sha256').update(readFileSync(journal)).digest('hex');
    const before = hash();
    await expect(startExchange('start', data)).rejects.toThrow(/is damaged at byte \d+/);
    expect(hash()).toBe(before);
  });

  it('stops with npm when npm is stopped or killed, and prints its one line through npm', async () => {
    const data = newFolder();
    const args = ['start', '--', '--json', '--port', '0', '--no-market', '--log-level', 'warn', '--data', data];
    const running = await whenReady(launch('npm', args));
    const ended = await running.stop('SIGTERM');
    expect(ended.stdout.trim().split('\n')).toHaveLength(1);
    expect(ended.stderr).toBe('');
    await goneFrom(data);

    const killed = await whenReady(launch('npm', args));
    killed.child.kill('SIGKILL');
    await goneFrom(data);
  });
});

/** Waits until no exchange runs on the folder. */
async function goneFrom(data: string): Promise<void> {
  await asked(
    () => existsSync(join(data, 'lock.pid')),
    (runs) => !runs,
  );
  expect(existsSync(join(data, 'lock.pid')), `an exchange still runs on ${data} (${root})`).toBe(false);
}
