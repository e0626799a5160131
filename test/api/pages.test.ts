// What is no call of the API has limits too, and what is large is compressed for those who ask and not sent twice to
// those who keep it (docs/api.md, Conventions, decision 0010): over real HTTP, with a clock that stands still.
import { gunzipSync } from 'node:zlib';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { GZIP_FROM } from '../../src/api/front/answer/gzip.ts';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { ORDER, PLACE, signedRequest } from './kit.ts';

const CONTRACTS = '/capi/v2/market/contracts';
const TIME = '/capi/v2/market/time';
const FILES = [
  '/openapi.json',
  '/openapi-v3.json',
  '/asyncapi.json',
  '/docs/',
  '/docs/js/scalar.js',
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  '/docs/v3/openapi.json',
  '/docs/v3/openapi.yaml',
  '/favicon.ico',
];

const kits: FrontKit[] = [];
afterEach(() => Promise.all(kits.splice(0).map((kit) => kit.close())));

async function start(...flags: string[]): Promise<FrontKit> {
  const kit = await startFront(flags);
  kits.push(kit);
  return kit;
}

interface Bytes {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function fetchBytes(kit: FrontKit, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(kit.urls.url + path, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject).end();
  });
}

const GZIP = { 'Accept-Encoding': 'br, gzip;q=0.8' };

describe('a budget per address', () => {
  it.each([
    ['/metrics', 'GET', 100],
    ['/openapi.json', 'GET', 100],
    ['/asyncapi.json', 'GET', 100],
    ['/docs/', 'GET', 100],
    ['/docs/js/scalar.js', 'GET', 20],
    ['/docs/openapi.yaml', 'GET', 100],
    [TIME, 'OPTIONS', 1_000],
    ['/nowhere', 'OPTIONS', 1_000],
  ])('ends %s for who asks too often (%s)', async (path, method, times) => {
    const kit = await start('--rate-limit-ip-budget', '100', '--rate-limit-uid-budget', '100');
    const answers: Bytes[] = [];
    for (let time = 0; time <= times / 10; time++) answers.push(await fetchBytes(kit, path, {}, method));
    const refused = answers.pop()!;
    expect(answers.every(({ status }) => status === 200 || status === 204)).toBe(true);
    expect([refused.status, refused.headers['x-ratelimit-scope'], refused.headers['retry-after']]).toEqual([
      429,
      'pages',
      '10',
    ]);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ code: '429', msg: 'Too many requests' });
    expect((await fetchBytes(kit, TIME)).status, 'the API has a budget of its own').toBe(200);
    kit.knobs.monotonicMs += 10_000;
    expect([200, 204]).toContain((await fetchBytes(kit, path, {}, method)).status);
    expect((await fetchBytes(kit, '/metrics')).body.toString()).toContain(
      'outcry_requests_refused_total{scope="pages"} 1',
    );
  });

  it('never makes a probe wait', async () => {
    const kit = await start('--rate-limit-ip-budget', '5');
    for (let time = 0; time < 30; time++)
      for (const path of ['/healthz', '/readyz']) expect((await fetchBytes(kit, path)).status).toBe(200);
  });

  it('is not counted where nothing is', async () => {
    const kit = await start('--no-rate-limit-enabled', '--rate-limit-ip-budget', '5');
    for (let time = 0; time < 10; time++) expect((await fetchBytes(kit, '/metrics')).status).toBe(200);
  });
});

describe('files', () => {
  it('are compressed for who asks, once, and the same bytes for all', async () => {
    const kit = await start('--no-rate-limit-enabled');
    for (const path of FILES) {
      const plain = await fetchBytes(kit, path);
      expect([plain.status, plain.headers['content-encoding']], path).toEqual([200, undefined]);
      expect(plain.headers['content-length']).toBe(String(plain.body.length));
      for (let time = 0; time < 2; time++) {
        const packed = await fetchBytes(kit, path, GZIP);
        expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
        expect(packed.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
        if (plain.body.length < GZIP_FROM) continue;
        expect([packed.headers['content-encoding'], packed.headers['vary']], path).toEqual(['gzip', 'Accept-Encoding']);
        expect(packed.body.length).toBeLessThan(plain.body.length / 2);
        expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
      }
      for (const refusing of ['identity', 'gzip;q=0', 'br', 'gzipped'])
        expect((await fetchBytes(kit, path, { 'Accept-Encoding': refusing })).body.equals(plain.body)).toBe(true);
    }
  });

  it('are not sent again to who keeps them', async () => {
    const kit = await start('--no-rate-limit-enabled');
    for (const path of FILES) {
      const { headers } = await fetchBytes(kit, path, GZIP);
      const again = await fetchBytes(kit, path, { ...GZIP, 'If-None-Match': headers.etag! });
      expect([again.status, again.body.length, again.headers.etag], path).toEqual([304, 0, headers.etag]);
      expect((await fetchBytes(kit, path, { 'If-None-Match': 'W/"other"' })).status).toBe(200);
      const head = await fetchBytes(kit, path, {}, 'HEAD');
      expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, headers.etag]);
    }
  });

  it('say the origin that is set, whatever made them', async () => {
    const kit = await start('--no-rate-limit-enabled', '--http-cors-origin', 'https://page.test');
    for (const path of FILES)
      expect((await fetchBytes(kit, path)).headers['access-control-allow-origin'], path).toBe('https://page.test');
  });
});

describe('answers of the API', () => {
  it('are compressed for who asks, where they are long', async () => {
    const kit = await start('--no-rate-limit-enabled');
    const plain = await fetchBytes(kit, CONTRACTS);
    const packed = await fetchBytes(kit, CONTRACTS, GZIP);
    expect([packed.status, packed.headers['content-encoding'], packed.headers['vary']]).toEqual([
      200,
      'gzip',
      'Accept-Encoding',
    ]);
    expect(packed.headers['content-length']).toBe(String(packed.body.length));
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect((await fetchBytes(kit, TIME, GZIP)).headers['content-encoding']).toBeUndefined();
    expect((await (await fetch(kit.urls.url + CONTRACTS)).text()) === plain.body.toString(), 'node asks for it').toBe(
      true,
    );
  });

  it('stay in order where some are compressed and others are not', async () => {
    const kit = await start('--no-rate-limit-enabled');
    const { connect } = await import('node:net');
    const { hostname, port } = new URL(kit.urls.url);
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n${more}\r\n`;
    const said = await new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect(Number(port), hostname, () =>
        socket.write(get(CONTRACTS) + get(TIME) + get(CONTRACTS) + get('/nowhere', 'Connection: close\r\n')),
      );
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('close', () => resolve(Buffer.concat(chunks)));
    });
    const heads = said.toString('latin1').match(/HTTP\/1\.1 \d+ [^]*?\r\n\r\n/g)!;
    expect(heads.map((head) => `${head.slice(9, 12)} ${/content-encoding: gzip/i.test(head)}`)).toEqual([
      '200 true',
      '200 false',
      '200 true',
      '404 false',
    ]);
  });

  it('are never compressed for an order', async () => {
    const kit = await start('--no-rate-limit-enabled');
    const body = JSON.stringify({ ...ORDER, client_oid: 'pages-1' });
    const signed = signedRequest(ACCOUNT, 'POST', PLACE, body, { timestamp: String(kit.knobs.nowMs), headers: GZIP });
    expect((await kit.send(signed)).headers['content-encoding']).toBeUndefined();
  });
});
