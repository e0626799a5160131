// A real exchange whose PostgreSQL goes away under load: trading goes on, reads of history answer 503 and never that an
// outcome is unknown, uploads of AI logs are taken, new keys answer 503, and afterwards everything is there once.
// Beyond the bound no command is taken, and the process lives.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { idOfCode } from '../../src/store/schema/row-codec.ts';
import { call, cleanUp, newFolder, type Running } from '../cli/process.ts';
import { databaseProxy } from '../store/database-proxy.ts';
import { onPostgresOnly } from '../store/each-database.ts';
import { administer, startKillable } from './killable.ts';

const WITHIN_MS = 180_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ORDER = { symbol: 'cmt_btcusdt', size: '0.001', type: '1', order_type: '0', match_price: '1', price: '' };

afterAll(cleanUp);
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(url: string, ...args: string[]): Promise<Running & { readonly data: string }> {
  const data = newFolder();
  const running = await startKillable(data, '--store', url, ...args);
  undo.push(() => running.stop('SIGKILL'));
  return { ...running, data };
}

async function readyz(url: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

onPostgresOnly('an exchange whose PostgreSQL goes away', ({ freshUrl }, admin) => {
  it(
    'goes on trading through ended connections: orders are answered as ever, reads 200 or 503, every order has its bills',
    async () => {
      const url = await freshUrl();
      const { ready, child } = await start(url);
      const [who] = ready.accounts;
      const reads: number[] = [];
      const orders: { status: number; id: string }[] = [];
      for (let at = 0; at < 60; at++) {
        if (at % 6 === 3)
          await admin(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'outcry ${new URL(url).searchParams.get('schema')}'`,
          );
        const [order, bills] = await Promise.all([
          call(ready, who!, 'POST', '/capi/v2/order/placeOrder', { ...ORDER, client_oid: `away-${at}` }),
          call(ready, who!, 'POST', '/capi/v2/account/bills', { limit: 5 }),
        ]);
        orders.push({ status: order.status, id: String((order.body as { order_id?: string }).order_id) });
        reads.push(bills.status);
        await sleep(20);
      }
      expect(child.exitCode).toBeNull();
      expect(orders.filter(({ status }) => status !== 200)).toEqual([]);
      expect(reads.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      await untilRead(() => call(ready, who!, 'POST', '/capi/v2/account/bills', { limit: 5 }));
      const schema = new URL(url).searchParams.get('schema');
      const rows = await admin(
        `SELECT id, count(*) AS fills FROM ${schema}.order_record WHERE uid = ${who!.uid} GROUP BY id`,
      );
      const stored = new Set(rows.map(({ id }) => String(idOfCode(Number(id)))));
      expect(orders.filter(({ id }) => !stored.has(id))).toEqual([]);
      expect(rows.length).toBe(orders.length);
    },
    WITHIN_MS,
  );

  it(
    'says so, refuses what needs the store, stands still at the bound, and takes everything up again',
    async () => {
      const proxy = await databaseProxy(await freshUrl());
      undo.push(() => proxy.close());
      const { ready, data, child } = await start(proxy.url, '--store-away-seconds', '4');
      const [who] = ready.accounts;
      const token = readFileSync(join(data, 'admin-token'), 'utf8');
      const place = (name: string) =>
        call(ready, who!, 'POST', '/capi/v2/order/placeOrder', { ...ORDER, client_oid: name });
      expect((await place('before')).status).toBe(200);
      const log = (n: number) => ({ stage: 's', model: 'm', input: { n }, output: { decision: 'HOLD' } });
      const upload = (n: number) => call(ready, who!, 'POST', '/capi/v2/order/uploadAiLog', log(n));
      expect((await upload(1)).status).toBe(200);
      proxy.down();
      while ((await readyz(ready.url)).body['store'] !== 'away') await sleep(20);
      await sleep(1_100);
      expect((await place('meanwhile')).status).toBe(200);
      const bills = await call(ready, who!, 'POST', '/capi/v2/account/bills', {});
      expect([bills.status, bills.body]).toMatchObject([503, { code: '503' }]);
      expect((await upload(2)).status).toBe(200);
      await expect(administer(ready, token, '/admin/keys', { uid: who!.uid })).rejects.toThrow('503');
      expect(await (await fetch(`${ready.url}/metrics`)).text()).toMatch(/^outcry_store_away_seconds [1-9]/m);

      while ((await readyz(ready.url)).status === 200) await sleep(50);
      expect((await readyz(ready.url)).body).toMatchObject({
        status: 'waiting',
        reason: expect.stringContaining('the read store has been away') as string,
      });
      const refused = await place('too-late');
      expect([refused.status, refused.body]).toMatchObject([503, { msg: 'Service unavailable, not executed' }]);
      expect((await fetch(`${ready.url}/capi/v2/market/depth?symbol=cmt_btcusdt`)).status, 'the present').toBe(200);
      expect(child.exitCode).toBeNull();

      proxy.up();
      while ((await readyz(ready.url)).status !== 200) await sleep(20);
      expect((await place('too-late')).status).toBe(200);
      await untilRead(() => call(ready, who!, 'POST', '/capi/v2/account/bills', {}));
      expect((await upload(3)).status).toBe(200);
      const logs = await call(ready, who!, 'GET', '/capi/v2/ai/logs');
      expect((logs.body as { list: unknown[] }).list).toHaveLength(3);
      expect(await administer(ready, token, '/admin/audit')).toMatchObject({ ok: true, failures: [] });
    },
    WITHIN_MS,
  );
});

async function untilRead(ask: () => Promise<{ status: number }>): Promise<void> {
  while ((await ask()).status !== 200) await sleep(50);
}
