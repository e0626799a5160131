// The brand by form, and what it is for: a hall's screen that comes back by itself, and the board in a frame of a page
// elsewhere, of those that were named and of no other; at every width and in both languages.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/app/settings/config.ts';
import { type App, startApp } from '../../src/app/start.ts';
import { enBrand } from '../../src/web/words/en-brand.ts';
import { zhBrand } from '../../src/web/words/zh-brand.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { png } from '../pictures.ts';
import { expectFit } from './fit.ts';
import { describeJourney, watch } from './journey-kit.ts';
import { LOOKS } from './sizes.ts';

const NAME = '秋季 Arena';

/** A page of somebody else's, with the board in a frame; at an origin of its own. */
async function pageElsewhere(exchange: string): Promise<{ readonly origin: string; readonly server: Server }> {
  const frame = `<!doctype html><iframe src="${exchange}/embed/board?theme=light" title="board" width="600" height="400"></iframe>`;
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(frame));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Whether nothing reaches beyond the window, or is cut by another part. */
const FITS = `(() => {
  const { documentElement: page } = document;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) return 'the page scrolls';
  const rows = [...document.querySelectorAll('.projector-board li, .projector-head > *, .projector-foot > *')];
  const out = rows.find((row) => row.getBoundingClientRect().bottom > innerHeight + 1 || row.getBoundingClientRect().right > innerWidth + 1);
  return out === undefined ? '' : out.outerHTML;
})()`;

const ROW_LETTERS = `parseFloat(getComputedStyle(document.querySelector('.projector-board li')).fontSize)`;

