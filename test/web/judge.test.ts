// A case from the queue to the verdict, in a real browser: one judge proposes and can't confirm, by page or by API; a
// second confirms; the team answers on its own page, with files. What teams write is shown and does nothing.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { en } from '../../src/web/words/en.ts';
import { enAdmin } from '../../src/web/words/en-admin.ts';
import { money } from '../../src/web/format/number.ts';
import { enTeam } from '../../src/web/words/en-board.ts';
import { enCases } from '../../src/web/words/en-cases.ts';
import { zh } from '../../src/web/words/zh.ts';
import { zhCases } from '../../src/web/words/zh-cases.ts';
import { zhJudging } from '../../src/web/words/zh-judging.ts';
import { createClient } from '../../src/client/client.ts';
import { hasBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { expectFit, expectNarrow } from './fit.ts';
import { expectInert, HOSTILE, MARKED } from './hostile-text.ts';
import { describeJourney, type Journey } from './journey-kit.ts';
import { openJudgedContest } from './judged-contest.ts';
import { type Key, leaderboard, signedInAs } from './live-contest.ts';
import { ENDS } from './sizes.ts';

const { judging } = enAdmin;
const LINE = 'x'.repeat(15_000);
const TABS = ['findings', 'orders', 'delays', 'templates', 'grounding', 'counterparties', 'twins'] as const;

describeJourney('judging in a real browser', (started) => {
  let ben: Key;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    if (!hasBrowser) return;
    ben = await openJudgedContest(started(), { title: `A contest ${HOSTILE}`.slice(0, 60), why: HOSTILE });
    for (const name of ['jane', 'mike', 'zoe'])
      tokens[name] = (
        await started().admin<{ token: string }>('POST', '/admin/v1/credentials', { name, role: 'judge' })
      ).token;
  }, PATIENCE_MS);

  const step = (name: string, fields: object) =>
    fetch(`${started().app.adminUrl}/admin/v1/cases/step`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[name]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ contest: 'j1', case: 'k1', ...fields }),
    });
  const asBen = (path: string, options: object = {}): Promise<Page> => signedInAs(started(), ben, path, options);

  it('leads from the queue through the dossier to a case, and says first that reading is recorded', async () => {
    const page = await started().openAdmin('/judge?contest=j1', {}, tokens['jane']);
    const row = page.locator('tr[data-team="t2"]');
    await row.waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('tr[data-team]').first().getAttribute('data-team')).toBe('t2');
    expect(await row.innerText()).toMatch(/REVIEW|INSUFFICIENT/);
    await row.locator('th a').click();
    await page.getByText(judging.dossierRecorded).waitFor({ timeout: WITHIN_MS });
    await page.locator('tr[data-finding="V01"]').waitFor({ timeout: WITHIN_MS });
    const leaf = page.locator('tr[data-finding="V01"] a').first();
    expect(await leaf.getAttribute('href')).toMatch(new RegExp(`^${started().url}/log/\\d+$`));
    await walk(page, '/judge/j1/t1');
    await page.getByRole('link', { name: judging.tabs.templates }).click();
    await page.getByRole('button', { name: judging.compare }).first().click();
    await page.locator('dialog').getByText(judging.recorded).waitFor({ timeout: WITHIN_MS });
    expect(await readsOf(started(), 'jane'), 'nothing was read yet').not.toContainEqual(
      expect.stringContaining('AI log'),
    );
    await page.getByRole('button', { name: judging.readBoth }).click();
    await page.locator('.judge-compare section').nth(1).waitFor({ timeout: WITHIN_MS });
    // A body is shown as it was sent: what JSON escapes stays escaped.
    expect(await page.locator('.judge-compare').innerText()).toContain('⟨U+202E⟩gnp.exe\\u001b[31m⟨U+200B⟩');
    expect(await readsOf(started(), 'jane')).toContainEqual(expect.stringContaining('AI log'));
    await page.keyboard.press('Escape');
    await walk(page, '/judge/j1/t2');
    await page.locator('tr[data-finding="V01"]').waitFor({ timeout: WITHIN_MS });
    await page.getByRole('button', { name: judging.openCase }).click();
    await page.locator('dialog button[type="submit"]').click();
    await page.locator('[data-state="opened"]').waitFor({ timeout: WITHIN_MS });
    expect(page.url()).toContain('/case/k1?contest=j1');
    await page.getByRole('button', { name: judging.notice }).click();
    await page.locator('dialog textarea').fill(`The evidence ${HOSTILE} ${LINE}`);
    await page.locator('dialog button[type="submit"]').click();
    await page.locator('[data-state="noticed"]').waitFor({ timeout: WITHIN_MS });
    const propose = page.getByRole('button', { name: judging.propose });
    expect(await propose.isDisabled(), 'the team may still answer').toBe(true);
    await expectInert(page);
    await page.context().close();
  });

  it('tells the team on its own page, which answers with words and files', async () => {
    const page = await asBen('/me');
    const mine = page.locator('[data-case="k1"]');
    await mine.getByText(MARKED).first().waitFor({ timeout: WITHIN_MS });
    expect(await mine.innerText()).toContain(enCases.answerDue);
    await expectInert(page);
    const [bundle] = await Promise.all([
      page.waitForEvent('download', { timeout: WITHIN_MS }),
      mine.getByRole('button', { name: enCases.saveEvidence }).click(),
    ]);
    expect(readFileSync(await bundle.path()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    const submit = mine.locator('button[type="submit"]');
    expect(await submit.isDisabled()).toBe(true);
    await mine.locator('textarea').fill(`We did not. ${HOSTILE}`);
    await mine
      .locator('input[type="file"]')
      .setInputFiles([{ name: 'large.bin', mimeType: 'text/html', buffer: Buffer.alloc(400_000) }]);
    await mine.getByText(enCases.tooLarge('large.bin')).waitFor({ timeout: WITHIN_MS });
    expect(await submit.isDisabled()).toBe(true);
    const choose = (name: string): Promise<void> =>
      mine.locator('input[type="file"]').setInputFiles([
        { name: 'screen.png', mimeType: 'image/png', buffer: Buffer.from([1, 2, 3, 255]) },
        { name, mimeType: 'text/html', buffer: Buffer.from('<script>1</script>') },
      ]);
    await mine.locator('input[type="checkbox"]').check();
    await choose('<img src=x>\u202egnp.html');
    await submit.click();
    await mine.getByText('a plain name of a file').first().waitFor({ timeout: WITHIN_MS });
    await expectInert(page);
    await choose('page.html');
    await submit.click();
    await mine.locator('li[data-step="answer"]').getByText('page.html').waitFor({ timeout: WITHIN_MS });
    expect(await mine.locator('li[data-step="answer"] bdi').first().innerText()).toContain('We did not. <script>');
    await expectInert(page);
    await page.context().close();
  });

  it('lets nobody confirm what they proposed, by page or by API; another judge confirms, and all see it', async () => {
    const jane = await started().openAdmin('/case/k1?contest=j1', {}, tokens['jane']);
    const answered = jane.locator('li[data-step="answer"]');
    await answered.getByRole('button', { name: judging.readText }).click();
    await answered.getByText(MARKED).waitFor({ timeout: WITHIN_MS });
    const [saved] = await Promise.all([
      jane.waitForEvent('download', { timeout: WITHIN_MS }),
      answered.getByRole('button', { name: judging.saveFile }).first().click(),
    ]);
    expect(saved.suggestedFilename(), 'never the name its sender gave').toMatch(/^case-k1-\d+-file-1$/);
    expect([...readFileSync(await saved.path())]).toEqual([1, 2, 3, 255]);
    const reads = await readsOf(started(), 'jane');
    expect(reads).toContainEqual(expect.stringMatching(/^text [0-9a-f]{64}$/));
    expect(reads).toContainEqual(expect.stringMatching(/^file [0-9a-f]{64}$/));

    await jane.getByRole('button', { name: judging.propose }).click();
    const dialog = jane.locator('dialog');
    await dialog.locator('select').selectOption('disqualified');
    expect(await dialog.locator('button[type="submit"]').isDisabled()).toBe(true);
    await dialog.locator('input').fill('V01, V02');
    await dialog.locator('textarea').fill('Rules V01 and V02, 3 orders without a log');
    await dialog.locator('button[type="submit"]').click();
    await jane.locator('[data-state="proposed"]').waitFor({ timeout: WITHIN_MS });
    const confirm = jane.getByRole('button', { name: judging.confirm, exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await jane.getByText(judging.another).count()).toBe(2);
    const refused = await step('jane', { step: 'confirm' });
    expect([refused.status, ((await refused.json()) as { msg: string }).msg]).toEqual([
      400,
      expect.stringContaining('another judge decides'),
    ]);
    await expectInert(jane);
    await jane.context().close();

    const before = await leaderboard(started().url, 'j1');
    expect(before.unranked).not.toContainEqual(expect.objectContaining({ team: 't2' }));
    const mike = await started().openAdmin('/case/k1?contest=j1', {}, tokens['mike']);
    await mike.getByRole('button', { name: judging.confirm, exact: true }).click();
    await mike.locator('dialog').getByRole('button', { name: judging.confirm, exact: true }).click();
    await mike.locator('[data-state="decided"]').waitFor({ timeout: WITHIN_MS });
    await mike.context().close();
    const after = await leaderboard(started().url, 'j1');
    expect(after.unranked).toContainEqual(expect.objectContaining({ team: 't2', reason: 'disqualified' }));

    const board = await started().open('/board/j1');
    await board.locator('.board-unranked').getByText('Beta').waitFor({ timeout: WITHIN_MS });
    expect(await board.locator('tr[data-team="t2"]').count()).toBe(0);
    await board.context().close();
    const [verdict] = (await (await fetch(`${started().url}/capi/v2/ai/leaves?kind=verdict`)).json()) as {
      index: number;
    }[];
    await showsWhyItIsOut(started(), verdict!.index);
    const log = await started().open(`/log/${verdict!.index}`);
    await log.getByText('Rules V01 and V02, 3 orders without a log').first().waitFor({ timeout: WITHIN_MS });
    await log.context().close();
  });

  it('takes the appeal on Me, and a judge who took no part decides about it', async () => {
    const mine = await asBen('/me');
    const own = mine.locator('[data-case="k1"]');
    await own.getByText(enCases.outcomes['disqualified']!, { exact: true }).waitFor({ timeout: WITHIN_MS });
    await own.locator('textarea').fill('Look again');
    const sent: string[] = [];
    mine.on('request', (request) => {
      if (request.url().endsWith('/contest/appeal')) sent.push(request.method());
    });
    await own.getByRole('button', { name: enCases.appeal }).dblclick();
    await own.locator('[data-state="appealed"]').waitFor({ timeout: WITHIN_MS });
    expect(sent, 'pressed twice, sent once').toEqual(['POST']);
    await mine.context().close();
    const mike = await started().openAdmin('/case/k1?contest=j1', {}, tokens['mike']);
    expect(await mike.getByRole('button', { name: judging.overturn }).isDisabled()).toBe(true);
    expect(await mike.getByText(judging.anotherAppeal).count()).toBe(2);
    await mike.context().close();
    expect((await step('mike', { step: 'overturn' })).status).toBe(400);
    const zoe = await started().openAdmin('/case/k1?contest=j1', {}, tokens['zoe']);
    await zoe.getByRole('button', { name: judging.overturn }).click();
    await zoe.locator('dialog').getByRole('button', { name: judging.overturn }).click();
    await zoe.locator('[data-state="closed"]').waitFor({ timeout: WITHIN_MS });
    await zoe.context().close();
    expect((await leaderboard(started().url, 'j1')).rows).toContainEqual(expect.objectContaining({ team: 't2' }));
  });

  it('shows who runs the contest no word of a body, and lets them take no step', async () => {
    const page = await started().openAdmin('/judge/j1/t1?tab=templates');
    await page.getByText(judging.withoutBodies).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('main').innerText()).not.toContain('gnp.exe');
    expect(await page.getByRole('button', { name: judging.compare }).count()).toBe(0);
    await walk(page, '/case/k1?contest=j1');
    await page.getByText(judging.onlyJudge).waitFor({ timeout: WITHIN_MS });
    expect(await page.getByRole('button', { name: judging.readText }).first().isDisabled()).toBe(true);
    await page.context().close();
  });

  it('has nothing axe objects to and nothing sideways, in either theme', async () => {
    for (const width of ENDS) {
      const options = { viewport: { width, height: 800 } };
      const page = await started().openAdmin('/judge?contest=j1', options, tokens['jane']);
      const paths = ['/judge?contest=j1', '/case/k1?contest=j1', ...TABS.map((tab) => `/judge/j1/t1?tab=${tab}`)];
      for (const path of paths) {
        await walk(page, path);
        await page.locator('main .panel').first().waitFor({ timeout: WITHIN_MS });
        await expectFit(page, `${path} at ${width}`);
      }
      await page.getByRole('button', { name: judging.openCase }).first().click();
      await page.locator('dialog textarea').waitFor({ timeout: WITHIN_MS });
      await expectFit(page, `the window of a case at ${width}`);
      await page.context().close();
      const chinese = await started().openAdmin('/judge?contest=j1&lang=zh', options, tokens['jane']);
      for (const path of paths) {
        await walk(chinese, path);
        await chinese.locator('main .panel').first().waitFor({ timeout: WITHIN_MS });
        await expectNarrow(chinese, `${path} at ${width} in zh`);
      }
      await chinese.context().close();
      const me = await asBen('/me', options);
      await me.locator('[data-case="k1"]').waitFor({ timeout: WITHIN_MS });
      await expectFit(me, `/me at ${width}`);
      await me.context().close();
    }
  });

  it('speaks Chinese', async () => {
    const page = await started().openAdmin('/judge/j1/t1?lang=zh', {}, tokens['jane']);
    await page.getByText(zhJudging.dossierRecorded).waitFor({ timeout: WITHIN_MS });
    const said = await page.locator('main').innerText();
    expect(said, "the team's state").toMatch(new RegExp(Object.values(zh.teamState).join('|')));
    for (const state of Object.values(en.teamState)) expect(said).not.toContain(state);
    await walk(page, '/judge?contest=j1&lang=zh');
    await page.locator('main option').first().waitFor({ state: 'attached', timeout: WITHIN_MS });
    const [contest] = await page.locator('main option').allInnerTexts();
    expect(Object.values(zh.phase), 'the phase of the contest').toContain(contest?.split(' · ')[1]);
    await walk(page, '/case/k1?contest=j1&lang=zh');
    await page.getByText(zhJudging.recorded).waitFor({ timeout: WITHIN_MS });
    const text = await page.locator('main').innerText();
    expect(text).toContain(zhCases.states['closed']);
    for (const word of [judging.said, judging.steps, judging.recorded, enCases.steps['notice']!])
      expect(text).not.toContain(word);
    await page.context().close();
  });
});

