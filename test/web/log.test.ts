// The log in a real browser: what it shows can be checked by hand.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { en } from './english.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { describeJourney, ownerOf } from './journey-kit.ts';
import { signedInAs } from './live-contest.ts';

describeJourney('the log in a real browser', (journey) => {
  it('shows an entry with its proof, and a shell comes to the same hash by the line it prints', async () => {
    const page = await journey().open('/log/0');
    await page.locator('[data-step="right"]').nth(2).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('[data-step="wrong"]').count()).toBe(0);
    await expectRightByHand(page);
    await page.context().close();
  });

  it('shows all of a public entry, of a sealed one its owner the header, and anybody else kind, time and hash', async () => {
    const owner = ownerOf(journey());
    const said = { stage: 'Decision', model: 'm-sealed', input: {}, output: { decision: 'HOLD' }, explanation: 'why' };
    await owner.uploadAiLog(JSON.stringify(said));
    // Until history is stored as far as the upload, lists are 503.
    const [index, listed] = await vi.waitFor(
      async () => {
        const rows = await owner.aiLeaves({ kind: 'contest', limit: 1 });
        expect(rows).toHaveLength(1);
        return [(await owner.aiLogs({ limit: 1 })).list[0]!.index, rows[0]];
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
    const open = await journey().open(`/log/${listed!.index}`);
    await open.locator('[data-step="right"]').nth(2).waitFor({ timeout: WITHIN_MS });
    expect(await open.locator('.json-view').first().innerText()).toContain('practice-1');
    expect(await open.locator('[data-number="4"]').count(), 'nothing is sealed').toBe(0);
    await open.context().close();

    const own = await journey().signedIn(`/log/${index}`);
    await own.locator('[data-step="right"][data-number="5"]').waitFor({ timeout: WITHIN_MS });
    const header = await own.locator('[data-header]').innerText();
    for (const fact of ['1000001', 'm-sealed', 'Decision']) expect(header).toContain(fact);
    await expectRightByHand(own);
    await own.context().close();

    const { apiKey, secret, passphrase } = journey().app.accounts[1]!;
    const other = await signedInAs(journey(), { apiKey, secret, passphrase }, `/log/${index}`);
    await other.locator('button.account', { hasText: '1000002' }).waitFor({ timeout: WITHIN_MS });
    await other.locator('[data-step="right"]').nth(2).waitFor({ timeout: WITHIN_MS });
    const text = String(await other.locator('main').textContent());
    expect(text).toContain(en.log.notShown);
    expect(text).toContain(en.kind['ailog']);
    expect(text).not.toContain('m-sealed');
    expect(text, 'its time').toMatch(/\d{2}:\d{2}:\d{2}/);
    expect(await other.locator('[data-header]').count()).toBe(0);
    await expectRightByHand(other);
    await other.context().close();
  });
});

/** A shell comes to the hash that is shown, and to the checkpoint's signature, by the lines that are printed. */
async function expectRightByHand(page: Page): Promise<void> {
  const inShell = async (name: string): Promise<string> => {
    const byHand = await page.locator(`[data-by-hand="${name}"]`).innerText();
    const folder = mkdtempSync(join(tmpdir(), 'outcry-by-hand-'));
    const { status, stdout } = spawnSync('sh', ['-c', byHand], { encoding: 'utf8', cwd: folder });
    rmSync(folder, { recursive: true });
    expect(status, byHand).toBe(0);
    return stdout;
  };
  const shown = await page.locator('[data-leaf]').innerText();
  expect((await inShell('leaf')).split(' ')[0], 'what a shell says to the line that is printed').toBe(shown);
  expect(await inShell('note')).toContain('Signature Verified Successfully');
}
