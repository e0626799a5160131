// A team that writes whatever could become markup, hide, reorder or widen, wherever it may write: every page that shows
// callers' text marks it and stays as it is. And the terminal of a team whose contest takes no orders from a page.
import { beforeAll, expect, it } from 'vitest';
import { createClient, type Client } from '../../src/client/client.ts';
import { en } from './english.ts';
import { hasBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { expectNarrow } from './fit.ts';
import { expectInert, HOSTILE, MARKED } from './hostile-text.ts';
import { describeJourney, SYMBOL } from './journey-kit.ts';
import { type Key, openContest, signedInAs } from './live-contest.ts';

const CONTEST = 'h1';
const WIDTHS = [1280, 360] as const;
/** Where nothing is taken that turns text round, and little of it is shown. */
const NAME = '\u2060gnp\u200b<script>alert(1)</script>';
const MARKED_NAME = '⟨U+2060⟩gnp⟨U+200B⟩<script>';
const LINE = 'x'.repeat(100_000);
/** As long as an explanation may be. */
const LONGEST = 10_000;
const ORDER = { symbol: SYMBOL, size: '0.001', type: '1', order_type: '0', match_price: '1' } as const;
/** What marks an order of the page. */
const BY_PERSON = { headers: { 'ORDER-CHANNEL': 'web' } } as const;
let named = 0;

describeJourney('text of callers in a real browser', (journey) => {
  let key: Key;
  let team: Client;
  let order: string;
  /** Leaves of what it said: a line of 100 kB, and why it placed its order. */
  const leaves: number[] = [];
  beforeAll(async () => {
    if (!hasBrowser) return;
    [key] = (await openContest(journey(), { id: CONTEST, title: `Cup ${HOSTILE}`, what: 'full' }, ['Mallory'])) as [
      Key,
    ];
    team = createClient({ url: journey().url, ...key });
    ({ order_id: order } = await team.placeOrder({ ...ORDER, client_oid: `hostile-${named++}` }));
    const said = { stage: NAME, model: `some-model ${NAME}`, input: { [HOSTILE]: HOSTILE } };
    const output = { decision: 'OPEN_LONG', symbol: `${SYMBOL}\u202e\u200b`, note: HOSTILE };
    await team.uploadAiLog({ ...said, orderId: order, output, explanation: `Why ${HOSTILE}` });
    const held = { decision: 'HOLD', line: LINE };
    await team.uploadAiLog({ ...said, output: held, explanation: LINE.slice(0, LONGEST) });
    await team.placeOrder({ ...ORDER, client_oid: HOSTILE }).catch(() => undefined);
    await team.placeOrder({ ...ORDER, client_oid: 'refused', symbol: HOSTILE }).catch(() => undefined);
    leaves.push(...(await team.aiLogs({ limit: 2 })).list.map(({ index }) => index));
  }, PATIENCE_MS);

  it.each(WIDTHS)('is marked and widens nothing where everybody reads it, %d wide', async (width) => {
    const page = await journey().open('/', { viewport: { width, height: 800 } });
    const thread = page.locator('.thread', { hasText: `Why ` }).filter({ hasText: MARKED }).first();
    await thread.waitFor({ timeout: WITHIN_MS });
    await page.locator('.thread-why', { hasText: 'xxxx' }).first().waitFor({ timeout: WITHIN_MS });
    expect(await thread.locator('.thread-decision').innerText(), 'a symbol of its own').toContain('⟨U+202E⟩⟨U+200B⟩');
    await expectInert(page);
    await page.locator('.thread-why', { hasText: 'xxxx' }).first().getByRole('button').click();
    await expectNarrow(page, 'a long line, all of it');
    for (const [path, shown] of [
      [`/board/${CONTEST}`, '.board-table tr[data-team]'],
      [`/team/${CONTEST}/t1`, '.thread-why'],
      ['/log?kind=contest', 'tr[data-entry]'],
      ['/log', 'tr[data-entry]'],
      [`/log/${leaves[0]}`, '[data-step="right"][data-number="3"]'],
    ] as const) {
      await page.goto(journey().url + path, { timeout: WITHIN_MS });
      await page.locator(shown).first().waitFor({ timeout: WITHIN_MS });
      await expectInert(page);
    }
    await page.context().close();
  });

  it.each(WIDTHS)('is marked and widens nothing on its author’s own pages, %d wide', async (width) => {
    const page = await signedInAs(journey(), key, '/me', { viewport: { width, height: 800 } });
    await page.locator('[data-log]').nth(1).getByText(MARKED_NAME).first().waitFor({ timeout: WITHIN_MS });
    await page.locator('.own-threads .thread', { hasText: `Why ` }).first().waitFor({ timeout: WITHIN_MS });
    await page.getByText('placeOrder').first().waitFor({ timeout: WITHIN_MS });
    await expectInert(page);
    const body = Buffer.from(JSON.stringify({ stage: NAME, model: 'm', input: {}, output: {}, [HOSTILE]: 1 }));
    for (const bytes of [body, Buffer.from(`{${JSON.stringify(HOSTILE)}:{"a":1,"a":2}}`)]) {
      await page
        .locator('[data-file="validate"]')
        .setInputFiles({ name: HOSTILE, mimeType: 'text/html', buffer: bytes });
      await page.locator(`[data-valid="${bytes === body}"]`).waitFor({ timeout: WITHIN_MS });
      await expectInert(page);
    }
    for (const index of leaves) {
      await page.goto(`${journey().url}/log/${index}`, { timeout: WITHIN_MS });
      await page.locator('[data-step="right"][data-number="5"]').waitFor({ timeout: WITHIN_MS });
      await page.locator('[data-number="5"] summary').click();
      await expectInert(page);
      const all = page.locator('[data-number="5"] button');
      if ((await all.count()) > 0) await all.click();
      await expectInert(page);
    }
    await page.goto(`${journey().url}/trade/${encodeURIComponent(HOSTILE)}`, { timeout: WITHIN_MS });
    await page.getByText(en.trade.unknown).waitFor({ timeout: WITHIN_MS });
    await expectInert(page);
    await page.context().close();
  });

  it('opens nothing from the page where the contest takes orders from programs alone, as REST has it', async () => {
    const page = await signedInAs(journey(), key, `/trade/${SYMBOL}`);
    await page.locator('#order-why', { hasText: en.trade.why.noContestWeb() }).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('#order-why').innerText()).toContain(en.trade.closesAsManual);
    const isOff = (type: number): Promise<boolean> => page.locator(`[data-type="${type}"]`).isDisabled();
    expect([await isOff(1), await isOff(2), await isOff(3), await isOff(4)]).toEqual([true, true, false, false]);
    for (const type of ['1', '2'] as const)
      await expect(
        team.placeOrder({ ...ORDER, type, client_oid: `hostile-${named++}` }, BY_PERSON),
      ).rejects.toMatchObject({ code: '50004' });
    await team.placeOrder({ ...ORDER, type: '3', client_oid: `hostile-${named++}` }, BY_PERSON);
    await page.context().close();
  });
});
