// The web app on the exchange's own listener, over real HTTP: exactly the files that were built, at every address the
// app knows, with the headers of docs/security.md; and who is given the demo's keys.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebApp } from '../../src/api/app/web-app.ts';
import { builtPage, SCRIPT, SCRIPT_PATH, STYLE_PATH } from '../built-page.ts';
import { type FrontKit, startFront } from './front-kit.ts';
import { type Kit, startKit } from './kit.ts';

const PAGES = [
  '/',
  '/trade',
  '/trade/cmt_btcusdt',
  '/board',
  '/board/autumn-cup?at=1767258000000',
  '/team/autumn-cup/meerkat',
  '/log',
  '/log/4511',
  '/proof',
  '/me',
  '/about',
  '/ops',
  '/contests',
  '/brand',
  '/judge',
  '/judge/autumn-cup/meerkat',
  '/case/c1',
];
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

interface Bytes {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(url: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Bytes> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject).end();
  });
}

const folder = builtPage();
afterAll(() => rmSync(folder, { recursive: true }));

describe('the page on a demo', () => {
  let kit: Kit;
  beforeAll(async () => {
    kit = await startKit(['--http-hosts', 'outcry.test'], undefined, undefined, { webFolder: folder });
  });
  afterAll(() => kit.stop());

  it.each(PAGES)('%s answers the app, so that a link to it can be sent, reloaded and kept', async (path) => {
    const { status, headers, body } = await ask(kit.url, path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body.toString()).toContain('<head><base href="/">');
    expect(body.toString().match(/<base/g)).toHaveLength(1);
    expect(headers).toMatchObject(HEADERS);
    expect(headers['cache-control']).toBe('no-cache');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control') || name === 'set-cookie')).toEqual(
      [],
    );
    const head = await ask(kit.url, path, {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)]);
  });

  it.each([
    [SCRIPT_PATH, 'text/javascript; charset=utf-8'],
    [STYLE_PATH, 'text/css; charset=utf-8'],
  ])('%s is kept by the browser for ever, for its name changes with its content', async (path, type) => {
    const { status, headers } = await ask(kit.url, path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
    ]);
    expect(headers).toMatchObject(HEADERS);
  });

  it('a name without a hash is asked for again, and not sent again while it is the same', async () => {
    const { headers } = await ask(kit.url, '/assets/icon.svg');
    expect([headers['content-type'], headers['cache-control']]).toEqual(['image/svg+xml', 'no-cache']);
    const again = await ask(kit.url, '/assets/icon.svg', { 'If-None-Match': headers.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await ask(kit.url, '/licenses.txt')).body.toString()).toBe('MIT and others');
  });

  it('what was packed when it was built is sent packed to whoever takes that', async () => {
    const br = await ask(kit.url, SCRIPT_PATH, { 'Accept-Encoding': 'gzip, deflate, br' });
    expect([br.headers['content-encoding'], br.headers['vary']]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT);
    const gzip = await ask(kit.url, SCRIPT_PATH, { 'Accept-Encoding': 'gzip;q=1.0, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
    const plain = await ask(kit.url, SCRIPT_PATH);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(SCRIPT);
    const page = await ask(kit.url, '/me', { 'Accept-Encoding': 'br' });
    expect(brotliDecompressSync(page.body).toString()).toContain('<base href="/">');
  });

  it.each([
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2findex.html',
    '/assets/.built-from',
    '/.built-from',
    `${SCRIPT_PATH}.br`,
    '/assets/notes.md',
    '/assets/',
    '/assets/constructor',
    '/index.html',
    '/trade/cmt_btcusdt/x',
  ])('%s is no file of the page, and is answered as every unknown path', async (path) => {
    const { status, body } = await ask(kit.url, path);
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toMatchObject({ code: '404', msg: `No such path: GET ${path}` });
  });

  it('app.json says what runs here, and gives a browser of this machine the keys of the demo', async () => {
    const { status, headers, body } = await ask(kit.url, '/app.json');
    expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    const policy = (await ask(kit.url, '/ailog/policy')).body.toString();
    const facts = JSON.parse(body.toString());
    expect(facts).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      kind: 'demo',
      basePath: '',
      locale: 'en-US',
      features: ['ws', 'log', 'contest', 'cases'],
      log: { origin: expect.any(String), vkey: expect.any(String) },
      contest: null,
      demo: kit.app.accounts,
    });
    expect(policy).toContain(facts.log.vkey);
  });

  const DEMO_OF = async (headers: Record<string, string>): Promise<unknown> =>
    JSON.parse((await ask(kit.url, '/app.json', headers)).body.toString()).demo;

  it.each(['127.0.0.1:8080', 'localhost:8080', '[::1]:8080'])('asked as %s it is this machine', async (Host) => {
    expect(await DEMO_OF({ Host })).toHaveLength(2);
  });

  it.each([
    ['X-Forwarded-For', '203.0.113.7'],
    ['Forwarded', 'for=203.0.113.7'],
    ['X-Forwarded-Host', 'outcry.example'],
    ['X-Real-IP', '203.0.113.7'],
    ['Via', '1.1 proxy'],
    ['CF-Connecting-IP', '203.0.113.7'],
    ['CF-Ray', '8a1b2c3d4e5f-FRA'],
    ['True-Client-IP', '203.0.113.7'],
    ['Fly-Client-IP', '203.0.113.7'],
    ['Fastly-Client-IP', '203.0.113.7'],
    ['X-Client-IP', '203.0.113.7'],
    ['X-Cluster-Client-IP', '203.0.113.7'],
    ['X-Forwarded-Port', '443'],
    ['X-Forwarded', 'for=203.0.113.7'],
    ['X-Original-Forwarded-For', '203.0.113.7'],
    ['X-Envoy-External-Address', '203.0.113.7'],
    ['X-Amzn-Trace-Id', 'Root=1-67891233-abcdef012345678912345678'],
    ['X-Azure-ClientIP', '203.0.113.7'],
    ['X-AppEngine-User-IP', '203.0.113.7'],
    ['DO-Connecting-IP', '203.0.113.7'],
    ['CDN-Loop', 'somebody'],
  ])('passed on with %s nobody is given the keys', async (name, value) => {
    expect(await DEMO_OF({ [name]: value })).toBeUndefined();
  });

  it('under a name that was added there is the page, and no keys', async () => {
    expect(await DEMO_OF({ Host: 'outcry.test' })).toBeUndefined();
    expect((await ask(kit.url, '/', { Host: 'outcry.test' })).status).toBe(200);
  });

  it('under a foreign name neither page nor keys are shown', async () => {
    for (const path of ['/', '/app.json', SCRIPT_PATH])
      expect((await ask(kit.url, path, { Host: 'evil.example' })).status).toBe(421);
  });
});

