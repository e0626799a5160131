// What every answer owes, whatever is asked (docs/api.md, docs/operating.md): headers, sizes, paths, languages, faults.
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyCharacter } from '../any-character.ts';
import { NotExecuted, OutcomeUnknown } from '../../src/sequencer/refusals.ts';
import { StoreAway, StoreBehind, StoreFault } from '../../src/store/errors.ts';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { type Answer, ORDER, PLACE, sendRaw, signedRequest } from './kit.ts';
import { talkTo } from './talk.ts';

const TIME = '/capi/v2/market/time';
const LOG = JSON.stringify({ stage: 's', model: 'm', input: {}, output: { decision: 'HOLD' } });
const NO_LIMITS = ['--no-rate-limit-enabled'];

let kit: FrontKit;
beforeAll(async () => {
  kit = await startFront(NO_LIMITS);
});
afterAll(() => kit.close());
beforeEach(() => {
  Object.assign(kit.knobs, { ready: true, reason: '', refusal: null, storeFault: null, history: null, sequence: null });
  Object.assign(kit.knobs, { storeAbsence: null, halted: null, diskFilling: null, orderFilling: null, diverged: [] });
});

let next = 1;
const order = (): string => JSON.stringify({ ...ORDER, client_oid: `t-${next++}` });
const place = (body = order(), target = PLACE): Promise<Answer> =>
  kit.send(signedRequest(ACCOUNT, 'POST', target, body, { timestamp: String(kit.knobs.nowMs) }));

const talk = (bytes: string | Buffer, url = kit.urls.url): Promise<string> => talkTo(url, bytes);

