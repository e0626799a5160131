// How long a sender may take (docs/api.md, Sizes and times): 10 s for the head of a request, 30 s for its body, 65 s
// between two requests; then the connection is closed. That these are the times of the running server is read off it;
// that a connection ends by them is seen over raw sockets, with the server's times made short, and with the clock of
// the body put forward.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BODY_TIMEOUT_MS, HEADER_TIMEOUT_MS, KEEP_ALIVE_MS } from '../../src/api/front/limits/http-limits.ts';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { PLACE, signedRequest } from './kit.ts';

const TIME = 'GET /capi/v2/market/time HTTP/1.1\r\nHost: x\r\n\r\n';
const SHORT_MS = 300;
/** On a busy machine too, and less than the server's own times. */
const ENDED_WITHIN_MS = 8_000;

let kit: FrontKit;
let server: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  kit = await startFront(['--no-rate-limit-enabled']);
  server = await serverOf(kit.urls.url);
});
afterAll(() => kit.close());
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** The server that answers: node tells who asks. */
async function serverOf(url: string): Promise<Server> {
  const found: Server[] = [];
  const note = (message: unknown): void => {
    const { server: one } = message as { server: Server };
    const address = one.address();
    if (typeof address === 'object' && address?.port === Number(new URL(url).port)) found.push(one);
  };
  subscribe('http.server.request.start', note);
  await fetch(url);
  unsubscribe('http.server.request.start', note);
  return found[0]!;
}

/** The head of a request whose body is worth waiting for: of a known key, in time. */
function signedHead(bytes: number, { knobs } = kit): string {
  const { headers } = signedRequest(ACCOUNT, 'POST', PLACE, '', { timestamp: String(knobs.nowMs) });
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

interface Talk {
  readonly socket: Socket;
  readonly said: () => string;
  /** How long until the other side closes it. */
  readonly closed: Promise<number>;
}

async function open(url = kit.urls.url): Promise<Talk> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const startedMs = performance.now();
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - startedMs)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, said: () => text, closed };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the times of the running server', () => {
  it('hold for the administration too, where half a request needs no token', async () => {
    const admin = await serverOf(kit.urls.adminUrl);
    const times = (one: Server) => [one.headersTimeout, one.requestTimeout, one.keepAliveTimeout];
    expect(times(admin)).toEqual(times(server));
    admin.headersTimeout = SHORT_MS;
    const { socket, closed } = await open(kit.urls.adminUrl);
    socket.write('POST /admin/copy/follow HTTP/1.1\r\nHo');
    expect(await closed).toBeLessThan(ENDED_WITHIN_MS);
    admin.headersTimeout = HEADER_TIMEOUT_MS;
  });

  it('are those of the contract', () => {
    expect([HEADER_TIMEOUT_MS, BODY_TIMEOUT_MS, KEEP_ALIVE_MS]).toEqual([10_000, 30_000, 65_000]);
    expect([server.headersTimeout, server.keepAliveTimeout]).toEqual([10_000, 65_000]);
    expect(server.requestTimeout, 'the whole of a request, where nobody reads its body').toBe(40_000);
    expect(server.maxRequestsPerSocket, 'no other end of a connection').toBe(0);
  });
});

