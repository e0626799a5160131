// Whose page it is, in a real browser: an identity that was chosen stays, a tab that lost its key asks and is nobody
// else, and what is placed is placed for the account that is named.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { hasBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { en } from './english.ts';
import { describeJourney, ownerOf, SYMBOL } from './journey-kit.ts';
import type { Key } from './live-contest.ts';

const DEMO_UID = '1000001';

describeJourney('who is signed in, in a real browser', (journey) => {
  let own: Key & { readonly id: string; readonly uid: string };
  beforeAll(async () => {
    if (!hasBrowser) return;
    const { uid } = await journey().admin<{ uid: number }>('POST', '/admin/accounts', { label: 'mine' });
    await journey().admin('POST', '/admin/accounts/deposit', { uid, amount: '10000' });
    const key = await journey().admin<Key & { id: string }>('POST', '/admin/keys', {
      uid,
      permission: 'trade',
      ips: [],
    });
    own = { ...key, uid: String(uid) };
  }, PATIENCE_MS);

  const account = (page: Page, text: string) => page.locator(`button.account:has-text("${text}")`);
  const asked = (page: Page) => page.locator(`[data-asked="${own.uid}"]`);

  async function signIn(page: Page, isKept = false): Promise<void> {
    await page.locator('button.account').click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel(en.signIn.apiKey).fill(own.apiKey);
    await dialog.getByLabel(en.signIn.secret).fill(own.secret);
    await dialog.getByLabel(en.signIn.passphrase).fill(own.passphrase);
    if (isKept) await dialog.getByLabel(en.signIn.keep).check();
    await dialog.getByRole('button', { name: en.signIn.submit, exact: true }).click();
    await account(page, own.uid).waitFor({ timeout: WITHIN_MS });
  }

  async function untilAsked(page: Page): Promise<void> {
    await asked(page).waitFor({ timeout: WITHIN_MS });
    await page.locator(`button.account`, { hasText: en.shell.signIn }).waitFor({ timeout: WITHIN_MS });
    expect(await account(page, DEMO_UID).count()).toBe(0);
  }

  it('calls a demo account one, and not the visitor’s agent', async () => {
    const page = await journey().signedIn('/');
    const strip = page.locator('.agent-strip');
    await strip.getByText(en.live.demoAgent(DEMO_UID)).waitFor({ timeout: WITHIN_MS });
    expect(await strip.innerText()).not.toMatch(new RegExp(en.live.yourAgent, 'i'));
    await page.context().close();
  });

  it('stays who it was after a reload, or asks; and becomes a demo account only when that is wanted', async () => {
    const page = await journey().signedIn('/trade');
    await signIn(page);
    await page.reload();
    await untilAsked(page);
    expect(await page.locator('[data-type="1"]').isDisabled()).toBe(true);
    await asked(page)
      .getByRole('button', { name: en.signIn.goOnAs(en.shell.demo(DEMO_UID)) })
      .click();
    await account(page, DEMO_UID).waitFor({ timeout: WITHIN_MS });
    await page.reload();
    await account(page, DEMO_UID).waitFor({ timeout: WITHIN_MS });
    await signIn(page, true);
    await page.reload();
    await account(page, own.uid).waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it('stays nobody after signing out, and the second demo account if that was chosen', async () => {
    const page = await journey().signedIn('/');
    await page.locator('button.account').click();
    await page.getByRole('button', { name: en.shell.signOut }).click();
    await page.reload();
    await page.locator('.agent-strip-nobody').waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('[data-asked]').count()).toBe(0);
    await page.locator('button.account').click();
    await page
      .locator('dialog')
      .getByRole('button', { name: en.shell.demo('1000002') })
      .click();
    await account(page, '1000002').waitFor({ timeout: WITHIN_MS });
    await page.reload();
    await account(page, '1000002').waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it('asks in a new tab of a browser with an own account, and leaves the other tabs alone', async () => {
    const first = await journey().signedIn('/');
    await signIn(first);
    const second = await first.context().newPage();
    await second.goto(`${journey().url}/trade`, { timeout: WITHIN_MS });
    await untilAsked(second);
    await asked(second)
      .getByRole('button', { name: en.signIn.goOnAs(en.shell.demo(DEMO_UID)) })
      .click();
    await account(second, DEMO_UID).waitFor({ timeout: WITHIN_MS });
    expect(await account(first, own.uid).count()).toBe(1);
    await first.reload();
    await untilAsked(first);
    await first.context().close();
  });

  it('never turns a key that is over, or a demo beside a key that was kept, into somebody else', async () => {
    const page = await journey().signedIn('/');
    await signIn(page, true);
    await page.locator('button.account').click();
    await page.getByRole('button', { name: en.shell.signOut }).click();
    await page.locator('button.account').click();
    await page
      .locator('dialog')
      .getByRole('button', { name: en.shell.demo('1000002') })
      .click();
    await account(page, '1000002').waitFor({ timeout: WITHIN_MS });
    await page.reload();
    await account(page, '1000002').waitFor({ timeout: WITHIN_MS });
    await signIn(page, true);
    await journey().admin('POST', '/admin/keys/revoke', { id: own.id });
    await page.locator('button.account', { hasText: en.shell.signIn }).waitFor({ timeout: WITHIN_MS });
    await page.reload();
    await untilAsked(page);
    await page.context().close();
  });

  it('places an order for the account that the form names, and says so before it asks', async () => {
    const options: BrowserContextOptions = { viewport: { width: 1440, height: 1000 } };
    const page = await journey().signedIn(`/trade/${SYMBOL}`, options);
    const form = page.locator('#order-form');
    expect(await form.locator('[data-for]').getAttribute('data-for')).toBe(DEMO_UID);
    await form.locator('[data-field="size"]').fill('0.01');
    await page.getByRole('button', { name: en.trade.kinds.market, exact: true }).click();
    await form.locator('[data-type="1"]').click();
    const dialog = page.locator('dialog');
    expect(await dialog.locator('[data-for]').innerText()).toContain(en.shell.demo(DEMO_UID));
    const before = (await ownerOf(journey()).fills({ limit: 1 })).totals;
    await dialog.locator('[data-yes]').click();
    await vi.waitFor(
      async () => expect((await ownerOf(journey()).fills({ limit: 1 })).totals).toBeGreaterThan(before),
      { timeout: PATIENCE_MS, interval: 100 },
    );
    await page.context().close();
  });
});
