/**
 * A stop while callers have sent half of something, or nothing, or don't read: none of them holds the process. What had
 * arrived whole is answered.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { stopConnections } from '../../src/api/front/checks/stop-connections.ts';
import { serveWitness } from '../../src/publish/witness/serve-witness.ts';
import { stillRuns } from '../../src/sequencer/disk/holder.ts';
import { PATIENCE_MS } from '../patience.ts';
import { cleanUp, newFolder, outcry, root, launch, startExchange, type Running, whenReady } from './process.ts';

afterAll(cleanUp);

const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

/** A connection that has sent this. What comes is read when `reads`. */
async function sent(url: string, text: string, reads = true): Promise<{ socket: Socket; said: () => string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  let said = '';
  if (reads) socket.on('data', (bytes) => (said += bytes.toString('latin1')));
  else socket.pause();
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return { socket, said: () => said };
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
}

const handshake = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');
const HALVES = [
  '',
  'GET /capi/v2/market/time HTTP/1.1\r\nHost: loc',
  'POST /capi/v2/order/placeOrder HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"sym',
  'POST /admin/deposit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"sym',
  handshake('/v2/ws/public').slice(0, 60),
  handshake('/v2/ws/private').slice(0, -2),
];
/** A whole request whose answer leaves the connection open, and half of the next. */
const NEXT_HALF = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /hea';

async function opensPublicSocket(url: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v2/ws/public`);
  await once(socket, 'open');
  socket.close();
  await once(socket, 'close');
}

async function halves({ ready }: Running): Promise<void> {
  for (const url of [ready.url, ready.adminUrl]) for (const half of HALVES) await sent(url, half);
  const { said } = await sent(ready.url, NEXT_HALF);
  const until = Date.now() + PATIENCE_MS;
  while (!said().includes('"ok"')) {
    expect(Date.now(), 'the whole request was answered').toBeLessThan(until);
    await sleep(5);
  }
}

describe('a stop', () => {
  // A stop gives its snapshot up where the machine leaves it no time; what is half sent would cost it each time.
  it('closes what is half sent at once, on both listeners, and leaves with its snapshot', { retry: 2 }, async () => {
    const data = newFolder();
    const running = await startExchange('start', data);
    await opensPublicSocket(running.ready.url);
    await halves(running);
    const { code, stderr } = await running.stop();
    // It would say that not everything stopped, or that there was no time for the snapshot.
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(join(data, 'snapshots'))).toHaveLength(1);
    expect((await outcry('replay', '--data', data)).stdout).toContain('journal sealed');
  });

  it('does not wait for who reads nothing, nor for a WebSocket that does not answer its end', async () => {
    const running = await startExchange('start', newFolder(), '--log-level', 'error');
    const { url } = running.ready;
    const many = 'GET /capi/v2/market/contracts HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(400);
    await sent(url, many, false);
    for (const path of ['/v2/ws/public', '/v2/ws/private']) {
      const { said } = await sent(url, handshake(path));
      const until = Date.now() + PATIENCE_MS;
      while (!said().includes('101 ') && !said().includes('HTTP/1.1 4')) {
        expect(Date.now(), path).toBeLessThan(until);
        await sleep(5);
      }
    }
    const { code, stderr } = await running.stop();
    expect([code, stderr]).toEqual([0, '']);
  });

  it('is over when `outcry stop` says so', async () => {
    const data = newFolder();
    const first = await startExchange('start', data);
    await opensPublicSocket(first.ready.url);
    await halves(first);
    const holder = readFileSync(join(data, 'lock.pid'), 'utf8');
    expect(stillRuns(holder)).toBe(true);
    expect((await outcry('stop', '--data', data)).stdout).toContain('has stopped');
    // Its number may be there for a moment yet: until its parent has taken its exit code.
    expect(stillRuns(holder)).toBe(false);
  });

  it('is over soon after a second signal, which the launcher passes on', async () => {
    const stuck = join(newFolder(), 'stuck.mjs');
    writeFileSync(stuck, "import { Server } from 'node:http'; Server.prototype.close = function () { return this; };");
    const launcher = join(root, 'scripts', 'node.mjs');
    const flags = ['start', '--json', '--port', '0', '--data', newFolder(), '--log-level', 'silent'];
    const args = [launcher, join(root, 'src', 'cli', 'main.ts'), ...flags];
    const running = await whenReady(launch(process.execPath, args, { NODE_OPTIONS: `--import ${stuck}` }));
    const again = setInterval(() => running.child.kill('SIGTERM'), 100);
    const { code, stderr } = await running.ended;
    clearInterval(again);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/not everything stopped within 300 ms, still waiting for/),
    ]);
  });
});

describe('a server whose connections are stopped', () => {
  it('answers what had arrived whole, however late, and closes the rest at once', async () => {
    const answers: (() => void)[] = [];
    const server = createServer((request, response) => {
      if (request.url === '/late') answers.push(() => response.end('late'));
      else request.resume();
    });
    const stop = stopConnections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const late = 'GET /late HTTP/1.1\r\nHost: a\r\n\r\n';
    const whole = await sent(url, late);
    // Whole, and half of the next: the first is answered.
    const both = await sent(url, `${late}POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf`);
    const half = await sent(url, 'POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
    const until = Date.now() + PATIENCE_MS;
    while (answers.length < 2) {
      expect(Date.now(), 'both were heard').toBeLessThan(until);
      await sleep(5);
    }
    server.close();
    const stopped = stop();
    await closed(half.socket);
    answers.forEach((answer) => answer());
    await stopped;
    for (const { said, socket } of [whole, both]) {
      await closed(socket);
      expect(said()).toContain('late');
    }
  });

  it('of a witness ends too', async () => {
    const witness = { vkey: 'v', sizes: () => new Map<string, number>() } as never;
    const log = { error: () => undefined, info: () => undefined };
    const served = await serveWitness(witness, log, { host: '127.0.0.1', port: 0 });
    for (const half of HALVES) await sent(served.url, half);
    await served.stop();
  });
});
