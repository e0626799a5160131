/** What somebody who has just installed an exchange does with it first, by whatever means it was installed. */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { createClient } from '../src/client/index.ts';
import type { Running } from './cli/process.ts';
import { asked, PATIENCE_MS } from './patience.ts';
import { read } from './source.ts';

const SYMBOL = 'cmt_btcusdt';

/** The shell here has what the tour is pasted into. */
export const canTour = spawnSync('sh', ['-c', 'command -v curl && command -v openssl']).status === 0;
/** Of the exchange it is taken on. */
export const TOUR_FLAGS = ['--seed', '3', '--warm-up'] as const;

/** The README's tour, pasted line by line into a shell as its reader does, with the first demo account. */
export function takeTour(url: string): void {
  const blocks = [...read('README.md').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  const script = blocks.join('\n').replace('http://127.0.0.1:8080', url);
  const paste = () => spawnSync('sh', { input: script, encoding: 'utf8', timeout: PATIENCE_MS });
  const answersOf = (said: string) =>
    said
      .trim()
      // A field to a line: what goes on is set in.
      .split(/\n(?! {2}")/)
      .map((answer) => JSON.parse(answer));
  let { stdout, stderr } = paste();
  // On a machine that is busy with something else the past may not be stored yet, and the answer says so: once more.
  for (let nth = 0; nth < 5 && answersOf(stdout)[2]?.code === '503'; nth++) ({ stdout, stderr } = paste());
  const answers = answersOf(stdout);
  expect(Math.max(...stdout.split('\n').map((line) => line.length)), 'readable').toBeLessThan(120);
  expect(stderr).toBe('');
  const [placed, positions, bills, uploaded, coverage] = answers;
  expect(placed).toMatchObject({ client_oid: 'tour-1' });
  expect(positions).toMatchObject([{ side: 'LONG', size: '0.0100' }]);
  expect(bills.items).toMatchObject([{ businessType: 'position_open_long', orderId: placed.order_id }]);
  expect(uploaded).toMatchObject({ code: '00000', data: 'upload success' });
  expect(coverage).toMatchObject({ counted: 1, covered: 1 });
}

/**
 * Looks at the page, the reference and a guide, trades over HTTP, hears of trades over the public WebSocket; with the
 * second demo account.
 */
export async function useIt({ ready }: Running): Promise<void> {
  const { url, accounts } = ready;
  const get = async (path: string) => (await fetch(`${url}${path}`)).text();
  expect(await get('/readyz')).toContain('"ready"');
  const page = await get('/');
  const [, script] = /src="(?:\.\/)?(assets\/[^"]+\.js)"/.exec(page) ?? [];
  expect(await get(`/${script}`)).toContain('import');
  expect((await get('/docs/js/scalar.js')).length).toBeGreaterThan(1_000_000);
  expect(await get('/guide/bring-your-bot')).toContain('<title>Bring your bot');
  expect(await get('/llms.txt')).toContain(`${url}/guide/bring-your-bot.md`);

  const { apiKey, secret, passphrase } = accounts[1]!;
  const client = createClient({ url, apiKey, secret, passphrase });
  const market = client.market();
  const heard: unknown[] = [];
  const stopListening = market.trades(SYMBOL, (trades) => heard.push(...trades));
  try {
    const order = { symbol: SYMBOL, size: '0.01', type: 1, order_type: 0, match_price: 1 } as const;
    await client.placeOrder({ ...order, client_oid: 'first' });
    expect(await client.singlePosition({ symbol: SYMBOL })).toMatchObject([{ side: 'LONG', size: '0.0100' }]);
    expect(
      (
        await asked(
          () => heard,
          ({ length }) => length > 0,
        )
      ).length,
    ).toBeGreaterThan(0);
  } finally {
    stopListening();
    market.close();
  }
}
