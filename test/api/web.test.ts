// Which web pages may talk to the exchange, over real HTTP: a demo, whose keys everybody knows, answers its own pages
// and programs and nobody else's, and only under its own names; an exchange without such keys answers as it is set.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/settings/config.ts';
import { type App, startApp } from '../../src/app/start.ts';
import { connect, handshakeOf, PRIVATE, refusalOf } from '../push/push-kit.ts';
import { log, UPLOAD } from './ai-log-kit.ts';
import {
  type Answer,
  order,
  PLACE,
  POSITION,
  type RawRequest,
  sendRaw,
  signedRequest,
  type TestAccount,
} from './kit.ts';

const TIME = '/capi/v2/market/time';
const EVIL = 'http://evil.example';
const PATHS = [
  TIME,
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/asyncapi.json',
  '/docs/',
  '/docs/js/scalar.js',
  '/nowhere',
];
const folders: string[] = [];
const apps: App[] = [];
afterAll(async () => {
  for (const app of apps) await app.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function start(demo: boolean, ...flags: string[]): Promise<App> {
  const data = mkdtempSync(join(tmpdir(), 'outcry-web-'));
  folders.push(data);
  const usual = ['--port', '0', '--data', data, '--no-market', '--log-level', 'silent', '--no-rate-limit-enabled'];
  const app = await startApp(readConfig([...usual, ...flags], {}), { demo });
  apps.push(app);
  return app;
}

const ask = (app: App, target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  sendRaw(app.url, { method, target, headers });
const withHeaders = (request: RawRequest, headers: Record<string, string>): RawRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

/** What a page of another origin can make a browser send, with the demo's own keys. */
const FOREIGN: readonly (readonly [string, Record<string, string>])[] = [
  ['a page elsewhere', { Origin: EVIL, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }],
  ['a page elsewhere in an old browser', { Origin: EVIL }],
  ['a page of another port of this machine', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
  ['a page from a file or a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ['an image, a script, a form without Origin', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ['a page of a neighbour, without Origin', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ['a page whose name was made to lead here', { Host: 'evil.example', Origin: EVIL, 'Sec-Fetch-Site': 'same-origin' }],
  ['the same, reading', { Host: 'evil.example:8080', 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }],
];

describe('a demo', () => {
  let demo: App;
  let alice: TestAccount;
  beforeAll(async () => {
    demo = await start(true);
    alice = demo.accounts[0]!;
  });

  it.each(FOREIGN)('does not trade, take logs or answer for %s', async (_, headers) => {
    const body = order({ match_price: '0', price: '80000' });
    const requests = [
      signedRequest(alice, 'POST', PLACE, JSON.stringify(body)),
      signedRequest(alice, 'POST', UPLOAD, JSON.stringify(log())),
      signedRequest(alice, 'GET', '/capi/v2/account/assets', ''),
      ...PATHS.map((target) => ({ target })),
    ];
    for (const request of requests) {
      const { status, json, headers: answered } = await sendRaw(demo.url, withHeaders(request, headers));
      expect([403, 421], request.target).toContain(status);
      expect(json).toMatchObject({ code: String(status), data: null, hint: expect.any(String) });
      expect(Object.keys(answered).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const working = await sendRaw(demo.url, signedRequest(alice, 'GET', '/capi/v2/order/current', ''));
    expect(working.json).toEqual([]);
    expect((await sendRaw(demo.url, signedRequest(alice, 'GET', '/capi/v2/ai/logs', ''))).json.list).toEqual([]);
  });

  it('refuses the preflight of another origin, on each path', async () => {
    const preflight = { Origin: EVIL, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x' };
    for (const target of [PLACE, UPLOAD, ...PATHS]) {
      const { status, headers } = await ask(demo, target, preflight, 'OPTIONS');
      expect(status, target).toBe(403);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('answers programs as ever, whatever else they send', async () => {
    const { port } = new URL(demo.url);
    for (const headers of [{}, { Host: `localhost:${port}` }, { Host: 'LOCALHOST' }, { Host: `[::1]:${port}` }]) {
      for (const target of PATHS)
        expect((await ask(demo, target, headers)).status).toBe(target === '/nowhere' ? 404 : 200);
      expect((await sendRaw(demo.url, withHeaders(signedRequest(alice, 'GET', POSITION, ''), headers))).status).toBe(
        200,
      );
    }
    expect((await fetch(`${demo.url}${TIME}`)).status, 'node itself sends Sec-Fetch-Mode: cors').toBe(200);
    const viaProxy = { target: `http://127.0.0.1:${port}${TIME}` };
    expect((await sendRaw(demo.url, viaProxy)).status).toBe(200);
    expect((await sendRaw(demo.url, { target: `http://evil.example${TIME}` })).status).toBe(200);
  });

  it('answers a program that was led here by the name of another exchange, its sockets too', async () => {
    const Host = 'api-contract.weex.com';
    const withHost = (others: Readonly<Record<string, string>>): Record<string, string> => ({ Host, ...others });
    expect((await ask(demo, TIME, { Host })).status).toBe(200);
    const bills = signedRequest(alice, 'POST', '/capi/v2/account/bills', '{}');
    expect((await sendRaw(demo.url, withHeaders(bills, { Host }))).status).toBe(200);
    for (const nodes of [
      { 'Sec-Fetch-Mode': 'cors', 'Accept-Language': '*' },
      { 'User-Agent': 'python-requests/2.32' },
    ])
      expect((await ask(demo, TIME, { Host, ...nodes })).status).toBe(200);
    const socket = await connect(demo.url, PRIVATE, { headers: { ...handshakeOf(alice), Host } });
    socket.close();
    const ofPage = connect(demo.url, PRIVATE, { headers: { ...handshakeOf(alice), Host, Origin: `http://${Host}` } });
    expect((await refusalOf(ofPage)).status).toBe(421);
    // A page of such a name reads without Origin and, where the name isn't loopback's, without Sec-Fetch-Site.
    for (const known of [
      { 'Accept-Language': 'en-US' },
      { 'Accept-Language': '' },
      { 'User-Agent': 'Mozilla/5.0 (X11)' },
    ])
      expect((await ask(demo, TIME, withHost(known))).status).toBe(421);
    expect((await ask(demo, '/docs/', { Host })).status, 'a page, whoever asks').toBe(421);
  });

  it('answers its own pages, and lets a link lead to the reference', async () => {
    const { host } = new URL(demo.url);
    for (const headers of [{ Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }])
      for (const target of PATHS)
        expect((await ask(demo, target, headers)).status).toBe(target === '/nowhere' ? 404 : 200);
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    expect((await ask(demo, '/docs/', link)).status).toBe(200);
    expect((await ask(demo, TIME, link)).status).toBe(403);
    expect((await ask(demo, '/docs/', { ...link, 'Sec-Fetch-Dest': 'iframe' })).status).toBe(403);
  });

  it('answers the one origin and the names it is set to, and no third', async () => {
    const page = 'http://localhost:5173';
    const set = await start(true, '--http-cors-origin', page, '--http-hosts', 'outcry.test,demo.test');
    const { status, headers } = await ask(set, TIME, { Origin: page, 'Sec-Fetch-Site': 'same-site' });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, page]);
    expect((await ask(set, PLACE, { Origin: page }, 'OPTIONS')).status).toBe(204);
    expect((await ask(set, TIME, { Origin: EVIL })).status).toBe(403);
    expect((await ask(set, TIME, { Host: 'demo.test:81' })).status).toBe(200);
    expect((await ask(set, TIME, { Host: 'other.test', Origin: page })).status).toBe(421);
  });

  it('does not start open to every page, and leaves nothing behind', async () => {
    await expect(start(true, '--http-cors-origin', '*')).rejects.toThrow(/http\.corsOrigin is '\*', .*name the origin/);
  });
});

describe('an exchange without demo keys', () => {
  it('answers pages of any origin, as it always did, and its own pages only under its names', async () => {
    const serve = await start(false);
    const { status, headers } = await ask(serve, TIME, { Origin: EVIL, 'Sec-Fetch-Site': 'cross-site' });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect((await ask(serve, PLACE, { Origin: EVIL }, 'OPTIONS')).headers['access-control-allow-origin']).toBe('*');
    expect((await ask(serve, TIME, { Host: 'evil.example' })).status).toBe(200);
    expect((await ask(serve, '/docs/', { Host: 'evil.example' })).status).toBe(421);
    expect((await ask(serve, '/docs/js/scalar.js', { Host: 'evil.example' })).status).toBe(421);
    expect((await ask(serve, '/docs/')).status).toBe(200);
  });

  it('answers with the origin it is set to, and its pages under the names it is set to', async () => {
    const serve = await start(false, '--http-cors-origin', 'https://page.test', '--http-hosts', 'api.test');
    const { headers } = await ask(serve, TIME, { Origin: EVIL });
    expect(headers['access-control-allow-origin']).toBe('https://page.test');
    expect((await ask(serve, '/docs/', { Host: 'api.test' })).status).toBe(200);
    expect((await ask(serve, '/docs/', { Host: 'evil.example' })).status).toBe(421);
  });
});
