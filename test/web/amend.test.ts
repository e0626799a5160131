// Orders that are changed in the terminal where that goes wrong: the page says what stands and what does not, by field
// and by line; and where it goes right, at every width and in both languages.
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { zhTrade } from '../../src/web/words/zh-trade.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { en } from './english.ts';
import { expectFit, expectNarrow } from './fit.ts';
import { describeJourney, ownerOf, SYMBOL } from './journey-kit.ts';
import { BELOW, bestOf, dragLine, place } from './terminal-hands.ts';
import { LOOKS } from './sizes.ts';

const UNTIL = { timeout: PATIENCE_MS, interval: 200 };

describeJourney('an order that is changed in a real browser', (journey) => {
  const working = async () =>
    (await ownerOf(journey()).current({ symbol: SYMBOL })).map(({ price, size }) => [price, size]);
  const isWorking = (...wanted: [string, string][]) =>
    vi.waitFor(async () => expect(await working()).toEqual(wanted), UNTIL);

  /** A page with one order that stands, and its row in sight. */
  async function withOrder(): Promise<{ readonly page: Page; readonly price: string }> {
    const page = await journey().signedIn(`/trade/${SYMBOL}`, { viewport: { width: 1440, height: 900 } });
    const [bid] = await bestOf(page);
    const price = (bid - BELOW).toFixed(1);
    await place(page, price, '0.01');
    await isWorking([price, '0.0100']);
    await page.locator('.tabs-list button').nth(1).click();
    await page.locator('[data-marks~="order"]').waitFor({ timeout: WITHIN_MS });
    return { page, price };
  }

  /** Asks for another price, and says yes; the price. */
  async function change(page: Page, how: 'field' | 'line'): Promise<string> {
    if (how === 'line') await dragLine(page, 24);
    else {
      await page.locator('[data-amend]').first().click();
      await page.locator('[data-field="amend-price"]').press('ArrowDown');
    }
    const written = await page.locator('[data-field="amend-price"]').inputValue();
    await page.locator('dialog [data-yes]').click();
    return written;
  }

  async function done(page: Page): Promise<void> {
    await page.context().close();
    await ownerOf(journey()).cancelAllOrders({ cancelOrderType: 'normal' });
    await isWorking();
  }

  it.each(['field', 'line'] as const)('is lost by %s: nothing stands, and the form has it', async (how) => {
    const { page, price } = await withOrder();
    await page.route('**/order/placeOrder', (route) =>
      route.fulfill({ status: 400, json: { code: '50004', msg: 'Not now', token: 'OPERATION_NOT_PERMITTED' } }),
    );
    await change(page, how);
    await page.locator('[data-amended="lost"]', { hasText: en.trade.amended.lost }).waitFor({ timeout: WITHIN_MS });
    await isWorking();
    expect(await page.locator('dialog [data-yes]').isDisabled(), 'it can’t be sent twice').toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached', timeout: WITHIN_MS });
    expect(await page.locator('[data-field="price"]').inputValue()).toBe(price);
    expect(Number(await page.locator('[data-field="size"]').inputValue())).toBe(0.01);
    await page.unroute('**/order/placeOrder');
    await page.locator('[data-type="1"]:not(:disabled)').click();
    await page.locator('dialog [data-yes]').click();
    await isWorking([price, '0.0100']);
    await done(page);
  });

  it.each(['field', 'line'] as const)(
    'may stand or not by %s: no second one is placed, and it is said',
    async (how) => {
      const { page } = await withOrder();
      // It arrives, and nothing comes back, nor when the page asks for it.
      await page.route('**/order/placeOrder', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.route('**/order/detail?*clientOid=*', (route) => route.abort('connectionreset'));
      const written = await change(page, how);
      await page
        .locator('[data-amended="unknown"]', { hasText: en.trade.amended.unknown })
        .waitFor({ timeout: WITHIN_MS });
      expect(await page.locator('dialog [data-yes]').isDisabled()).toBe(true);
      await isWorking([written, '0.0100']);
      await page.locator('tr[data-order]').waitFor({ timeout: WITHIN_MS });
      await done(page);
    },
  );

  it.each(LOOKS)('is placed, changed and cancelled $width px wide, in $lang', async ({ width, lang }) => {
    const trade = lang === 'en' ? en.trade : zhTrade;
    const page = await journey().signedIn(`/trade/${SYMBOL}?lang=${lang}`, { viewport: { width, height: 800 } });
    const section = async (name: keyof typeof trade.sections): Promise<void> => {
      if (width === 360) await page.getByRole('button', { name: trade.sections[name], exact: true }).click();
    };
    await page.locator('.chart-legend', { hasText: trade.legend.open }).waitFor({ timeout: WITHIN_MS });
    const chart = (await page.locator('.chart-box').boundingBox())!;
    await page.mouse.move(chart.x + chart.width / 3, chart.y + chart.height / 2);
    const legend = page.locator('.chart-legend[data-bar]');
    await vi.waitFor(async () => {
      const bar = Number(await legend.getAttribute('data-bar'));
      const bars = await ownerOf(journey()).candles({ symbol: SYMBOL, granularity: '1m', limit: 200 });
      const found = bars.find(([t]) => Number(t) === bar);
      expect(bars.length).toBeGreaterThan(10);
      expect(found, 'an earlier bar').not.toBe(bars.at(-1));
      const text = (await legend.innerText()).replaceAll(',', '');
      for (const value of found!.slice(1, 5)) expect(text).toContain(Number(value).toFixed(1));
    }, UNTIL);
    await section('order');
    const price = page.locator('[data-field="price"]');
    await vi.waitFor(async () => expect(await price.inputValue(), 'prefilled').toMatch(/^\d/), UNTIL);
    const low = (Number(await price.inputValue()) - BELOW).toFixed(1);
    await place(page, low, '0.01');
    await isWorking([low, '0.0100']);
    await expectNarrow(page, 'the form');
    await section('mine');
    await page.locator('.tabs-list button').nth(1).click();
    await page.locator('[data-amend]').click();
    await page.locator('[data-field="amend-price"]').press('ArrowDown');
    await expectFit(page, `the question at ${width} ${lang}`);
    await page.locator('dialog [data-yes]').click();
    await isWorking([(Number(low) - 0.1).toFixed(1), '0.0100']);
    const row = page.locator('tr[data-order]');
    await row.getByRole('button', { name: trade.cancel }).click();
    await row.getByRole('button', { name: trade.sure }).click();
    await isWorking();
    await page.getByRole('button', { name: trade.tabs.history, exact: true }).click();
    await page.locator('[data-ended]').first().waitFor({ timeout: WITHIN_MS });
    await expectFit(page, `the history at ${width} ${lang}`);
    await page.context().close();
  });
});
