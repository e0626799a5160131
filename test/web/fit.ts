// Whether a page fits its window, can be used by hand and keyboard, and what axe has against it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../source.ts';
import { THOROUGH } from '../thorough.ts';
import { WIDTHS } from './sizes.ts';
import { badFocus, inTheWay } from './usable.ts';

const AXE = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
/** What a theme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The first element that reaches out of the window. */
const WIDEST = `(() => {
  const out = [...document.querySelectorAll('main *')].find((one) => one.getBoundingClientRect().right > innerWidth);
  return out === undefined ? '' : out.outerHTML.slice(0, 200);
})()`;

/**
 * The page has nothing sideways, all of it can be used and read, and axe has nothing against it in either theme, on the
 * phone (at each width in `npm run thorough`).
 */
export async function expectFit(page: Page, at: string): Promise<void> {
  await expectNarrow(page, at);
  expect(await badFocus(page), `what the keyboard meets on ${at}`).toEqual([]);
  if (!isShownToAxe(page)) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await objections(page), `${at}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await objections(page, COLOUR_RULES), `${at}, light`).toEqual([]);
}

/** Most rules see no width, and take seconds a page: of the three widths, the phone stands for the others. */
function isShownToAxe(page: Page): boolean {
  const { width } = page.viewportSize()!;
  return THOROUGH || width === WIDTHS[0] || !WIDTHS.some((each) => each === width);
}

/** Nothing sideways, and nothing cut, over other words or too small for a finger. */
export async function expectNarrow(page: Page, at: string): Promise<void> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(wide, `pixels ${at} is too wide: ${await page.evaluate<string>(WIDEST)}`).toBeLessThanOrEqual(0);
  expect(await inTheWay(page), `what a finger and a reader meet on ${at}`).toEqual([]);
}

/** What axe has against a page: rule, and the first element. */
async function objections(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run(only === undefined ? {} : { runOnly: { type: 'rule', values: only } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary}`);
  }, rules);
}
