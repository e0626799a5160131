// The terminal in a real browser: what is sent and shown there is what the exchange says.
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { money, number, percent } from '../../src/web/format/number.ts';
import { en } from './english.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { expectNarrow } from './fit.ts';
import { describeJourney, ownerOf, SYMBOL } from './journey-kit.ts';
import { BELOW, bestOf, dragLine, place } from './terminal-hands.ts';

describeJourney('the terminal in a real browser', (journey) => {
  it('places an order by the form: position, fill, bill and money are what the exchange says', async () => {
    const page = await journey().signedIn(`/trade/${SYMBOL}`);
    const owner = ownerOf(journey());
    await page.getByRole('button', { name: en.trade.kinds.market, exact: true }).click();
    await page.locator('[data-field="size"]').fill('0.01');
    await page.getByRole('button', { name: en.action['OPEN_LONG']!, exact: true }).click();
    await page.locator('dialog [data-yes]').click();
    const row = page.locator('[data-position]');
    await row.waitFor({ timeout: WITHIN_MS });
    const [position] = await owner.allPosition();
    expect(await row.getAttribute('data-position')).toBe(String(position!.id));
    expect(await row.innerText()).toContain(position!.size);
    await page.getByRole('button', { name: new RegExp(`^${en.trade.tabs.bills}`) }).click();
    const { items } = await owner.bills({ symbol: SYMBOL, limit: 1 });
    const bill = page.locator(`[data-bill="${items[0]!.billId}"]`);
    await bill.waitFor({ timeout: WITHIN_MS });
    const written = (await bill.innerText()).replaceAll(',', '').replaceAll('−', '-');
    for (const amount of [items[0]!.amount, items[0]!.balance]) expect(written).toContain(padded(amount));
    await page.getByRole('button', { name: en.trade.tabs.account, exact: true }).click();
    const [sum] = await owner.assets();
    await page.locator('.tabs').getByText(money(sum!.frozen)).first().waitFor({ timeout: WITHIN_MS });
    const { list } = await owner.fills({ symbol: SYMBOL, limit: 1 });
    const detail = await owner.detail({ orderId: list[0]!.orderId });
    expect(detail.client_oid, 'an id of the page').toMatch(/^web-[a-z0-9]+$/);
    const counted = (await owner.aiOrders({ limit: 20 })).find(({ orderId }) => orderId === String(list[0]!.orderId));
    await page.goto(`${journey().url}/log/${counted!.index}`, { timeout: WITHIN_MS });
    await page.locator('[data-number="4"][data-step="right"]').waitFor({ timeout: WITHIN_MS });
    const header = await page.locator('[data-header]').innerText();
    expect(header.split(/\s+/), 'its leaf').toEqual(
      expect.arrayContaining(['channel', 'web', 'orderId', String(list[0]!.orderId)]),
    );
    await page.context().close();
  });

  it('holds back what would be refused, says what is possible, and asks only when it can be placed', async () => {
    const page = await journey().signedIn(`/trade/${SYMBOL}`);
    const long = page.locator('[data-type="1"]:not(:disabled)');
    const [price, size] = [page.locator('[data-field="price"]'), page.locator('[data-field="size"]')];
    await expect
      .poll(() => price.inputValue(), { timeout: PATIENCE_MS, message: 'a price of the book' })
      .toMatch(/^\d/);
    // The market goes on between the two looks.
    const [bid] = await bestOf(page);
    expect(Math.abs(Number(await price.inputValue()) / bid - 1), 'the best bid when it was filled in').toBeLessThan(
      0.005,
    );
    await size.fill('50');
    await long.click();
    const ofSize = page.locator('#refusal-size');
    await ofSize.waitFor({ timeout: WITHIN_MS });
    expect(await ofSize.innerText()).toMatch(/^You have [\d,.]+ USDT available; this needs about 2[\d,.]+\.\n/);
    expect(await page.locator(':focus').getAttribute('data-field')).toBe('size');
    await ofSize.locator('button').click();
    expect(Number(await size.inputValue()), 'what is possible').toBeGreaterThan(1);
    await ofSize.waitFor({ state: 'detached', timeout: WITHIN_MS });
    await size.fill('0.00015');
    await ofSize.getByText('Sizes go in steps of 0.0001').waitFor({ timeout: WITHIN_MS });
    await ofSize.locator('button').last().click();
    expect(await size.inputValue()).toBe('0.0002');
    for (const [text, why] of [
      ['', en.trade.missing.price],
      ['200000', 'a buy may be at most'],
      ['60000.05', 'Prices go in ticks of 0.1'],
    ] as const) {
      await price.fill(text);
      await long.click();
      await page.locator('#refusal-price').getByText(why).waitFor({ timeout: WITHIN_MS });
      expect(await page.locator('dialog').count(), `asks about a price of “${text}”`).toBe(0);
    }
    await page.locator('[data-type="4"]').click();
    await page.locator('#refusal-size', { hasText: 'no SHORT position in BTC' }).waitFor({ timeout: WITHIN_MS });
    expect(await ownerOf(journey()).current({ symbol: SYMBOL })).toEqual([]);
    await price.fill('60000');
    await size.fill('1000');
    await page.locator('[data-unit]').selectOption('usdt');
    await size.fill('1000');
    await long.click();
    await page.locator('dialog', { hasText: '0.0166 BTC' }).waitFor({ timeout: WITHIN_MS });
    await page.locator('dialog [data-yes]').click();
    await page.getByRole('button', { name: new RegExp(`^${en.trade.tabs.orders}`) }).click();
    const order = page.locator('[data-order]').first();
    await order.waitFor({ timeout: WITHIN_MS });
    expect((await ownerOf(journey()).current({ symbol: SYMBOL })).map((one) => one.size)).toEqual(['0.0166']);
    // What only the exchange knows is its word: in the words of whoever trades, with its own behind them.
    await page.locator('[data-modes]').click();
    await page.locator('[data-leverage]').first().fill('7');
    await page.getByRole('button', { name: en.trade.setLeverage }).click();
    const fault = page.locator('dialog .panel-fault');
    await fault.getByText('Leverage of BTC can’t change while you have orders there (1) or plans (0)').waitFor();
    await fault.locator('summary', { hasText: '40015 LEVERAGE_BLOCKED_BY_OPEN_ORDERS' }).click();
    await fault.getByText('cannot adjust leverage of cmt_btcusdt').waitFor({ timeout: WITHIN_MS });
    await page.keyboard.press('Escape');
    await order.getByRole('button', { name: en.trade.cancel }).click();
    await order.getByRole('button', { name: en.trade.sure }).click();
    await order.waitFor({ state: 'detached', timeout: WITHIN_MS });
    await page.context().close();
  });

  it('changes an order by field and by its line, and keeps it when that is refused or thought better of', async () => {
    const page = await journey().signedIn(`/trade/${SYMBOL}`);
    const owner = ownerOf(journey());
    const working = async () => (await owner.current({ symbol: SYMBOL })).map(({ price, size }) => [price, size]);
    const isWorking = (...wanted: [string, string][]) =>
      vi.waitFor(async () => expect(await working()).toEqual(wanted), { timeout: PATIENCE_MS, interval: 200 });
    const [bid] = await bestOf(page);
    const price = (bid - BELOW).toFixed(1);
    await place(page, price, '0.01');
    await isWorking([price, '0.0100']);
    await page.getByRole('button', { name: new RegExp(`^${en.trade.tabs.orders}`) }).click();
    await page.locator('[data-amend]').first().click();
    const written = page.locator('[data-field="amend-price"]');
    await written.press('ArrowDown');
    await written.press('Shift+ArrowDown');
    const lower = (Number(price) - 1.1).toFixed(1);
    expect(await written.inputValue(), 'by ticks').toBe(lower);
    await page.locator('[data-field="amend-size"]').fill('50');
    await page.locator('dialog .field-wrong', { hasText: 'USDT available' }).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('dialog [data-yes]').isDisabled()).toBe(true);
    await page.locator('[data-field="amend-size"]').fill('0.02');
    await page.locator('dialog [data-yes]').click();
    await page.locator('dialog').waitFor({ state: 'detached', timeout: WITHIN_MS });
    await isWorking([lower, '0.0200']);
    // Its line, dropped elsewhere, asks; Escape leaves the order where it is, and the answer moves it.
    await page.locator('[data-marks~="order"]').waitFor({ timeout: WITHIN_MS });
    for (const [key, moves] of [
      ['Escape', false],
      ['', true],
    ] as const) {
      const at = await dragLine(page, 24);
      expect(Number(at), 'further down').toBeLessThan(Number(lower));
      if (moves) await page.locator('dialog [data-yes]').click();
      else await page.keyboard.press(key);
      await page.locator('dialog').waitFor({ state: 'detached', timeout: WITHIN_MS });
      await isWorking([moves ? at : lower, '0.0200']);
    }
    // Refused when it is placed anew: the old one is placed again, and it is said.
    const [before] = await working();
    let isRefused = true;
    await page.route('**/order/placeOrder', async (route) => {
      if (!isRefused) return route.continue();
      isRefused = false;
      return route.fulfill({ status: 400, json: { code: '50004', msg: 'Not now', token: 'OPERATION_NOT_PERMITTED' } });
    });
    await page.locator('[data-amend]').first().click();
    await written.press('ArrowDown');
    await page.locator('dialog [data-yes]').click();
    await page.locator('[data-amended="restored"]').waitFor({ timeout: WITHIN_MS });
    await isWorking(before as [string, string]);
    await page.keyboard.press('Escape');
    await owner.cancelAllOrders({ cancelOrderType: 'normal' });
    await page.context().close();
  });

  it('moves the trigger of a plan order in place, named for what it is, and pages through what ended', async () => {
    const page = await journey().signedIn(`/trade/${SYMBOL}`);
    const owner = ownerOf(journey());
    const [bid] = await bestOf(page);
    const order = { symbol: SYMBOL, client_oid: 'plan-1', size: '0.01', type: '1' } as const;
    await owner.plan_order({
      ...order,
      match_type: '0',
      execute_price: '50000',
      trigger_price: (bid - 900).toFixed(1),
    });
    for (let one = 0; one < 21; one++)
      await owner.placeOrder({ ...order, client_oid: `ioc-${one}`, order_type: '3', match_price: '0', price: '50000' });
    await page.getByRole('button', { name: new RegExp(`^${en.trade.tabs.plans}`) }).click();
    const plan = page.locator('[data-order]', { hasText: en.trade.waiting.plan });
    await plan.locator('[data-amend]').click();
    await page.getByText(en.trade.amendInPlace).waitFor({ timeout: WITHIN_MS });
    await page.locator('[data-field="amend-trigger"]').fill((bid - 950).toFixed(1));
    await page.locator('dialog [data-yes]').click();
    await page.locator('dialog').waitFor({ state: 'detached', timeout: WITHIN_MS });
    const [moved] = await owner.currentPlan({ symbol: SYMBOL });
    expect([moved!.client_oid, moved!.triggerPrice, moved!.price], 'with its limit').toEqual([
      'plan-1',
      (bid - 950).toFixed(1),
      '50000.0',
    ]);
    await owner.cancelAllOrders({ cancelOrderType: 'plan' });
    await page.getByRole('button', { name: en.trade.tabs.history, exact: true }).click();
    const ended = page.locator('[data-ended]');
    const ids = (): Promise<string[]> =>
      ended.evaluateAll((rows) => rows.map((row) => String(row.getAttribute('data-ended'))));
    await expect.poll(ids, { timeout: PATIENCE_MS }).toHaveLength(20);
    const first = await ids();
    await page.getByRole('button', { name: en.trade.older }).click();
    await expect.poll(async () => (await ids()).some((id) => first.includes(id)), { timeout: PATIENCE_MS }).toBe(false);
    const all = (await owner.history({ pageSize: 100 })).map(({ order_id }) => order_id);
    expect([...first, ...(await ids())]).toEqual(all.slice(0, first.length + (await ids()).length));
    await page.context().close();
  });

  it('has what is open above the fold, no column empty, and nothing sideways, in both languages', async () => {
    const owner = ownerOf(journey());
    const order = { symbol: SYMBOL, client_oid: 'fold', size: '0.01', type: '1', order_type: '0' } as const;
    await owner.placeOrder({ ...order, match_price: '1', price: '0' });
    for (const lang of ['en', 'zh'])
      for (const [width, height] of [
        [360, 780],
        [1024, 768],
        [1440, 900],
        [1440, 1300],
      ] as const) {
        const at = `${width}×${height} ${lang}`;
        const page = await journey().signedIn(`/trade/${SYMBOL}?lang=${lang}`, { viewport: { width, height } });
        if (width === 360) await page.locator('.trade-sections button').last().click();
        const row = page.locator('[data-position]').first();
        await row.waitFor({ timeout: WITHIN_MS });
        await expectNarrow(page, at);
        const ends = await page.evaluate<number[]>(ENDS);
        expect(Math.max(...ends) - Math.min(...ends), `columns that end together at ${at}`).toBeLessThan(2);
        expect(Math.max(...ends), `room used at ${at}`).toBeGreaterThan(height * 0.85);
        const { y, height: tall } = (await row.boundingBox())!;
        expect(y + tall, `a position at ${at}`).toBeLessThan(width === 360 ? height : height - 30);
        expect(await row.innerText(), `PnL of it at ${at}`).toMatch(/[+−]?\d+\.\d\d%/);
        await page.context().close();
      }
  });

  it('shows a resting order in ladder, chart and table, as placed from the page, and takes it out of all three', async () => {
    const page = await journey().signedIn(`/trade/${SYMBOL}`);
    const owner = ownerOf(journey());
    // Far enough down to be there for a while.
    const best = page.locator('[data-side="bids"] .ladder-bid').nth(9);
    await best.waitFor({ timeout: WITHIN_MS });
    const price = String(await best.getAttribute('data-price'));
    await place(page, price, '0.01');
    await page.locator('.ladder-own[data-own]').first().waitFor({ timeout: WITHIN_MS });
    await page.locator('[data-marks*="order"]').waitFor({ timeout: WITHIN_MS });
    await page.getByRole('button', { name: new RegExp(`^${en.trade.tabs.orders}`) }).click();
    const row = page.locator('tr[data-order]').first();
    await row.waitFor({ timeout: WITHIN_MS });
    expect(await row.innerText(), 'its channel').toContain(en.trade.sources['WEB']);
    const orderId = String(await row.getAttribute('data-order'));
    await owner.cancel_order({ orderId });
    await row.waitFor({ state: 'detached', timeout: WITHIN_MS });
    await page.locator('.ladder-own').waitFor({ state: 'detached', timeout: WITHIN_MS });
    await page.locator('[data-marks*="order"]').waitFor({ state: 'detached', timeout: WITHIN_MS });
    await page.locator(`[data-outcome="${orderId}"]`, { hasText: 'USER_CANCELED' }).waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it('changes leverage and modes, protects a position and closes a part of it, each as the exchange has it then', async () => {
    const symbol = 'cmt_ethusdt';
    const page = await journey().signedIn(`/trade/${symbol}`);
    const owner = ownerOf(journey());
    await page.locator('[data-modes]').click();
    await page.locator('[data-leverage]').first().fill('7');
    await page.getByRole('button', { name: en.trade.setLeverage }).click();
    await page.locator('[data-modes]', { hasText: '7x' }).waitFor({ timeout: WITHIN_MS });
    expect((await owner.settings({ symbol }))[symbol]?.cross_leverage).toMatch(/^7(\.0+)?$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: en.trade.kinds.market, exact: true }).click();
    await page.locator('[data-field="size"]').fill('0.1');
    await page.getByRole('button', { name: en.action['OPEN_LONG']!, exact: true }).click();
    await page.locator('dialog [data-yes]').click();
    const [position] = await vi.waitFor(
      async () => {
        const all = await owner.singlePosition({ symbol });
        expect(all).toHaveLength(1);
        return all;
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
    const row = page.locator(`[data-position="${position!.id}"]`);
    await row.getByRole('button', { name: en.trade.tpSl }).click();
    await page.locator('dialog [data-field="sl"]').fill('1000');
    await page.locator('dialog [data-yes]').click();
    await page.locator('[data-tp-sl]').waitFor({ timeout: WITHIN_MS });
    const [plan] = await owner.currentPlan({ symbol });
    expect([plan!.planType, Number(plan!.triggerPrice)]).toEqual(['loss_plan', 1_000]);
    await page.keyboard.press('Escape');
    await page.locator('[data-marks*="stopLoss"][data-marks*="entry"]').waitFor({ timeout: WITHIN_MS });
    await row.getByRole('button', { name: en.trade.margin }).click();
    await page.getByText(en.trade.marginIsShared).waitFor({ timeout: WITHIN_MS });
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: en.trade.closePosition, exact: true }).click();
    await page.locator('dialog [data-field="close-size"]').fill('0.06');
    await page.locator('dialog [data-yes]').click();
    await page.locator('dialog').waitFor({ state: 'detached', timeout: WITHIN_MS });
    await vi.waitFor(
      async () => {
        const [left] = await owner.singlePosition({ symbol });
        expect(await row.innerText()).toContain(left!.size);
        expect(Number(left!.size)).toBeCloseTo(0.04);
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
    await page.context().close();
  });

  it('places and cancels an order by the keyboard alone', async () => {
    const page = await journey().signedIn(`/trade/${SYMBOL}`);
    await page.locator('[data-side="bids"] .ladder-bid').first().waitFor({ timeout: WITHIN_MS });
    await page.locator('[data-type="1"]:not(:disabled)').waitFor({ timeout: WITHIN_MS });
    const ladder = page.locator('.ladder-scroll');
    await ladder.focus();
    for (let row = 0; row < 10; row++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.locator('[data-field="price"]').inputValue(), 'a price of the ladder').toMatch(/^\d/);
    await vi.waitFor(
      async () => {
        await page.keyboard.press('f');
        expect(await page.locator(':focus').getAttribute('data-field')).toBe('size');
      },
      { timeout: PATIENCE_MS },
    );
    await page.keyboard.type('0.01');
    await tabTo(page, '[data-type="1"]');
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ timeout: WITHIN_MS });
    await tabTo(page, '[data-yes]');
    await page.keyboard.press('Enter');
    await page.locator('.order-said').waitFor({ timeout: WITHIN_MS });
    await tabTo(page, '.tabs-list button:nth-child(2)');
    await page.keyboard.press('Enter');
    await page.locator('tr[data-order]').first().waitFor({ timeout: WITHIN_MS });
    await tabTo(page, 'tr[data-order] button:first-child');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('tr[data-order]').waitFor({ state: 'detached', timeout: WITHIN_MS });
    expect(await ownerOf(journey()).current({ symbol: SYMBOL })).toEqual([]);
    await page.context().close();
  });

  it('names the contracts nearest to one that is none', async () => {
    const page = await journey().open('/trade/cmt_btcusd');
    const near = page.locator('main a', { hasText: SYMBOL });
    await near.waitFor({ timeout: WITHIN_MS });
    expect(page.url()).toContain('cmt_btcusd');
    await page.context().close();
  });

  it('shows the ladder the exchange has', async () => {
    const page = await journey().open(`/trade/${SYMBOL}`);
    const owner = ownerOf(journey());
    await vi.waitFor(
      async () => {
        const shown = await page.locator('[data-side="bids"] .ladder-bid').allInnerTexts();
        const { bids } = await owner.depth({ symbol: SYMBOL, limit: 20 });
        const rows = shown.map((row) => row.replaceAll(',', '').split(/\s+/).slice(0, 2).join(' '));
        expect(rows.slice(0, 5)).toEqual(bids.slice(0, 5).map((level) => level.join(' ')));
      },
      { timeout: PATIENCE_MS, interval: 50 },
    );
    await page.context().close();
  });

  it('shows the 24 hours the ticker has, and says of the chart what is in view, when that moves too', async () => {
    const page = await journey().open(`/trade/${SYMBOL}`);
    const owner = ownerOf(journey());
    const figure = (name: string) => page.locator(`.figure:has(dt:text-is("${name}")) dd`);
    await vi.waitFor(
      async () => {
        const [day, volume, last] = await Promise.all(
          [en.trade.day, en.trade.dayVolume, en.trade.last].map((name) => figure(name).innerText()),
        );
        const ticker = await owner.ticker({ symbol: SYMBOL });
        const price = (text: string): string => number(text, { decimals: 1 });
        expect(day).toBe(`${price(ticker.low_24h)} – ${price(ticker.high_24h)}`);
        expect(volume).toBe(`${number(ticker.volume_24h, { decimals: 0 })} USDT`);
        expect(last!.replace(/ [▲▼]/, '')).toBe(`${price(ticker.last)} ${percent(ticker.priceChangePercent)}`);
      },
      { timeout: PATIENCE_MS, interval: 50 },
    );
    await page.getByRole('button', { name: '1h', exact: true }).click();
    const before = await saysWhatIsInView(page, owner);
    const box = (await page.locator('.chart-box').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, -600);
    await vi.waitFor(async () => expect(await inView(page)).not.toEqual(before), { timeout: WITHIN_MS });
    const near = await saysWhatIsInView(page, owner);
    expect(near[1] - near[0], 'fewer hours').toBeLessThan(before[1] - before[0]);
    await page.mouse.wheel(-900, 0);
    await vi.waitFor(async () => expect((await inView(page))[1]).toBeLessThan(near[1]), { timeout: WITHIN_MS });
    await saysWhatIsInView(page, owner);
    await page.context().close();
  });
});

