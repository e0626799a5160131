// The edges of HTTP: requests that are hardly any, sent over raw sockets. Each is answered in the documented shape, or
// its connection is closed; and never is something that was carried out answered by another's error.
import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { ORDER, PLACE, signedRequest } from './kit.ts';
import { talkTo } from './talk.ts';

const TIME = '/capi/v2/market/time';

let kit: FrontKit;
beforeAll(async () => {
  kit = await startFront(['--no-rate-limit-enabled']);
});
afterAll(() => kit.close());

const talk = (bytes: string | Buffer, url = kit.urls.url): Promise<string> => talkTo(url, bytes);

interface Said {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The answers on a connection, one behind the other. */
function answersIn(text: string): Said[] {
  const answers: Said[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\r\n\r\n', at);
    if (end < 0) throw new Error(`no whole answer: ${text.slice(at)}`);
    const head = text.slice(at, end);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    answers.push({ status: Number(head.slice(9, 12)), head, body: text.slice(end + 4, end + 4 + length) });
    at = end + 4 + length;
  }
  return answers;
}

const ENVELOPE = /^\{"code":"\d+","msg":".+","requestTime":\d+,"data":null/;

function expectEnvelope({ status, head, body }: Said, wanted: number): void {
  expect(status, body).toBe(wanted);
  expect(body).toMatch(ENVELOPE);
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  expect(head).toMatch(/^cache-control: no-store$/im);
  expect(head).toMatch(/^x-request-id: [A-Za-z0-9._-]{1,64}$/im);
}

let next = 1;
function orderBytes(): { oid: string; bytes: string } {
  const oid = `edge-${next++}`;
  const body = JSON.stringify({ ...ORDER, client_oid: oid });
  const { headers } = signedRequest(ACCOUNT, 'POST', PLACE, body, { timestamp: String(kit.knobs.nowMs) });
  const lines = Object.entries({ ...headers, Host: 'x', 'Content-Length': String(body.length) });
  return { oid, bytes: `POST ${PLACE} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n${body}` };
}

/** What follows an order on its connection, and no other request. */
const BROKEN: readonly (readonly [string, string])[] = [
  ['no HTTP', 'hello there\r\n\r\n'],
  ['NUL bytes', '\0\0\0\0\r\n\r\n'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a request line far too long', `GET /${'x'.repeat(70_000)} HTTP/1.1\r\n\r\n`],
  ['headers far too large', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(70_000)}\r\n\r\n`],
  ['a length that is none', `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n`],
  [
    'a length and chunks',
    `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ],
  ['a bad chunk', `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ['a body that is too large', `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\nx`],
  ['no Host', `GET ${TIME} HTTP/1.1\r\n\r\n`],
  ['an expectation', `GET ${TIME} HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n`],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'],
];

describe('an order, and behind it in the same write', () => {
  it.each(BROKEN)('%s: the order has its own answer or none', async (_, rest) => {
    const { oid, bytes } = orderBytes();
    const [first, ...others] = answersIn(await talk(bytes + rest));
    expect(first?.status, first?.body).toBe(200);
    expect(first!.body).toContain(`"client_oid":"${oid}"`);
    for (const other of others) expect(other.status).toBeGreaterThanOrEqual(400);
  });

  it('an order whose answer takes long is still answered by itself', async () => {
    const { oid, bytes } = orderBytes();
    let release = (): void => undefined;
    kit.knobs.delay = new Promise<void>((resolve) => (release = resolve));
    const said = talk(`${bytes}hello\r\n\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    release();
    kit.knobs.delay = null;
    const answers = answersIn(await said);
    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(answers[0]!.body).toContain(oid);
  });

  it('half a head: the order is answered, and the connection is closed in its time', async () => {
    const { bytes } = orderBytes();
    const answers = answersIn(await talk(`${bytes}GET /capi/v2/mar`));
    expect(answers[0]!.status).toBe(200);
  });

  it('what is broken alone is answered, once, however much more comes, and the connection closed', async () => {
    const started = performance.now();
    const answers = answersIn(await talk(`hello\r\n\r\n${'garbage\r\n'.repeat(50_000)}`));
    expect(answers).toHaveLength(1);
    expectEnvelope(answers[0]!, 400);
    expect(performance.now() - started, 'not left to the sender').toBeLessThan(5_000);
  });
});

