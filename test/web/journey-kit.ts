// What the journeys share: a demo that was just started, the system's Chromium, and pages that may complain of
// nothing.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildWeb } from '../../scripts/web.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { type App, startApp } from '../../src/app/start.ts';
import { createClient } from '../../src/client/client.ts';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';

export interface Journey {
  readonly app: App;
  /** Where the page is, without a slash at its end. */
  readonly url: string;
  readonly browser: Browser;
  /** What no page may do: errors, warnings, reports of the policy, requests to somebody else. */
  readonly complaints: string[];
  /** Opens an address of the page in a context of its own. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same, and waits until the first demo account is signed in. */
  signedIn(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens an address of the administration's page through a link, as the operator or as whoever has that token. */
  openAdmin(path: string, options?: BrowserContextOptions, token?: string): Promise<Page>;
  /** Asks the administration as the operator. */
  admin<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  stop(): Promise<void>;
}

export const DEMO = {
  apiKey: 'local-demo-key-1',
  secret: 'local-demo-secret-1-everybody-knows-it',
  passphrase: 'local-demo-passphrase-1',
} as const;
export const SYMBOL = 'cmt_btcusdt';
/** What stands in the bar when the first demo account is signed in. */
export const SIGNED_IN = 'button.account:has-text("1000001")';

/**
 * Journeys of one theme: an exchange and a browser of their own, and no page of them may have complained of anything or
 * asked anybody else. Where no browser answers they are skipped and say so.
 */
export function describeJourney(title: string, tell: (journey: () => Journey) => void, ...flags: string[]): void {
  describe.skipIf(!hasBrowser)(`${title}${whyNoBrowser}`, { timeout: 3 * PATIENCE_MS }, () => {
    let journey: Journey;
    beforeAll(async () => {
      journey = await startJourney(...flags);
    }, WITHIN_MS);
    afterAll(async () => {
      await journey?.stop();
      expect(journey?.complaints, 'what pages complained of').toEqual([]);
    });
    tell(() => journey);
  });
}

export async function startJourney(...flags: string[]): Promise<Journey> {
  await buildWeb();
  const data = mkdtempSync(join(tmpdir(), 'outcry-journey-'));
  const given = ['--port', '0', '--data', data, '--seed', '7', '--log-level', 'silent', ...flags];
  const app = await startApp(readConfig(given, {}), { demo: true });
  const browser = await launchBrowser();
  const complaints: string[] = [];
  const ownToken = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  const openAt = async (origin: string, path: string, options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    watch(page, origin, complaints);
    await page.goto(origin + path, { timeout: WITHIN_MS });
    return page;
  };
  const open: Journey['open'] = (path, options = {}) => openAt(app.url, path, options);
  return {
    app,
    url: app.url,
    browser,
    complaints,
    open,
    async signedIn(path, options) {
      const page = await open(path, options);
      await page.locator(SIGNED_IN).waitFor({ timeout: WITHIN_MS });
      return page;
    },
    async openAdmin(path, options = {}, token = ownToken) {
      const { code } = await askAdmin<{ code: string }>(app.adminUrl, token, 'POST', '/admin/v1/codes', {});
      return openAt(app.adminUrl, `${path}#code=${code}`, options);
    },
    admin: (method, path, body) => askAdmin(app.adminUrl, ownToken, method, path, body),
    async stop() {
      await browser.close();
      await app.stop();
      rmSync(data, { recursive: true });
    },
  };
}

/** Takes down what a page complains of, and whom else it asks. */
export function watch(page: Page, url: string, complaints: string[]): void {
  const origin = new URL(url).origin;
  page.on('pageerror', (error) => void complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    // What the exchange refuses is an answer, and the browser prints it; all else is the page's own.
    if (message.text().startsWith('Failed to load resource')) return;
    // So it is when somebody signs out, or leaves, while a socket is being opened.
    if (message.text().endsWith('WebSocket is closed before the connection is established.')) return;
    // And when a test takes the network away.
    if (message.text().endsWith('net::ERR_INTERNET_DISCONNECTED')) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      complaints.push(`asked elsewhere: ${request.url()}`);
  });
}

async function askAdmin<Answer>(
  url: string,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The account the page is signed in as, over REST. */
export function ownerOf({ url }: Pick<Journey, 'url'>) {
  return createClient({ url, ...DEMO });
}
