// Live in a real browser: prices that move, and a thread whose leaves the browser has checked.
import type { BrowserContextOptions } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { enBot } from '../../src/web/words/en-bot.ts';
import { en } from './english.ts';
import { WITHIN_MS } from '../browser.ts';
import { createClientFromEnv } from '../../src/client/index.ts';
import { PATIENCE_MS } from '../patience.ts';
import { describeJourney, ownerOf } from './journey-kit.ts';

describeJourney('the stream in a real browser', (journey) => {
  it('signs in as a demo account by itself and shows eight prices that move', async () => {
    const page = await journey().signedIn('/');
    const prices = (): Promise<string[]> => page.locator('.ticker-price').allInnerTexts();
    await vi.waitFor(async () => expect((await prices()).filter((text) => /\d/.test(text))).toHaveLength(8), {
      timeout: PATIENCE_MS,
    });
    const first = await prices();
    await vi.waitFor(async () => expect(await prices()).not.toEqual(first), { timeout: PATIENCE_MS });
    await page.context().close();
  });

  it('has its name where it stays before any code is there', async () => {
    const shown = async (options: BrowserContextOptions, isDrawn: string) => {
      const page = await journey().open('/', options);
      await page.locator(isDrawn).waitFor({ timeout: WITHIN_MS });
      const brand = page.locator('.brand');
      const [text, box, drawn] = [await brand.innerText(), await brand.boundingBox(), brand.locator('path')];
      const marks = await drawn.evaluateAll((all) =>
        all.map((one) => [one.getAttribute('d'), one.getAttribute('fill')]),
      );
      await page.context().close();
      return { text, box, marks };
    };
    const first = await shown({ javaScriptEnabled: false }, '.brand');
    expect(first.marks).toHaveLength(2);
    expect(first).toEqual(await shown({}, 'main h1'));
  });

  it('shows an agent’s reason beside its order and fill, and has checked both leaves itself', async () => {
    const page = await journey().signedIn('/');
    const thread = page.locator('.thread', { has: page.locator('.thread-fill') }).first();
    await thread.locator('[data-check="right"]').waitFor({ timeout: WITHIN_MS });
    expect((await thread.locator('.thread-why').innerText()).length, 'a reason in words').toBeGreaterThan(20);
    expect(await thread.locator('.rail-leaf').allInnerTexts()).toEqual([
      expect.stringMatching(/^leaf \d/),
      expect.stringMatching(/^leaf \d/),
    ]);
    expect(await page.locator('.rail .bad').count()).toBe(0);
    await page.context().close();
  });

  it('gives a seat to whoever brings a bot, and leads to every page about it', async () => {
    const page = await journey().open('/');
    await page.getByRole('button', { name: en.live.emptyNext }).first().click();
    const dialog = page.getByRole('dialog', { name: en.live.emptyNext });
    expect(await dialog.locator('pre').innerText()).toBe(`Read ${journey().url}/SKILL.md and trade.`);
    const links = await dialog
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => (one as unknown as { href: string }).href));
    expect(links).toHaveLength(9);
    for (const link of links) {
      const [address = '', anchor] = link.split('#');
      const answer = await fetch(address);
      expect([link, answer.status]).toEqual([link, 200]);
      if (anchor !== undefined) expect(await answer.text(), link).toContain(`id="${anchor}"`);
    }
    await dialog.getByLabel(enBot.name).fill('a bot of the page');
    await dialog.getByRole('button', { name: enBot.take }).click();
    const environment = dialog.locator('pre', { hasText: 'OUTCRY_SECRET' });
    await environment.waitFor({ timeout: WITHIN_MS });
    const lines = [...(await environment.innerText()).matchAll(/^export (\w+)='(.*)'$/gm)];
    const client = createClientFromEnv({}, Object.fromEntries(lines.map(([, name, value]) => [name, value])));
    expect(await client.apiKey()).toMatchObject({ label: 'a bot of the page', limits: { dayLoss: '1000.00000000' } });
    await page.context().close();
  });

  it('has the standings with what backs them, their lines and what there is to know beside the stream', async () => {
    const page = await journey().signedIn('/');
    const client = ownerOf(journey());
    const ranked = page.locator('.standings tr[data-team]');
    await vi.waitFor(async () => expect(await ranked.count()).toBeGreaterThan(0), { timeout: PATIENCE_MS });
    const { rows } = await client.contestLeaderboard({ id: 'practice-1' });
    const teams = await ranked.evaluateAll((all) => all.map((one) => one.getAttribute('data-team')));
    for (const team of teams) expect(rows.map((row) => row.team)).toContain(team);
    await page.locator('.return-lines-plot canvas').waitFor({ timeout: WITHIN_MS });
    await page.locator('.notices li', { hasText: en.phase['live']! }).first().waitFor({ timeout: WITHIN_MS });
    await page
      .locator('.standings .evidence', { hasText: /AI \d+%/ })
      .first()
      .waitFor({ timeout: WITHIN_MS });
    await ranked.first().getByRole('link').click();
    await page.locator('.team-head').waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });
});
