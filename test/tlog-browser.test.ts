// The verifier of the transparency log in a real browser: its files as they are, with their types taken off, its
// published vectors, Ed25519 of the browser. What runs here is what a page bundles.
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vectors } from './ailog-vectors.ts';
import { hasBrowser, launchBrowser, whyNoBrowser, WITHIN_MS } from './browser.ts';

const root = new URL('../', import.meta.url);
const PAGE = `<!doctype html><script type="module">
import { runVectors } from '/test/tlog-vectors.ts';
import { plainSha256 } from '/src/core/text/plain-sha256.ts';
const ask = async ({ publicKey, message, signature }) => {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, message);
  } catch (error) {
    if (error.name === 'DataError') return false;
    throw error;
  }
};
window.run = async (vectors) => runVectors(vectors, plainSha256, ask);
document.title = 'ready';
</script>`;

describe.skipIf(!hasBrowser)(`the verifier in a real browser${whyNoBrowser}`, () => {
  let server: Server;
  let browser: Browser;
  const served: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '/';
      if (path === '/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
      if (!path.endsWith('.ts')) return response.writeHead(404).end();
      served.push(path);
      const source = readFileSync(new URL(`.${path}`, root), 'utf8');
      return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(stripTypeScriptTypes(source));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  }, WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it(
    'comes out as published',
    async () => {
      const page = await browser.newPage();
      const thrown: string[] = [];
      page.on('pageerror', (error) => void thrown.push(error.message));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.waitForFunction("document.title === 'ready'", undefined, { timeout: WITHIN_MS });
      const ran = await page.evaluate(
        (given) => (globalThis as unknown as { run: (given: unknown) => Promise<unknown> }).run(given),
        vectors as unknown,
      );
      expect(thrown).toEqual([]);
      expect(ran).toMatchObject({ failures: [] });
      expect((ran as { checks: number }).checks).toBeGreaterThan(280);
      expect(served.filter((path) => !/^\/(src\/core\/(log|text)|test)\//.test(path))).toEqual([]);
    },
    WITHIN_MS,
  );
});
