// A real exchange with its living market on a small disk that others fill: it stops taking commands before the disk is
// full and goes on by itself once there is room, reads go on all the time, and what it can't write meanwhile is written
// then. Nobody starts it again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { call, cleanUp, type Running, whenReady } from '../cli/process.ts';
import { PATIENCE_MS } from '../patience.ts';
import { administer, launchKillable } from './killable.ts';
import { canMount, MEBIBYTE, noMount, type SmallDisk, smallDisk } from './small-disk.ts';

const WITHIN_MS = 3 * PATIENCE_MS;
const ORDER = { symbol: 'cmt_btcusdt', size: '0.001', type: '1', order_type: '0', match_price: '1', price: '' };
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
afterAll(cleanUp);

function disk(mebibytes: number): SmallDisk {
  const made = smallDisk(mebibytes);
  undo.push(() => made.unmount());
  return made;
}

function start({ path }: SmallDisk, ...args: string[]) {
  const data = join(path, 'data');
  const launched = launchKillable(data, ...args);
  undo.push(() => launched.child.kill('SIGKILL') && launched.ended);
  return { launched, token: () => readFileSync(join(data, 'admin-token'), 'utf8') };
}

async function readyz({ url }: Running['ready']): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function until(ready: Running['ready'], fine: (found: Awaited<ReturnType<typeof readyz>>) => boolean) {
  const lastMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await readyz(ready);
    if (fine(found) || performance.now() > lastMs) return found;
    await sleep(20);
  }
}

const placeAs = ({ ready }: Running) => {
  const [who] = ready.accounts;
  return (name: string) => call(ready, who!, 'POST', '/capi/v2/order/placeOrder', { ...ORDER, client_oid: name });
};

describe('a disk that fills', () => {
  it.skipIf(!canMount)(
    `no command is taken before it is full, reads go on, and trading goes on by itself when there is room${noMount}`,
    async () => {
      const small = disk(128);
      const { launched, token } = start(small, '--disk-reserve-bytes', String(16 * MEBIBYTE));
      const running = await whenReady(launched);
      const { ready } = running;
      const [who] = ready.accounts;
      const place = placeAs(running);
      const before = await place('before');
      expect(before.status).toBe(200);

      small.fill(12 * MEBIBYTE);
      const stopped = await until(ready, ({ status }) => status === 503);
      expect(stopped).toMatchObject({ status: 503, body: { status: 'waiting' } });
      expect(stopped.body['reason']).toMatch(
        /^the disk of the exchange is nearly full, (1[0-5]|[1-9]) MiB are left: no command/,
      );
      const { sequence } = (await readyz(ready)).body;
      for (const [path, body] of [
        ['/capi/v2/order/placeOrder', { ...ORDER, client_oid: 'refused' }],
        ['/capi/v2/order/cancel_order', { orderId: (before.body as { order_id: string }).order_id }],
        ['/capi/v2/order/uploadAiLog', { stage: 's', model: 'm', input: {}, output: { decision: 'HOLD' } }],
      ] as const) {
        const refused = await call(ready, who!, 'POST', path, body);
        expect([refused.status, refused.body], path).toMatchObject([
          503,
          {
            code: '503',
            msg: 'Service unavailable, not executed',
            hint: expect.stringContaining('nearly full') as string,
          },
        ]);
      }
      await expect(
        administer(ready, token(), '/admin/accounts/deposit', { uid: who!.uid, amount: '1' }),
      ).rejects.toThrow(/503.*nothing was executed: the disk of the exchange is nearly full/);
      const reads = await Promise.all([
        call(ready, who!, 'GET', '/capi/v2/account/position/singlePosition?symbol=cmt_btcusdt'),
        call(ready, who!, 'POST', '/capi/v2/account/bills', {}),
        fetch(`${ready.url}/capi/v2/market/depth?symbol=cmt_btcusdt`),
        fetch(`${ready.url}/healthz`),
      ]);
      expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const metrics = await (await fetch(`${ready.url}/metrics`)).text();
      expect(metrics).toMatch(/^outcry_healthy 0$/m);
      // It may have given back some of its own meanwhile, a closed file of the journal for instance.
      expect(Number(/^outcry_disk_free_bytes (.+)$/m.exec(metrics)?.[1])).toBeLessThan(16 * MEBIBYTE);
      await sleep(2_500);
      expect((await readyz(ready)).body, 'ticks and market too').toMatchObject({ status: 'waiting', sequence });

      small.empty();
      expect((await until(ready, ({ status }) => status === 200)).status).toBe(200);
      expect((await place('refused')).status).toBe(200);
      expect(await administer(ready, token(), '/admin/audit')).toMatchObject({ ok: true, failures: [] });
      const { code, stderr } = await running.stop('SIGTERM');
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('the disk is nearly full: no command is taken until there is room');
    },
    WITHIN_MS,
  );

  it.skipIf(!canMount)(
    `a start on a disk that is nearly full waits, says why, and goes on when there is room${noMount}`,
    async () => {
      const small = disk(96);
      small.fill(40 * MEBIBYTE);
      const { launched } = start(small, '--disk-reserve-bytes', String(48 * MEBIBYTE));
      while (!launched.said.stderr.includes('the disk is nearly full')) {
        expect(launched.child.exitCode, launched.said.stderr).toBeNull();
        await sleep(20);
      }
      expect(launched.said.stdout).toBe('');
      small.empty();
      const running = await whenReady(launched);
      expect((await placeAs(running)('first')).status).toBe(200);
    },
    WITHIN_MS,
  );

  it.skipIf(!canMount)(
    `a read store without room is away, trading goes on, and it is back by itself with all rows${noMount}`,
    async () => {
      const small = disk(32);
      const { launched, token } = start(small, '--disk-reserve-bytes', '0');
      const running = await whenReady(launched);
      const { ready } = running;
      const [who] = ready.accounts;
      const place = placeAs(running);
      const upload = (at: number) =>
        call(ready, who!, 'POST', '/capi/v2/order/uploadAiLog', {
          stage: 's',
          model: 'm',
          input: { at, text: 'x'.repeat(200_000) },
          output: { decision: 'HOLD' },
        });
      const statuses: number[] = [];
      for (let at = 0; at < 400 && statuses.at(-1) !== 503; at++) statuses.push((await upload(at)).status);
      expect([statuses.at(-1), new Set(statuses).size]).toEqual([503, 2]);
      expect((await until(ready, ({ body }) => body['store'] === 'away')).body).toMatchObject({ store: 'away' });
      expect((await place('while-away')).status).toBe(200);

      small.grow(256);
      expect((await until(ready, ({ body }) => body['store'] === undefined)).body).toMatchObject({ status: 'ready' });
      expect((await upload(statuses.length - 1)).status).toBe(200);
      const bills = async () => (await call(ready, who!, 'POST', '/capi/v2/account/bills', {})).status;
      const lastMs = performance.now() + PATIENCE_MS;
      while ((await bills()) !== 200 && performance.now() < lastMs) await sleep(50);
      expect(await administer(ready, token(), '/admin/audit')).toMatchObject({ ok: true, failures: [] });
      const { code, stderr } = await running.stop('SIGTERM');
      expect(code, stderr).toBe(0);
      expect(stderr).toMatch(/the read store is away/);
      expect(stderr, 'the process of before').not.toContain('can not go on');
    },
    WITHIN_MS,
  );
});