describe('the page of the administration', () => {
  let kit: Kit;
  let token: string;
  beforeAll(async () => {
    kit = await startKit([], undefined, undefined, { webFolder: folder });
    token = readFileSync(join(kit.data, 'admin-token'), 'utf8').trim();
  });
  afterAll(() => kit.stop());

  const call = async (method: 'GET' | 'POST', path: string, bearer: string | null, body?: object, headers = {}) => {
    const authorization = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await fetch(kit.app.adminUrl + path, {
      method,
      headers: { ...authorization, ...type, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, any> };
  };
  const codeOf = async (bearer: string): Promise<string> =>
    (await call('POST', '/admin/v1/codes', bearer)).json['code'] as string;
  const login = (code: string) => call('POST', '/admin/v1/login', null, { code });

  it('is shown without a token, which every fact needs', async () => {
    for (const path of ['/', '/ops', '/judge/autumn-cup/meerkat']) {
      const { status, headers, body } = await ask(kit.app.adminUrl, path);
      expect([status, body.toString()]).toEqual([200, expect.stringContaining('<title>admin</title>')]);
      expect(headers).toMatchObject(HEADERS);
    }
    expect((await ask(kit.app.adminUrl, SCRIPT_PATH)).body.toString()).toBe(SCRIPT);
    expect((await ask(kit.app.adminUrl, '/assets/none.js')).status).toBe(404);
    for (const path of ['/admin/v1/me', '/admin/state', '/app.json', '/nowhere'])
      expect((await ask(kit.app.adminUrl, path)).status, path).toBe(401);
  });

  it('shows a person who mistyped an address that page, and a program JSON as ever', async () => {
    const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const [url, title, programs] of [
      [kit.url, `src=".${SCRIPT_PATH}"`, ['/capi/v2/nowhere', '/ailog/nowhere']],
      [kit.app.adminUrl, '<title>admin</title>', ['/admin/v1/nowhere']],
    ] as const) {
      for (const path of ['/nowhere', '/bord', '/assets/none.js', '/team/a/b/c?x=1']) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { status, headers, body } = await ask(url, path, html, method);
          expect([status, headers['content-type']], `${method} ${path}`).toEqual([404, 'text/html; charset=utf-8']);
          expect(headers).toMatchObject(HEADERS);
          expect([headers['cache-control'], headers['vary'], headers['etag']]).toEqual([
            'no-store',
            expect.stringContaining('Accept'),
            undefined,
          ]);
          if (method === 'GET') expect(body.toString()).toContain(title);
        }
        const posted = await ask(url, path, html, 'POST');
        expect(posted.headers['content-type'], `POST ${path}`).toMatch(/^application\/json/);
        for (const Accept of ['*/*', 'application/json', 'text/html;q=0, application/json'])
          expect((await ask(url, path, { Accept })).headers['content-type'], Accept).toMatch(/^application\/json/);
      }
      for (const path of programs)
        expect((await ask(url, path, html)).headers['content-type'], path).not.toMatch(/html/);
    }
    expect((await ask(kit.url, '/nowhere', { ...html, Host: 'evil.example' })).status).toBe(421);
    expect((await ask(kit.app.adminUrl, '/nowhere', { ...html, Host: 'evil.example' })).status).toBe(421);
  });

  it('is the administration only under its own name, and for no page but its own', async () => {
    const own = new URL(kit.app.adminUrl).host;
    const port = own.split(':')[1];
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await ask(kit.app.adminUrl, '/admin/v1/me', { Authorization: `Bearer ${token}`, ...headers })).status;
    for (const Host of [own, `localhost:${port}`, `[::1]:${port}`]) expect(await status({ Host }), Host).toBe(200);
    for (const Host of ['evil.example', `evil.example:${port}`, '127.0.0.1', '127.0.0.1:1'])
      expect(await status({ Host }), Host).toBe(421);
    expect((await ask(kit.app.adminUrl, '/ops', { Host: 'evil.example' })).status).toBe(421);
    expect(await status({ Origin: `http://${own}` })).toBe(200);
    for (const Origin of ['http://evil.example', 'null', kit.url, `http://localhost:${port}`])
      expect(await status({ Origin }), Origin).toBe(403);
    const { headers } = await ask(kit.app.adminUrl, '/admin/v1/me', { Authorization: `Bearer ${token}` });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('a code is traded once for a token of the same person, which ends when they leave', async () => {
    const code = await codeOf(token);
    const first = await login(code);
    expect(first).toMatchObject({ status: 200, json: { name: '-', role: 'owner', expiresInMs: 43_200_000 } });
    expect((await login(code)).status).toBe(401);
    const session = first.json['token'] as string;
    expect((await call('GET', '/admin/audit', session)).status).toBe(200);
    expect((await login(session)).status).toBe(401);
    expect((await call('GET', '/admin/v1/me', code)).status).toBe(401);
    await call('POST', '/admin/v1/logout', session);
    expect((await call('GET', '/admin/audit', session)).status).toBe(401);
    expect((await call('POST', '/admin/v1/codes', null)).status).toBe(401);
    expect(await call('POST', '/admin/v1/login', null, { code: 7 })).toMatchObject({ status: 400 });
  });

  it('a judge comes in as that judge, and goes out when the credential is revoked', async () => {
    const judge = await kit.admin('POST', '/admin/v1/credentials', { name: 'rhea', role: 'judge' });
    const session = (await login(await codeOf(judge.token))).json['token'] as string;
    expect((await call('GET', '/admin/v1/me', session)).json).toEqual({
      name: 'rhea',
      role: 'judge',
      pages: kit.app.url,
    });
    expect((await call('GET', '/admin/audit', session)).status).toBe(403);
    await kit.admin('POST', '/admin/v1/credentials/revoke', { name: 'rhea' });
    expect((await call('GET', '/admin/v1/me', session)).status).toBe(401);
  });
});

