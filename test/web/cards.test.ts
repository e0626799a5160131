// Cards in a real browser: whose each is, what of a reason and its order agrees and what doesn't, and that what the
// cards of a team have come to is what the exchange says: after opens, closes, a shock and a liquidation.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { unitsOf } from '../../src/web/format/number.ts';
import { zhEvidence } from '../../src/web/words/zh-evidence.ts';
import { hasBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { Hands } from './agent-hands.ts';
import { en } from './english.ts';
import { expectFit } from './fit.ts';
import { describeJourney, SYMBOL } from './journey-kit.ts';
import { openContest, signedInAs, type Key } from './live-contest.ts';
import { ENDS } from './sizes.ts';

const UNTIL = { timeout: PATIENCE_MS, interval: 100 };
const { says } = en.evidence;

describeJourney('cards in a real browser', (journey) => {
  let keys: Key[];
  let [alpha, beta]: Hands[] = [];
  beforeAll(async () => {
    if (!hasBrowser) return;
    keys = await openContest(journey(), { id: 'c1', title: 'Cards', what: 'full' }, ['Alpha', 'Beta']);
    [alpha, beta] = keys.map((key) => new Hands(journey().url, key));
  }, PATIENCE_MS);

  const card = (page: Page, orderId: string) => page.locator(`[data-thread="${orderId}"]`);

  it('name their account, and say how reason and order agree: one check mark, one contradiction', async () => {
    const buy = { decision: 'OPEN_LONG', size: '0.01' };
    const orders = {
      A: await beta!.sayAndDo(buy, '1', '0.01'),
      unread: await beta!.sayAndDo({ decision: 'let me think' }, '1', '0.01'),
      D: await beta!.sayAndDo({ decision: 'OPEN_LONG', size: '0.001' }, '1', '0.01'),
      X: await beta!.sayAndDo({ decision: 'HOLD' }, '1', '0.01'),
      U: await beta!.order('1', '0.01'),
      B: await beta!.order('1', '0.01'),
    };
    const later = beta!.log({ symbol: SYMBOL, ...buy }, { orderId: Number(orders.B) });
    await beta!.client.uploadAiLog(later.body);
    const expected = { A: says.A, B: says.B, unread: says.unread, D: says.off, X: says.X, U: says.U };
    for (const path of ['/', '/team/c1/t2']) {
      const page = await journey().open(path);
      await vi.waitFor(
        async () => expect(await page.title()).toBe(`${path === '/' ? en.nav.live : 'Beta'} · Outcry`),
        UNTIL,
      );
      for (const [grade, orderId] of Object.entries(orders)) {
        const one = card(page, orderId);
        await one.locator('[data-check="right"]').waitFor({ timeout: WITHIN_MS });
        const letter = grade === 'unread' ? 'D' : grade;
        expect(await one.getAttribute('data-order-grade')).toBe(letter);
        expect(await one.locator('.thread-head').innerText()).toContain('Beta');
        const rail = await one.locator('.rail').innerText();
        expect(rail).toContain(`${expected[grade as keyof typeof expected]} (${en.evidence.grade(letter)})`);
        expect(rail).toContain(en.card.checked);
        expect(await one.locator('.ok').count(), `green of ${grade}`).toBe(grade === 'A' ? 1 : 0);
        const bad = await one.locator('.bad').allInnerTexts();
        if (grade === 'X') expect(bad[0]).toBe('✗ said HOLD BTC, bought 0.0100 BTC');
        else expect(bad, `red of ${grade}`).toEqual([]);
      }
      expect(await card(page, orders.D).locator('.thread-contradiction').innerText()).toBe(
        '≠ said OPEN LONG 0.001 BTC, bought 0.0100 BTC',
      );
      const left = await card(page, orders.U).locator('.thread-no-reason').innerText();
      expect(left).toMatch(new RegExp(`^${says.U} · 1\\d:\\d\\d left`));
      await page.context().close();
    }
    const page = await signedInAs(journey(), keys[1]!, '/me');
    const own = card(page, orders.X);
    await own.locator('.thread-contradiction').waitFor({ timeout: WITHIN_MS });
    expect(await own.locator('.thread-head').innerText()).not.toBe('');
    await page.context().close();
    const zh = await journey().open('/team/c1/t2?lang=zh');
    await card(zh, orders.X)
      .locator('.bad', { hasText: '说的是 观望 BTC，却买入 0.0100 BTC' })
      .waitFor({ timeout: WITHIN_MS });
    await card(zh, orders.U).getByText(zhEvidence.says.U).first().waitFor();
    for (const width of ENDS) {
      await zh.setViewportSize({ width, height: 900 });
      await expectFit(zh, `cards at ${width}`);
    }
    await zh.context().close();
  });

  it('come to what the exchange says, after opens, closes, a shock and a liquidation', async () => {
    const { client } = alpha!;
    await client.leverage({ symbol: SYMBOL, marginMode: 1, longLeverage: '20', shortLeverage: '20' });
    const page = await journey().open('/team/c1/t1');
    const live = await journey().open('/');
    await page.locator('.team-head').waitFor({ timeout: WITHIN_MS });
    const untilEqual = (): Promise<void> =>
      vi.waitFor(async () => expect(await resultsOn(page)).toBe(await pnlOf(alpha!)), UNTIL);

    const base = await alpha!.order('1', '0.02');
    const trips: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      trips.push(await alpha!.order('1', '0.01'));
      await alpha!.order('3', '0.01');
    }
    await alpha!.order('1', '0.03');
    const short = await alpha!.order('2', '0.01');
    await alpha!.order('3', '0.04');
    await untilEqual();
    const closed = await card(page, trips[0]!).locator('.thread-result').innerText();
    expect(closed).toMatch(/^→ closed: [−+]?\d+\.\d\d$/);

    await journey().admin('POST', '/admin/market/shock', { symbol: SYMBOL, percent: '-30' });
    const fell = card(page, base).locator('.thread-result');
    await vi.waitFor(async () => expect(await fell.innerText()).toMatch(/^→ −\d{2}.* 0\.01 BTC still open$/), UNTIL);
    await untilEqual();
    for (const shown of [page, live])
      expect(await card(shown, trips[0]!).locator('.thread-result').innerText()).toBe(closed);

    // All it has on one side, and a fall that takes it.
    await alpha!.order('1', '1');
    await journey().admin('POST', '/admin/market/shock', { symbol: SYMBOL, percent: '-15' });
    await vi.waitFor(async () => {
      const sides = (await client.allPosition()).map(({ side }) => side);
      expect(sides).not.toContain('LONG');
    }, UNTIL);
    await untilEqual();
    await vi.waitFor(async () => expect(await fell.innerText()).toMatch(/^→ liquidated: −/), UNTIL);
    expect(await page.locator('.thread', { hasText: en.card.byExchange }).count()).toBeGreaterThan(0);
    expect(await card(page, short).locator('.thread-result').count()).toBe(1);
    for (const shown of [page, live]) await shown.context().close();
  });
});

/** Σ of what the cards of a page have come to, in 1e-8. */
async function resultsOn(page: Page): Promise<bigint> {
  const all = await page
    .locator('[data-result]')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('data-result') ?? ''));
  return all.reduce((sum, text) => sum + unitsOf(text, 8)!, 0n);
}

/** What the account has realised and not realised over REST, in 1e-8. */
async function pnlOf({ client }: Hands): Promise<bigint> {
  const { list, nextFlag } = await client.fills({ limit: 100 });
  expect(nextFlag).toBe(false);
  const positions = await client.allPosition();
  const all = [...list.map(({ realizePnl }) => realizePnl), ...positions.map(({ unrealizePnl }) => unrealizePnl ?? '')];
  return all.reduce((sum, text) => sum + unitsOf(text, 8)!, 0n);
}
