// The scripted agents of `outcry start` against the real exchange and its market: within moments one of them has put a
// reason on record and an order beside it, bound to it before it was placed; and they are as anybody to the exchange.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/app/settings/config.ts';
import { type App, startApp } from '../src/app/start.ts';
import { createClient, type Client } from '../src/client/client.ts';
import { PATIENCE_MS } from './patience.ts';

const AGENTS = [10_000_001, 10_000_002, 10_000_003, 10_000_004];
const data = mkdtempSync(join(tmpdir(), 'outcry-agents-'));
let app: App;
afterAll(async () => {
  await app.stop();
  rmSync(data, { recursive: true });
});
const start = (...flags: string[]): Promise<App> =>
  startApp(readConfig(['--port', '0', '--data', data, '--seed', '7', '--log-level', 'silent', ...flags], {}), {
    demo: true,
  });

async function admin<Answer>(path: string, body?: object): Promise<Answer> {
  const answer = await fetch(app.adminUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${readFileSync(join(data, 'admin-token'), 'utf8').trim()}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

/** As the owner of the account would look, once there is the account. */
async function ownerOf(uid: number): Promise<Client> {
  const key = await vi.waitFor(
    async () => {
      const made = await admin<{ apiKey?: string; secret: string; passphrase: string }>('/admin/keys', { uid });
      expect(made).toHaveProperty('apiKey');
      return { ...made, apiKey: made.apiKey! };
    },
    { timeout: PATIENCE_MS, interval: 50 },
  );
  return createClient({ url: app.url, ...key });
}

describe('the agents of a demo', { timeout: PATIENCE_MS }, () => {
  beforeAll(async () => {
    app = await start();
  });

  it('trade, and every order has its reason on record before it: grade A, linked by hash', async () => {
    const owners = await Promise.all(AGENTS.map(ownerOf));
    const placed = await vi.waitFor(
      async () => {
        const all = (await Promise.all(owners.map((owner) => owner.aiOrders()))).flat();
        expect(all.length).toBeGreaterThan(0);
        return all;
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
    for (const { orderId, grade, link } of placed) expect([orderId, grade, link?.how]).toEqual([orderId, 'A', 'hash']);
    const logs = (await Promise.all(owners.map((owner) => owner.aiLogs({})))).flatMap(({ list }) => list);
    expect(logs.every(({ model }) => /^(scripted-(momentum|reversion|book)|recorded-llm)-1$/.test(model))).toBe(true);
  });

  it('own what the demo gave them once, whatever starts and stops', async () => {
    await app.stop();
    app = await start('--no-agents');
    const deposits = async (uid: number): Promise<number> =>
      (await (await ownerOf(uid)).bills({ businessType: 'deposit' })).items.length;
    const before = await Promise.all(AGENTS.map(deposits));
    expect(before).toEqual([1, 1, 1, 1]);
    const names = (await admin<{ list: { uid: number; label: string }[] }>('/admin/accounts')).list;
    expect(names.filter(({ uid }) => AGENTS.includes(uid)).map(({ label }) => label)).toEqual([
      'scripted-momentum-1',
      'scripted-reversion-1',
      'scripted-book-1',
      'recorded-llm-1',
    ]);
    const made = await admin<{ uid: number }>('/admin/accounts', { label: 'a user' });
    expect(made.uid).toBe(1_000_003);
  });
});
