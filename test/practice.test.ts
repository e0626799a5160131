// The practice contest of `outcry start`: live before the first request, followed by the next season when its time is
// over, left to its accounts' owners where they use them for something else, and gone for good when it is cancelled.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/app/settings/config.ts';
import { type App, startApp } from '../src/app/start.ts';
import { createClient } from '../src/client/client.ts';
import { oneClock, wallClock } from '../src/time/wall-clock.ts';
import { PATIENCE_MS } from './patience.ts';

const DAY_MS = 86_400_000;
const DEMO = {
  apiKey: 'local-demo-key-1',
  secret: 'local-demo-secret-1-everybody-knows-it',
  passphrase: 'local-demo-passphrase-1',
};
const folders: string[] = [];
let app: App | null = null;
afterEach(async () => {
  await app?.stop();
  app = null;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-practice-'));
  folders.push(folder);
  return folder;
}

async function start(data: string, agoMs = 0, ...flags: string[]): Promise<App> {
  await app?.stop();
  const given = ['--port', '0', '--data', data, '--seed', '7', '--log-level', 'silent', ...flags];
  const clock = wallClock(oneClock(() => Date.now() - agoMs));
  app = await startApp(readConfig(given, {}), { demo: true, clock });
  return app;
}

async function admin(data: string, path: string, body: object): Promise<number> {
  const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (await fetch(app!.adminUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

const everybody = () => createClient({ url: app!.url });
const phases = async () => (await everybody().contestList()).list.map(({ contest, phase }) => `${contest} ${phase}`);
const named = async () => (await (await fetch(`${app!.url}/app.json`)).json()) as { contest: string | null };
const later = { timeout: PATIENCE_MS, interval: 100 };

describe('the practice contest', { timeout: 2 * PATIENCE_MS }, () => {
  it('is live at once, with the agents and the demo accounts, and shown first', async () => {
    await start(newFolder());
    const { phase, teams } = await everybody().contestInfo({ id: 'practice-1' });
    expect([phase, (await named()).contest]).toEqual(['live', 'practice-1']);
    expect(teams.map(({ name, state }) => [name, state])).toEqual([
      ['scripted-momentum-1', 'active'],
      ['scripted-reversion-1', 'active'],
      ['scripted-book-1', 'active'],
      ['recorded-llm-1', 'active'],
      ['demo 1000001', 'active'],
      ['demo 1000002', 'active'],
    ]);
    const order = { symbol: 'cmt_btcusdt', client_oid: 'now', size: '0.01', type: 1, order_type: 0, match_price: 1 };
    await createClient({ url: app!.url, ...DEMO }).placeOrder(order as never);
    await vi.waitFor(async () => {
      const { rows } = await everybody().contestLeaderboard({ id: 'practice-1' });
      expect(rows.find(({ name }) => name === 'demo 1000001')).toMatchObject({ filled: 1 });
      expect(rows.some(({ name }) => name.startsWith('scripted-'))).toBe(true);
    }, later);
  });

  it('is followed by the next season, in which everybody has the same money again', async () => {
    const data = newFolder();
    await start(data, 8 * DAY_MS);
    const order = { symbol: 'cmt_btcusdt', size: '0.01', order_type: 0, match_price: 1 } as const;
    const mine = () => createClient({ url: app!.url, ...DEMO, nowMs: () => Date.now() - 8 * DAY_MS });
    await mine().placeOrder({ ...order, type: 1, client_oid: 'in' });
    await mine().placeOrder({ ...order, type: 3, client_oid: 'out' });
    await start(data);
    await vi.waitFor(async () => expect(await phases()).toEqual(['practice-1 final', 'practice-2 live']), later);
    const { teams } = await everybody().contestInfo({ id: 'practice-2' });
    expect(teams.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'active'));
    const [money] = await createClient({ url: app!.url, ...DEMO }).assets();
    expect(Number(money!.equity)).toBe(10_000);
    expect((await everybody().contestLeaderboard({ id: 'practice-1' })).rows.map(({ team }) => team)).toContain('t5');
  });

  it('leaves alone what somebody uses for something else, and ends for good when it is cancelled', async () => {
    const data = newFolder();
    await start(data, 0, '--no-agents');
    expect([await phases(), (await named()).contest]).toEqual([[], null]);
    expect(await admin(data, '/admin/accounts/deposit', { uid: 1_000_002, amount: '5' })).toBe(200);
    await start(data);
    const { teams } = await everybody().contestInfo({ id: 'practice-1' });
    expect(teams.map(({ name }) => name)).toEqual([
      'scripted-momentum-1',
      'scripted-reversion-1',
      'scripted-book-1',
      'recorded-llm-1',
      'demo 1000001',
    ]);
    expect(await admin(data, '/admin/accounts/deposit', { uid: 1_000_001, amount: '5' })).not.toBe(200);
    await admin(data, '/admin/v1/contests/move', { contest: 'practice-1', phase: 'cancelled' });
    expect(await admin(data, '/admin/accounts/deposit', { uid: 1_000_001, amount: '5' })).toBe(200);
    await start(data);
    expect(await phases()).toEqual(['practice-1 cancelled']);
  });

  it('is ended without agents too, so that nobody stays locked in it', async () => {
    const data = newFolder();
    await start(data, 8 * DAY_MS);
    await start(data, 0, '--no-agents');
    await vi.waitFor(async () => expect(await phases()).toEqual(['practice-1 final']), later);
    expect(await admin(data, '/admin/accounts/deposit', { uid: 1_000_001, amount: '5' })).toBe(200);
  });
});
