// Journeys through the page in a real browser, against an exchange that was just started: what a visitor sees, and that
// it is what the exchange says. Where no browser answers they are skipped and say so.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { en } from '../../src/web/words/en.ts';
import { zh } from '../../src/web/words/zh.ts';
import { money } from '../../src/web/format/number.ts';
import { hasBrowser, whyNoBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { root } from '../source.ts';
import { DEMO, type Journey, ownerOf, startJourney } from './journey-kit.ts';
import { startWire } from './wire.ts';

const SYMBOL = 'cmt_btcusdt';
const PATHS = ['/', `/trade/${SYMBOL}`, '/log', '/log/0', '/proof', '/me', '/about', '/board'] as const;
const AXE = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const SIGNED_IN = 'button.account:has-text("1000001")';

describe.skipIf(!hasBrowser)(`the page in a real browser${whyNoBrowser}`, { timeout: 3 * PATIENCE_MS }, () => {
  let journey: Journey;
  beforeAll(async () => {
    journey = await startJourney();
  }, WITHIN_MS);
  afterAll(async () => {
    await journey?.stop();
  });

  async function signedIn(path: string, options = {}): Promise<Page> {
    const page = await journey.open(path, options);
    await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
    return page;
  }

  it('signs in as a demo account by itself and shows eight prices that move', async () => {
    const page = await signedIn('/');
    const prices = (): Promise<string[]> => page.locator('.ticker-price').allInnerTexts();
    await vi.waitFor(async () => expect((await prices()).filter((text) => /\d/.test(text))).toHaveLength(8), {
      timeout: PATIENCE_MS,
    });
    const first = await prices();
    await vi.waitFor(async () => expect(await prices()).not.toEqual(first), { timeout: PATIENCE_MS });
    await page.context().close();
  });

  it('shows an agent’s reason beside its order and fill, and has checked both leaves itself', async () => {
    const page = await signedIn('/');
    const thread = page.locator('.thread', { has: page.locator('.thread-fill') }).first();
    await thread.locator('.rail .ok', { hasText: en.live.checked }).waitFor({ timeout: WITHIN_MS });
    expect((await thread.locator('.thread-why').innerText()).length, 'a reason in words').toBeGreaterThan(20);
    expect(await thread.locator('.rail-leaf').allInnerTexts()).toEqual([
      expect.stringMatching(/^leaf \d/),
      expect.stringMatching(/^leaf \d/),
    ]);
    expect(await page.locator('.rail .bad').count()).toBe(0);
    await page.context().close();
  });

  it('places an order by the form: position, fill, bill and money are what the exchange says', async () => {
    const page = await signedIn(`/trade/${SYMBOL}`);
    const owner = ownerOf(journey);
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
    await page.context().close();
  });

  it('puts a refusal beside its field, and what the hint proposes makes the order pass', async () => {
    const page = await signedIn(`/trade/${SYMBOL}`);
    await page.locator('[data-field="price"]').fill('60000');
    await page.locator('[data-field="size"]').fill('0.00015');
    await page.getByRole('button', { name: en.action['OPEN_LONG']!, exact: true }).click();
    await page.locator('dialog input[type="checkbox"]').check();
    await page.locator('dialog [data-yes]').click();
    const refusal = page.locator('#refusal-size');
    await refusal.waitFor({ timeout: WITHIN_MS });
    expect(await page.locator(':focus').getAttribute('data-field')).toBe('size');
    const proposed = refusal.getByRole('button').last();
    const value = await proposed.innerText();
    await proposed.click();
    expect(await page.locator('[data-field="size"]').inputValue()).toBe(value);
    await page.getByRole('button', { name: en.action['OPEN_LONG']!, exact: true }).click();
    await page.getByRole('button', { name: new RegExp(`^${en.trade.tabs.orders}`) }).click();
    const order = page.locator('[data-order]').first();
    await order.waitFor({ timeout: WITHIN_MS });
    await order.getByRole('button').click();
    await order.getByRole('button', { name: en.trade.sure }).click();
    await order.waitFor({ state: 'detached', timeout: WITHIN_MS });
    expect(await ownerOf(journey).current({ symbol: SYMBOL })).toEqual([]);
    await page.context().close();
  });

  it('shows the ladder the exchange has', async () => {
    const page = await journey.open(`/trade/${SYMBOL}`);
    const owner = ownerOf(journey);
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

  it('shows an entry with its proof, and a shell comes to the same hash by the line it prints', async () => {
    const page = await journey.open('/log/0');
    await page.locator('[data-step="right"]').nth(2).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('[data-step="wrong"]').count()).toBe(0);
    const byHand = await page.locator('[data-by-hand]').innerText();
    const { stdout } = spawnSync('sh', ['-c', byHand], { encoding: 'utf8' });
    const shown = await page.locator('.steps code').first().innerText();
    expect(stdout.split(' ')[0], 'what a shell says to the line that is printed').toBe(shown);
    await page.context().close();
  });

  it('keeps the secret nowhere, and forgets it at sign-out', async () => {
    const page = await signedIn('/me');
    const kept = (): Promise<string> =>
      page.evaluate<string>(
        `[{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.documentElement.outerHTML]
          .map((part) => JSON.stringify(part)).join()`,
      );
    expect(await kept()).not.toContain(DEMO.secret);
    await page.locator(SIGNED_IN).click();
    await page.getByRole('button', { name: en.shell.signOut }).click();
    await page.locator('button.account', { hasText: en.shell.signIn }).waitFor({ timeout: WITHIN_MS });
    expect(await kept()).not.toContain(DEMO.passphrase);
    await page.context().close();
  });

  it('checks a receipt without a network, and says what does not hold when a bit of it is another', async () => {
    const owner = ownerOf(journey);
    const explanation = `<script>alert(1)</script>\u202etxt.exe \u001b[31m ${'x'.repeat(700)}`;
    const body = JSON.stringify({ stage: 'Decision', model: '<b>m</b>', input: {}, output: {}, explanation });
    await owner.uploadAiLog(body);
    const index = (await owner.aiLogs({ limit: 1 })).list[0]!.index;
    const receipt = await vi.waitFor(() => owner.aiProof({ index }), { timeout: PATIENCE_MS });
    const page = await journey.open('/proof');
    await page.locator('[data-file="receipt"]').waitFor({ timeout: WITHIN_MS });
    await page.context().setOffline(true);
    const drop = (name: string, text: string): Promise<void> =>
      page
        .locator(`[data-file="${name}"]`)
        .setInputFiles({ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await drop('receipt', receipt);
    await page.locator('[data-proof="right"]').waitFor({ timeout: WITHIN_MS });
    await drop('body', body);
    await page.locator('[data-proof="right"]', { hasText: en.proof.bodyRight }).waitFor({ timeout: WITHIN_MS });
    await drop('body', body.replace('Decision', 'Decisiom'));
    await page.locator('[data-proof="wrong"]').waitFor({ timeout: WITHIN_MS });
    await drop('body', body);
    await drop('receipt', receipt.replace(/index \d+/, 'index 0'));
    await page.locator('[data-proof="wrong"]').waitFor({ timeout: WITHIN_MS });
    await page.context().close();

    const own = await signedIn(`/log/${index}`, { viewport: { width: 360, height: 800 } });
    await own.locator('[data-step="right"]').nth(3).waitFor({ timeout: WITHIN_MS });
    const shown = await own.locator('main').textContent();
    expect(shown, 'marked, not obeyed').toContain('⟨U+202E⟩');
    expect(await own.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await own.locator('main script, main b').count()).toBe(0);
    await own.context().close();
  });

  it('says that it was cut off, and afterwards the tape has each trade once and the book is right', async () => {
    const wire = await startWire(journey.url);
    const page = await journey.browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${wire.url}/trade/${SYMBOL}`, { timeout: WITHIN_MS });
    await page.locator('[data-ticket]').first().waitFor({ timeout: WITHIN_MS });
    wire.cut();
    await page.locator('.badge.warn', { hasText: en.shell.reconnecting }).waitFor({ timeout: WITHIN_MS });
    await page.locator('main.stale').waitFor({ timeout: WITHIN_MS });
    wire.mend();
    await page.locator('.badge[data-state="open"]').waitFor({ timeout: WITHIN_MS });
    const owner = ownerOf(journey);
    await vi.waitFor(
      async () => {
        const shown = await page
          .locator('[data-ticket]')
          .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-ticket') ?? ''));
        const known = (await owner.trades({ symbol: SYMBOL, limit: 100 })).map(({ ticketId }) => ticketId);
        const common = known.filter((id) => Number(id) >= Number(shown.at(-1)) && Number(id) <= Number(shown[0]));
        expect(shown).toEqual(common);
        expect(Number(shown[0]), 'not the tape of before').toBeGreaterThanOrEqual(Number(known[5] ?? 0));
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
    await page.close();
    await wire.stop();
  });

  it('gets on with a browser whose clock is 90 s ahead, and says so', async () => {
    const page = await journey.browser.newPage();
    await page.addInitScript('const real = Date.now.bind(Date); Date.now = () => real() + 90_000;');
    await page.goto(`${journey.url}/me`, { timeout: WITHIN_MS });
    await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
    await page.locator('.badge.warn', { hasText: /your clock is (89|90|91) s ahead/ }).waitFor({ timeout: WITHIN_MS });
    await page.close();
  });

  it('goes from page to page by keys, and sends nothing by them', async () => {
    const page = await signedIn('/');
    for (const [keys, path] of [
      ['gt', '/trade'],
      ['go', '/log'],
      ['gm', '/me'],
      ['gl', '/'],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForURL(`${journey.url}${path}`, { timeout: WITHIN_MS });
    }
    await page.keyboard.press('?');
    await page.getByText(en.keys['g o']).first().waitFor({ timeout: WITHIN_MS });
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached', timeout: WITHIN_MS });
    await page.context().close();
  });

  it('speaks Chinese throughout', async () => {
    const page = await signedIn('/?lang=zh');
    await page.getByText(zh.live.introTitle).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    const text = await page.locator('body').innerText();
    for (const word of [en.live.said, en.live.done, en.nav.trade, en.shell.claims, en.live.standings])
      expect(text).not.toContain(word);
    await page.context().close();
  });

  it.each(['dark', 'light'] as const)('has nothing axe objects to and nothing sideways, %s', async (colorScheme) => {
    for (const width of [1280, 360]) {
      const page = await signedIn('/', { colorScheme, viewport: { width, height: 800 } });
      for (const path of PATHS) {
        await page.goto(journey.url + path, { timeout: WITHIN_MS });
        await page.locator('main > *').first().waitFor({ timeout: WITHIN_MS });
        await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
        const at = `${path} at ${width}`;
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(wide, `pixels ${at} is too wide`).toBeLessThanOrEqual(0);
        expect(await objections(page), at).toEqual([]);
      }
      await page.context().close();
    }
  });

  it('has complained of nothing and asked nobody else', () => {
    expect(journey.complaints).toEqual([]);
  });
});

/** What axe has against a page: rule, and the first element. */
async function objections(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary}`);
  });
}

/** With the eight decimals bills are shown with. */
function padded(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(8, '0')}`;
}
