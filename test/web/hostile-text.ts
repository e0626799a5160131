// Text that would like to be something else, and whether a page made anything of it.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNarrow } from './fit.ts';

export const HOSTILE = '<script>document.title="owned"</script>\u202egnp.exe\u001b[31m\u200bjavascript:alert(1)';
/** Its end, as it is shown. */
export const MARKED = '⟨U+202E⟩gnp.exe⟨U+001B⟩[31m⟨U+200B⟩javascript:alert(1)';

/** Elements that have something of it in an attribute, or a sign that hides or reorders in an attribute or a text. */
const OBEYED = `(() => {
  const hidden = /[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]/;
  const found = [];
  for (const one of document.querySelectorAll('*')) {
    for (const { name, value } of one.attributes)
      if (hidden.test(value) || value.includes('alert(1)')) found.push(one.tagName + ' ' + name);
    for (const { nodeType, data } of one.childNodes)
      if (nodeType === Node.TEXT_NODE && hidden.test(data)) found.push('text of ' + one.tagName);
  }
  return found;
})()`;

/** Nothing that was written became a part of the page, or made it wider. */
export async function expectInert(page: Page): Promise<void> {
  const at = page.url();
  expect(await page.title(), at).not.toBe('owned');
  expect(await page.locator('main script, main img, main a[href^="javascript:"]').count(), at).toBe(0);
  expect(await page.evaluate<string[]>(OBEYED), at).toEqual([]);
  await expectNarrow(page, at);
}
