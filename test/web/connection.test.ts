// A page whose browser's clock is wrong.
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { en } from './english.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { describeJourney, ownerOf, SIGNED_IN, SYMBOL } from './journey-kit.ts';

const AHEAD = `(() => {
  const { now } = Date;
  const ahead = () => now() + 90_000;
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [ahead()] : given));
    }
    static now() {
      return ahead();
    }
  };
})()`;

describeJourney('a browser whose clock is 90 s ahead', (journey) => {
  it('is told so, its requests pass, and it counts down with the exchange', async () => {
    const owner = ownerOf(journey());
    const page = await journey().browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(AHEAD);
    await page.goto(`${journey().url}/trade/${SYMBOL}`, { timeout: WITHIN_MS });
    await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
    await page
      .locator('.badge.warn', { hasText: /your clock is 1 min (29|30|31) s ahead/ })
      .waitFor({ timeout: WITHIN_MS });
    const { fundingTime } = await owner.funding_time({ symbol: SYMBOL });
    await untilItCountsTo(page, `.figure:has(dt:text-is("${en.trade.funding}")) dd`, fundingTime);
    await page.getByRole('button', { name: en.trade.kinds.market, exact: true }).click();
    await page.locator('[data-field="size"]').fill('0.01');
    await page.getByRole('button', { name: en.action['OPEN_LONG']!, exact: true }).click();
    await page.locator('dialog [data-yes]').click();
    await page.locator('.order-said').waitFor({ timeout: WITHIN_MS });
    const { orderId } = await vi.waitFor(
      async () => {
        const [owed] = (await owner.aiCoverage()).open;
        expect(owed).toBeDefined();
        return owed!;
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
    const { deadlines } = (await owner.aiCoverage()).open.find((one) => one.orderId === orderId)!;
    await page.getByRole('link', { name: en.nav.me, exact: true }).click();
    await untilItCountsTo(page, `[data-owed="${orderId}"] [data-left="C"]`, deadlines.C);
    await page.close();
  });
});

/**
 * Waits until the page's clock shows the exchange's second, which is this machine's, and a moment counts down with it:
 * whenever in that second somebody looks, what is left is not a second more or less than what is shown.
 */
async function untilItCountsTo(page: Page, selector: string, atMs: number): Promise<void> {
  await page.locator(selector).waitFor({ timeout: WITHIN_MS });
  await vi.waitFor(
    async () => {
      const before = Date.now();
      const [clock = '', text = ''] = await page
        .locator(`.top time.clock, ${selector}`)
        .evaluateAll((all) => all.map((one) => one.textContent ?? ''));
      const secondMs = new Date(before).setHours(...(clock.split(':').map(Number) as [number, number, number]), 0);
      expect(secondMs, clock).toBeGreaterThan(before - 2_000);
      expect(secondMs, clock).toBeLessThanOrEqual(Date.now());
      const [, h = '0', m, s] = /(?:(\d+):)?(\d+):(\d\d)/.exec(text) ?? [];
      const shownMs = (Number(h) * 3_600 + Number(m) * 60 + Number(s)) * 1_000;
      expect(shownMs, text).toBeLessThanOrEqual(atMs - secondMs);
      expect(shownMs, text).toBeGreaterThanOrEqual(atMs - secondMs - 1_000);
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
}
