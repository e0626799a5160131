// The reference at /docs as a reader meets it, in a real browser: every operation is listed and can be opened, nothing
// on the console is an error, and no request goes anywhere but to the exchange. The browser is the system's own
// Chromium, and where none answers the test is skipped and says so.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../src/api/v2/index.ts';
import { ROUTES_V3 } from '../src/api/v3/index.ts';
import { type Kit, startKit } from './api/kit.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from './browser.ts';

describe.skipIf(!hasBrowser)(`the page at /docs, in a real browser${whyNoBrowser}`, () => {
  let kit: Kit;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    kit = await startKit();
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 2_000 } });
    page.on('request', (request) => void asked.push(request.url()));
    page.on('requestfailed', (request) => void complaints.push(`failed: ${request.url()}`));
    page.on('pageerror', (error) => void complaints.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    await page.goto(`${kit.url}/docs`, { timeout: WITHIN_MS });
    await page.getByRole('link', { name: summaries[0]! }).first().waitFor({ timeout: WITHIN_MS });
  }, WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await kit?.stop();
  });

  const summaries = ROUTES.map(({ summary }) => summary);

  it('lists every operation', async () => {
    expect(summaries.length).toBeGreaterThan(20);
    const links = await page.getByRole('link').allInnerTexts();
    expect(summaries.filter((summary) => !links.some((link) => link.includes(summary)))).toEqual([]);
  });

  it('leads back to the page, and to the guides', async () => {
    for (const [name, to] of [
      ['← The exchange', '/'],
      ['Bring your bot', '/guide/bring-your-bot'],
    ] as const)
      expect(await page.getByRole('link', { name }).first().getAttribute('href')).toBe(to);
  });

  it(
    'opens an operation with its path, its fields and its sample',
    async () => {
      const { summary, path } = ROUTES.find(({ operation }) => operation === 'placeOrder')!;
      await page.getByRole('link', { name: summary }).first().click();
      const section = page.locator('section', { has: page.getByRole('heading', { name: summary }) }).last();
      await section.getByText(path).first().waitFor({ timeout: WITHIN_MS });
      const text = await section.innerText();
      for (const shown of ['client_oid', 'match_price', 'presetTakeProfitPrice', 'order_id'])
        expect(text).toContain(shown);
    },
    WITHIN_MS,
  );

  it(
    'offers the other dialect beside it',
    async () => {
      const selector = page.getByRole('button', { name: '/capi/v2' }).first();
      await selector.click();
      await page.getByText('/capi/v3', { exact: true }).first().click();
      const { summary } = ROUTES_V3.find(({ operation }) => operation === 'v3.exchangeInfo')!;
      await page.getByRole('link', { name: summary }).first().waitFor({ timeout: WITHIN_MS });
      const links = await page.getByRole('link').allInnerTexts();
      for (const route of ROUTES_V3) expect(links.some((link) => link.includes(route.summary))).toBe(true);
    },
    WITHIN_MS,
  );

  it('has nothing to complain of, and asks nobody but the exchange', () => {
    expect(complaints).toEqual([]);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(asked.filter((url) => !url.startsWith(`${kit.url}/`) && !/^(data|blob):/.test(url))).toEqual([]);
  });

  it('offers nothing that leads to the services of whoever made the page', async () => {
    const targets = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const outside = targets.filter((target) => /^(https?:)?\/\//.test(target) && !target.startsWith(kit.url));
    expect(
      outside.filter((target) => !/^https:\/\/www\.scalar\.com\b/.test(target)),
      'but for the credit',
    ).toEqual([]);
    const text = await page.locator('body').innerText();
    for (const service of ['Generate MCP', 'Deploy', 'Share', 'Developer Tools', 'Ask AI'])
      expect(text).not.toContain(service);
  });
});
