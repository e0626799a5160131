/**
 * The ccxt library, from the package beside this file, which `npm ci --prefix test/compat/ccxt` installs. Its class is
 * used as it comes, pointed at a started exchange the way docs/bring-your-bot.md says.
 */
import { existsSync } from 'node:fs';
import { type Kit, startMarket, type TestAccount } from '../../api/kit.ts';

const INSTALLED = new URL('./node_modules/ccxt/package.json', import.meta.url);

/** Whether the package was installed; without it the tests are skipped, and say so. */
export const isInstalled = existsSync(INSTALLED);

/** An object of the class, signing as that account. */
export async function ccxtOf(kit: Kit, account: TestAccount): Promise<any> {
  const entry = new URL('./node_modules/ccxt/js/ccxt.js', import.meta.url).href;
  const { default: ccxt } = await import(entry);
  const http = kit.url;
  const ws = `${kit.url.replace('http', 'ws')}/contract/v3/ws`;
  const api = { public: http, private: http, contract: http, contractPrivate: http, ws: { spot: ws, contract: ws } };
  const exchange = new ccxt.pro.weex({
    apiKey: account.apiKey,
    secret: account.secret,
    password: account.passphrase,
    urls: { api, test: api },
    options: { defaultType: 'swap' },
    enableRateLimit: false,
  });
  await exchange.loadHttpProxyAgent();
  return exchange;
}

export interface Trading {
  readonly kit: Kit;
  readonly trader: TestAccount;
  /** The object of the trader, which knows the markets. */
  readonly x: any;
  stop(): Promise<void>;
}

/** A started market, and an account that trades in it with the library. */
export async function startTrading(): Promise<Trading> {
  const kit = await startMarket();
  const trader = await kit.newAccount();
  const x = await ccxtOf(kit, trader);
  await x.loadMarkets();
  return {
    kit,
    trader,
    x,
    async stop() {
      await x.close();
      await kit.stop();
    },
  };
}
