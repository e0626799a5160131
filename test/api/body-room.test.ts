// Memory before identity: what the head of a request refuses keeps no byte of its body, and the bodies that are kept
// have one room for all (docs/api.md, Sizes and times). Over raw sockets, so that heads come without their bodies and
// bodies in parts.
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBodyRoom } from '../../src/api/front/body/body-room.ts';
import { UPLOAD } from './ai-log-kit.ts';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { ORDER, PLACE, signedRequest } from './kit.ts';

const MIB = 1024 * 1024;

let kit: FrontKit;
const sockets: Socket[] = [];
beforeAll(async () => {
  kit = await startFront(['--no-rate-limit-enabled', '--http-max-buffered-bytes', String(8 * MIB)]);
});
beforeEach(() => {
  kit.loadKeys([{}]);
  allow(true);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  while ((await kept()) > 0) await pause(5);
});
afterAll(() => kit.close());

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const allow = (allowed: boolean) =>
  kit.apply({ name: 'setAllowlist', account: ACCOUNT.uid, allowed, reason: '', actor: 'test' });

async function metric(name: string): Promise<number> {
  const { text } = await kit.send({ target: '/metrics' });
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}
const kept = () => metric('outcry_http_body_bytes');

interface Talk {
  readonly socket: Socket;
  readonly said: () => string;
  /** The status and code of the answer, once it is there. */
  readonly answered: () => Promise<string>;
}

