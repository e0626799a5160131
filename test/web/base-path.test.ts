// Every page below a base path, as behind a proxy: nothing is asked beside it, and nothing is complained of.
import { expect, it } from 'vitest';
import { WITHIN_MS } from '../browser.ts';
import { describeJourney, SIGNED_IN, SYMBOL } from './journey-kit.ts';

const BASE = '/exchange';
const PATHS = ['/', `/trade/${SYMBOL}`, '/log', '/log/0', '/proof', '/me', '/about', '/board'] as const;

describeJourney(
  'the page below a base path',
  (journey) => {
    it('shows every page, signs in, and asks for nothing beside its base', async () => {
      const { origin } = new URL(journey().url);
      const page = await journey().browser.newPage();
      const [asked, complaints]: [string[], string[]] = [[], []];
      page.on('request', (request) => void asked.push(request.url()));
      page.on('pageerror', (error) => void complaints.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      for (const path of PATHS) {
        await page.goto(`${origin}${BASE}${path}`, { timeout: WITHIN_MS });
        await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
        await page.locator('main h1').first().waitFor({ state: 'attached', timeout: WITHIN_MS });
      }
      await page.locator('.badge[data-state="open"]').waitFor({ timeout: WITHIN_MS });
      await page.close();
      expect(complaints).toEqual([]);
      const beside = asked.filter((url) => !url.startsWith(`${origin}${BASE}/`) && !/^(data|blob):/.test(url));
      expect(beside).toEqual([]);
    });
  },
  '--http-base-path',
  BASE,
);
