/** What somebody who has just installed an exchange does with it first, by whatever means it was installed. */
import { expect } from 'vitest';
import { createClient } from '../src/client/index.ts';
import type { Running } from './cli/process.ts';
import { asked } from './patience.ts';

const SYMBOL = 'cmt_btcusdt';

/** Looks at the page, the reference and a guide, trades over HTTP, hears of trades over the public WebSocket. */
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

  const { apiKey, secret, passphrase } = accounts[0]!;
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
