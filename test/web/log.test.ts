// The log in a real browser: what it shows can be checked by hand.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { zhLog } from '../../src/web/words/zh-log.ts';
import { zh } from '../../src/web/words/zh.ts';
import { en } from './english.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { createClient } from '../../src/client/client.ts';
import { expectFit } from './fit.ts';
import { describeJourney, type Journey, ownerOf } from './journey-kit.ts';
import { Hands } from './agent-hands.ts';
import { type Key, openContest, signedInAs } from './live-contest.ts';
import { LOOKS } from './sizes.ts';

const HOUR_MS = 3_600_000;

describeJourney('the log in a real browser', (journey) => {
  it('shows an entry with its proof, and a shell comes to the same hash by the line it prints', async () => {
    const page = await journey().open('/log/0');
    await page.locator('[data-step="right"]').nth(2).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('[data-step="wrong"]').count()).toBe(0);
    await expectRightByHand(page);
    await page.context().close();
  });

  it('shows all of a public entry, of a sealed one its owner the header, and anybody else kind, time and hash', async () => {
    const { uid, key } = await hiddenAccount(journey());
    const owner = createClient({ url: journey().url, ...key });
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

    const own = await signedInAs(journey(), key, `/log/${index}`);
    await own.locator('[data-step="right"][data-number="5"]').waitFor({ timeout: WITHIN_MS });
    const header = await own.locator('[data-header]').innerText();
    for (const fact of [String(uid), 'm-sealed', 'Decision']) expect(header).toContain(fact);
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

  it('lists what may be shown in a line each: what all may see, what is one’s own, and of the rest that it is sealed', async () => {
    const { key } = await hiddenAccount(journey());
    const hidden = createClient({ url: journey().url, ...key });
    const shown = ownerOf(journey());
    const said = { stage: 'Decision', input: {}, output: { decision: 'HOLD' }, explanation: 'a reason '.repeat(40) };
    await hidden.uploadAiLog(JSON.stringify({ ...said, model: 'm-hidden' }));
    await shown.uploadAiLog(JSON.stringify({ ...said, model: 'm-shown' }));
    const newest = ({ aiLogs }: typeof shown): Promise<number> =>
      vi.waitFor(async () => (await aiLogs({ limit: 1 })).list[0]!.index, { timeout: PATIENCE_MS, interval: 200 });
    const [hiddenAt, shownAt] = [await newest(hidden), await newest(shown)];
    for (const { lang, width } of LOOKS) {
      const { log } = lang === 'en' ? en : { log: zhLog };
      const viewport = { width, height: 780 };
      const page = await signedInAs(journey(), key, `/log?lang=${lang}`, { viewport });
      const row = (index: number) => page.locator(`tr[data-entry="${index}"]`);
      await row(hiddenAt).locator('[data-open="own"]', { hasText: log.yours }).waitFor({ timeout: WITHIN_MS });
      const text = await row(shownAt).locator('[data-open="all"]').innerText();
      for (const part of ['1000001', 'a reason']) expect(text).toContain(part);
      for (const one of await page.locator('tr[data-entry]').all())
        expect((await one.boundingBox())!.height, await one.innerText()).toBeLessThan(36);
      await expectFit(page, `the log at ${width} in ${lang}`);
      await page.context().close();
    }
    const other = await journey().signedIn('/log');
    await other.locator(`tr[data-entry="${shownAt}"] [data-open="own"]`).waitFor({ timeout: WITHIN_MS });
    expect(await other.locator(`tr[data-entry="${hiddenAt}"]`).innerText()).toContain(en.log.sealed);
    await other.context().close();

    const { apiKey, secret, passphrase } = journey().app.accounts[1]!;
    const entry = await signedInAs(journey(), { apiKey, secret, passphrase }, `/log/${shownAt}`);
    await entry.locator('[data-step="right"][data-number="5"]').waitFor({ timeout: WITHIN_MS });
    await entry.context().close();
  });

  it('says of what is disclosed later when it opens, and shows its team what it is', async () => {
    const given = { id: 'later', title: 'Later', what: 'full', delayMs: HOUR_MS } as const;
    const [key] = await openContest(journey(), given, ['Alpha']);
    const hands = new Hands(journey().url, key!);
    await hands.sayAndDo({ decision: 'OPEN_LONG', size: '0.01' }, '1', '0.01');
    const rows = await vi.waitFor(
      async () => {
        const found = [
          (await hands.client.aiLogs({ limit: 1 })).list[0],
          (await hands.client.aiOrders({ limit: 1 }))[0],
        ];
        for (const one of found) expect(one).toBeDefined();
        return found.map((one) => one!.index);
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
    for (const { lang, width } of LOOKS) {
      const page = await journey().open(`/log?lang=${lang}`, { viewport: { width, height: 780 } });
      for (const index of rows) {
        const row = page.locator(`tr[data-entry="${index}"]`);
        await row
          .getByText(lang === 'en' ? /^▣ opens \d{1,2}:\d\d/ : /^▣ \d{1,2}:\d\d.* 公开$/)
          .waitFor({ timeout: WITHIN_MS });
        expect(await row.innerText()).not.toMatch(/Alpha|0\.01|OPEN/);
      }
      const { phase } = lang === 'en' ? en : zh;
      await page.locator('.log-content', { hasText: `later · ${phase['live']}` }).waitFor({ timeout: WITHIN_MS });
      expect(await page.locator('.log-content').allInnerTexts(), 'a configuration').not.toContain(
        expect.stringContaining('"config"'),
      );
      await page.context().close();
    }
    const own = await signedInAs(journey(), key!, '/log');
    await own.locator(`tr[data-entry="${rows[0]}"] [data-open="own"]`).waitFor({ timeout: WITHIN_MS });
    await own.context().close();
  });

  it('takes checkpoints that come while it loads one after the other, and accuses the log of nothing', async () => {
    const page = await (await journey().browser.newContext()).newPage();
    const load = Promise.withResolvers<void>();
    await page.route('**/assets/verifier-*.js', async (route) => {
      await load.promise;
      await route.continue();
    });
    const sizes = new Set<number>();
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        for (const [, size] of String(payload).matchAll(/"channel":"log\.head".*?"size":(\d+)/g))
          sizes.add(Number(size));
      }),
    );
    await page.goto(`${journey().url}/log`, { timeout: WITHIN_MS });
    const owner = ownerOf(journey());
    for (let nth = 0; sizes.size < 3; nth++) {
      expect(nth, 'logs without as many checkpoints').toBeLessThan(100);
      const said = { stage: 'Decision', model: 'm', input: { nth }, output: { decision: 'HOLD' }, explanation: 'why' };
      await owner.uploadAiLog(JSON.stringify(said));
      await wait(500);
    }
    load.resolve();
    await vi.waitFor(
      async () =>
        expect(Number(await page.locator('[data-size]').getAttribute('data-size'))).toBeGreaterThanOrEqual(
          Math.max(...sizes),
        ),
      { timeout: PATIENCE_MS, interval: 100 },
    );
    expect(await page.locator('[data-forked]').count()).toBe(0);
    await page.context().close();
  });
});

/** An account that no contest and no demo shows. */
async function hiddenAccount({ admin }: Journey): Promise<{ readonly uid: number; readonly key: Key }> {
  const { uid } = await admin<{ uid: number }>('POST', '/admin/accounts', { label: 'hidden' });
  await admin('POST', '/admin/allowlist', { uid, allowed: true });
  const { apiKey, secret, passphrase } = await admin<Key>('POST', '/admin/keys', { uid, permission: 'trade', ips: [] });
  return { uid, key: { apiKey, secret, passphrase } };
}

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
