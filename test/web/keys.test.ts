// Keys of the API are kept nowhere, and keys of the keyboard send nothing.
import { expect, it, vi } from 'vitest';
import { en } from './english.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { DEMO, describeJourney, SIGNED_IN } from './journey-kit.ts';

describeJourney('keys and the keyboard in a real browser', (journey) => {
  it('keeps the secret nowhere, and forgets it at sign-out', async () => {
    const page = await journey().signedIn('/me');
    const kept = (): Promise<string> =>
      page.evaluate<string>(
        `[{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.documentElement.outerHTML]
          .map((part) => JSON.stringify(part)).join()`,
      );
    expect(await kept()).not.toContain(DEMO.secret);
    await page.locator(SIGNED_IN).click();
    await page.getByRole('button', { name: en.shell.signOut }).click();
    await page.locator('button.account', { hasText: en.shell.signIn }).waitFor({ timeout: WITHIN_MS });
    expect(await kept()).not.toContain(DEMO.passphrase);
    await page.context().close();
  });

  it('keeps a key in this tab only where that was asked for, and forgets it with the tab’s sign-out', async () => {
    const page = await journey().signedIn('/me');
    const inTab = (): Promise<string> => page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
    const signOut = async (): Promise<void> => {
      await page.locator('button.account').click();
      await page.getByRole('button', { name: en.shell.signOut }).click();
      await page.locator('button.account', { hasText: en.shell.signIn }).waitFor({ timeout: WITHIN_MS });
    };
    const enter = async (isKept: boolean): Promise<void> => {
      await page.locator('button.account').click();
      await page.getByLabel(en.signIn.apiKey).fill(DEMO.apiKey);
      await page.getByLabel(en.signIn.secret).fill(DEMO.secret);
      await page.getByLabel(en.signIn.passphrase).fill(DEMO.passphrase);
      if (isKept) await page.getByLabel(en.signIn.keep, { exact: true }).check();
      await page.locator('dialog button[type="submit"]').click();
      await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
    };
    await signOut();
    await enter(false);
    // Whose tab it is, and nothing of the key.
    expect(await inTab()).toBe('{"outcry.account":"1000001"}');
    await signOut();
    await enter(true);
    expect(await inTab()).toContain(DEMO.secret);
    expect(await page.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(DEMO.secret);
    await page.reload();
    await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
    await signOut();
    expect(await inTab()).toBe('{"outcry.account":"-"}');
    await page.context().close();
  });

  it('goes from page to page by keys, and sends nothing by them', async () => {
    const page = await journey().signedIn('/');
    for (const [keys, path] of [
      ['gt', '/trade'],
      ['go', '/log'],
      ['gm', '/me'],
      ['gl', '/'],
    ] as const) {
      // The first ones may come before the page listens.
      await vi.waitFor(
        async () => {
          for (const key of keys) await page.keyboard.press(key);
          expect(new URL(page.url()).pathname).toBe(path);
        },
        { timeout: PATIENCE_MS, interval: 500 },
      );
    }
    await page.keyboard.press('?');
    const dialog = page.locator('dialog');
    await dialog.getByText(en.keys['g o']).waitFor({ timeout: WITHIN_MS });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', timeout: WITHIN_MS });
    // However soon after: it is open as soon as it is there.
    await page.evaluate(`new MutationObserver((_, seen) => {
      const made = document.querySelector('dialog');
      if (made === null) return;
      seen.disconnect();
      document.body.dataset.openAtOnce = made.open;
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.keyboard.press('?');
    await dialog.waitFor({ timeout: WITHIN_MS });
    expect(await page.evaluate('document.body.dataset.openAtOnce')).toBe('true');
    await page.context().close();
  });
});
