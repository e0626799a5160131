// What a terminal makes of a connection that loses something: a message, or all of it for a while. Whatever was lost,
// it asks once for what it needs, and shows what the exchange has again.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { en } from './english.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type BusyMarket, startBusyMarket, USUAL } from './busy-market.ts';
import { ownerOf, SIGNED_IN, SYMBOL } from './journey-kit.ts';
import { tab, untilAccountIsRight, untilLadderIsRight, untilTapeIsRight } from './shown.ts';
import { startWire, type Wire } from './wire.ts';

const DEPTH = `depth.${SYMBOL}.200`;
const STILL = { changes: 0, trades: 0 };
let named = 0;

describe.skipIf(!hasBrowser)(`a terminal that loses something${whyNoBrowser}`, { timeout: 3 * PATIENCE_MS }, () => {
  let market: BusyMarket;
  let browser: Browser;
  let wire: Wire;
  let page: Page;
  /** What the page said on its sockets, and which it opened. */
  const [said, opened]: [string[], string[]] = [[], []];
  const asked: string[] = [];

  beforeAll(async () => {
    market = await startBusyMarket();
    wire = await startWire(market.url);
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on('websocket', (socket) => {
      opened.push(new URL(socket.url()).pathname);
      socket.on('framesent', ({ payload }) => void said.push(String(payload)));
    });
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    market.go(USUAL);
    await page.goto(`${wire.url}/trade/${SYMBOL}`, { timeout: WITHIN_MS });
    await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
    await page.locator('[data-ticket]').first().waitFor({ timeout: WITHIN_MS });
    await page.locator('.ladder-table.live-value').waitFor({ timeout: WITHIN_MS });
  }, WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await wire?.stop();
    await market?.stop();
  });

  const place = (fields: object) =>
    ownerOf(market).placeOrder({
      symbol: SYMBOL,
      client_oid: `loss-${named++}`,
      size: '0.01',
      type: '1',
      order_type: '0',
      match_price: '0',
      price: '49000',
      ...fields,
    });
  const untilRowOf = (orderId: string): Promise<void> =>
    page.locator(`tr[data-order="${orderId}"]`).waitFor({ timeout: WITHIN_MS });
  const times = (all: readonly string[], fits: (one: string) => boolean): number => all.filter(fits).length;

  it('asks once for a book a message of which was lost, and has it right again', async () => {
    const asks = (event: string): number =>
      times(said, (text) => text.includes(`"${event}"`) && text.includes(`"${DEPTH}"`));
    const before = [asks('subscribe'), asks('unsubscribe')] as const;
    await wire.lose((message) => message.includes(`"${DEPTH}"`) && message.includes('"CHANGED"'));
    await vi.waitFor(() => expect(asks('subscribe')).toBeGreaterThan(before[0]), { timeout: PATIENCE_MS });
    await page.locator('.ladder-table.live-value').waitFor({ timeout: WITHIN_MS });
    market.go(STILL);
    await untilLadderIsRight(page, ownerOf(market));
    expect([asks('subscribe'), asks('unsubscribe')]).toEqual([before[0] + 1, before[1] + 1]);
    expect(
      times(opened, (path) => path.endsWith('/public')),
      'on the socket it had',
    ).toBe(1);
  });

  it('reads once what a lost message of the account said, and has the account right again', async () => {
    await tab(page, en.trade.tabs.orders);
    // The account is there, and its channels have begun.
    await untilRowOf((await place({})).order_id);
    const sockets = (): number => times(opened, (path) => path.endsWith('/private'));
    const reads = (): number => times(asked, (path) => path.endsWith('/order/fills'));
    const before = [sockets(), reads()] as const;
    const lost = wire.lose((message) => message.includes('"OrderUpdate"'));
    const { order_id } = await place({});
    await lost;
    await place({ price: '49001' });
    await untilRowOf(order_id);
    await untilAccountIsRight(page, ownerOf(market));
    expect([sockets(), reads()], 'private sockets, reads of fills').toEqual([before[0] + 1, before[1] + 1]);
  });

  it('says that it was cut off, dims what it shows, and has ladder, tape, positions and orders right again', async () => {
    market.go(USUAL);
    const owner = ownerOf(market);
    const opacity = (): Promise<string> =>
      page.evaluate<string>('getComputedStyle(document.querySelector(".figures-last")).opacity');
    expect(await opacity()).toBe('1');
    await tab(page, en.trade.tabs.orders);
    const kept = await place({ price: '48000' });
    await untilRowOf(kept.order_id);
    wire.cut();
    await page.locator('.badge.warn[data-state="lost"]').waitFor({ timeout: WITHIN_MS });
    await page.locator('main.stale').waitFor({ timeout: WITHIN_MS });
    expect(Number(await opacity()), 'values are dim').toBeLessThan(1);
    expect(await page.locator('[data-type="1"]').isDisabled(), 'the form waits').toBe(true);
    // Much happens meanwhile.
    const { trades } = market.done;
    await owner.cancel_order({ orderId: kept.order_id });
    await place({ price: '48001' });
    await place({ match_price: '1', price: undefined, size: '0.02' });
    await vi.waitFor(() => expect(market.done.trades).toBeGreaterThan(trades + 50), { timeout: PATIENCE_MS });
    wire.mend();
    await page.locator('.badge[data-state="open"]').waitFor({ timeout: WITHIN_MS });
    await page.locator('main:not(.stale)').waitFor({ timeout: WITHIN_MS });
    await page.locator('.tabs-scroll:not(.tabs-late)').waitFor({ timeout: WITHIN_MS });
    market.go(STILL);
    await untilLadderIsRight(page, owner);
    await untilTapeIsRight(page, owner);
    await untilAccountIsRight(page, owner);
    expect(await owner.allPosition()).toHaveLength(1);
  });
});
