// A projection in memory that fails, as callers and operators see it: trading goes on, what only it knew is 503, and
// readyz, metrics and the log name it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { ORDER, PLACE, signedRequest, SYMBOL } from './kit.ts';

let kit: FrontKit;
beforeAll(async () => {
  kit = await startFront(['--no-rate-limit-enabled']);
});
afterAll(() => kit.close());

const place = () => {
  const body = JSON.stringify({ ...ORDER, client_oid: `d-${Math.random()}` });
  return kit.send(signedRequest(ACCOUNT, 'POST', PLACE, body, { timestamp: String(kit.knobs.nowMs) }));
};
const ticker = () => kit.send({ target: `/capi/v2/market/ticker?symbol=${SYMBOL}` });

it('a ticker window that throws costs tickers and nothing else', async () => {
  expect((await ticker()).status).toBe(200);
  kit.knobs.tickerFault = new Error('a fault of the window');
  expect((await place()).status).toBe(200);
  // Well again, and still detached: it has missed a command.
  kit.knobs.tickerFault = null;
  expect((await place()).status).toBe(200);

  const { status, json, headers } = await ticker();
  expect([status, json.code, headers['retry-after']]).toEqual([503, '503', '60']);
  expect(json.hint).toBe('the figures of the last 24 hours failed and come back with the next start of the exchange');
  const ready = await kit.send({ target: '/readyz' });
  expect([ready.status, ready.json]).toMatchObject([200, { status: 'ready', detached: ['ticker-window'] }]);
  expect((await kit.send({ target: '/metrics' })).text).toMatch(/^outcry_projections_detached 1$/m);
  expect(kit.logged).toMatchObject([{ name: 'ticker-window', error: { message: 'a fault of the window' } }]);
});

it('cumulative figures that failed cost the operations that show them, and no money is said to be 0', async () => {
  const get = (path: string) =>
    kit.send(signedRequest(ACCOUNT, 'GET', path, '', { timestamp: String(kit.knobs.nowMs) }));
  const paths = ['getAccounts', 'getAccount?coin=USDT', 'accounts'].map((name) => `/capi/v2/account/${name}`);
  for (const path of paths) expect((await get(path)).json.collateral).toMatchObject([{ coin: 'USDT' }]);
  kit.turnover.detached?.();
  for (const path of paths) {
    const { status, json, headers } = await get(path);
    expect([status, json.code, headers['retry-after']]).toEqual([503, '503', '60']);
    expect(json.hint).toContain('the cumulative figures of accounts failed');
  }
  expect((await get('/capi/v2/account/assets')).status).toBe(200);
});

it('candles and a tape that failed are 503 and not a list that ends too early', async () => {
  const targets = [`candles?symbol=${SYMBOL}&granularity=1m`, `historyCandles?symbol=${SYMBOL}&granularity=1m`];
  const ask = (target: string) => kit.send({ target: `/capi/v2/market/${target}` });
  const failed = async (target: string) => {
    const { status, json, headers } = await ask(target);
    return [status, json.code, headers['retry-after'], json.hint];
  };
  const until = 'failed and come back with the next start of the exchange';
  for (const target of targets) expect((await ask(target)).status, target).toBe(200);
  kit.bars.detached?.();
  for (const target of targets)
    expect(await failed(target)).toEqual([503, '503', '60', `the forming candles ${until}`]);
  const tape = `trades?symbol=${SYMBOL}`;
  expect((await ask(tape)).json).toHaveLength(0);
  kit.tape.detached?.();
  expect(await failed(tape)).toEqual([503, '503', '60', `the latest trades ${until}`]);
});