describe('the keys of the demo', () => {
  it('are given to nobody while the exchange listens on a network', async () => {
    const kit = await startKit(['--host', '0.0.0.0'], undefined, mkdtempSync(join(tmpdir(), 'outcry-page-data-')));
    const facts = JSON.parse((await ask(kit.url.replace('0.0.0.0', '127.0.0.1'), '/app.json')).body.toString());
    await kit.stop();
    expect(facts.kind).toBe('demo');
    expect(facts).not.toHaveProperty('demo');
  });
});

describe('the page of an exchange without demo accounts', () => {
  const kits: FrontKit[] = [];
  afterAll(() => Promise.all(kits.map((kit) => kit.close())));
  const identity = { version: '1.2.3', kind: 'serve', demo: [], shown: [] } as const;

  it('has no keys, and lies under the base path at every depth', async () => {
    const kit = await startFront(
      ['--http-base-path', '/exchange'],
      undefined,
      createWebApp(folder, '/exchange', identity),
    );
    kits.push(kit);
    const facts = JSON.parse((await ask(kit.urls.url, '/exchange/app.json')).body.toString());
    expect(facts).toMatchObject({ version: '1.2.3', kind: 'serve', basePath: '/exchange' });
    expect(facts).not.toHaveProperty('demo');
    for (const path of ['/exchange', '/exchange/', '/exchange/trade/cmt_btcusdt', '/'])
      expect((await ask(kit.urls.url, path)).body.toString(), path).toContain('<base href="/exchange/">');
    expect((await ask(kit.urls.url, `/exchange${SCRIPT_PATH}`)).body.toString()).toBe(SCRIPT);
    expect((await ask(kit.urls.url, '/', { Host: 'evil.example' })).status).toBe(421);
  });

  it('that was never built is a plain one that says so, asks again, and is there once it was built', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'outcry-unbuilt-'));
    const webApp = createWebApp(join(empty, 'web'), '', identity);
    const kit = await startFront([], undefined, webApp);
    kits.push(kit);
    const before = await ask(kit.urls.url, '/');
    expect([before.status, before.headers['retry-after'], before.headers['cache-control']]).toEqual([
      503,
      '3',
      'no-store',
    ]);
    expect(before.headers).toMatchObject(HEADERS);
    expect(before.body.toString()).toContain('npm run web:build');
    // Whatever the address that was asked, its link leads to the reference.
    expect((await ask(kit.urls.url, '/trade/cmt_btcusdt')).body.toString()).toContain('href="/docs/"');
    webApp.say('<b>could not</b> be built & why');
    expect((await ask(kit.urls.url, '/')).body.toString()).toContain('&#60;b&#62;could not&#60;/b&#62;');
    cpSync(folder, join(empty, 'web'), { recursive: true });
    expect((await ask(kit.urls.url, '/')).status).toBe(503);
    webApp.reload();
    expect((await ask(kit.urls.url, '/')).status).toBe(200);
    expect(webApp.builtFrom).toBe('abc123');
    rmSync(empty, { recursive: true });
  });

  it('costs nothing of what an address may ask of the API', async () => {
    const kit = await startFront([], undefined, createWebApp(folder, '', identity));
    kits.push(kit);
    for (const path of ['/', SCRIPT_PATH, STYLE_PATH, '/app.json']) await ask(kit.urls.url, path);
    const { headers } = await ask(kit.urls.url, '/capi/v2/market/time');
    expect(headers['x-ratelimit-ip-used']).toBe('1');
  });
});
