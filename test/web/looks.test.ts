// Every page in both themes and both languages at three widths: as axe sees it, with nothing sideways, no figure cut
// and nothing that moves while it is read; and all of it in the language that was chosen.
import { expect, it, vi } from 'vitest';
import { en } from './english.ts';
import { zh } from '../../src/web/words/zh.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { expectFit, expectNarrow } from './fit.ts';
import { describeJourney, ownerOf, SIGNED_IN, SYMBOL } from './journey-kit.ts';
import { ENDS, LOOKS } from './sizes.ts';
import { badFocus } from './usable.ts';
import { seenBy, watchPage } from './watch-page.ts';
import { openWindow, trade, WINDOWS } from './windows.ts';

const PATHS = [
  '/',
  `/trade/${SYMBOL}`,
  '/log',
  '/log/0',
  '/proof',
  '/me',
  '/about',
  '/board',
  '/team/practice-1/t1',
] as const;
const GUIDES = ['/guide/', '/guide/contest', '/guide/errors', '/guide/nope'] as const;
/**
 * Cumulative layout shift, of any five seconds, but for what is added at the top of a list while it is read; a tenth is
 * what browsers call good.
 */
const MOST_SHIFT = 0.02;
const LATE_MS = 700;
const SETTLED_MS = 5_000;
/** Texts with figures that end in an ellipsis; names, reasons and contents may. */
const CUT_FIGURES = `[...document.querySelectorAll('main *')]
  .filter((one) => getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth)
  .filter((one) => !one.closest('.agent-name, .log-content, pre') && /\\d/.test(one.textContent))
  .map((one) => one.textContent)`;

