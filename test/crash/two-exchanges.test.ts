// Two real exchanges on one PostgreSQL: started together, beside each other and one after the other, also with
// --rebuild-store. One has it; the other does not start and says why; what the first one answers stays as it was.
import { afterAll, afterEach, expect, it } from 'vitest';
import { call, cleanUp, newFolder, outcry, type Running, startExchange } from '../cli/process.ts';
import { onPostgresOnly } from '../store/each-database.ts';

const WITHIN_MS = 10 * 60_000;
const ORDER = { symbol: 'cmt_btcusdt', size: '0.001', type: '1', order_type: '0', match_price: '1', price: '' };

afterAll(cleanUp);
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(data: string, url: string, ...args: string[]): Promise<Running> {
  const running = await startExchange('start', data, '--store', url, ...args);
  undo.push(() => running.stop('SIGKILL'));
  return running;
}

/** Runs a start that must not come about. */
async function refused(data: string, url: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await outcry(
    'start',
    '--json',
    '--port',
    '0',
    '--data',
    data,
    '--store',
    url,
    ...args,
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).not.toContain('--rebuild-store');
  return stderr;
}

async function bills({ ready }: Running): Promise<unknown> {
  for (;;) {
    const { status, body } = await call(ready, ready.accounts[0]!, 'POST', '/capi/v2/account/bills', { limit: 100 });
    if (status === 200) return body;
    expect(status).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

onPostgresOnly('two exchanges on one PostgreSQL', ({ freshUrl }) => {
  it(
    'are one and a refusal when they start together',
    async () => {
      const url = await freshUrl();
      const both = await Promise.allSettled([
        start(newFolder(), url, '--no-market'),
        start(newFolder(), url, '--no-market'),
      ]);
      const [won] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const [lost] = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(lost).toMatch(/lock is held by server process|is in use by server process|another exchange's/);
      expect(lost).not.toContain('--rebuild-store');
      expect(JSON.stringify(await bills(won!))).toContain('deposit');
    },
    WITHIN_MS,
  );

  it(
    'are one and refusals beside it and after it, and its bills stay as they were',
    async () => {
      const [url, ours, theirs] = [await freshUrl(), newFolder(), newFolder()];
      const elsewhere = await start(theirs, await freshUrl(), '--no-market');
      await elsewhere.stop();
      const first = await start(ours, url, '--no-market');
      await call(first.ready, first.ready.accounts[0]!, 'POST', '/capi/v2/order/placeOrder', {
        ...ORDER,
        client_oid: 'owned',
      });
      const before = await bills(first);

      for (const args of [[], ['--rebuild-store']])
        for (const data of [newFolder(), theirs])
          expect(await refused(data, url, ...args)).toMatch(/is in use by server process \d+, connected from .* since/);
      expect(await bills(first)).toEqual(before);
      expect(first.child.exitCode).toBeNull();
      await first.stop();

      for (const args of [[], ['--rebuild-store']]) {
        expect(await refused(newFolder(), url, ...args)).toMatch(
          /it holds no command, and .* belongs to the exchange 'localhost/,
        );
        expect(await refused(theirs, url, ...args)).toMatch(
          /it belongs to the exchange '.*, the journal to the exchange '/,
        );
      }
      const again = await start(ours, url, '--no-market', '--rebuild-store');
      expect(await bills(again)).toEqual(before);
    },
    WITHIN_MS,
  );
});
