// Environments on prices of the past: the file's prices as they were or disguised, windows of it, and threads.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backtest, makeEnv, openHistory } from './index.ts';

const FROM = Date.UTC(2024, 2, 5, 13);
const MINUTE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'outcry-env-'));
const close = (minute: number): number => 50_000 + Math.round(100 * Math.sin(minute / 3));
let history: Awaited<ReturnType<typeof openHistory>>;

beforeAll(async () => {
  const rows = Array.from({ length: 60 }, (_, minute) => {
    const [first, last] = [close(minute - 1), close(minute)];
    const [low, high] = [Math.min(first, last) - 5, Math.max(first, last) + 5];
    return `${FROM + minute * MINUTE_MS},BTCUSDT,${first},${high},${low},${last}`;
  });
  writeFileSync(join(folder, 'bars.csv'), `time,symbol,open,high,low,close\n${rows.join('\n')}\n`);
  const policy = `
    export default () => ({ contracts: [{ position }] }) =>
      position === 0 ? [{ name: 'placeOrder', side: 'long', size: 0.05 }] : null;
  `;
  writeFileSync(join(folder, 'policy.mjs'), policy);
  history = await openHistory(join(folder, 'bars.csv'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has the prices and the time of the file, from any moment of it on', () => {
  const from = FROM + 20 * MINUTE_MS;
  const env = makeEnv({ history, from, warmUpSeconds: 60, stepSeconds: 60 });
  env.reset({ seed: 'past' });
  for (let minute = 21; minute < 25; minute++) {
    const { timeMs, contracts } = env.step(null).observation;
    expect(Math.ceil(timeMs / MINUTE_MS)).toBe((FROM + (minute + 1) * MINUTE_MS) / MINUTE_MS);
    expect(contracts[0]!.index).toBe(close(minute));
    expect(Math.abs(contracts[0]!.bid / close(minute) - 1)).toBeLessThan(0.002);
  }
});

it('ends with the file', () => {
  const env = makeEnv({ history, from: FROM + 55 * MINUTE_MS, stepSeconds: 60 });
  env.reset({ seed: 'past' });
  expect([1, 2, 3, 4].map(() => env.step(null).truncated)).toEqual([false, false, false, true]);
  expect(() => makeEnv({ history, from: FROM + 60 * MINUTE_MS })).toThrow(/from: a moment of the history that leaves/);
  expect(() => makeEnv({ history, contracts: ['cmt_ethusdt'] })).toThrow(
    'contracts: cmt_ethusdt is not in the history',
  );
});

it('is disguised by the seed, in price and date', () => {
  const env = makeEnv({ history, disguised: true });
  const seen = [1, 2, 3].map((seed) => env.reset({ seed }).observation);
  expect(new Set(seen.map(({ timeMs }) => new Date(timeMs).toISOString().slice(0, 13)))).toEqual(
    new Set(['2026-01-01T13']),
  );
  expect(new Set(seen.map(({ contracts }) => contracts[0]!.index)).size).toBe(3);
  expect(() => makeEnv({ disguised: true })).toThrow('disguised: only a history is; found none');
});

it('is backtested in windows, the same on one thread as on two', async () => {
  const policy = pathToFileURL(join(folder, 'policy.mjs'));
  const options = { policy, history, windows: 3, seeds: 2, seed: 'w', stepSeconds: 60, coins: 3 };
  const [one, two] = [await backtest(options), await backtest({ ...options, parallel: 2 })];
  expect(JSON.stringify(two)).toBe(JSON.stringify(one));
  expect(one).toMatchObject({ runs: 6, worlds: 3 });
  expect(one.all.map(({ world, seed }) => `${world.slice(11, 16)} ${seed}`)).toEqual(
    ['13:00', '13:20', '13:40'].flatMap((window) => [`${window} w`, `${window} w-1`]),
  );
  const wrong = new URL('data:text/javascript,export default 5');
  await expect(backtest({ ...options, policy: wrong })).rejects.toThrow(
    /its default export makes a policy; found number/,
  );
  await expect(backtest({ ...options, policy: wrong, parallel: 2 })).rejects.toThrow(/found number/);
});
