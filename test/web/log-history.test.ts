// A log that is restored to another history, as a browser sees it that was there before.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildWeb } from '../../scripts/web.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { type App, startApp } from '../../src/app/start.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { PATIENCE_MS } from '../patience.ts';

describe.skipIf(!hasBrowser)(`a log that was restored${whyNoBrowser}`, { timeout: 5 * PATIENCE_MS }, () => {
  const [first, second] = [mkdtempSync(join(tmpdir(), 'outcry-log-')), mkdtempSync(join(tmpdir(), 'outcry-log-'))];
  let browser: Browser;
  let context: BrowserContext;
  let port: number;
  beforeAll(async () => {
    await buildWeb();
    port = await freePort();
    browser = await launchBrowser();
    context = await browser.newContext({ acceptDownloads: true });
  }, WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    for (const folder of [first, second]) rmSync(folder, { recursive: true });
  });

  /** An exchange of that folder, always at the same address. */
  async function start(data: string): Promise<App> {
    const given = ['--port', `${port}`, '--data', data, '--seed', '7', '--log-level', 'silent'];
    return startApp(readConfig(given, {}), { demo: true });
  }

  async function visit(app: App): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${app.url}/log`, { timeout: WITHIN_MS });
    await page.locator('[data-size]').waitFor({ timeout: WITHIN_MS });
    return page;
  }

  const sizeOn = async (page: Page): Promise<number> =>
    Number(await page.locator('[data-size]').getAttribute('data-size'));

  it('follows the head, says that it only grew, and raises the banner with both notes when it did not', async () => {
    const app = await start(first);
    const page = await visit(app);
    const before = await sizeOn(page);
    await vi.waitFor(async () => expect(await sizeOn(page)).toBeGreaterThan(before), { timeout: PATIENCE_MS });
    await page.close();
    await app.stop();
    cpSync(first, second, { recursive: true });

    const again = await start(first);
    const later = await visit(again);
    await later.locator('[data-history="right"]').waitFor({ timeout: WITHIN_MS });
    const seen = await sizeOn(later);
    await vi.waitFor(async () => expect(await sizeOn(later)).toBeGreaterThan(seen), { timeout: PATIENCE_MS });
    await later.close();
    const last = await visit(again);
    await last.locator('[data-history="right"]').waitFor({ timeout: WITHIN_MS });
    await last.close();
    await again.stop();

    const restored = await start(second);
    const forked = await visit(restored);
    await forked.locator('[data-forked]').waitFor({ timeout: WITHIN_MS });
    await forked.locator('[data-history="wrong"]').waitFor({ timeout: WITHIN_MS });
    await forked.goto(`${restored.url}/about`, { timeout: WITHIN_MS });
    const banner = forked.locator('[data-forked]');
    await banner.waitFor({ timeout: WITHIN_MS });
    const names: string[] = [];
    for (const button of await banner.getByRole('button').all()) {
      const [download] = await Promise.all([forked.waitForEvent('download', { timeout: WITHIN_MS }), button.click()]);
      names.push(download.suggestedFilename());
    }
    expect(names).toEqual(['checkpoint-before.txt', 'checkpoint-now.txt']);
    await restored.stop();
  });
});
