// Pictures of every page, dark and light, wide and narrow, in both languages, to be looked at: `npm run web:look`. They
// go to data/look, which git ignores; `--only NAME` takes those whose name begins so. With an address of its own it
// looks at an exchange that runs, whose administration it does not know: npm run web:look -- http://127.0.0.1:8080
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, WITHIN_MS } from '../browser.ts';
import { root } from '../source.ts';
import { startJourney } from './journey-kit.ts';
import { openJudgedContest } from './judged-contest.ts';

const PATHS = [
  '/',
  '/trade',
  '/board',
  '/team/practice-1/t1',
  '/log',
  '/log/1',
  '/proof',
  '/me',
  '/about',
  '/projector',
  '/embed/board',
];
/** Of these the operator looks, as owner; of the others a judge. */
const OWNER_PATHS = ['/ops', '/contests', '/brand'];
const ADMIN_PATHS = [
  ...OWNER_PATHS,
  '/judge?contest=j1',
  '/judge/j1/t1',
  '/judge/j1/t2?tab=orders',
  '/case/k1?contest=j1',
];
const SETTLED_MS = 6_000;
const folder = join(root, 'data/look');

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const [given] = positionals;
const own = given === undefined ? await startJourney() : null;
const url = own?.url ?? String(given);
const browser = own?.browser ?? (await launchBrowser());
mkdirSync(folder, { recursive: true });
const looks = ['en', 'zh'].flatMap((lang) =>
  (['dark', 'light'] as const).flatMap((colorScheme) =>
    [1440, 360].map((width) => ({
      lang,
      end: `${width}-${colorScheme}-${lang}`,
      look: { colorScheme, viewport: { width, height: width === 360 ? 780 : 900 } } as BrowserContextOptions,
    })),
  ),
);
for (const { lang, end, look } of looks) {
  const page = await (await browser.newContext(look)).newPage();
  for (const path of PATHS.filter(isWanted)) {
    await page.goto(`${url}${path}?lang=${lang}`, { timeout: WITHIN_MS });
    await picture(page, path, end);
  }
  await page.context().close();
}
const adminPaths = ADMIN_PATHS.filter(isWanted);
const judge = own === null || adminPaths.length === 0 ? '' : await judgeOf(own);
for (const { lang, end, look } of own === null ? [] : looks)
  for (const path of adminPaths) {
    const token = OWNER_PATHS.includes(path) ? undefined : judge;
    const page = await own!.openAdmin(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, look, token);
    await picture(page, path, end);
    await page.context().close();
  }
await browser.close();
if (own !== null) await own.app.stop();
process.stdout.write(`${folder}\n`);

function nameOf(path: string): string {
  return path === '/' ? 'live' : path.slice(1).replace(/\?.*=/, '/').replaceAll('/', '-');
}

function isWanted(path: string): boolean {
  return nameOf(path).startsWith(values.only);
}

async function picture(page: Page, path: string, end: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: join(folder, `${nameOf(path)}-${end}.png`) });
}

/** A contest with a report and a case that was noticed; the token of its judge. */
async function judgeOf(journey: NonNullable<typeof own>): Promise<string> {
  await openJudgedContest(journey, {
    title: 'Autumn Cup',
    why: 'Momentum is up and funding is low: I open a small long',
  });
  const { token } = await journey.admin<{ token: string }>('POST', '/admin/v1/credentials', {
    name: 'jane',
    role: 'judge',
  });
  const step = (fields: object): Promise<unknown> =>
    fetch(`${journey.app.adminUrl}/admin/v1/cases/step`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ contest: 'j1', ...fields }),
    });
  await step({ step: 'open', team: 't2' });
  await step({ step: 'notice', case: 'k1', text: 'Three orders have no log. Please tell us what decided them.' });
  return token;
}
