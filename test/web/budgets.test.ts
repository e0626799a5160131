// What the terminal costs a browser while the market moves ten times as fast as its goals are stated for: each part is
// drawn once a frame at most, the chart four times a second, nothing asks for a layout, no node is added, and after
// twenty seconds the heap is what it was and the ladder the exchange's (`npm run soak -- web` watches the heap for an
// hour). And what it costs whoever is signed in: a bot that uses nearly all of its limits is never refused for a page
// that is open.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser } from 'playwright-core';
import { createClient } from '../../src/client/client.ts';
import { en } from './english.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type BusyMarket, startBusyMarket, USUAL } from './busy-market.ts';
import { DEMO, ownerOf, SIGNED_IN, SYMBOL } from './journey-kit.ts';
import { untilLadderIsRight } from './shown.ts';
import { beginCounting, heapOf, seenBy, watchPage } from './watch-page.ts';
import { startBot, weigh } from './weights.ts';
import { THOROUGH } from '../thorough.ts';

const TIMES = 10;
const WARM_MS = 5_000;
const SEEN_MS = 20_000;
const MOST_HEAP = 2_000_000;
const MOST_PAINTS = 4;
/** What a private page may ask at first, and any page in ten seconds after that. */
const FIRST = { ip: 30, uid: 35 };
const STEADY = 10;
/** Calls of a bot that fill its limits once. */
const ONCE = 90;
const TURNS = 15;

// It keeps two cores busy for a minute: `npm run thorough`.
describe.runIf(THOROUGH && hasBrowser)(`the page in motion${whyNoBrowser}`, { timeout: 3 * PATIENCE_MS }, () => {
  let market: BusyMarket;
  let browser: Browser;
  beforeAll(async () => {
    // Agents ask from the same address.
    market = await startBusyMarket('--no-agents');
    browser = await launchBrowser();
  }, WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await market?.stop();
  });

  it('keeps its budgets at ten times the usual feed', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const cdp = await watchPage(page);
    const cost = weigh(page);
    const opened = performance.now();
    await page.goto(`${market.url}/trade/${SYMBOL}`, { timeout: WITHIN_MS });
    await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
    market.go({ changes: TIMES * USUAL.changes, trades: TIMES * USUAL.trades });
    await page.locator('[data-ticket]').first().waitFor({ timeout: WITHIN_MS });
    await page.waitForTimeout(WARM_MS);
    expect((await seenBy(page)).layouts, 'those of the beginning are seen').toBeGreaterThan(0);
    await vi.waitFor(() => expect(cost.signed.uid, 'the account is read').toBeGreaterThan(FIRST.uid / 2), PATIENCE_MS);
    const sinceThen = (STEADY * (performance.now() - opened)) / 10_000;
    expect(cost.signed.ip).toBeLessThanOrEqual(FIRST.ip + sinceThen);
    expect(cost.signed.uid).toBeLessThanOrEqual(FIRST.uid + sinceThen);
    const [before, asked] = [{ ...market.done }, { ...cost.all }];
    const first = await heapOf(cdp);
    await beginCounting(page, '.ladder', '.tape');
    await page.waitForTimeout(SEEN_MS);
    const seen = await seenBy(page);
    const last = await heapOf(cdp);
    const fed = market.done.trades - before.trades;
    for (const name of ['ip', 'uid'] as const)
      expect(cost.all[name] - asked[name], `${name} weight`).toBeLessThanOrEqual(STEADY * (seen.seconds / 10 + 1));
    market.go({ changes: 0, trades: 0 });
    expect(fed, 'a feed that deserves the name').toBeGreaterThan((SEEN_MS / 1_000) * USUAL.trades);
    expect(seen.drawsMost).toEqual({ '.ladder': 1, '.tape': 1 });
    // One may have been due when counting began.
    expect(seen.paints).toBeLessThanOrEqual(MOST_PAINTS * seen.seconds + 1);
    expect(seen.layouts, 'questions that need a layout').toBe(0);
    expect(seen.nodesMost).toBe(seen.nodesLeast);
    expect(last - first).toBeLessThanOrEqual(MOST_HEAP);
    // It took part in all of it.
    for (const ticks of [10, 1] as const) await untilLadderIsRight(page, ownerOf(market), ticks);
    const [trade] = await createClient({ url: market.url }).trades({ symbol: SYMBOL, limit: 1 });
    await vi.waitFor(
      async () => expect(await page.locator('[data-ticket]').first().getAttribute('data-ticket')).toBe(trade!.ticketId),
      { timeout: PATIENCE_MS },
    );
    await page.close();
  });

  it('paints its chart no more often for an account that trades all the time', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await watchPage(page);
    await page.goto(`${market.url}/trade/${SYMBOL}`, { timeout: WITHIN_MS });
    const owner = ownerOf(market);
    const drawn = page.locator('[data-marks="order"]');
    await page.locator('[data-ticket]').first().waitFor({ timeout: WITHIN_MS });
    await beginCounting(page);
    for (let turn = 0; turn < TURNS; turn++) {
      const order = { symbol: SYMBOL, client_oid: `turn-${turn}`, size: '0.01', type: '1', order_type: '0' } as const;
      const { order_id } = await owner.placeOrder({ ...order, match_price: '0', price: '49000' });
      await drawn.waitFor({ timeout: WITHIN_MS });
      await owner.cancel_order({ orderId: order_id });
      await drawn.waitFor({ state: 'detached', timeout: WITHIN_MS });
    }
    const seen = await seenBy(page);
    expect(seen.paints).toBeGreaterThan(0);
    expect(seen.paints).toBeLessThanOrEqual(MOST_PAINTS * seen.seconds + 1);
    await page.close();
  });

  it('gets no bot refused that uses nine tenths of its limits', async () => {
    // What was asked before counts no longer.
    await vi.waitFor(
      async () => {
        const { headers } = await ownerOf(market).call('apiKey', {});
        for (const whose of ['IP', 'UID']) expect(Number(headers.get(`X-RateLimit-${whose}-Used`))).toBeLessThan(10);
      },
      { timeout: PATIENCE_MS, interval: 2_000 },
    );
    const bot = startBot(createClient({ url: market.url, ...DEMO, retries: 0 }));
    const isFull = (calls: number) =>
      vi.waitFor(() => expect(bot.done()).toBeGreaterThan(calls), { timeout: PATIENCE_MS, interval: 100 });
    await isFull(ONCE / 2);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${market.url}/trade/${SYMBOL}`, { timeout: WITHIN_MS });
    await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
    await page.locator('.ladder-row[data-price]').first().waitFor({ timeout: WITHIN_MS });
    await page.getByText(en.shell.tight).waitFor({ timeout: WITHIN_MS });
    await page.getByRole('link', { name: en.nav.me, exact: true }).click();
    await page.locator('[data-coverage]').waitFor({ timeout: WITHIN_MS });
    await isFull(bot.done() + ONCE);
    await bot.stop();
    expect(bot.refused).toEqual([]);
    await page.close();
  });
});
