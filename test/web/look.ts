// Pictures of every page, dark and light, wide and narrow, in both languages, to be looked at: `npm run web:look`.
// They go to data/look, which git ignores. With an address of its own it looks at an exchange that runs:
//   npm run web:look -- http://127.0.0.1:8080
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, WITHIN_MS } from '../browser.ts';
import { root } from '../source.ts';
import { startJourney } from './journey-kit.ts';

const PATHS = ['/', '/trade', '/board', '/log', '/log/1', '/proof', '/me', '/about'];
const SETTLED_MS = 6_000;
const folder = join(root, 'data/look');

const [given] = process.argv.slice(2);
const own = given === undefined ? await startJourney() : null;
const url = own?.url ?? String(given);
const browser = own?.browser ?? (await launchBrowser());
mkdirSync(folder, { recursive: true });
for (const lang of ['en', 'zh'])
  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [1440, 360]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: width === 360 ? 780 : 900 } });
      const page = await context.newPage();
      for (const path of PATHS) {
        await page.goto(`${url}${path}?lang=${lang}`, { timeout: WITHIN_MS });
        await page.waitForTimeout(SETTLED_MS);
        const name = path === '/' ? 'live' : path.slice(1).replaceAll('/', '-');
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}-${lang}.png`) });
      }
      await context.close();
    }
await browser.close();
if (own !== null) await own.app.stop();
process.stdout.write(`${folder}\n`);
