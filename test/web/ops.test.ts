// Journeys of the operator through the administration's page.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { en } from '../../src/web/words/en.ts';
import { enAdmin } from '../../src/web/words/en-admin.ts';
import { money } from '../../src/web/format/number.ts';
import { enLive } from '../../src/web/words/en-live.ts';
import { enOps } from '../../src/web/words/en-ops.ts';
import { zhAdmin } from '../../src/web/words/zh-admin.ts';
import { zhOps } from '../../src/web/words/zh-ops.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { expectFit, expectNarrow } from './fit.ts';
import { describeJourney, type Journey, ownerOf, SYMBOL } from './journey-kit.ts';
import { ENDS } from './sizes.ts';

const ETH = 'cmt_ethusdt';

describeJourney("the administration's page", (started) => {
  const whoIn = (page: Page): Promise<string> => page.locator('[data-person]').innerText({ timeout: WITHIN_MS });

  it('lets in whoever opens a link, once, and keeps nothing of it where it could be read', async () => {
    const journey = started();
    const { code } = await journey.admin<{ code: string }>('POST', '/admin/v1/codes', {});
    const page = await journey.openAdmin('/');
    expect(await whoIn(page)).toBe(`${enAdmin.operator} · ${enAdmin.role['owner']}`);
    expect(page.url()).toBe(`${journey.app.adminUrl}/`);
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])',
    );
    expect(kept).not.toMatch(/os_[\w-]{43}/);
    await page.reload();
    await page.getByText(enAdmin.signedOut.title).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('pre').first().innerText()).toBe('npx outcry admin link');
    // A link that is opened where the page is already.
    await page.goto(`${journey.app.adminUrl}/#code=${code}`);
    expect(await whoIn(page)).toContain(enAdmin.operator);
    await page.getByRole('button', { name: en.shell.signOut }).click();
    await page.goto(`${journey.app.adminUrl}/#code=${code}`);
    await page.getByRole('alert').getByText('was used').waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it('leads a judge to the judging, under their own name, and out when they are revoked', async () => {
    const journey = started();
    const { token } = await journey.admin<{ token: string }>('POST', '/admin/v1/credentials', {
      name: 'rhea',
      role: 'judge',
    });
    const page = await journey.openAdmin('/', {}, token);
    expect(await whoIn(page)).toBe(`rhea · ${enAdmin.role['judge']}`);
    await page.locator(`nav a[aria-current="page"]`, { hasText: enAdmin.nav.judge }).waitFor({ timeout: WITHIN_MS });
    await journey.admin('POST', '/admin/v1/credentials/revoke', { name: 'rhea' });
    // The page asks again by itself.
    await page.getByText(enAdmin.signedOut.title).waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it('is not on the public listener, which says how to get there', async () => {
    const journey = started();
    for (const path of ['/ops', '/contests', '/publish', '/judge', '/case/c1']) {
      const page = await journey.open(path);
      await page.locator('pre', { hasText: 'npx outcry admin link' }).waitFor({ timeout: WITHIN_MS });
      await page.context().close();
    }
  });

  it('after a crash shows liquidations, fund and alarms as the metrics have them', async () => {
    const journey = started();
    const owner = ownerOf(journey);
    await owner.leverage({ symbol: SYMBOL, marginMode: 1, longLeverage: '100', shortLeverage: '100' });
    await owner.placeOrder({ symbol: SYMBOL, client_oid: 'all-in', size: '1', type: 1, order_type: 0, match_price: 1 });
    const page = await journey.openAdmin('/ops');
    await page.locator('[data-health="ok"]').waitFor({ timeout: WITHIN_MS });
    await journey.admin('POST', '/admin/market/shock', { symbol: 'all', percent: '-30' });
    await page.locator('[data-risk="liquidations"] tr[data-account="1000001"]').waitFor({ timeout: WITHIN_MS });
    const rows = (name: string): Promise<number> => page.locator(`[data-risk="${name}"] tbody tr`).count();
    await vi.waitFor(
      async () => {
        const known = await metricsOf(journey);
        expect(await rows('liquidations')).toBe(Math.min(50, known('outcry_liquidations_total')));
        expect(await rows('deleveragings')).toBe(Math.min(50, known('outcry_deleveraged_fills_total')));
        expect(await rows('closedAtMark')).toBe(Math.min(50, known('outcry_closed_at_mark_total')));
        const fund = money(known('outcry_insurance_fund_usdt').toFixed(8));
        expect(await page.locator('[data-gauge="fund"] .ops-value').innerText()).toBe(`${fund} USDT`);
        const shared = known('outcry_losses_shared_usdt_total');
        expect(await rows('lossesShared')).toBe(shared === 0 ? 0 : await rows('closedAtMark'));
      },
      { timeout: PATIENCE_MS, interval: 500 },
    );
    const alarms = await page.getByText(enOps.alarm).count();
    const raised = [await rows('closedAtMark'), await rows('lossesShared')].filter((count) => count > 0).length;
    expect(alarms).toBe(raised);
    expect(await page.locator('[data-health]').getAttribute('data-health')).toBe(raised > 0 ? 'bad' : 'ok');
    await page.context().close();
  });

  it('asks before it halts a contract, and then nobody can order there until it is resumed', async () => {
    const journey = started();
    const page = await journey.openAdmin('/ops');
    const row = page.locator(`[data-contract="${ETH}"]`);
    const stateOf = async (): Promise<string> => {
      const { list } = await journey.admin<{ list: { symbol: string; state: string }[] }>('GET', '/admin/contracts');
      return list.find(({ symbol }) => symbol === ETH)!.state;
    };
    await row.getByRole('button', { name: enOps.contracts.halt }).click({ timeout: WITHIN_MS });
    await page.locator('dialog', { hasText: enOps.contracts.haltTitle(ETH) }).waitFor({ timeout: WITHIN_MS });
    await page.keyboard.press('Escape');
    expect(await stateOf(), 'only asked').toBe('TRADING');
    await row.getByRole('button', { name: enOps.contracts.halt }).click();
    await page.locator('dialog [data-yes]').click();
    await row.getByText('HALTED').waitFor({ timeout: WITHIN_MS });
    expect(await stateOf()).toBe('HALTED');
    const trade = await journey.signedIn(`/trade/${ETH}`);
    const open = trade.getByRole('button', { name: en.action['OPEN_LONG']!, exact: true });
    await open.waitFor({ timeout: WITHIN_MS });
    expect(await open.isDisabled()).toBe(true);
    await row.getByRole('button', { name: enOps.contracts.resume }).click();
    await page.locator('dialog [data-yes]').click();
    await row.getByText('TRADING').waitFor({ timeout: WITHIN_MS });
    expect(await stateOf()).toBe('TRADING');
    for (const one of [page, trade]) await one.context().close();
  });

  it('declares an outage after a question, and says why when it is none', async () => {
    const journey = started();
    const page = await journey.openAdmin('/ops');
    const declare = page.getByRole('button', { name: enOps.outage.declare });
    await page.getByText(enOps.outage.needsFrom).waitFor({ timeout: WITHIN_MS });
    expect(await declare.isDisabled()).toBe(true);
    await page.locator('[data-outage="from"]').fill('2020-01-01T00:00:00');
    await page.locator('[data-outage="cause"]').fill('the cable');
    await declare.click();
    await page.locator('dialog [data-yes]').click();
    await page.locator('dialog [role="alert"]', { hasText: 'more than 24 h ago' }).waitFor({ timeout: WITHIN_MS });
    await page.keyboard.press('Escape');
    const from = await page.evaluate<string>(
      'new Date(Date.now() - 60_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19)',
    );
    await page.locator('[data-outage="from"]').fill(from);
    await declare.click();
    await page.locator('dialog [data-yes]').click();
    await page.locator('.ops-outage [role="status"]').waitFor({ timeout: WITHIN_MS });
    expect(await ownerOf(journey).aiLeaves({ kind: 'outage', limit: 1 })).toMatchObject([{ k: 'outage' }]);
    await page.context().close();
  });

  it('lets an auditor look and do nothing, and says who may', async () => {
    const journey = started();
    const { token } = await journey.admin<{ token: string }>('POST', '/admin/v1/credentials', {
      name: 'ada',
      role: 'auditor',
    });
    const page = await journey.openAdmin('/ops', {}, token);
    await page.getByText(enOps.contracts.ownersOnly).waitFor({ timeout: WITHIN_MS });
    for (const button of await page.locator('[data-contract] button').all())
      expect(await button.isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: enOps.outage.declare }).isDisabled()).toBe(true);
    await page.context().close();
  });

  it('says in Chinese whatever it says in English', async () => {
    const page = await started().openAdmin('/ops?lang=zh');
    await page.locator('[data-health]').waitFor({ timeout: WITHIN_MS });
    const text = await page.locator('body').innerText();
    expect(text).toContain(zhOps.contracts.title);
    expect(text).toContain(zhAdmin.title);
    for (const word of [enOps.gauges.title, enOps.contracts.halt, enOps.outage.title, enOps.gauges.fund])
      expect(text).not.toContain(word);
    await page.context().close();
  });

  it('has nothing axe objects to and nothing sideways, in either theme', async () => {
    for (const width of ENDS) {
      const look: BrowserContextOptions = { viewport: { width, height: 800 } };
      const zh = await started().openAdmin('/ops?lang=zh', look);
      await zh.locator('[data-gauge="fund"]').waitFor({ timeout: WITHIN_MS });
      await zh.locator('[data-risk="liquidations"]').waitFor({ timeout: WITHIN_MS });
      await expectNarrow(zh, `/ops at ${width} in zh`);
      await zh.context().close();
      const page = await started().openAdmin('/ops', look);
      await page.locator('[data-gauge="fund"]').waitFor({ timeout: WITHIN_MS });
      await page.locator('[data-risk="liquidations"]').waitFor({ timeout: WITHIN_MS });
      await expectFit(page, `/ops at ${width}`);
      await page.locator(`[data-contract="${ETH}"] button`).click();
      await expectFit(page, `the question at ${width}`);
      await page.reload();
      await page.getByText(enAdmin.signedOut.title).waitFor({ timeout: WITHIN_MS });
      await expectFit(page, `signed out at ${width}`);
      await page.context().close();
    }
  });

  it('lets an owner say something to everybody, take it back, and have the tables, in both languages', async () => {
    const journey = started();
    const { publish } = enAdmin;
    const page = await journey.openAdmin('/publish');
    const said = '奖金翻倍 <b>=1+1</b>';
    await page.locator('[data-publish="text"]').fill(said, { timeout: WITHIN_MS });
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: publish.publish, exact: true }).click();
    await page.getByText(said).waitFor({ timeout: WITHIN_MS });
    const board = await journey.open('/board');
    const first = board.locator('.board-notices li').first();
    await first.getByText(said).waitFor({ timeout: WITHIN_MS });
    expect(await first.locator('strong').innerText()).toBe(enLive.pinned);
    expect(await board.locator('.board-notices').innerText()).not.toMatch(/[0-9a-f]{32}/);

    const keeping = page.waitForEvent('download');
    await page.locator('[data-table="board"]').click();
    expect((await keeping).suggestedFilename()).toMatch(/-board\.csv$/);
    await page.locator('[data-publish="prizes"]').fill('1: 5000 USDT');
    const listing = page.waitForEvent('download');
    await page.locator('[data-table="prizes"]').click();
    expect((await listing).suggestedFilename()).toMatch(/-prizes\.csv$/);

    await page.locator('[data-withdraw]').click();
    await page.locator('[data-yes]').click();
    await page.locator('.publish-notices del').waitFor({ timeout: WITHIN_MS });
    await board.reload();
    await board.locator('.board-notices [data-withdrawn]').waitFor({ timeout: WITHIN_MS });
    for (const [locale, width] of ['en-US', 'zh-CN'].flatMap((one) =>
      [360, 1024, 1440].map((w) => [one, w] as const),
    )) {
      const shown = await journey.openAdmin('/publish', { locale, viewport: { width, height: 800 } });
      await shown.locator('.publish-notices del').waitFor({ timeout: WITHIN_MS });
      await expectFit(shown, `/publish at ${width} in ${locale}`);
      if (process.env['LOOK'] !== undefined)
        await shown.screenshot({ path: `${process.env['LOOK']}/publish-${locale}-${width}.png`, fullPage: true });
      await shown.context().close();
    }
    await Promise.all([page, board].map((one) => one.context().close()));
  });
});

/** The sum over a metric's labels. */
async function metricsOf({ url }: Journey): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