describe('headers of every answer', () => {
  it('success: type, no store, language, request id, CORS; compact JSON without blanks', async () => {
    const { headers, text } = await kit.send({ target: TIME });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-language']).toBe('en-US');
    expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toBe('{"epoch":"1767258000.000","iso":"2026-01-01T09:00:00.000Z","timestamp":1767258000000}');
  });

  it('echoes a request id that is one, and no other', async () => {
    expect((await kit.send({ target: TIME, headers: { 'X-Request-Id': 'My.id_1-2' } })).headers['x-request-id']).toBe(
      'My.id_1-2',
    );
    for (const bad of ['has blank', 'x'.repeat(65), '<script>']) {
      expect((await kit.send({ target: TIME, headers: { 'X-Request-Id': bad } })).headers['x-request-id']).not.toBe(
        bad,
      );
    }
  });

  it('answers in the language of the locale header', async () => {
    const ask = async (locale?: string): Promise<string> => {
      const { json, headers } = await kit.send({
        target: '/capi/v2/market/ticker',
        ...(locale === undefined ? {} : { headers: { locale } }),
      });
      return `${String(headers['content-language'])} ${String(json.msg)}`;
    };
    expect(await ask()).toBe('en-US Parameter symbol cannot be empty');
    expect(await ask('zh-CN')).toBe('zh-CN 参数symbol不能为空');
    expect(await ask('zh')).toBe('zh-CN 参数symbol不能为空');
    expect(await ask('en-GB')).toBe('en-US Parameter symbol cannot be empty');
    expect(await ask('xx')).toBe('en-US Parameter symbol cannot be empty');
  });

  it('answers a CORS preflight with 204 and lets pages read the extra headers', async () => {
    const preflight = await kit.send({
      method: 'OPTIONS',
      target: PLACE,
      headers: {
        Origin: 'http://x',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'access-key, access-sign',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers['access-control-allow-headers']).toBe('access-key, access-sign');
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    const answer = await kit.send({ target: TIME, headers: { Origin: 'http://x' } });
    expect(answer.headers['access-control-expose-headers']).toContain('X-Next-Cursor');
  });
});

describe('paths', () => {
  it('collapse leading slashes before routing and before the signature check', async () => {
    expect((await kit.send({ target: `///${TIME}` })).status).toBe(200);
    const body = order();
    const signed = signedRequest(ACCOUNT, 'POST', PLACE, body, { timestamp: String(kit.knobs.nowMs) });
    expect((await kit.send({ ...signed, target: `//${PLACE}` })).status).toBe(200);
  });

  it.each([
    [`${TIME}/`, 'without extra slashes'],
    ['/capi//v2/market/time', 'without extra slashes'],
    ['/capi/v2/market/TIME', 'paths are case-sensitive: time'],
    ['/capi/v2/market/tiker', 'did you mean /capi/v2/market/ticker?'],
    ['/capi/v4/market/time', 'this service speaks /capi/v2 and /capi/v3'],
    ['/capi/v2/%6Darket/time', ''],
    ['/capi/v2/market/time%', ''],
    ['/trade/a/b', ''],
  ])('%s is 404 and says %s', async (target, hint) => {
    const { status, json } = await kit.send({ target });
    expect([status, json.code]).toEqual([404, '404']);
    expect(json.msg).toBe(`No such path: GET ${target}`);
    if (hint !== '') expect(json.hint).toContain(hint);
  });

  it('a known path with another method is 405 with Allow', async () => {
    const head = await kit.send({ method: 'HEAD', target: TIME });
    expect([head.status, head.headers['allow']]).toEqual([405, 'GET']);
    const put = await kit.send({ method: 'PUT', target: PLACE, body: '{}' });
    expect([put.status, put.headers['allow'], put.json.msg]).toEqual([405, 'POST', 'Method PUT not allowed']);
  });

  it('a base path is taken off before routing and signature checks', async () => {
    const prefixed = await startFront(['--http-base-path', '/exchange', ...NO_LIMITS]);
    try {
      expect((await prefixed.send({ target: `/exchange${TIME}` })).status).toBe(200);
      expect((await prefixed.send({ target: `//exchange${TIME}` })).status).toBe(200);
      expect((await prefixed.send({ target: `/exchanger${TIME}` })).status).toBe(404);
      const signed = signedRequest(ACCOUNT, 'POST', PLACE, order(), { timestamp: String(prefixed.knobs.nowMs) });
      expect((await prefixed.send({ ...signed, target: `/exchange${PLACE}` })).status).toBe(200);
      expect((await prefixed.send({ target: '/exchange/healthz' })).status).toBe(200);
    } finally {
      await prefixed.close();
    }
  });
});

describe('sizes', () => {
  it('a request line of 8 KiB passes, a longer one is 414', async () => {
    const room = 8 * 1024 - `GET ${TIME}?a= HTTP/1.1`.length;
    expect((await kit.send({ target: `${TIME}?a=${'b'.repeat(room - 2)}` })).status).toBe(200);
    expect((await kit.send({ target: `${TIME}?a=${'b'.repeat(room + 2)}` })).json.code).toBe('414');
    expect(await talk(`GET /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 414 [^]*"code":"414"/,
    );
  });

  it('headers of more than 16 KiB are 431, also far beyond', async () => {
    expect((await kit.send({ target: TIME, headers: { 'X-A': 'b'.repeat(15_000) } })).status).toBe(200);
    expect((await kit.send({ target: TIME, headers: { 'X-A': 'b'.repeat(17_000) } })).json.code).toBe('431');
    expect(await talk(`GET ${TIME} HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(70_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 [^]*"code":"431"/,
    );
  });

  it('a body of 256 KiB is read, a longer one is 413, declared or chunked', async () => {
    const padded = (bytes: number): string => order().padEnd(bytes, ' ');
    expect((await place(padded(256 * 1024))).status).toBe(200);
    expect((await place(padded(256 * 1024 + 1))).json.code).toBe('413');
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const chunked = await talk(
      `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}`,
    );
    expect(chunked).toMatch(/^HTTP\/1.1 413 [^]*onnection: close[^]*"code":"413"/);
  });

  it('an AI log may have 1 MiB', async () => {
    const target = '/capi/v2/order/uploadAiLog';
    const upload = (bytes: number): Promise<Answer> =>
      kit.send(signedRequest(ACCOUNT, 'POST', target, 'x'.repeat(bytes), { timestamp: String(kit.knobs.nowMs) }));
    expect((await upload(1024 * 1024)).json.code).toBe('40022');
    expect((await upload(1024 * 1024 + 1)).json.code).toBe('413');
  });
});

describe('what is no request', () => {
  it.each([
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    Buffer.from([0x16, 3, 1, 0, 200, 1]),
    `GET ${TIME} HTTP/1.1\r\nContent-Length: abc\r\n\r\n`,
  ])('is answered in the envelope: %j', async (bytes) => {
    const text = await talk(bytes);
    expect(text).toMatch(/^HTTP\/1.1 400 [^]*\r\n\r\n\{"code":"40017","msg":"Parameter validation failed: /);
  });

  it('a body that is cut off executes nothing and harms nobody', async () => {
    const { headers } = signedRequest(ACCOUNT, 'POST', PLACE, order(), { timestamp: String(kit.knobs.nowMs) });
    const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
    const bytes = `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n${lines.join('')}\r\n{"half"`;
    const cut = await talkTo(kit.urls.url, bytes, true);
    expect(cut).toMatch(/^HTTP\/1.1 400 [^]*"code":"40017"/);
    expect((await kit.send({ target: TIME })).status).toBe(200);
  });

  it('a GET with a body is signed over it and does not read it', async () => {
    const target = '/capi/v2/account/assets';
    const signed = signedRequest(ACCOUNT, 'GET', target, '{"a":1}', { timestamp: String(kit.knobs.nowMs) });
    expect((await kit.send(signed)).status).toBe(200);
    expect((await kit.send({ ...signed, body: '{"a":2}' })).json.code).toBe('40009');
  });

  it('requests sent one behind the other on one connection are answered in order', async () => {
    const one = `GET ${TIME} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const text = await talk(
      `${one}GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n${one.replace('Host', 'Connection: close\r\nHost')}`,
    );
    expect(text.match(/HTTP\/1.1 (200|404)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});

describe('trouble inside', () => {
  it('not ready: 503 with Retry-After and the reason, for everything under /capi', async () => {
    kit.knobs.ready = false;
    kit.knobs.reason = 'journal replay 42 %';
    for (const target of [TIME, '/nowhere']) {
      const { status, json, headers } = await kit.send({ target });
      expect([status, json.code, json.hint, headers['retry-after']]).toEqual([503, '503', 'journal replay 42 %', '1']);
    }
    expect((await kit.send({ target: '/healthz' })).text).toBe('{"status":"ok"}');
    const ready = await kit.send({ target: '/readyz' });
    expect([ready.status, ready.text]).toEqual([503, '{"status":"recovering","reason":"journal replay 42 %"}']);
  });

  it('readyz is ready while history is behind, and says how far; readyz?store is not', async () => {
    kit.knobs.history = { projected: 1_000, applied: 1_000, perSecond: 500, proving: null };
    kit.knobs.sequence = 15_900;
    const history = { sequence: 1_000, behind: 14_900, seconds: 30 };
    const ready = await kit.send({ target: '/readyz' });
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready', sequence: 15_900, history }]);
    const store = await kit.send({ target: '/readyz?store' });
    expect([store.status, store.headers['retry-after'], store.json]).toEqual([
      503,
      '30',
      {
        status: 'recovering',
        reason: 'history is stored up to sequence 1000: 14900 commands to go, about 30 s',
        sequence: 15_900,
        history,
      },
    ]);
    kit.knobs.history = { projected: 15_890, applied: 15_890, perSecond: null, proving: null };
    expect((await kit.send({ target: '/readyz?store' })).status).toBe(200);
  });

  it('readyz tells the sequence when all is well', async () => {
    const { status, json } = await kit.send({ target: '/readyz' });
    expect([status, json]).toEqual([
      200,
      { status: 'ready', sequence: expect.any(Number), history: { sequence: json.sequence, behind: 0, seconds: 0 } },
    ]);
  });

  it.each(['busy', 'stopping', 'journal', 'store'] as const)(
    'a sequencer that is %s: 503, nothing executed, Retry-After',
    async (why) => {
      kit.knobs.refusal = new NotExecuted(why);
      const { status, json, headers } = await place();
      expect([status, json.code, json.msg]).toEqual([503, '503', 'Service unavailable, not executed']);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    },
  );

  it('an unknown outcome and a fault are 500 without a word about the cause, and are logged', async () => {
    for (const refusal of [new OutcomeUnknown(new Error('disk /var/secret')), new TypeError('x is not a function')]) {
      kit.knobs.refusal = refusal;
      kit.logged.length = 0;
      const { status, json, text } = await place();
      expect([status, json.code, json.msg, json.hint]).toEqual([
        500,
        '500',
        'Internal error',
        'the outcome is unknown; retry with the same client_oid',
      ]);
      expect(text).not.toMatch(/secret|function|TypeError|at /);
      expect(kit.logged).toHaveLength(1);
    }
  });

  it.each([
    ['fails', new StoreFault('SQLITE_CORRUPT: select * from bill'), 1],
    ['is away', new StoreAway('connect ECONNREFUSED 10.0.0.7:5432'), 0],
  ])('a read store that %s is 503 for a read, which has no unknown outcome', async (_, fault, lines) => {
    kit.knobs.storeFault = fault;
    const logged = kit.logged.length;
    const answer = await kit.send(
      signedRequest(ACCOUNT, 'POST', '/capi/v2/account/bills', '{}', { timestamp: String(kit.knobs.nowMs) }),
    );
    expect([answer.status, answer.json.code, answer.headers['retry-after']]).toEqual([503, '503', '5']);
    expect(answer.json.hint).toBe('history and AI logs can not be reached now; ask again later. Trading goes on');
    expect(answer.text).not.toMatch(/SQLITE|ECONN|10\.0/);
    expect(kit.logged).toHaveLength(logged + lines);
    expect((await place()).status, 'trading goes on').toBe(200);
  });

  it('readyz and metrics say that the read store is away, and that no command is taken any more', async () => {
    const sinceMs = performance.now() - 12_000;
    kit.knobs.storeAbsence = { reason: 'connect ECONNREFUSED 10.0.0.7:5432', sinceMs, sinceSequence: 5 };
    const away = await kit.send({ target: '/readyz' });
    expect([away.status, away.json]).toMatchObject([200, { status: 'ready', store: 'away', store_away_seconds: 12 }]);
    expect((await kit.send({ target: '/metrics' })).text).toMatch(/^outcry_store_away_seconds 12$/m);
    kit.knobs.halted = { why: 'store', text: 'the read store has been away for too long', retryAfterSeconds: 10 };
    const halted = await kit.send({ target: '/readyz' });
    expect([halted.status, halted.json]).toMatchObject([
      503,
      { status: 'waiting', reason: 'the read store has been away for too long' },
    ]);
    expect(halted.headers['retry-after']).toBe('10');
    expect(halted.text).not.toContain('10.0');
    expect((await kit.send({ target: '/metrics' })).text).toMatch(/^outcry_healthy 0$/m);
  });

  it('readyz says that the disk is filling, while commands are taken', async () => {
    kit.knobs.diskFilling = 5_400;
    const { status, json } = await kit.send({ target: '/readyz' });
    expect([status, json]).toMatchObject([200, { status: 'ready', disk: 'filling', disk_full_in_seconds: 5_400 }]);
  });

  it('readyz says that the order fills and which nodes diverged, while commands are taken', async () => {
    Object.assign(kit.knobs, { orderFilling: 0.624, diverged: ['n2'] });
    const { status, json } = await kit.send({ target: '/readyz' });
    expect([status, json]).toMatchObject([
      200,
      { status: 'ready', order: 'filling', order_used_part: 0.62, diverged: ['n2'] },
    ]);
  });

  it('keeps no body of an AI log while no command is taken', async () => {
    kit.knobs.halted = { why: 'store', text: 'the disk of the exchange is nearly full', retryAfterSeconds: 30 };
    kit.apply({ name: 'setAllowlist', account: ACCOUNT.uid, allowed: true, reason: '', actor: 'test' });
    const asked = kit.asked.length;
    const answer = await kit.send(
      signedRequest(ACCOUNT, 'POST', '/capi/v2/order/uploadAiLog', LOG, { timestamp: String(kit.knobs.nowMs) }),
    );
    expect([answer.status, answer.json.hint, answer.headers['retry-after']]).toEqual([
      503,
      'nothing was executed: the disk of the exchange is nearly full',
      '30',
    ]);
    expect(kit.asked.slice(asked).filter((question) => question === 'a body')).toEqual([]);
  });

  it('a read store that has not caught up is 503: nothing was done, ask again', async () => {
    kit.knobs.storeFault = new StoreBehind(7, 3, 11.2);
    const logged = kit.logged.length;
    const answer = await kit.send(
      signedRequest(ACCOUNT, 'POST', '/capi/v2/account/bills', '{}', { timestamp: String(kit.knobs.nowMs) }),
    );
    expect([answer.status, answer.json.code, answer.headers['retry-after']]).toEqual([503, '503', '12']);
    expect(answer.json.hint).toBe('history is stored up to sequence 3, 7 is needed, in about 12 s; ask again');
    expect(kit.logged).toHaveLength(logged);
  });
});

describe('operations endpoints', () => {
  it('metrics count requests by path, code and latency, and know no account or key', async () => {
    await kit.send({ target: TIME });
    await place();
    const { text, headers } = await kit.send({ target: '/metrics' });
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(/outcry_http_requests_total\{path="\/capi\/v2\/market\/time",method="GET",code="200"\} [1-9]/);
    expect(text).toMatch(
      /outcry_http_request_seconds_bucket\{path="\/capi\/v2\/order\/placeOrder",method="POST",le="\+Inf"\} [1-9]/,
    );
    expect(text).toMatch(/outcry_sequence [1-9]/);
    expect(text).toMatch(/outcry_command_seconds_count [1-9]/);
    expect(text).toContain('outcry_book_orders{symbol="cmt_btcusdt"}');
    // Any figure may happen to have the same digits.
    expect(text.replaceAll(/ \S+$/gm, '')).not.toMatch(new RegExp(`${ACCOUNT.uid}|${ACCOUNT.apiKey}`));
  });

  it('the reference page runs only its own script and loads nothing from elsewhere', async () => {
    const redirect = await kit.send({ target: '/docs' });
    expect([redirect.status, redirect.headers['location']]).toEqual([301, '/docs/']);
    const page = await kit.send({ target: '/docs/' });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).not.toMatch(/https?:/);
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([]);
    const script = sources.find((source) => source.endsWith('.js')) as string;
    const loaded = await kit.send({ target: new URL(script, 'http://x/docs/').pathname });
    expect([loaded.status, loaded.headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8']);
  });
});

describe('the limit of bodies holds against a slow or endless sender', () => {
  it('closes the connection of an endless chunked body', async () => {
    const started = Date.now();
    const text = await sendEndless(kit.urls.url);
    expect(text).toContain('413');
    expect(Date.now() - started).toBeLessThan(5_000);
  });
});

function sendEndless(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST ${PLACE} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const write = (): void => {
        if (!socket.writable) return;
        socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`);
        setTimeout(write, 5);
      };
      write();
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

describe('a second client of the same server', () => {
  it('keeps its connection open between requests', async () => {
    const both = await talk(`GET ${TIME} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(both).toContain('Keep-Alive: timeout=65');
    expect((await sendRaw(kit.urls.url, { target: TIME })).status).toBe(200);
  });
});

describe('anything at all', () => {
  const scalar = fc.oneof(
    fc.jsonValue(),
    fc.stringMatching(/^[-+]?[0-9]{1,20}(\.[0-9]{1,10})?(e[-+]?[0-9]{1,2})?$/),
    fc.constantFrom('0', '1', '2', '3', '', null),
  );
  const body = fc.record(
    {
      size: scalar,
      type: scalar,
      order_type: scalar,
      match_price: scalar,
      price: scalar,
      presetTakeProfitPrice: scalar,
      presetStopLossPrice: scalar,
      marginMode: scalar,
      separatedMode: scalar,
      positionId: scalar,
    },
    { requiredKeys: ['size', 'type', 'order_type', 'match_price'] },
  );

  it('in the fields of an order is answered with a documented code, and the books still balance', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (fields) => {
        const { status, json } = await place(JSON.stringify({ ...ORDER, client_oid: `f-${next++}`, ...fields }));
        expect([200, 400]).toContain(status);
        if (status === 400) expect(['40015', '40017', '40019', '40020', '50004']).toContain(json.code);
      }),
      { numRuns: 150 },
    );
  });

  /** What may stand behind a `?`: characters as they are, and any other escaped. */
  const query = fc.string({
    unit: fc.oneof(fc.constantFrom(...`azAZ09-._~!$&'()*+,;=:@/?`.split('')), anyCharacter.map(encodeURIComponent)),
  });

  it('as a signed body or query is answered with a documented code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: anyCharacter }), fc.json()), query, async (text, words) => {
        expect([200, 400]).toContain((await place(text)).status);
        const timestamp = String(kit.knobs.nowMs);
        const target = `/capi/v2/order/currentPlan?${words}`;
        expect([200, 400]).toContain((await kit.send(signedRequest(ACCOUNT, 'GET', target, '', { timestamp }))).status);
      }),
      { numRuns: 60 },
    );
  });
});
