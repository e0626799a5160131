// The demo with its living market, started a few seconds before 08:00 UTC by its own clock: funding happens by itself,
// and its traders see it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, startApp } from '../../src/app/start.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { oneClock } from '../../src/time/wall-clock.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { order, sendRaw, signedRequest, SYMBOL, type TestAccount } from './kit.ts';
import { asked, PATIENCE_MS } from '../patience.ts';

const HOURS_8_MS = 8 * 3_600_000;
const BOUNDARY = Date.parse('2026-01-01T08:00:00Z');
const data = mkdtempSync(join(tmpdir(), 'outcry-funding-'));
let app: App;
let trader: TestAccount;

/**
 * Seconds before the boundary. After the few in which a market comes to life it is slow until somebody holds a
 * position, however long the machine takes for that.
 */
const START_MS = 2_000;
const SLOW = 0.02;
const clock = {
  from: { exchange: BOUNDARY - 2_000 - START_MS, machine: performance.now() },
  isWaiting: true,
  nowMs(): number {
    const sinceMs = performance.now() - clock.from.machine;
    const passedMs = clock.isWaiting ? Math.min(sinceMs, START_MS) + SLOW * Math.max(0, sinceMs - START_MS) : sinceMs;
    return Math.floor(clock.from.exchange + passedMs);
  },
  goOn(): void {
    clock.from = { exchange: clock.nowMs(), machine: performance.now() };
    clock.isWaiting = false;
  },
};

beforeAll(async () => {
  const config = readConfig(['--port', '0', '--data', data, '--log-level', 'silent', '--seed', '3'], {});
  app = await startApp(config, { demo: true, clock: wallClock(oneClock(() => clock.nowMs())) });
  [trader] = app.accounts as unknown as [TestAccount];
});
afterAll(async () => {
  await app.stop();
  rmSync(data, { recursive: true, force: true });
});

const post = async (target: string, body: object): Promise<any> =>
  (await sendRaw(app.url, signedRequest(trader, 'POST', target, JSON.stringify(body)))).json;
const history = async (): Promise<any[]> =>
  (await sendRaw(app.url, { target: `/capi/v2/market/getHistoryFundRate?symbol=${SYMBOL}` })).json;

it(
  'settles at 08:00:00 and bills whoever holds a position',
  async () => {
    expect(await post('/capi/v2/order/placeOrder', order())).toHaveProperty('order_id');
    // Those of the simulated past: no premium, so the interest. Nothing of them was booked.
    const before = await history();
    expect(before).toEqual(
      Array.from({ length: 10 }, (_, nth) => ({
        symbol: SYMBOL,
        fundingRate: '0.0001',
        fundingTime: BOUNDARY - (nth + 1) * HOURS_8_MS,
      })),
    );
    expect((await post('/capi/v2/account/bills', { businessType: 'position_funding' })).items).toEqual([]);
    clock.goOn();
    const [settled, ...others] = await asked(history, ([newest]) => newest.fundingTime !== before[0].fundingTime);
    expect(others).toEqual(before.slice(0, 9));
    expect(settled).toMatchObject({ symbol: SYMBOL, fundingTime: BOUNDARY });

    const { items } = await post('/capi/v2/account/bills', { businessType: 'position_funding' });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ symbol: SYMBOL, businessType: 'position_funding', fillFee: '0', orderId: null });
    // A long pays a positive rate and receives a negative one: about 0.01 × 90,000 of it.
    expect(Math.sign(Number(items[0].amount))).toBe(-Math.sign(Number(settled.fundingRate)));
    expect(items[0].ctime).toBeGreaterThanOrEqual(BOUNDARY);
    expect(items[0].ctime).toBeLessThan(BOUNDARY + 5_000);
    const next = (await sendRaw(app.url, { target: `/capi/v2/market/funding_time?symbol=${SYMBOL}` })).json;
    expect(next.fundingTime).toBe(BOUNDARY + HOURS_8_MS);
  },
  2 * PATIENCE_MS,
);
