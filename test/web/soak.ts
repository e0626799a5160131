// Hours of the page, to see whether its heap stays: `npm run soak -- web` opens the terminal and the stream of a busy
// market for an hour (`--minutes N`), and says twice a minute what is left after a collection: all of it, and how
// much of that is data. The rest is what the browser compiled, which it goes on doing for hours as more functions
// turn out to be called often. It ends with 1 when the data of the last quarter of the time is more than 5 % over
// that of the first quarter. Counting begins when the lists are full: an account says as much as the stream keeps,
// and then goes on, so that whatever is new has something old to replace.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '../../src/client/client.ts';
import { ROWS_KEPT } from '../../src/web/live/threads.ts';
import { hasBrowser, launchBrowser, WITHIN_MS } from '../browser.ts';
import { startBusyMarket, USUAL } from './busy-market.ts';
import { DEMO } from './journey-kit.ts';
import { dataOf, heapOf } from './watch-page.ts';

const PATHS = ['/trade/cmt_btcusdt', '/'];
const MOST_GROWTH = 0.05;
/** For what comes but slowly: code that is made quick, the first lines of returns. */
const WARM_MS = 180_000;
/** Said a second from then on: all threads are others after four minutes. */
const SAID_A_SECOND = 2;
const LOOKS_A_MINUTE = 2;

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '60' } },
  allowPositionals: true,
});
const minutes = Number(values.minutes);
if (positionals[0] !== 'web' || !(minutes > 0)) {
  process.stderr.write('soak: npm run soak -- web [--minutes N]\n');
  process.exit(2);
}
if (!hasBrowser) {
  process.stderr.write('soak: no Chromium answers; install one, or name it with CHROMIUM=PATH\n');
  process.exit(2);
}

const market = await startBusyMarket('--no-rate-limit-enabled');
const speaker = createClient({ url: market.url, ...DEMO });
let said = 0;
const browser = await launchBrowser();
market.go(USUAL);
const watched = await Promise.all(
  PATHS.map(async (path) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(market.url + path, { timeout: WITHIN_MS });
    return { path, cdp: await page.context().newCDPSession(page), heaps: [] as number[], data: [] as number[] };
  }),
);
while (said < ROWS_KEPT) await speak();
const speaking = setInterval(() => void speak(), 1_000 / SAID_A_SECOND);
await wait(WARM_MS);
for (let looked = 0; looked < minutes * LOOKS_A_MINUTE; looked++) {
  await wait(60_000 / LOOKS_A_MINUTE);
  for (const one of watched) {
    one.heaps.push(await heapOf(one.cdp));
    one.data.push(await dataOf(one.cdp));
  }
  const texts = watched.map(({ path, heaps, data }) => `${path} ${mb(heaps.at(-1)!)}, data ${mb(data.at(-1)!)}`);
  process.stdout.write(`${((looked + 1) / LOOKS_A_MINUTE).toFixed(1)} min  ${texts.join('  ')}\n`);
}
for (const { path, heaps, data } of watched) {
  const [all, kept] = [quartersOf(heaps), quartersOf(data)];
  const isFlat = kept.growth <= MOST_GROWTH;
  if (!isFlat) process.exitCode = 1;
  process.stdout.write(`${path}: ${text(all)}; data ${text(kept)}${isFlat ? '' : ': it grows'}\n`);
}
process.stdout.write(`${market.done.changes} changes, ${market.done.trades} trades, ${said} decisions\n`);
clearInterval(speaking);
await browser.close();
await market.stop();

/** A decision not to trade: a thread of its own. */
async function speak(): Promise<void> {
  const nth = said++;
  await speaker.uploadAiLog({
    stage: 'Decision',
    model: 'soak-1',
    input: { nth, last: '50000' },
    output: { decision: 'HOLD', symbol: 'cmt_btcusdt' },
    explanation: `Nothing of ${nth} is reason enough to trade.`,
  });
}

/** The first and the last quarter of what was seen, and how much more the last has. */
function quartersOf(seen: readonly number[]) {
  const quarter = Math.max(1, Math.floor(seen.length / 4));
  const [first, last] = [medianOf(seen.slice(0, quarter)), medianOf(seen.slice(-quarter))];
  return { first, last, growth: last / first - 1 };
}

function text({ first, last, growth }: ReturnType<typeof quartersOf>): string {
  return `${mb(first)} → ${mb(last)}, ${(growth * 100).toFixed(1)} %`;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