function open(from = '127.0.0.1', { urls }: FrontKit = kit): Talk {
  const { hostname, port } = new URL(urls.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const answered = async (): Promise<string> => {
    while (!/"(code|order_id)":"[^"]*"[^]*\}$/.test(text)) await pause(2);
    return `${/HTTP\/1\.1 (\d+)/.exec(text)?.[1]} ${/"code":"(\d+)"/.exec(text)?.[1] ?? ''}`;
  };
  return { socket, said: () => text, answered };
}

interface Wish {
  readonly target?: string;
  readonly body?: string;
  readonly length?: number | 'chunked';
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The head of a request signed for `body`, which is not sent with it. */
function headOf({ target = UPLOAD, body = '', length = body.length, headers = {} }: Wish): string {
  const signed = signedRequest(ACCOUNT, 'POST', target, body, { timestamp: String(kit.knobs.nowMs), headers });
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const lines = Object.entries(signed.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return `POST ${target} HTTP/1.1\r\nHost: x\r\n${size}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const OLD = { 'ACCESS-TIMESTAMP': '1700000000000' };
const UNKNOWN = { 'ACCESS-KEY': 'nobody-has-this-key' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('the head of a request decides first', () => {
  it.each([
    ['an unknown path', { target: '/capi/v2/order/nowhere', length: 9_000 }, '404 404'],
    ['a body that is no JSON', { headers: FORM }, '400 40007'],
    ['no key', { headers: { 'ACCESS-KEY': undefined } }, '400 40001'],
    ['an old timestamp', { headers: OLD }, '400 40008'],
    ['an unknown key', { headers: UNKNOWN }, '400 40006'],
    ['a declared length above the limit', { length: 2 * MIB }, '413 413'],
  ] as const)('%s is answered before the body comes', async (_, wish, answer) => {
    const { socket, answered } = open();
    socket.write(headOf({ length: MIB, ...wish }));
    expect(await answered()).toBe(answer);
    expect(await kept()).toBe(0);
  });

  it('the address’s budget is judged before the body comes', async () => {
    const small = await startFront(['--rate-limit-ip-budget', '1']);
    try {
      const { socket, said }: Talk = open('127.0.0.1', small);
      socket.write('GET /capi/v2/market/time HTTP/1.1\r\nHost: x\r\n\r\n');
      socket.write(headOf({ length: MIB }));
      while (!said().includes('"code"')) await pause(2);
      expect(said()).toMatch(/HTTP\/1\.1 429 [^]*X-RateLimit-Scope: ip/);
      socket.destroy();
    } finally {
      await small.close();
    }
  });

  it('the connection of such an answer serves the next request, once the body has come', async () => {
    const { socket, said, answered } = open();
    socket.write(headOf({ length: 60_000, headers: UNKNOWN }));
    expect(await answered()).toBe('400 40006');
    socket.write('x'.repeat(60_000));
    socket.write('GET /capi/v2/market/time HTTP/1.1\r\nHost: x\r\n\r\n');
    while (!said().includes('"epoch"')) await pause(2);
    expect(said().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });
});

describe('a request that was answered at its head', () => {
  it('gets no second answer when its body is cut off', async () => {
    const { socket, said, answered } = open();
    socket.write(headOf({ length: 30_000, headers: UNKNOWN }));
    expect(await answered()).toBe('400 40006');
    socket.end('x'.repeat(100));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(said().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('what is refused behind the signature is signed over and not kept', () => {
  const body = `{"x":"${'y'.repeat(MIB / 2)}"}`;

  it.each([
    ['not on the allowlist', (): void => void allow(false), '403 40022'],
    ['a key that is switched off', (): void => kit.loadKeys([{ enabled: false }]), '400 40753'],
    ['a key of another address', (): void => kit.loadKeys([{ ips: ['10.9.9.9'] }]), '400 40018'],
    ['a key that may only read', (): void => kit.loadKeys([{ permission: 'read' }]), '400 40014'],
  ] as const)('%s', async (_, arrange, answer) => {
    arrange();
    const { socket, answered } = open();
    socket.write(headOf({ body }) + body.slice(0, -10));
    await pause(50);
    expect(await kept()).toBe(0);
    socket.write(body.slice(-10));
    expect(await answered()).toBe(answer);
  });

  it('and a wrong signature still answers first', async () => {
    allow(false);
    const { socket, answered } = open();
    socket.write(headOf({ body }) + body.replace('y', 'z'));
    expect(await answered()).toBe('400 40009');
  });
});

describe('a body whose length nobody declared', () => {
  it('is answered in the same order: 413, then 40007, then the key', async () => {
    const wish = { target: PLACE, length: 'chunked', headers: { ...FORM, ...UNKNOWN } } as const;
    const answers = ['x'.repeat(300 * 1024), 'x', ''].map(async (text) => {
      const { socket, answered } = open();
      socket.write(headOf(wish) + (text === '' ? '' : chunk(text)));
      await pause(20);
      expect(await kept()).toBe(0);
      socket.write('0\r\n\r\n');
      return answered();
    });
    expect(await Promise.all(answers)).toEqual(['413 413', '400 40007', '400 40006']);
  });

  it('is signed over all its parts, and places an order', async () => {
    const body = JSON.stringify({ ...ORDER, client_oid: 'chunked-1' });
    const { socket, said, answered } = open();
    socket.write(headOf({ target: PLACE, body, length: 'chunked' }) + chunk(body.slice(0, 10)));
    await pause(20);
    expect(await kept()).toBe(10);
    socket.write(`${chunk(body.slice(10))}0\r\n\r\n`);
    expect(await answered()).toMatch(/^200/);
    expect(said()).toContain('chunked-1');
    expect(await kept()).toBe(0);
  });

  it('that outgrows the room of its address is 429 behind a right signature', async () => {
    const body = `{"x":"${'y'.repeat(MIB - 8)}"}`;
    const first = open();
    first.socket.write(headOf({ length: MIB }));
    while ((await kept()) < MIB) await pause(5);
    const { socket, answered } = open();
    socket.write(`${headOf({ body, length: 'chunked' })}${chunk(body)}0\r\n\r\n`);
    expect(await answered()).toBe('429 429');
    expect(await kept()).toBe(MIB);
  });
});

describe('the room', () => {
  it('of an address is an eighth; small bodies and other addresses have theirs; a cut body gives its room back', async () => {
    const one = open();
    one.socket.write(headOf({ length: MIB }));
    while ((await kept()) < MIB) await pause(5);
    const two = open();
    two.socket.write(headOf({ length: 10_000 }));
    expect(await two.answered()).toBe('429 429');
    expect(two.said()).toContain('Retry-After: 1');
    const body = JSON.stringify({ ...ORDER, client_oid: 'room-1' });
    const small = open();
    small.socket.write(headOf({ target: PLACE, body }) + body);
    expect(await small.answered()).toMatch(/^200/);
    const other = open('127.0.0.2');
    other.socket.write(headOf({ length: MIB }));
    while ((await kept()) < 2 * MIB) await pause(5);
    one.socket.destroy();
    other.socket.destroy();
    while ((await kept()) > 0) await pause(5);
    const { text } = await kit.send({ target: '/metrics' });
    expect(text).toMatch(/outcry_http_bodies_refused_total\{for="address"\} [1-9]/);
  });

  it('of all is three quarters for larger bodies, 503 beyond; orders have the last quarter', async () => {
    for (let address = 1; address <= 6; address++) open(`127.0.0.${address}`).socket.write(headOf({ length: MIB }));
    while ((await kept()) < 6 * MIB) await pause(5);
    const large = open('127.0.0.7');
    large.socket.write(headOf({ length: MIB }));
    expect(await large.answered()).toBe('503 503');
    expect(large.said()).toContain('Retry-After: 1');
    const body = JSON.stringify({ ...ORDER, client_oid: 'room-2' });
    const small = open('127.0.0.1');
    small.socket.write(headOf({ target: PLACE, body }) + body);
    expect(await small.answered()).toMatch(/^200/);
  });

  it('never holds more than its limit, and is empty when all is given back', () => {
    const room = createBodyRoom(8 * MIB);
    const held: [string, number][] = [];
    for (let turn = 0; turn < 20_000; turn++) {
      const name = `a${turn % 37}`;
      const bytes = turn % 3 === 0 ? MIB : (turn * 997) % 4_000;
      if (room.take(name, 0, bytes) === null) held.push([name, bytes]);
      expect(room.bytes).toBeLessThanOrEqual(8 * MIB);
      if (turn % 50 === 49) for (const [one, given] of held.splice(0, 25)) room.release(one, given);
    }
    expect(room.refused.all + room.refused.address).toBeGreaterThan(0);
    for (const [one, given] of held) room.release(one, given);
    expect(room.bytes).toBe(0);
  });
});