describe('the form of a request', () => {
  const get = (lines: string, target = TIME): string => `GET ${target} HTTP/1.1\r\n${lines}\r\n`;

  it.each([
    ['no Host', get(''), 400, 'Host'],
    ['an empty Host', get('Host:\r\n'), 400, 'Host'],
    ['two Hosts', get('Host: a\r\nHost: b\r\n'), 400, 'Host'],
    ['the same Host twice', get('Host: a\r\nhost: a\r\n'), 400, 'Host'],
    ['a Host that is none', get('Host: a b\r\n'), 400, 'Host'],
    ['a list of Hosts', get('Host: a, b\r\n'), 400, 'Host'],
    ['no version', `GET ${TIME}\r\n\r\n`, 400, 'HTTP/1'],
    [
      'a coding of its own',
      `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      400,
      'chunked',
    ],
    [
      'chunks twice',
      `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
      400,
      '',
    ],
    ['chunks in HTTP/1.0', `POST ${PLACE} HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400, 'HTTP/1.0'],
    ['an expectation', get('Host: x\r\nExpect: x\r\n'), 417, 'Expect'],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 405, 'CONNECT'],
    ['a percent sign alone', get('Host: x\r\n', '/%zz'), 404, '/%zz'],
    ['a bad percent sign on a page', get('Host: x\r\n', '/docs/%zz'), 404, '/docs/%zz'],
    ['a star', get('Host: x\r\n', '*'), 404, '*'],
    ['a method nobody has', `PURGE ${TIME} HTTP/1.1\r\nHost: x\r\n\r\n`, 405, 'PURGE'],
    ['a post to a page', 'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n', 405, 'POST'],
  ])('%s', async (_, bytes, status, about) => {
    for (const target of ['/healthz', null]) {
      const text = target === null ? bytes : bytes.replace(TIME, target);
      const answers = answersIn(await talk(text));
      expect(answers).toHaveLength(1);
      expectEnvelope(answers[0]!, status);
      expect(answers[0]!.body).toContain(about);
    }
  });

  it.each([
    ['HTTP/1.0 without Host', `GET ${TIME} HTTP/1.0\r\n\r\n`],
    ['the whole address', `GET http://some.where${TIME} HTTP/1.1\r\nHost: some.where\r\n\r\n`],
    ['an IPv6 Host', `GET ${TIME} HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n`],
    [
      'an upgrade nobody offers',
      `GET ${TIME} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ],
    ['100-continue', `GET ${TIME} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n`],
  ])('that is fine: %s', async (_, bytes) => {
    const answers = answersIn(await talk(bytes));
    expect(answers.map(({ status }) => status).filter((status) => status !== 100)).toEqual([200]);
  });

  it('any method of HTTP on any path is answered in the documented shape', async () => {
    for (const method of METHODS.filter((one) => one !== 'CONNECT' && one !== 'OPTIONS'))
      for (const target of [TIME, PLACE, '/healthz', '/docs/', '/nowhere', '/%zz']) {
        const [said] = answersIn(
          await talk(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
        );
        expect([200, 400, 404, 405], `${method} ${target}`).toContain(said!.status);
        if (said!.status !== 200 && method !== 'HEAD') expect(said!.body, `${method} ${target}`).toMatch(ENVELOPE);
        if (said!.status === 405) expect(said!.head).toMatch(/^allow: /im);
      }
  });

  it('HEAD answers as GET does, without a body, where GET is no call of the API', async () => {
    for (const target of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs/']) {
      const text = await talk(`HEAD ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(text, target).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n$/);
      expect(text).toMatch(/^content-length: [1-9]/im);
    }
  });

  it('fields behind the last chunk say nothing', async () => {
    const { bytes } = orderBytes();
    const [head, body] = bytes.split('\r\n\r\n') as [string, string];
    const chunked = head
      .replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
      .replace(/ACCESS-SIGN: .*\r\n/i, '');
    const sign = /ACCESS-SIGN: .*/i.exec(head)![0];
    const trailers = (lines: string) =>
      `${chunked}\r\nTrailer: access-sign\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n${lines}\r\n`;
    expect(answersIn(await talk(trailers(`${sign}\r\n`)))[0]!.body).toContain('"40002"');
    expect(answersIn(await talk(trailers(`X-A: ${'x'.repeat(70_000)}\r\n`)))[0]!.status).toBe(431);
  });
});

describe('the administration', () => {
  it.each([
    ['a bad percent sign', 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n', 401],
    ['no path it has', 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n', 401],
    [
      'a bad percent sign, with the token',
      'GET /%zz HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer test-token\r\n\r\n',
      404,
    ],
    ['another method', 'PURGE /admin/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer test-token\r\n\r\n', 404],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['no Host', 'GET /admin/keys HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', 'GET /admin/keys HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    ['an expectation', 'GET /admin/keys HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n', 417],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['headers far too large', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ])('answers in its own shape: %s', async (_, bytes, status) => {
    const { adminUrl } = kit.urls;
    const [said] = answersIn(await talk(bytes.replaceAll('Host: x', `Host: ${new URL(adminUrl).host}`), adminUrl));
    expect(said!.status, said!.body).toBe(status);
    expect(Object.keys(JSON.parse(said!.body))).toEqual(['code', 'msg']);
    expect(said!.head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  });
});