describeJourney('how the pages look in a real browser', (journey) => {
  it('speaks Chinese throughout, and the exchange with it', async () => {
    const page = await journey().signedIn('/?lang=zh');
    const english = sentences(en).filter((text) => !sentences(zh).includes(text));
    expect(english.length).toBeGreaterThan(100);
    for (const path of PATHS) {
      await page.goto(`${journey().url}${path}?lang=zh`, { timeout: WITHIN_MS });
      await page.locator('main h1').first().waitFor({ state: 'attached', timeout: WITHIN_MS });
      await page.locator('button.account', { hasText: '1000001' }).waitFor({ timeout: WITHIN_MS });
      expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
      const shown = await page.locator('body').innerText();
      expect(
        english.filter((text) => shown.includes(text)),
        `English at ${path}`,
      ).toEqual([]);
    }
    await page.goto(`${journey().url}/trade/${SYMBOL}?lang=zh`, { timeout: WITHIN_MS });
    await page.locator('[data-field="price"]').fill('60000');
    await page.locator('[data-field="size"]').fill('0.00015');
    await page.locator('[data-type="1"]:not(:disabled)').click();
    expect(await page.locator('#refusal-size').innerText(), 'what is against it').toMatch(/[\u4e00-\u9fff]/);
    await page.context().close();
  });

  it.each(LOOKS)(
    'has nothing axe objects to and nothing sideways, in either theme, $width px wide, in $lang',
    async ({ width, lang }) => {
      const page = await journey().signedIn('/', { viewport: { width, height: 800 } });
      for (const path of PATHS) {
        await page.goto(`${journey().url}${path}?lang=${lang}`, { timeout: WITHIN_MS });
        await page.locator('main > *').first().waitFor({ timeout: WITHIN_MS });
        await page.locator('button.account', { hasText: '1000001' }).waitFor({ timeout: WITHIN_MS });
        const at = `${path} at ${width} in ${lang}`;
        await expectFit(page, at);
        expect(await page.evaluate<string[]>(CUT_FIGURES), `figures cut on ${at}`).toEqual([]);
      }
      // Guides are in English.
      for (const path of lang === 'en' ? GUIDES : []) {
        await page.goto(`${journey().url}${path}`, { timeout: WITHIN_MS });
        await page.locator('#guide-search input').waitFor({ timeout: WITHIN_MS });
        await expectFit(page, `${path} at ${width}`);
      }
      await page.context().close();
    },
  );

  it.each(LOOKS)(
    'has windows over its pages that fit, and that a finger and a keyboard can use, $width px wide, in $lang',
    async ({ width, lang }) => {
      if ((await ownerOf(journey()).allPosition()).length === 0) await trade(journey());
      const page = await journey().signedIn(`/about?lang=${lang}`, { viewport: { width, height: 800 } });
      for (const window of WINDOWS.filter(({ admin, needs }) => admin === undefined && needs !== 'judged')) {
        const { pathname } = new URL(page.url());
        if (pathname !== window.path)
          await page.goto(`${journey().url}${window.path}?lang=${lang}`, { timeout: WITHIN_MS });
        await openWindow(page, window);
        const at = `the window ${window.name} at ${width} in ${lang}`;
        await expectNarrow(page, at);
        expect(await badFocus(page), `what the keyboard meets on ${at}`).toEqual([]);
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached', timeout: WITHIN_MS });
      }
      await page.context().close();
    },
  );

  it('leads on from an address without a page, in both languages', async () => {
    for (const { width, lang } of LOOKS) {
      const says = (lang === 'en' ? en : zh).about;
      const page = await journey().signedIn(`/bord?lang=${lang}`, { viewport: { width, height: 800 } });
      await page.locator('main h1', { hasText: says.notHere }).waitFor({ timeout: WITHIN_MS });
      expect(await page.locator('[data-lost]').innerText()).toContain(`${says.didYouMean} /board`);
      await expectFit(page, `/bord at ${width} in ${lang}`);
      await page.locator('[data-lost] a[href$="/log"]').click();
      await page.locator('[data-size]').waitFor({ timeout: WITHIN_MS });
      await page.context().close();
    }
  });

  it('follows the theme of the system, what is painted too', async () => {
    const page = await journey().open('/', { colorScheme: 'light' });
    const plot = page.locator('.return-lines-plot canvas');
    await plot.waitFor({ timeout: WITHIN_MS });
    const painted = (): Promise<string> =>
      page.evaluate<string>("document.querySelector('.return-lines-plot canvas').toDataURL()");
    const light = await painted();
    await page.emulateMedia({ colorScheme: 'dark' });
    await vi.waitFor(async () => expect(await painted()).not.toBe(light), { timeout: PATIENCE_MS });
    await page.context().close();
  });

  it.each(ENDS)('moves nothing that is read, %i px wide', async (width) => {
    // Side by side: each takes the time it is watched for.
    await Promise.all(
      PATHS.map(async (path) => {
        const page = await (await journey().browser.newContext({ viewport: { width, height: 800 } })).newPage();
        await watchPage(page);
        await page.goto(journey().url + path, { timeout: WITHIN_MS });
        await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
        await page.waitForTimeout(SETTLED_MS);
        const { shift, moved } = await seenBy(page);
        expect.soft(shift, `layout shift of ${path} at ${width}: ${moved.join('; ')}`).toBeLessThan(MOST_SHIFT);
        await page.context().close();
      }),
    );
  });

  it.each(ENDS)('keeps the room of standings that come later than all else, %i px wide', async (width) => {
    const page = await (await journey().browser.newContext({ viewport: { width, height: 800 } })).newPage();
    await watchPage(page);
    // Of the two ways they come by, one is silent and the other slow.
    await page.routeWebSocket(/./, () => undefined);
    await page.route('**/contest/leaderboard*', async (route) => {
      await page.waitForTimeout(LATE_MS);
      await route.continue();
    });
    await page.goto(`${journey().url}/board`, { timeout: WITHIN_MS });
    await page.locator('.board-table tbody tr').first().waitFor({ timeout: WITHIN_MS });
    await page.waitForTimeout(LATE_MS);
    const { shift, moved } = await seenBy(page);
    expect(shift, moved.join('; ')).toBeLessThan(MOST_SHIFT);
    await page.context().close();
  });
});

/** Texts of several words, which no value of the exchange looks like. */
function sentences(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) =>
    typeof value === 'string'
      ? / \w+ /.test(value)
        ? [value]
        : []
      : typeof value === 'object' && value !== null
        ? sentences(value)
        : [],
  );
}
