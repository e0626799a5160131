// What the journeys share: a demo that was just started, the system's Chromium, and pages that may complain of
// nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildWeb } from '../../scripts/web.ts';
import { readConfig } from '../../src/app/config.ts';
import { type App, startApp } from '../../src/app/start.ts';
import { createClient } from '../../src/client/client.ts';
import { launchBrowser, WITHIN_MS } from '../browser.ts';

export interface Journey {
  readonly app: App;
  /** Where the page is, without a slash at its end. */
  readonly url: string;
  readonly browser: Browser;
  /** What no page may do: errors, warnings, reports of the policy, requests to somebody else. */
  readonly complaints: string[];
  /** Opens an address of the page in a context of its own. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  stop(): Promise<void>;
}

export const DEMO = {
  apiKey: 'local-demo-key-1',
  secret: 'local-demo-secret-1-everybody-knows-it',
  passphrase: 'local-demo-passphrase-1',
} as const;

export async function startJourney(...flags: string[]): Promise<Journey> {
  await buildWeb();
  const data = mkdtempSync(join(tmpdir(), 'outcry-journey-'));
  const given = ['--port', '0', '--data', data, '--seed', '7', '--log-level', 'silent', ...flags];
  const app = await startApp(readConfig(given, {}), { demo: true });
  const browser = await launchBrowser();
  const complaints: string[] = [];
  return {
    app,
    url: app.url,
    browser,
    complaints,
    async open(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      watch(page, app.url, complaints);
      await page.goto(app.url + path, { timeout: WITHIN_MS });
      return page;
    },
    async stop() {
      await browser.close();
      await app.stop();
      rmSync(data, { recursive: true });
    },
  };
}

function watch(page: Page, url: string, complaints: string[]): void {
  const origin = new URL(url).origin;
  page.on('pageerror', (error) => void complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    // What the exchange refuses is an answer, and the browser prints it; all else is the page's own.
    if (message.text().startsWith('Failed to load resource')) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      complaints.push(`asked elsewhere: ${request.url()}`);
  });
}

/** The account the page is signed in as, over REST. */
export function ownerOf({ url }: Pick<Journey, 'url'>) {
  return createClient({ url, ...DEMO });
}
