// Boards and teams in a real browser, of contests that are played in seconds: what the page shows is what the service
// says, in every way to score, at any minute, hidden or final; and a final board is the one its leaf says.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildWeb } from '../../scripts/web.ts';
import type { Client } from '../../src/client/client.ts';
import type { ContestLeaderboardAnswer } from '../../src/client/index.ts';
import { money, ppm, returnText, moneySum } from '../../src/web/format/number.ts';
import { scoreText } from '../../src/web/format/score.ts';
import { enBoard as text, enTeam as teamText } from '../../src/web/words/en-board.ts';
import { enClaims } from '../../src/web/words/en-claims.ts';
import { enMe } from '../../src/web/words/en-me.ts';
import { zhBoard, zhTeam } from '../../src/web/words/zh-board.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { expectFit } from './fit.ts';
import { CONTESTS, type ContestName, type ContestStage, NEXT, openContestStage } from './contest-stage.ts';
import { watch } from './journey-kit.ts';
import { signedInAs } from './live-contest.ts';
import { ENDS, LOOKS } from './sizes.ts';

const MINUTE_MS = 60_000;
const IDS = Object.keys(CONTESTS) as ContestName[];

let stage: ContestStage;
let client: Client;
let browser: Browser;
let data: string;
const complaints: string[] = [];

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  watch(page, stage.url, complaints);
  await page.goto(stage.url + path, { timeout: WITHIN_MS });
  return page;
}

const leaderboard = (id: ContestName, at?: number): Promise<ContestLeaderboardAnswer> =>
  client.contestLeaderboard(at === undefined ? { id } : { id, at: String(at) });

/** What a row has to say, in the order of the columns, without the little line and the pin. */
function said({ rows }: ContestLeaderboardAnswer, mode: string): string[][] {
  const hasScore = mode !== 'return';
  return rows.map((row) => {
    const { A = 0, B = 0 } = row.grades ?? {};
    const counted = Object.values(row.grades ?? {}).reduce((sum, one) => sum + one, 0);
    const share = counted === 0 ? text.noReport : text.badge(String(Math.floor((100 * (A + B)) / counted)));
    return [
      String(row.rank),
      '–',
      row.name,
      ...(hasScore
        ? [row.score === null ? text.out : scoreText(mode, { score: row.score, return8: row.return8 }, text.rankSum)]
        : []),
      returnText(row.return8),
      money(moneySum(['10000', row.pnl])),
      money(row.pnl, true),
      ppm(row.mddPpm, 2),
      `– ${text.sharpeNone}`,
      String(row.filled),
      `${share}${row.level === null ? '' : ` · L${row.level}`}${row.provisional ? ` ◔ ${text.provisional}` : ''}`,
      `${row.verdict === null ? '–' : `${row.verdict}${row.notes.length === 0 ? '' : ` (${row.notes.join(', ')})`}`}${row.provisional ? ` ◔ ${text.provisional}` : ''}`,
    ];
  });
}

const shown = (page: Page): Promise<string[][]> =>
  page
    .locator('.board-table tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td')]
          .slice(0, -2)
          .map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim()),
      ),
    );

