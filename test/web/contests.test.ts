// An organiser who doesn't program, in the browser: a contest by form, its registration opened, teams from a list,
// a key file for each; at every width and in both languages.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { enContests } from '../../src/web/words/en-contests.ts';
import { zhContests } from '../../src/web/words/zh-contests.ts';
import { WITHIN_MS } from '../browser.ts';
import { expectFit } from './fit.ts';
import { describeJourney, type Journey } from './journey-kit.ts';

const HOUR = 3_600_000;

describeJourney('the page of an organiser', (started) => {
  it.each([
    [1440, 'en'],
    [1024, 'zh'],
    [360, 'en'],
    [1440, 'zh'],
    [1024, 'en'],
    [360, 'zh'],
  ] as const)('leads from a form to the keys of the teams, %i px wide, in %s', async (width, lang) => {
    const journey = started();
    const says = lang === 'en' ? enContests : zhContests;
    const id = `form-${width}-${lang}`;
    const { token } = await owner(journey, `olga-${width}-${lang}`);
    const localStorage = [{ name: 'outcry.settings', value: JSON.stringify({ language: lang }) }];
    const look = {
      viewport: { width, height: 900 },
      timezoneId: 'Asia/Shanghai',
      acceptDownloads: true,
      storageState: { cookies: [], origins: [{ origin: new URL(journey.app.adminUrl).origin, localStorage }] },
    };
    const page = await journey.openAdmin('/contests?new', look, token);
    const field = (name: string) => page.locator(`[data-field="${name}"]`);

    // What is wrong stands beside its field, in the page's language, as it is written.
    await field('id').fill('Not An Id', { timeout: WITHIN_MS });
    await page
      .locator('[data-wrong="id"]')
      .getByText(lang === 'en' ? '1 to 32 characters of a-z' : '1 至 32 个字符：a-z')
      .waitFor({ timeout: WITHIN_MS });
    await field('startMs').fill(localTime(Date.now() - HOUR));
    await page
      .locator('[data-wrong="startMs"]')
      .getByText(lang === 'en' ? 'still to come' : '将来的时间')
      .waitFor({ timeout: WITHIN_MS });
    await field('endMs').fill(localTime(Date.now() - 2 * HOUR));
    await field('startBalance').fill('1,5');
    await page.locator('[data-wrong="startBalance"]').waitFor({ timeout: WITHIN_MS });
    await expectFit(page, `${width} ${lang} form`);
    await field('id').fill(id);
    await field('title').fill(lang === 'en' ? 'Autumn Cup' : '秋季杯');
    const startMs = Math.ceil(Date.now() / 1000) * 1000 + HOUR;
    await field('startMs').fill(localTime(startMs));
    await field('endMs').fill(localTime(startMs + HOUR));
    await field('startBalance').fill('5000');
    await page.getByText(says.form.right).waitFor({ timeout: WITHIN_MS });
    expect(await page.getByText(`${new Date(startMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`).count()).toBe(
      1,
    );
    await page.locator('[data-save]').click();
    await page.locator('[data-phase="draft"]').waitFor({ timeout: WITHIN_MS });
    expect(await contestOf(journey, id)).toMatchObject({
      phase: 'draft',
      config: { startMs, startBalance: '5000', symbols: [{ symbol: expect.stringMatching(/^cmt_/), maxLeverage: 20 }] },
    });

    // A list with a fault does nothing; a right one waits for the registration.
    await list(page, 'name,class\na\u200bb,llm\nGood,gpt\n');
    await page.locator('[data-list-fault]').first().waitFor({ timeout: WITHIN_MS });
    expect(await page.locator('[data-list-fault]').allInnerTexts()).toEqual([
      expect.stringMatching(/2\s+name\s+.*U\+200B/),
      expect.stringMatching(/3\s+class\s+.*llm, ml, hybrid/),
    ]);
    expect(await page.locator('[data-register]').count()).toBe(0);
    await page.locator('[data-act="open"]').click();
    await page.locator('dialog [data-yes]').click();
    await page.locator('[data-phase="registration"]').waitFor({ timeout: WITHIN_MS });
    expect(await field('startBalance').isDisabled()).toBe(true);

    await list(
      page,
      `name,contact,models\n队伍一 ${width}${lang},li@example.org,some-model*\n"Été ${width} ${lang}",,\n`,
    );
    await page.locator('[data-register]').click({ timeout: WITHIN_MS });
    await page.locator('[data-save-key]').first().waitFor({ timeout: WITHIN_MS });
    await expectFit(page, `${width} ${lang} keys`);
    const key = await savedKey(page);
    expect(key).toMatchObject({ contest: id, team: 't1', name: `队伍一 ${width}${lang}` });
    expect(await createClient({ url: journey.url, ...key }).contestMe()).toMatchObject({ contest: id, team: 't1' });
    await list(page, `name,contact,models\n队伍一 ${width}${lang},li@example.org,some-model*\n`);
    await page.getByText(says.teams.nothing).waitFor({ timeout: WITHIN_MS });
    const { teams } = await contestOf(journey, id);
    expect(teams).toMatchObject([{ state: 'approved' }, { state: 'approved' }]);

    await page.locator('[data-act="cancel"]').click();
    await page.locator('dialog [data-yes]').click();
    await page.locator('[data-phase="cancelled"]').waitFor({ timeout: WITHIN_MS });
    await page.context().close();
  });
});

/** The text of a field for times, in the zone of the page. */
function localTime(ms: number): string {
  return new Date(ms + 8 * HOUR).toISOString().slice(0, 19);
}

function owner(journey: Journey, name: string): Promise<{ token: string }> {
  return journey.admin('POST', '/admin/v1/credentials', { name, role: 'owner' });
}

async function list(page: Page, csv: string): Promise<void> {
  const file = { name: 'teams.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.locator('[data-file="teams"]').setInputFiles(file, { timeout: WITHIN_MS });
}

async function contestOf(journey: Journey, id: string): Promise<{ teams: unknown[] }> {
  type Row = { readonly id: string; readonly teams: unknown[] };
  const found = await journey.admin<{ list: readonly Row[] }>('GET', '/admin/v1/contests');
  return found.list.find((one) => one.id === id) as Row;
}

type Key = { readonly apiKey: string; readonly secret: string; readonly passphrase: string };

async function savedKey(page: Page): Promise<Key> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: WITHIN_MS }),
    page.locator('[data-save-key]').first().click(),
  ]);
  return JSON.parse(readFileSync(await file.path(), 'utf8')) as Key;
}