describeJourney('the brand of an exchange', (started) => {
  const servers: Server[] = [];
  const apps: App[] = [];
  afterAll(async () => {
    for (const server of servers) server.close();
    for (const app of apps) await app.stop();
  });

  it.each(LOOKS)('is set by form, $width × $height, in $lang', async ({ width, height, lang }) => {
    const journey = started();
    const says = lang === 'en' ? enBrand : zhBrand;
    const { token } = await journey.admin<{ token: string }>('POST', '/admin/v1/credentials', {
      name: `olga-${width}-${lang}`,
      role: 'owner',
    });
    await journey.admin('POST', '/admin/v1/brand', { name: null, logo: null, light: null, dark: null, origins: [] });
    const page = await journey.openAdmin(`/brand?lang=${lang}`, { viewport: { width, height } }, token);
    const field = (name: string) => page.locator(`[data-field="${name}"]`);
    const wrong = (name: string) => page.locator(`[data-wrong="${name}"]`);
    const within = { timeout: WITHIN_MS };
    await field('name').fill('A\u202Eb', within);
    await wrong('name').getByText('U+202E').waitFor(within);
    await field('light').fill('#ffd000');
    const near = /#[0-9a-f]{6}$|#[0-9a-f]{6}(?= would)/.exec(await wrong('light').innerText(within))![0];
    await field('origins').fill('https://*.school.example');
    await wrong('origins')
      .getByText(lang === 'en' ? 'needs origins' : '需要')
      .waitFor(within);
    expect(await page.locator('[data-save]').isDisabled()).toBe(true);
    await expectFit(page, `${width} ${lang} with faults`);

    await field('name').fill(NAME);
    await field('light').fill(near);
    await field('origins').fill('https://school.example\nhttps://other.example');
    const logo = (bytes: Buffer) =>
      page.locator('[data-file="logo"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: bytes });
    await logo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'));
    await page.getByText(says.noPicture).waitFor(within);
    // Larger than the exchange takes it: made smaller here.
    await logo(png(3_000, 1_500));
    await page.locator('[data-preview="dark"] canvas').waitFor(within);
    await page.locator('[data-save]:not(:disabled)').click(within);
    await page.getByText(says.saved).waitFor(within);
    expect(await journey.admin('GET', '/admin/v1/brand')).toMatchObject({
      name: NAME,
      light: near,
      logo: { width: 512, height: 256 },
      origins: ['https://school.example', 'https://other.example'],
    });
    expect(await page.locator('[data-frame]').innerText(within)).toContain(`src="${journey.url}/embed/board"`);
    await expectFit(page, `${width} ${lang} saved`);
    await page.context().close();

    const board = await journey.open(`/board?lang=${lang}`, { viewport: { width, height } });
    await board.locator('.brand span', { hasText: NAME }).waitFor(within);
    await board.getByRole('heading', { level: 1 }).waitFor(within);
    await vi.waitFor(async () => expect(await board.title()).toContain(NAME), PATIENCE_MS);
    const seen = await board
      .locator('.brand img')
      .evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth);
    expect(seen).toBe(512);
    await expectFit(board, `${width} ${lang} board`);
    await board.context().close();
  });

  it.each(LOOKS)(
    'is on a hall’s screen and in a frame’s page, which fit, $width × $height, in $lang',
    async ({ width, height, lang }) => {
      const journey = started();
      await journey.admin('POST', '/admin/v1/brand', { name: NAME, light: '#7a1f5c', dark: '#f0a0d8' });
      const page = await journey.open(`/projector?lang=${lang}`, { viewport: { width, height } });
      await page.locator('.projector-board li').nth(2).waitFor({ timeout: WITHIN_MS });
      await page.locator('[data-reason]').first().waitFor({ timeout: WITHIN_MS });
      expect(await page.locator('.projector-brand').innerText()).toContain(NAME);
      expect(await page.evaluate(FITS), `${width} ${lang}`).toBe('');
      const letters = await page.evaluate<number>(ROW_LETTERS);
      expect(letters, 'pixels of a row').toBeGreaterThanOrEqual(Math.min(width, height) / 32);
      await expectFit(page, `${width} ${lang} projector`);
      await page.goto(`${journey.url}/embed/board?lang=${lang}&rows=3`, { timeout: WITHIN_MS });
      await page.locator('tbody tr').nth(2).waitFor({ timeout: WITHIN_MS });
      expect(await page.locator('tbody tr').count()).toBe(3);
      expect(await page.locator('a:not([target="_blank"])').count(), 'links that stay in the frame').toBe(0);
      await expectFit(page, `${width} ${lang} embed`);
      await page.context().close();
    },
  );

  it('lets the board into a page that was named, and into no other', async () => {
    const journey = started();
    const [named, other] = [await pageElsewhere(journey.url), await pageElsewhere(journey.url)];
    servers.push(named.server, other.server);
    await journey.admin('POST', '/admin/v1/brand', { origins: [named.origin] });
    const framed = async (origin: string): Promise<Page> => {
      const page = await (await journey.browser.newContext()).newPage();
      await page.goto(origin, { timeout: WITHIN_MS });
      return page;
    };
    const shown = await framed(named.origin);
    await shown.frameLocator('iframe').locator('tbody tr').first().waitFor({ timeout: WITHIN_MS });
    await shown.context().close();
    const refused = await (await journey.browser.newContext()).newPage();
    const said = new Promise<string>((resolve) =>
      refused.on('console', (message) =>
        message.text().includes('frame-ancestors') ? resolve(message.text()) : undefined,
      ),
    );
    await refused.goto(other.origin, { timeout: WITHIN_MS });
    expect(await said).toContain(named.origin);
    await refused.context().close();
  });

  it('comes back on a hall’s screen by itself when the exchange does', async () => {
    const journey = started();
    const page = await (await journey.browser.newContext({ viewport: { width: 1024, height: 768 } })).newPage();
    watch(page, journey.url, []);
    await page.goto(`${journey.url}/projector?lang=en`, { timeout: WITHIN_MS });
    await page.locator('.projector-board li').first().waitFor({ timeout: WITHIN_MS });
    const { port } = new URL(journey.url);
    await journey.app.stop();
    await page.locator('.screen-lost').waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('.projector-board li').count()).toBeGreaterThan(0);
    expect(await page.evaluate(FITS)).toBe('');
    const flags = ['--port', port, '--data', journey.app.data, '--seed', '7', '--log-level', 'silent'];
    apps.push(await startApp(readConfig(flags, {}), { demo: true }));
    await page.locator('.screen-lost').waitFor({ state: 'detached', timeout: 3 * WITHIN_MS });
    const before = await page.locator('.projector-clock').innerText();
    await vi.waitFor(
      async () => expect(await page.locator('.projector-clock').innerText()).not.toBe(before),
      PATIENCE_MS,
    );
    await page.context().close();
  });
});