/** Waits until the page shows this board. */
async function untilShown(page: Page, id: ContestName, at?: number): Promise<ContestLeaderboardAnswer> {
  const wanted = await leaderboard(id, at);
  const { mode } = CONTESTS[id].score;
  await vi.waitFor(
    async () => {
      expect(await page.locator('[data-at]').getAttribute('data-at')).toBe(String(wanted.at));
      expect(await shown(page)).toEqual(said(wanted, mode));
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
  return wanted;
}

describe.skipIf(!hasBrowser)(`boards in a real browser${whyNoBrowser}`, { timeout: 3 * PATIENCE_MS }, () => {
  beforeAll(async () => {
    await buildWeb();
    data = mkdtempSync(join(tmpdir(), 'outcry-boards-'));
    stage = await openContestStage(join(data, 'exchange'));
    client = stage.client({});
    await stage.playTo(20);
    for (const id of IDS) await stage.report(id);
    browser = await launchBrowser();
  }, WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    rmSync(data, { recursive: true, force: true });
    expect(complaints, 'what pages complained of').toEqual([]);
  });

  it.each(IDS)('shows what the service says, %s: ranks, badges, provisional, apart with reasons', async (id) => {
    const page = await open(`/board/${id}`);
    const board = await untilShown(page, id);
    expect(board.rows.length).toBeGreaterThanOrEqual(2);
    expect(board.rows.map(({ name }) => name)).toContain('Meerkat');
    expect(board.rows.find(({ name }) => name === 'Heron')).toMatchObject({ provisional: true, verdict: 'REVIEW' });
    const apart = board.unranked.map(({ name, reason, filled }) =>
      reason === 'minFilledOrders'
        ? `${name} – ${text.reasons.minFilledOrders(String(filled), '2')}`
        : `${name} – ${reason}`,
    );
    const isHidden = id === 'by-risk';
    // What the contest demands comes with an answer of its own, after the board or before it.
    await vi.waitFor(
      async () => {
        const texts = await page.locator('[data-unranked]').allInnerTexts();
        expect(texts.map((one) => one.trim())).toEqual(apart);
        expect([board.hidden, await page.locator('[data-hidden]').count()]).toEqual([isHidden, isHidden ? 1 : 0]);
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
    if (isHidden) {
      expect(board.at).toBe(stage.startMs + 10 * MINUTE_MS);
      expect(await page.locator('[data-hidden]').innerText()).toContain(text.hidden);
    } else expect(apart.join()).toContain('Newt – withdrawn');
    await page.locator('.return-lines-plot canvas').waitFor({ timeout: WITHIN_MS });
    const title = await page.locator('h1').innerText();
    expect(title).toBe(`<b>Autumn</b> ⟨U+202E⟩ Cup ${id}`);
    expect(await page.locator('h1 b').count()).toBe(0);
    await page.context().close();
  });

  it('claims nothing of what the contest demands before it knows that', async () => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const known = Promise.withResolvers<void>();
    await page.route('**/contest/info?*', async (route) => {
      await known.promise;
      await route.continue();
    });
    await page.goto(`${stage.url}/board/by-return`, { timeout: WITHIN_MS });
    const otter = page.locator('[data-unranked]', { hasText: 'Otter' });
    await page.locator('.lost h1', { hasText: 'by-return' }).waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('[data-unranked], [data-team]').count()).toBe(0);
    known.resolve();
    await otter.filter({ hasText: text.reasons.minFilledOrders('1', '2') }).waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it('shows the board of an earlier minute, plays on from it and ends at now', async () => {
    const id = 'by-return';
    const page = await open(`/board/${id}`);
    const now = await untilShown(page, id);
    await page.getByLabel(text.scrub).fill('5');
    const at = stage.startMs + 5 * MINUTE_MS;
    const then = await untilShown(page, id, at);
    expect(then.at).toBe(at);
    expect(said(then, 'return')).not.toEqual(said(now, 'return'));
    expect(new URL(page.url()).searchParams.get('at')).toBe(String(at));
    const other = await open(`/board/${id}?at=${at}`);
    await untilShown(other, id, at);
    await other.context().close();
    await page.locator('[data-play]').click();
    await page.locator('[data-play]', { hasText: text.stop }).waitFor({ timeout: WITHIN_MS });
    await page.locator('.board-scrub-at', { hasText: text.now }).waitFor({ timeout: WITHIN_MS });
    await page.locator('[data-play]', { hasText: text.play }).waitFor({ timeout: WITHIN_MS });
    await untilShown(page, id);
    expect(new URL(page.url()).searchParams.get('at')).toBeNull();
    await page.context().close();
  });

  it('sorts by a column and says that this is not the ranking; a verdict opens what it rests on', async () => {
    const page = await open('/board/by-composite');
    const board = await untilShown(page, 'by-composite');
    const names = async (): Promise<string[]> => (await shown(page)).map((row) => row[2]!);
    await page.getByRole('button', { name: text.team, exact: true }).click();
    expect(await names()).toEqual(board.rows.map(({ name }) => name).toSorted());
    await page.getByText(text.sortedBy(text.team)).waitFor();
    await page.getByRole('button', { name: text.toRanking }).click();
    expect(await names()).toEqual(board.rows.map(({ name }) => name));
    const heron = board.rows.find(({ name }) => name === 'Heron')!;
    await page.locator(`[data-verdict="${heron.team}"]`).click();
    const dialog = page.locator('dialog');
    await dialog.locator('[data-finding="V01"]').waitFor({ timeout: WITHIN_MS });
    expect(await dialog.innerText()).toContain(enClaims.noClaim[1]);
    expect(await dialog.locator('[data-grade="U"]').innerText()).toContain(String(heron.grades!.U));
    await page.keyboard.press('Escape');
    await page.getByLabel(text.contest).selectOption('by-return');
    await untilShown(page, 'by-return');
    expect(new URL(page.url()).pathname).toBe('/board/by-return');
    await page.context().close();
  });

  it('shows a team: its row, its line, its grades, what it said as far as disclosed, what was found', async () => {
    const page = await open('/team/by-return/t1');
    const { row } = await client.contestTeam({ id: 'by-return', team: 't1' });
    await page.locator('.team-figures', { hasText: money(row!.pnl, true) }).waitFor({ timeout: WITHIN_MS });
    await page.locator('.return-lines-plot canvas').waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('[data-grade="A"]').innerText()).toContain(String(row!.grades!.A));
    const threads = page.locator('.thread', { has: page.locator('.thread-fill') });
    await vi.waitFor(async () => expect(await threads.count()).toBe(row!.filled), { timeout: PATIENCE_MS });
    expect(await threads.first().locator('.thread-why').innerText()).toContain('Meerkat: ');
    await threads.first().locator('[data-check="right"]').waitFor({ timeout: WITHIN_MS });
    await page.getByText(teamText.disclosure['reasons']!).waitFor();
    // It opened a long and closed it, then a short: both whole, held for five minutes and for three.
    expect(await page.locator('[data-trade]').allInnerTexts()).toEqual([
      expect.stringContaining('3 min'),
      expect.stringContaining('5 min'),
    ]);
    await page.getByText(teamText.noPositions).waitFor();
    await page.goto(`${stage.url}/team/by-return/t2`, { timeout: WITHIN_MS });
    await page.locator('[data-finding="V01"]').waitFor({ timeout: WITHIN_MS });
    await page.goto(`${stage.url}/team/by-return/t3`, { timeout: WITHIN_MS });
    await page.locator('.team-head', { hasText: text.reasons.minFilledOrders('1', '2') }).waitFor();
    await page.goto(`${stage.url}/team/by-return/t99`, { timeout: WITHIN_MS });
    await page.getByText(teamText.noSuch).waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it('follows the contest as it goes on', async () => {
    const page = await open('/board/by-return');
    const before = await untilShown(page, 'by-return');
    await stage.playTo(24);
    const after = await untilShown(page, 'by-return');
    expect(after.at).toBe(before.at + 4 * MINUTE_MS);
    await page.context().close();
  });

  it('takes in a team by a form, with the key that signs its logs, and says what is wrong with one', async () => {
    const { apiKey, secret, passphrase } = await stage.newKey('entrant');
    const viewport = { width: 360, height: 780 };
    const page = await signedInAs({ open, url: stage.url }, { apiKey, secret, passphrase }, '/me', { viewport });
    const field = (name: string) => page.locator(`[data-enter="${name}"]`);
    await field('name').fill('Stoat', { timeout: WITHIN_MS });
    await field('models').fill('some-model*');
    await field('members').fill('m-1');
    await field('key').fill('AAAA');
    await page.getByRole('button', { name: enMe.enterNow, exact: true }).click();
    await page.locator('.me-form [role="alert"]', { hasText: 'Ed25519' }).waitFor({ timeout: WITHIN_MS });
    await expectFit(page, 'the form of a team');
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const publicKey = Buffer.from(x, 'base64url').toString('base64');
    await field('key').fill(publicKey);
    await page.getByRole('button', { name: enMe.enterNow, exact: true }).click();
    await field('more-models').waitFor({ timeout: WITHIN_MS });
    expect(await client.contestTeam({ id: NEXT, team: 't1' })).toMatchObject({ publicKey, models: ['some-model*'] });
    await page.goto(`${stage.url}/team/${NEXT}/t1`, { timeout: WITHIN_MS });
    await page.locator('.team-about', { hasText: publicKey }).waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it.each(LOOKS)(
    'folds minutes of its log into a line, and shows them when asked, $width px wide, in $lang',
    async ({ width, lang }) => {
      const page = await open(`/log?lang=${lang}`, { viewport: { width, height: 800 } });
      const folded = page.locator('tr', { has: page.locator('[data-unfold]') }).first();
      await folded.waitFor({ timeout: WITHIN_MS });
      const oldest = String(await folded.locator('[data-unfold]').getAttribute('data-unfold'));
      const [, many = ''] = / ×(\d+)/.exec(await folded.innerText()) ?? [];
      expect(Number(many), 'minutes in a line').toBeGreaterThan(1);
      const rows = await page.locator('tr[data-entry]').count();
      await folded.locator('[data-unfold]').click();
      await page.locator(`tr[data-entry="${oldest}"]`).waitFor({ timeout: WITHIN_MS });
      expect(await page.locator('tr[data-entry]').count()).toBe(rows + Number(many) - 1);
      await expectFit(page, `minutes at ${width} in ${lang}`);
      await page.context().close();
    },
  );

  it.each(['en', 'zh'])(
    'has rank, name and return in a line on a phone, and all else within reach, %s',
    async (lang) => {
      const page = await open(`/board/by-composite?lang=${lang}`, { viewport: { width: 360, height: 780 } });
      const row = page.locator('tr[data-team="t1"]');
      await row.waitFor({ timeout: WITHIN_MS });
      const boxes = await row.evaluate((one) =>
        ['rank', 'team', 'return', 'pnl', 'evidence', 'verdict'].map((name) => {
          const { left, right, top, bottom } = one.querySelector(`.board-${name}`)!.getBoundingClientRect();
          return { left, right, middle: (top + bottom) / 2 };
        }),
      );
      for (const { left, right } of boxes) expect([left >= 0, right <= 360, right > left]).toEqual([true, true, true]);
      const [rank, team, returned] = boxes;
      for (const other of [team, returned]) expect(Math.abs(other!.middle - rank!.middle)).toBeLessThan(4);
      await row.locator('.board-unfold').click();
      const more = page.locator('[data-more="t1"]');
      const { positions } = await client.contestTeam({ id: 'by-composite', team: 't1' });
      expect(positions).toEqual([]);
      await more.getByText(lang === 'zh' ? zhTeam.noPositions : teamText.noPositions).waitFor({ timeout: WITHIN_MS });
      await expectFit(page, 'an unfolded row');
      // Heron went long and still is.
      await page.locator('tr[data-team="t2"] .board-unfold').click();
      const held = page.locator('[data-more="t2"]');
      await held.locator('[data-position]', { hasText: 'BTC' }).waitFor({ timeout: WITHIN_MS });
      const { positions: name, asOfNow } = lang === 'zh' ? zhTeam : teamText;
      expect(await held.locator('[data-as-of-now]').innerText()).toBe(`${name}: ${asOfNow}`);
      await expectFit(page, 'open positions of an unfolded row');
      await page.context().close();
    },
  );

  it('ends with a board that is equal to its leaf, and sees one that is not', async () => {
    await stage.end('by-return');
    const { phases, phase } = await client.contestInfo({ id: 'by-return' });
    const leaf = phases.find((one) => one.phase === 'final')!.index;
    expect(phase).toBe('final');
    const page = await open('/board/by-return');
    await untilShown(page, 'by-return');
    await page
      .locator('[data-final="right"]', { hasText: text.finalRight(String(leaf)) })
      .waitFor({ timeout: WITHIN_MS });
    await page.locator('.board-head .ok', { hasText: '✓' }).waitFor({ timeout: WITHIN_MS });
    const { skill, rows } = await client.contestLeaderboard({ id: 'by-return' });
    const nameOf = (id: string) => rows.find(({ team }) => team === id)!.name;
    const range = (low8: number, high8: number) =>
      text.skill.range(returnText(String(low8)), returnText(String(high8)));
    const [first, second] = skill!.rows;
    const section = page.locator(`[data-skill="${skill!.logSize}"]`);
    expect(await section.locator('p').first().innerText()).toBe(
      `${nameOf(first!.team)} › ${nameOf(second!.team)}: ${ppm(first!.beatsNextPpm!)} ${text.skill.beats}`,
    );
    expect(await section.locator('li').allInnerTexts()).toEqual([
      ...skill!.rows.map(
        ({ team, low8, high8, coinsPpm }) =>
          `${nameOf(team)} ${range(low8, high8)} · ${text.skill.coinsAsGood(ppm(coinsPpm!))}`,
      ),
      `${text.skill.coins(String(skill!.coins!.agents))} ${range(skill!.coins!.low8, skill!.coins!.high8)}`,
    ]);
    await page.context().close();

    const forged = await browser.newContext();
    const other = await forged.newPage();
    await other.route('**/contest/leaderboard*', async (route) => {
      const answer = (await (await route.fetch()).json()) as ContestLeaderboardAnswer;
      const rows = answer.rows.map((row, at) => (at === 0 ? { ...row, score: `${row.score}1` } : row));
      await route.fulfill({ json: { ...answer, rows } });
    });
    // The channel would tell the right one.
    await other.routeWebSocket('**/v2/ws/public', () => undefined);
    await other.goto(`${stage.url}/board/by-return`, { timeout: WITHIN_MS });
    await other.locator('[data-final="wrong"]').waitFor({ timeout: WITHIN_MS });
    await forged.close();
  });

  it.each(ENDS)('keeps room for teams before they are ranked, and the mark of each, %i px wide', async (width) => {
    const page = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
    await page.clock.install();
    let isEarly = true;
    const answer = await leaderboard('by-return');
    await page.route('**/contest/leaderboard?*', async (route) => {
      const soon = answer.rows.map(({ team, name }) => ({ team, name, reason: 'minFilledOrders', filled: 0 }));
      await route.fulfill({
        json: { ...answer, ...(isEarly ? { rows: [], unranked: soon } : { unranked: [] }) },
      });
    });
    await page.routeWebSocket('**/v2/ws/public', () => undefined);
    await page.goto(`${stage.url}/board/by-return`, { timeout: WITHIN_MS });
    await page.locator('[data-unranked="t1"]').waitFor({ timeout: WITHIN_MS });
    await page.locator('.return-lines-plot canvas').waitFor({ timeout: WITHIN_MS });
    const below = async (): Promise<number> => (await page.locator('.board-ties').last().boundingBox())!.y;
    const before = await below();
    isEarly = false;
    await page.clock.fastForward(31_000);
    const mark = page.locator('tr[data-team="t1"] [data-mark]');
    await mark.waitFor({ timeout: WITHIN_MS });
    // What backs a team may take a line more or less.
    expect(Math.abs((await below()) - before)).toBeLessThan(22 * answer.rows.length);
    const stays = await mark.getAttribute('data-mark');
    await page.goto(`${stage.url}/team/by-return/t1`, { timeout: WITHIN_MS });
    await page.locator(`.team-head [data-mark="${stays}"]`).waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });

  it('has nothing axe objects to and nothing sideways, in either theme', async () => {
    for (const width of ENDS)
      for (const path of ['/board/by-return', '/board/by-risk', '/team/by-return/t2']) {
        const page = await open(path, { viewport: { width, height: 800 } });
        await page.locator('.return-lines-plot canvas').waitFor({ timeout: WITHIN_MS });
        await expectFit(page, `${path} at ${width}`);
        await page.context().close();
      }
  });

  it('speaks Chinese', async () => {
    const page = await open('/board/by-return?lang=zh');
    await page.getByText(zhBoard.ties).waitFor({ timeout: WITHIN_MS });
    await page.locator('[data-skill]', { hasText: zhBoard.skill.title }).waitFor({ timeout: WITHIN_MS });
    const all = await page.locator('main').innerText();
    for (const word of [text.ties, text.verdict, text.play, text.unranked, text.notices, text.skill.title])
      expect(all).not.toContain(word);
    await page.context().close();
  });
});
