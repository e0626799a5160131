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
const ask = (list: string) => kit.send({ target: `/capi/v2/market/${list}?symbol=${SYMBOL}&granularity=1m` });
const failed = async (list: string) => {
  const { status, json, headers } = await ask(list);
  return [status, json.code, headers['retry-after'], json.hint];
};
const UNKNOWN = (what: string) => [
  503,
  '503',
  '60',
  `${what} failed and come back with the next start of the exchange`,
];

it('bars that throw cost tickers and candles, and nothing else', async () => {
  for (const list of ['ticker', 'candles', 'historyCandles']) expect((await ask(list)).status, list).toBe(200);
  kit.knobs.barsFault = new Error('a fault of the bars');
  expect((await place()).status).toBe(200);
  // Well again, and still detached: it has missed a command.
  kit.knobs.barsFault = null;
  expect((await place()).status).toBe(200);

  for (const list of ['ticker', 'candles', 'historyCandles'])
    expect(await failed(list)).toEqual(UNKNOWN('candles and the figures of 24 hours'));
  const ready = await kit.send({ target: '/readyz' });
  expect([ready.status, ready.json]).toMatchObject([200, { status: 'ready', detached: ['bars'] }]);
  expect((await kit.send({ target: '/metrics' })).text).toMatch(/^outcry_projections_detached 1$/m);
  expect(kit.logged).toMatchObject([{ name: 'bars', error: { message: 'a fault of the bars' } }]);
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

it('a tape that failed is 503 and not a list that ends too early', async () => {
  expect((await ask('trades')).json).toHaveLength(0);
  kit.tape.detached?.();
  expect(await failed('trades')).toEqual(UNKNOWN('the latest trades'));
});
