// Pictures of every page, dark and light, at three widths, in both languages, to be looked at: `npm run web:look`. They
// go to data/look, which git ignores; `--only NAME` takes those whose name begins so. With an address of its own it
// looks at an exchange that runs, whose administration it does not know: npm run web:look -- http://127.0.0.1:8080
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, WITHIN_MS } from '../browser.ts';
import { root } from '../source.ts';
import { DEMO, type Journey, startJourney, SYMBOL } from './journey-kit.ts';
import { openJudgedContest } from './judged-contest.ts';
import { badFocus, inTheWay } from './usable.ts';
import { openWindow, trade, WINDOWS } from './windows.ts';

interface Shot {
  readonly path: string;
  /** Otherwise its path. */
  readonly name?: string;
  /** Whose page of the administration it is; otherwise it is everybody's. */
  readonly admin?: 'owner' | 'judge';
  /** Account of the demo that looks; otherwise the first. */
  readonly as?: 2;
  /** Looks at the contest that is judged. */
  readonly isJudged?: boolean;
  /** What comes to pass before it is opened, and after that. */
  readonly before?: (page: Page) => Promise<unknown>;
  readonly after?: (page: Page) => Promise<unknown>;
}

const neverAnswered = (page: Page) => page.route('**/capi/**', () => undefined);
const refused = (page: Page) => page.route('**/capi/**', (route) => route.fulfill({ status: 503, body: 'away' }));
const cutOff = (page: Page) => page.context().setOffline(true);
const tab = (nth: number) => async (page: Page) => {
  const narrow = page.locator('.trade-sections button').last();
  if (await narrow.isVisible()) await narrow.click();
  await page.locator('.tabs-list button').nth(nth).click();
};

const SHOTS: readonly Shot[] = [
  ...['/', '/trade', '/board', '/team/practice-1/t1', '/log', '/log/1', '/proof', '/me', '/about', '/docs'].map(
    (path) => ({ path }),
  ),
  ...['/projector', '/embed/board'].map((path) => ({ path })),
  ...['/guide/', '/guide/contest', '/guide/errors', '/guide/nope'].map((path) => ({ path })),
  { path: '/guide/', name: 'guide-search', after: (page) => page.locator('input[type="search"]').fill('evidence') },
  { path: '/nowhere' },
  { path: '/trade/cmt_nonusdt' },
  { path: '/team/practice-1/t99' },
  { path: '/log/999999999' },
  { path: '/ops', name: 'admin-only' },
  ...['/', '/trade', '/me'].map((path) => ({ path, name: `empty-${nameOf(path)}`, as: 2 as const })),
  ...['/', `/trade/${SYMBOL}`, '/board', '/log', '/me'].flatMap((path) => [
    { path, name: `loading-${nameOf(path)}`, before: neverAnswered },
    { path, name: `refused-${nameOf(path)}`, before: refused },
    { path, name: `offline-${nameOf(path)}`, after: cutOff },
  ]),
  ...[0, 1, 2, 3, 4, 5, 6].map((nth) => ({ path: '/trade', name: `trade-tab${nth}`, after: tab(nth) })),
  ...['/ops', '/contests', '/publish', '/brand'].map((path) => ({ path, admin: 'owner' as const })),
  ...['/judge?contest=j1', '/judge/j1/t1', '/judge/j1/t2?tab=orders', '/case/k1?contest=j1'].map((path) => ({
    path,
    admin: 'judge' as const,
  })),
  ...['/board/j1', '/team/j1/t1', '/team/j1/t2'].map((path) => ({ path, isJudged: true })),
  ...WINDOWS.map((window) => ({
    path: window.path,
    name: `window-${window.name}`,
    ...(window.admin === undefined ? {} : { admin: window.admin }),
    isJudged: window.needs === 'judged',
    after: (page: Page) => openWindow(page, window),
  })),
];
const WIDTHS = [1440, 1024, 360];
const SETTLED_MS = 6_000;
/** A picture of a long page ends here. */
const LONGEST = 2_400;
const folder = join(root, 'data/look');

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const [given] = positionals;
const shots = SHOTS.filter((shot) => (shot.name ?? nameOf(shot.path)).startsWith(values.only)).filter(
  (shot) => given === undefined || shot.admin === undefined,
);
const own = given === undefined ? await startJourney() : null;
const browser = own?.browser ?? (await launchBrowser());
mkdirSync(folder, { recursive: true });
if (own !== null) await trade(own);
const judge =
  own !== null && shots.some(({ admin, isJudged }) => admin === 'judge' || isJudged) ? await judgeOf(own) : undefined;
for (const shot of shots)
  await Promise.all(
    ['en', 'zh'].flatMap((lang) =>
      WIDTHS.map((width) =>
        pictures(shot, lang, width).catch((error: Error) => process.stderr.write(`${shot.path}: ${error.message}\n`)),
      ),
    ),
  );
await browser.close();
if (own !== null) await own.app.stop();
process.stdout.write(`${folder}\n`);

function nameOf(path: string): string {
  return path === '/'
    ? 'live'
    : path
        .replace(/^\/|\/$/g, '')
        .replace(/\?.*=/, '/')
        .replaceAll('/', '-');
}

async function pictures(shot: Shot, lang: string, width: number): Promise<void> {
  const viewport = { width, height: width === 360 ? 780 : 900 };
  const page = await opened(shot, `${shot.path}${shot.path.includes('?') ? '&' : '?'}lang=${lang}`, { viewport });
  await page.waitForTimeout(SETTLED_MS);
  if (shot.after !== undefined) {
    await shot.after(page).catch((error: unknown) => process.stderr.write(`${shot.path}: ${String(error)}\n`));
    await page.waitForTimeout(SETTLED_MS / 3);
  }
  const isWindow = (await page.locator('dialog[open]').count()) > 0;
  const whole = Math.min(LONGEST, await page.evaluate<number>('document.documentElement.scrollHeight'));
  const height = isWindow ? viewport.height : whole;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(SETTLED_MS / 20);
    const path = join(folder, `${shot.name ?? nameOf(shot.path)}-${width}-${colorScheme}-${lang}.png`);
    await page.screenshot({ path, fullPage: !isWindow, clip: { x: 0, y: 0, width, height } });
  }
  for (const line of [...(await inTheWay(page)), ...(await badFocus(page))])
    process.stdout.write(`${shot.name ?? nameOf(shot.path)} ${width} ${lang}: ${line}\n`);
  await page.context().close();
}

async function opened(shot: Shot, path: string, options: BrowserContextOptions): Promise<Page> {
  if (shot.admin !== undefined) return own!.openAdmin(path, options, shot.admin === 'judge' ? judge : undefined);
  const page = await (await browser.newContext(options)).newPage();
  if (shot.as !== undefined) {
    const key = JSON.stringify(DEMO).replace(/-1(?=["-])/g, `-${shot.as}`);
    await page.addInitScript(`sessionStorage.setItem('outcry.key', ${JSON.stringify(key)})`);
  }
  await shot.before?.(page);
  await page.goto((own?.url ?? String(given)) + path, { timeout: WITHIN_MS, waitUntil: 'domcontentloaded' });
  return page;
}

/** A contest with a report and a case that was noticed; the token of its judge. */
async function judgeOf(journey: Journey): Promise<string> {
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