async function readsOf({ admin }: Journey, who: string): Promise<string[]> {
  const { list } = await admin<{ list: { name: string; what: string }[] }>('GET', '/admin/v1/reads');
  return list.flatMap(({ name, what }) => (name === who ? what : []));
}

/** Goes to an address of the page without loading it again, which would sign out. */
/** A team that is out has its figures, its grades, what was found in words, and who decided that it is out. */
async function showsWhyItIsOut(journey: Journey, leaf: number): Promise<void> {
  const { standing, row } = await createClient({ url: journey.url }).contestTeam({ id: 'j1', team: 't2' });
  expect(row).toBeNull();
  const page = await journey.open('/team/j1/t2');
  await page.locator('[data-disqualified]').waitFor({ timeout: WITHIN_MS });
  expect(await page.locator('[data-disqualified]').innerText()).toBe(`disqualified by 2 judges, leaf ${leaf}`);
  const shown = await page.locator('main').innerText();
  for (const text of [
    money(standing!.pnl, true),
    `${standing!.verdict} (${standing!.notes.join(', ')})`,
    'Rules V01 and V02, 3 orders without a log',
    '3 orders without one; 0% have one, 95% must',
  ])
    expect(shown).toContain(text);
  expect(await page.locator('[data-grade="U"]').innerText()).toContain('3');
  for (const none of [enTeam.noReport, enTeam.noGrades]) expect(shown).not.toContain(none);
  await page.context().close();
}

async function walk(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}
