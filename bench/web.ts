/**
 * How the page runs in a real browser: frames while the book changes 200 times a second and 50 trades a second come,
 * how soon its first text stands and when the page itself does, whether anything moves under the eye, and its longest
 * task. Goals: 60 frames a second and less than 1 % of them over 25 ms; first text within 0.3 s on loopback, and within
 * 1.0 s at a quarter of the processor over 10 Mbit/s with 40 ms; shift below 0.02; no task over 100 ms after the start.
 * Frames need a quiet machine.
 *
 * The exchange is a real one, driven by hand, in this process; the browser is the system's Chromium. Before anything is
 * said the ladder must be what `market/depth` says.
 *
 * Options: `--seconds` of frames (30), `--loads` of each kind (5).
 */
import { loadavg } from 'node:os';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { createClient } from '../src/client/client.ts';
import { hasBrowser, launchBrowser, WITHIN_MS } from '../test/browser.ts';
import { type BusyMarket, startBusyMarket, USUAL } from '../test/web/busy-market.ts';
import { beginCounting, type Seen, seenBy, watchPage } from '../test/web/watch-page.ts';
import { median } from './kit/figures.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const SYMBOL = 'cmt_btcusdt';
const WARM_MS = 5_000;
const LATE_FRAME_MS = 25;
const SLOW = { latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, offline: false };
const GOALS = { frames: 60, latePart: 0.01, paintMs: 300, slowPaintMs: 1_000, shift: 0.02, taskMs: 100 };

export async function run(options: BenchOptions): Promise<Result> {
  const seconds = countOption(options, 'seconds', 30);
  const loads = countOption(options, 'loads', 5);
  if (!hasBrowser) throw new Error('no Chromium answers: install one, or name it with CHROMIUM=PATH');
  const loadBefore = loadavg()[0]!;
  const market = await startBusyMarket();
  const browser = await launchBrowser();
  try {
    market.go(USUAL);
    const rows = [];
    for (const path of ['/', `/trade/${SYMBOL}`]) {
      const quick = await paintsOf(browser, market.url + path, loads, async () => undefined);
      const slow = await paintsOf(browser, market.url + path, loads, slowDown);
      rows.push({ path, quick, slow, seen: await motionOf(browser, market, path, seconds) });
    }
    return resultOf(rows, { seconds, loads, loadBefore });
  } finally {
    await browser.close();
    await market.stop();
  }
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

interface Beginning {
  /** First contentful paint, ms. */
  readonly text: number;
  /** The first frame with the page itself, ms. */
  readonly drawn: number;
}

/** How the page begins, in browsers that have never been here. */
async function paintsOf(
  browser: Browser,
  url: string,
  loads: number,
  prepare: (cdp: CDPSession) => Promise<void>,
): Promise<Beginning> {
  const found: Beginning[] = [];
  for (let left = 0; left < loads; left++) {
    const page = await browser.newPage();
    await prepare(await watchPage(page));
    await page.goto(url, { timeout: WITHIN_MS });
    await page.locator('main').waitFor({ timeout: WITHIN_MS });
    for (const known = found.length; found.length === known; ) {
      await page.waitForTimeout(100);
      const { paintMs, drawnMs } = await seenBy(page);
      if (paintMs !== null && drawnMs !== null) found.push({ text: paintMs, drawn: drawnMs });
    }
    await page.context().close();
  }
  return { text: median(found.map(({ text }) => text)), drawn: median(found.map(({ drawn }) => drawn)) };
}

async function motionOf(browser: Browser, market: BusyMarket, path: string, seconds: number): Promise<Seen> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await watchPage(page);
  await page.goto(market.url + path, { timeout: WITHIN_MS });
  await page.waitForTimeout(WARM_MS);
  await beginCounting(page);
  await page.waitForTimeout(seconds * 1_000);
  const seen = await seenBy(page);
  if (path.startsWith('/trade')) await requireRight(page, market);
  await page.context().close();
  return seen;
}

/** A page that shows something else would be quick for nothing. */
async function requireRight(page: Page, market: BusyMarket): Promise<void> {
  market.go({ changes: 0, trades: 0 });
  await page.waitForTimeout(2_000);
  const { asks } = await createClient({ url: market.url }).depth({ symbol: SYMBOL, limit: 15 });
  const text = (await page.locator('.ladder').innerText()).replaceAll(',', '');
  const missing = asks.slice(0, 5).filter(([price]) => !text.includes(price));
  market.go(USUAL);
  if (missing.length > 0) throw new Error(`the ladder lacks ${missing.map(([price]) => price).join(', ')}`);
}

interface Measured {
  readonly path: string;
  readonly quick: Beginning;
  readonly slow: Beginning;
  readonly seen: Seen;
}

function resultOf(
  measured: readonly Measured[],
  { seconds, loads, loadBefore }: { readonly seconds: number; readonly loads: number; readonly loadBefore: number },
): Result {
  let goalMet = true;
  const rows = measured.map(({ path, quick, slow, seen }) => {
    const frames = seen.deltas.length / seen.seconds;
    const late = seen.deltas.filter((ms) => ms > LATE_FRAME_MS).length / Math.max(1, seen.deltas.length);
    goalMet &&=
      Math.round(frames) >= GOALS.frames &&
      late < GOALS.latePart &&
      quick.text <= GOALS.paintMs &&
      slow.text <= GOALS.slowPaintMs &&
      seen.shift < GOALS.shift &&
      seen.longest <= GOALS.taskMs;
    return {
      Page: path,
      'Frames/s': frames.toFixed(1),
      'Over 25 ms': `${(late * 100).toFixed(2)} %`,
      'First text, ms': Math.round(quick.text),
      'Page, ms': Math.round(quick.drawn),
      'Slowed text, ms': Math.round(slow.text),
      'Slowed page, ms': Math.round(slow.drawn),
      Shift: seen.shift.toFixed(4),
      'Longest task, ms': Math.round(seen.longest),
    };
  });
  return {
    name: `The page at ${USUAL.changes} changes and ${USUAL.trades} trades a second`,
    rows,
    remarks: [
      `${seconds} s of frames each, first texts are medians of ${loads} loads in a new browser context; a longest task of 0 is one under 50 ms.`,
      `Load average before: ${loadBefore.toFixed(1)}. Frames and tasks say little on a machine that does something else.`,
    ],
    goalMet,
  };
}
