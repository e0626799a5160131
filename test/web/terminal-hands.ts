// What a hand does in the terminal, in either language: writes orders, takes hold of lines.
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { WITHIN_MS } from '../browser.ts';

/** This far below the bid the market doesn't come while a test lasts, and the chart's scale still reaches. */
export const BELOW = 250;

/** The best prices the ladder shows: bid and ask. */
export async function bestOf(page: Page): Promise<[number, number]> {
  const best = async (side: string, row: 'first' | 'last'): Promise<number> => {
    const rows = page.locator(`[data-side="${side}"] .ladder-row[data-price]`);
    await rows.first().waitFor({ timeout: WITHIN_MS });
    return Number(await rows[row]().getAttribute('data-price'));
  };
  return [await best('bids', 'first'), await best('asks', 'last')];
}

/**
 * Takes hold of the line of the only order there is, drops it so many pixels further down; the price it asks about. The
 * chart's scale follows the market: where the line has moved on before the button was down, the hand tries again.
 */
export async function dragLine(page: Page, pixels: number): Promise<string> {
  const asked = page.locator('[data-field="amend-price"]');
  await vi.waitFor(
    async () => {
      // It came after the hand had given up.
      if (await asked.isVisible()) return;
      const box = (await page.locator('.chart-box').boundingBox())!;
      const x = box.x + box.width / 3;
      const isHeld = async () => (await page.locator('.chart-grab').count()) > 0;
      let y = box.y + 8;
      for (; y < box.y + box.height - 40; y += 4) {
        await page.mouse.move(x, y);
        if (await isHeld()) break;
      }
      if (!(await isHeld())) throw new Error('no line is found');
      await page.mouse.down();
      await page.mouse.move(x, y + pixels / 2);
      await page.mouse.move(x, y + pixels);
      await page.mouse.up();
      await asked.waitFor({ timeout: 5_000 });
    },
    { timeout: WITHIN_MS, interval: 100 },
  );
  return asked.inputValue();
}

/** Writes a limit order and says yes. */
export async function place(page: Page, price: string, size: string): Promise<void> {
  await page.locator('[data-field="price"]').fill(price);
  await page.locator('[data-field="size"]').fill(size);
  await page.locator('[data-type="1"]:not(:disabled)').click();
  await page.locator('dialog [data-yes]').click();
}