/** When the first and the last candle that are seen begin. */
async function inView(page: Page): Promise<[number, number]> {
  const { from, until } = await page.locator('.chart-text[data-from]').evaluate((said) => ({ ...said.dataset }));
  return [Number(from), Number(until)];
}

/** Holds the words under the chart to the hours that are in view, as the exchange has them. */
async function saysWhatIsInView(page: Page, owner: ReturnType<typeof ownerOf>): Promise<[number, number]> {
  return vi.waitFor(
    async () => {
      const [from, until] = await inView(page);
      const said = await page.locator('.chart-text').innerText();
      const rows = await owner.candles({ symbol: SYMBOL, granularity: '1h', limit: 600, sort: 'asc' });
      const seen = rows.filter(([t]) => Number(t) >= from && Number(t) <= until);
      const of = (place: 2 | 3, best: typeof Math.max): string =>
        number(best(...seen.map((row) => Number(row[place]))), { decimals: 1 });
      const change = Number(seen.at(-1)![4]) / Number(seen[0]![1]) - 1;
      const last = number(seen.at(-1)![4], { decimals: 1 });
      const text = en.trade.chartText(last, of(2, Math.max), of(3, Math.min), percent(change.toFixed(8)));
      expect(said).toBe(text);
      return [from, until] as [number, number];
    },
    { timeout: PATIENCE_MS, interval: 50 },
  );
}

/** Where the columns of the terminal end, those that are seen, to the pixel. */
const ENDS = `[...document.querySelectorAll('.trade > .panel, .trade-left > .panel')]
  .filter((one) => one.getClientRects().length > 0)
  .map((one) => one.getBoundingClientRect())
  .filter(({ bottom }, place, all) => !all.some((other, at) => at !== place && other.top >= bottom && other.left < all[place].right && other.right > all[place].left))
  .map(({ bottom }) => Math.round(bottom))`;

/** With the eight decimals bills are shown with. */
function padded(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(8, '0')}`;
}

/** Presses Tab until something that fits has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`nothing that fits ${selector} can be reached by Tab`);
}