describe('the head of a request', () => {
  beforeEach(() => {
    server.headersTimeout = SHORT_MS;
  });
  afterEach(() => {
    server.headersTimeout = HEADER_TIMEOUT_MS;
  });

  it.each([
    ['nothing at all', ''],
    ['half a request line', 'GET /capi/v2/mar'],
    ['a head without its end', 'GET /capi/v2/market/time HTTP/1.1\r\nHost: x\r\n'],
  ])('that does not come closes the connection without a word: %s', async (_, text) => {
    const { socket, said, closed } = await open();
    if (text !== '') socket.write(text);
    const took = await closed;
    expect(took).toBeGreaterThanOrEqual(SHORT_MS);
    expect(took).toBeLessThan(ENDED_WITHIN_MS);
    expect(said()).toBe('');
  });

  it('that comes byte by byte gains no time by it', async () => {
    const { socket, said, closed } = await open();
    socket.write('GET /capi/v2/market/time HTTP/1.1\r\nX-A: ');
    const drip = setInterval(() => socket.writable && socket.write('x'), 20);
    const took = await closed;
    clearInterval(drip);
    expect(took).toBeLessThan(ENDED_WITHIN_MS);
    expect(said()).toBe('');
  });

  it('counts from the first byte of a request, not from the one before', async () => {
    const { socket, said } = await open();
    for (let request = 1; request <= 4; request++) {
      socket.write(TIME);
      await pause(SHORT_MS);
    }
    expect(said().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
  });
});

describe('the body of a request', () => {
  // The time-out is the front's own, so its clock can be put forward; that of the sockets can't. All bodies share one
  // timer, so each test has a front on which none was sent yet.
  let own: FrontKit;
  beforeEach(async () => {
    own = await startFront(['--no-rate-limit-enabled']);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    return own.close();
  });
  const arrived = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

  async function waiting(body: string): Promise<Talk & { readonly isOpen: () => boolean }> {
    const talk = await open(own.urls.url);
    const before = vi.getTimerCount();
    talk.socket.write(signedHead(100, own) + body);
    while (vi.getTimerCount() === before) await arrived();
    let isOpen = true;
    talk.socket.once('close', () => (isOpen = false));
    return { ...talk, isOpen: () => isOpen };
  }

  it.each([
    ['of which nothing comes', ''],
    ['of which half comes', '{"stage":"half of a'],
  ])('%s closes the connection after 30 s without a word', async (_, body) => {
    const { said, closed, isOpen } = await waiting(body);
    vi.advanceTimersByTime(BODY_TIMEOUT_MS - 1);
    for (let turn = 0; turn < 50; turn++) await arrived();
    expect(isOpen()).toBe(true);
    vi.advanceTimersByTime(1);
    await closed;
    expect(said()).toBe('');
  });

  it('that comes byte by byte gains no time by it', async () => {
    const { socket, said, closed, isOpen } = await waiting('{');
    for (let second = 1; second < 30; second++) {
      socket.write('x');
      for (let turn = 0; turn < 5; turn++) await arrived();
      vi.advanceTimersByTime(1_000);
    }
    expect(isOpen()).toBe(true);
    vi.advanceTimersByTime(1_000);
    await closed;
    expect(said()).toBe('');
  });

  it('that comes at last is answered, and its time is over with it', async () => {
    const { socket, said } = await waiting('');
    vi.advanceTimersByTime(BODY_TIMEOUT_MS - 1);
    socket.write('x'.repeat(100));
    while (!said().includes('"code"')) await arrived();
    expect(said()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"40009"/);
    vi.advanceTimersByTime(BODY_TIMEOUT_MS);
    const before = said().length;
    socket.write(TIME);
    while (said().length === before) await arrived();
    expect(said().slice(before)).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

describe('a body nobody waits for', () => {
  beforeEach(() => {
    // The shorter of the two is always the head's.
    server.headersTimeout = SHORT_MS;
    server.requestTimeout = 2 * SHORT_MS;
  });
  afterEach(() => {
    server.headersTimeout = HEADER_TIMEOUT_MS;
    server.requestTimeout = HEADER_TIMEOUT_MS + BODY_TIMEOUT_MS;
  });

  it('is answered at its head, and its connection ends when the rest does not come', async () => {
    const { socket, said, closed } = await open();
    socket.write(signedHead(100).replace(ACCOUNT.apiKey, 'nobody-has-this-key'));
    expect(await closed).toBeLessThan(ENDED_WITHIN_MS);
    expect(said()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"40006"/);
    expect(said().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('between two requests', () => {
  beforeEach(() => {
    server.keepAliveTimeout = SHORT_MS;
  });
  afterEach(() => {
    server.keepAliveTimeout = KEEP_ALIVE_MS;
  });

  it('an idle connection is closed, and each request begins the time anew', async () => {
    const { socket, said, closed } = await open();
    for (let request = 1; request <= 3; request++) {
      socket.write(TIME);
      await pause(SHORT_MS / 2);
    }
    expect(said().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    const idleFromMs = performance.now();
    await closed;
    // Node waits one second more than it promises, so that it never closes in the face of a request that was in time.
    expect(performance.now() - idleFromMs).toBeLessThan(ENDED_WITHIN_MS);
  });
});
