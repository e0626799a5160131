// A web page of another origin against a demo, in a real browser: whatever it tries with the keys everybody knows, it
// neither trades nor uploads nor reads; the exchange's own page does.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { log, UPLOAD } from './api/ai-log-kit.ts';
import { type Kit, order, PLACE, type RawRequest, signedRequest, startKit, SYMBOL } from './api/kit.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from './browser.ts';

/** Runs in the page: the status of an answer it may read, or why there is none. */
const send = async ({ url, request, mode }: { url: string; request: RawRequest; mode: string }) => {
  try {
    const headers = mode === 'no-cors' ? { 'Content-Type': 'text/plain' } : { ...request.headers };
    const init = { method: request.method ?? 'GET', mode: mode as 'cors', headers };
    const { body } = request;
    const answer = await fetch(url + request.target, body === undefined ? init : { ...init, body: String(body) });
    return answer.type === 'opaque' ? 'opaque' : String(answer.status);
  } catch {
    return 'none';
  }
};

describe.skipIf(!hasBrowser)(`a page of another origin, in a real browser${whyNoBrowser}`, () => {
  let kit: Kit;
  let browser: Browser;
  let other: Server;
  let foreign: string;
  beforeAll(async () => {
    kit = await startKit();
    await kit.setPrice(SYMBOL, '90000');
    other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>a page</p>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    foreign = `${(other.address() as AddressInfo).port}`;
    browser = await launchBrowser('MAP evil.example 127.0.0.1', 'MAP localhost 127.0.0.1');
  }, WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    other?.close();
    await kit?.stop();
  });

  const trade = () =>
    signedRequest(kit.alice, 'POST', PLACE, JSON.stringify(order({ match_price: '0', price: '80000' })));
  const upload = () => signedRequest(kit.alice, 'POST', UPLOAD, JSON.stringify(log()));
  const done = async () => [
    (await kit.get(kit.alice, '/capi/v2/order/current')).json.length,
    (await kit.get(kit.alice, '/capi/v2/ai/logs')).json.list.length,
  ];

  async function open(url: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(url, { timeout: WITHIN_MS });
    return page;
  }

  it.each(['127.0.0.1', 'localhost', 'evil.example'])(
    'from %s trades, uploads and reads nothing',
    async (name) => {
      const page = await open(`http://${name}:${foreign}/`);
      const { port } = new URL(kit.url);
      for (const url of [kit.url, `http://localhost:${port}`, `http://evil.example:${port}`])
        for (const request of [trade(), upload(), { target: '/capi/v2/market/time' }, { target: '/openapi.json' }])
          expect(await page.evaluate(send, { url, request, mode: 'cors' }), `${url}${request.target}`).toBe('none');
      for (const request of [trade(), upload()])
        expect(await page.evaluate(send, { url: kit.url, request, mode: 'no-cors' })).toBe('opaque');
      expect(await done()).toEqual([0, 0]);
      await page.close();
    },
    WITHIN_MS,
  );

  it(
    'whose name comes to lead to the exchange gets no page and no answer of it',
    async () => {
      const page = await browser.newPage();
      const { port } = new URL(kit.url);
      const answer = await page.goto(`http://evil.example:${port}/docs/`, { timeout: WITHIN_MS });
      expect(answer?.status()).toBe(421);
      const status = await page.evaluate(send, { url: `http://evil.example:${port}`, request: trade(), mode: 'cors' });
      expect(status).toBe('421');
      const read = signedRequest(kit.alice, 'GET', '/capi/v2/account/assets', '');
      for (const request of [read, { ...read, headers: { ...read.headers, 'Accept-Language': '' } }])
        expect(await page.evaluate(send, { url: `http://evil.example:${port}`, request, mode: 'cors' })).toBe('421');
      expect(await done()).toEqual([0, 0]);
      await page.close();
    },
    WITHIN_MS,
  );

  it(
    'is told from the page of the exchange itself, which trades and uploads',
    async () => {
      const page = await open(`${kit.url}/docs/`);
      for (const request of [trade(), upload()])
        expect(await page.evaluate(send, { url: kit.url, request, mode: 'cors' })).toBe('200');
      expect(await done()).toEqual([1, 1]);
      await page.close();
    },
    WITHIN_MS,
  );
});
