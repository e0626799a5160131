// What a terminal shows beside what REST says: its ladder, its tape, its orders and positions.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { en } from './english.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { SYMBOL } from './journey-kit.ts';

const ROWS = 20;
const TAPE_ROWS = 40;
const UNTIL = { timeout: PATIENCE_MS, interval: 100 };

type Side = 'asks' | 'bids';

/** Price, size and sum of each row of a side, the best first. */
async function ladderOn(page: Page, side: Side): Promise<string[]> {
  const rows = await page.locator(`[data-side="${side}"] .ladder-row[data-price]`).evaluateAll((all) =>
    all.map((row) => {
      const cells = [...row.querySelectorAll('td')].filter((cell) => cell.querySelector('.ladder-own') === null);
      return cells.flatMap(({ textContent }) => (textContent?.trim() === '' ? [] : [textContent])).join(' ');
    }),
  );
  const best = side === 'asks' ? rows.toReversed() : rows;
  return best.map((row) => row.replaceAll(',', ''));
}

/** What the ladder has to show of a side: levels of REST gathered by so many ticks, and the sum up to each. */
function gathered(levels: readonly (readonly [string, string])[], side: Side, ticks: number): string[] {
  const [price = '', size = ''] = levels[0] ?? [];
  const [tick, step] = [10 ** decimals(price), 10 ** decimals(size)];
  const rows = new Map<number, number>();
  for (const [at, much] of levels) {
    const parts = Math.round(Number(at) * tick) / ticks;
    const row = (side === 'bids' ? Math.floor(parts) : Math.ceil(parts)) * ticks;
    rows.set(row, (rows.get(row) ?? 0) + Math.round(Number(much) * step));
  }
  let sum = 0;
  return [...rows].slice(0, ROWS).map(([row, much]) => {
    sum += much;
    const text = (units: number): string => (units / step).toFixed(decimals(size));
    return `${(row / tick).toFixed(decimals(price))} ${text(much)} ${text(sum)}`;
  });
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Waits until both sides of the ladder are those of `market/depth`, gathered by so many ticks. */
export async function untilLadderIsRight(page: Page, client: Client, ticks: 1 | 10 = 1): Promise<void> {
  await page.locator('.ladder select').selectOption(String(ticks));
  await vi.waitFor(async () => {
    const depth = await client.depth({ symbol: SYMBOL, limit: 200 });
    for (const side of ['asks', 'bids'] as const) {
      const wanted = gathered(depth[side], side, ticks);
      expect(wanted.length).toBeGreaterThan(1);
      expect(await ladderOn(page, side), `${side} at ×${ticks}`).toEqual(wanted);
    }
  }, UNTIL);
}

/** Waits until the tape is the newest trades, each once. */
export async function untilTapeIsRight(page: Page, client: Client): Promise<void> {
  await vi.waitFor(async () => {
    const trades = await client.trades({ symbol: SYMBOL, limit: TAPE_ROWS });
    const shown = await page
      .locator('[data-ticket]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-ticket')));
    expect(shown).toEqual(trades.map(({ ticketId }) => ticketId));
  }, UNTIL);
}

/** Waits until the tables of orders and positions are those of REST. */
export async function untilAccountIsRight(page: Page, owner: Client): Promise<void> {
  const idsOn = (name: string): Promise<(string | null)[]> =>
    page
      .locator(`tr[data-${name}]`)
      .evaluateAll((rows, attribute) => rows.map((row) => row.getAttribute(attribute)), `data-${name}`);
  await tab(page, en.trade.tabs.orders);
  await vi.waitFor(async () => {
    const orders = await owner.current({ symbol: SYMBOL });
    expect((await idsOn('order')).toSorted()).toEqual(orders.map(({ order_id }) => order_id).toSorted());
    for (const { order_id, size, filled_qty } of orders) {
      const cells = await page.locator(`tr[data-order="${order_id}"] td`).allInnerTexts();
      expect(cells.slice(4, 6)).toEqual([size, filled_qty]);
    }
  }, UNTIL);
  await tab(page, en.trade.tabs.positions);
  await vi.waitFor(async () => {
    const positions = await owner.allPosition();
    expect((await idsOn('position')).toSorted()).toEqual(positions.map(({ id }) => String(id)).toSorted());
    for (const { id, size } of positions)
      expect(await page.locator(`[data-position="${id}"]`).innerText()).toContain(size);
  }, UNTIL);
}

export async function tab(page: Page, name: string): Promise<void> {
  await page
    .locator('.tabs-list')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click({ timeout: WITHIN_MS });
}
