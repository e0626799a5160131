// Every page in both themes at two widths, as axe sees it, and in the other language.
import { expect, it } from 'vitest';
import { en } from './english.ts';
import { zh } from '../../src/web/words/zh.ts';
import { WITHIN_MS } from '../browser.ts';
import { expectFit } from './fit.ts';
import { describeJourney, SIGNED_IN, SYMBOL } from './journey-kit.ts';

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

  it('has nothing axe objects to and nothing sideways, in either theme', async () => {
    for (const width of [1280, 360]) {
      const page = await journey().signedIn('/', { viewport: { width, height: 800 } });
      for (const path of PATHS) {
        await page.goto(journey().url + path, { timeout: WITHIN_MS });
        await page.locator('main > *').first().waitFor({ timeout: WITHIN_MS });
        await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
        await expectFit(page, `${path} at ${width}`);
      }
      await page.context().close();
    }
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
