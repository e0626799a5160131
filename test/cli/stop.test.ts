// An administrator stops the exchange: over the administration's own listener with its token, or with `outcry stop`. It
// ends as after a signal.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { call, cleanUp, launchOutcry, newFolder, outcry, outcryJson, placeOrder, startExchange } from './process.ts';

afterAll(cleanUp);

const tokenOf = (data: string): string => readFileSync(join(data, 'admin-token'), 'utf8').trim();
const askToStop = (url: string, token: string): Promise<Response> =>
  fetch(`${url}/admin/stop`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
/** A target as it is: `fetch` would make it well-formed. */
async function getRaw(url: string): Promise<{ status: number; code: unknown }> {
  const { hostname, port } = new URL(url);
  const asked = request({ hostname, port, path: url.slice(url.indexOf('/', 8)) }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, code: ((await json(response)) as { code: unknown }).code };
}

const positionOf = async ({ ready }: Awaited<ReturnType<typeof startExchange>>) =>
  (await call(ready, ready.accounts[0]!, 'GET', '/capi/v2/account/position/singlePosition?symbol=cmt_btcusdt')).body;

describe('the request to stop', () => {
  it('is answered, and ends the process cleanly with everything that was answered before', async () => {
    const data = newFolder();
    const running = await startExchange('start', data);
    expect((await placeOrder(running.ready, running.ready.accounts[0]!, 'before-the-stop')).status).toBe(200);
    const before = await positionOf(running);
    const response = await askToStop(running.ready.adminUrl, tokenOf(data));
    expect([response.status, await response.json()]).toEqual([200, { stopping: true }]);
    const ended = await running.ended;
    // It would be 1, and say so, had not everything stopped; it may have had no time for its snapshot.
    expect([ended.code, ended.stderr.replace(/^.*stopped without a snapshot.*\n/mu, '')]).toEqual([0, '']);
    for (const file of ['admin-url', 'lock.pid']) expect(existsSync(join(data, file)), file).toBe(false);

    const again = await startExchange('start', data);
    expect(await positionOf(again)).toMatchObject([{ size: before[0].size, open_value: before[0].open_value }]);
    expect((await again.stop()).code).toBe(0);
  });

  it('is refused without the token, and the exchange goes on', async () => {
    const data = newFolder();
    const { ready, stop } = await startExchange('start', data, '--no-market');
    expect((await askToStop(ready.adminUrl, 'wrong')).status).toBe(401);
    expect((await askToStop(ready.url, tokenOf(data))).status).toBe(404);
    // With the page's routes there, which a server put together for a test may lack.
    for (const path of ['/%zz', '/%FF', '/admin/st%op', '/assets/%c0%ae', '/%zz?a=%zz'])
      expect(await getRaw(`${ready.adminUrl}${path}`), path).toMatchObject({ status: 401, code: 'unauthorized' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await fetch(`${ready.url}/readyz`)).status).toBe(200);
    expect((await stop()).code).toBe(0);
  });

  it('stops an exchange that is not ready yet', async () => {
    const data = newFolder();
    const launched = launchOutcry('start', '--port', '0', '--data', data, '--log-level', 'warn');
    while (!existsSync(join(data, 'admin-url'))) await new Promise((resolve) => setTimeout(resolve, 1));
    const stopped = await outcry('stop', '--data', data);
    expect([stopped.code, stopped.stdout, stopped.stderr]).toEqual([0, `the exchange on ${data} has stopped\n`, '']);
    expect((await launched.ended).code).toBe(0);
  });
});

describe('outcry stop', () => {
  it('returns when the folder is free: it can be used at once', async () => {
    const data = newFolder();
    const running = await startExchange('start', data);
    expect(await outcryJson('stop', '--data', data)).toEqual({ data, stopped: true });
    expect(existsSync(join(data, 'lock.pid'))).toBe(false);
    const next = await startExchange('start', data, '--no-market');
    expect((await running.ended).code).toBe(0);
    await next.stop();
    expect(await outcry('stop', '--data', data)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no exchange runs on the data folder'),
    });
  });
});
