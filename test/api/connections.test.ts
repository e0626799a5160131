// Connections are counted, in all and by address (docs/api.md, Sizes and times): one too many is answered at once and
// closed, and those that are open go on.
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type FrontKit, startFront } from './front-kit.ts';

const TIME = 'GET /capi/v2/market/time HTTP/1.1\r\nHost: x\r\n\r\n';
const sockets: Socket[] = [];
const kits: FrontKit[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(kits.splice(0).map((kit) => kit.close()));
});

async function start(...flags: string[]): Promise<FrontKit> {
  const kit = await startFront(['--no-rate-limit-enabled', ...flags]);
  kits.push(kit);
  return kit;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A connection from the address that has sent a request, and what it got. */
async function open({ urls }: FrontKit, from: string, request = TIME) {
  const { hostname, port } = new URL(urls.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  sockets.push(socket);
  const talk = { socket, text: '', isClosed: false };
  socket.on('data', (chunk) => (talk.text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (talk.isClosed = true));
  socket.write(request);
  await until(() => talk.isClosed || talk.text.endsWith('}'));
  return talk;
}

describe('connections', () => {
  it('of one address beyond its share are 429, closed, and leave the others alone', async () => {
    const kit = await start('--http-max-connections-per-address', '3');
    const taken = [];
    for (let one = 0; one < 3; one++) taken.push(await open(kit, '127.0.0.2'));
    const refused = await open(kit, '127.0.0.2');
    expect(refused.text).toMatch(/^HTTP\/1\.1 429 [^]*X-RateLimit-Scope: ip\r\n[^]*"code":"429"/);
    expect(refused.text).toMatch(/Retry-After: 1\r\n[^]*use those that are open/);
    await until(() => refused.isClosed);
    for (const talk of taken) {
      talk.text = '';
      talk.socket.write(TIME);
      await until(() => talk.text.includes('"epoch"'));
    }
    expect((await open(kit, '127.0.0.3')).text).toMatch(/^HTTP\/1\.1 200/);
    taken[0]!.socket.destroy();
    await until(async () => (await open(kit, '127.0.0.2')).text.startsWith('HTTP/1.1 200'));
  });

  it('beyond all that may be are 503; the metrics say how many are open and were refused', async () => {
    const kit = await start('--http-max-connections', '4');
    for (let one = 1; one <= 3; one++) await open(kit, `127.0.0.${one}`);
    const { text } = await kit.send({ target: '/metrics' });
    expect(text).toContain('outcry_http_connections 4\n');
    await until(async () => (await open(kit, '127.0.0.4')).text.startsWith('HTTP/1.1 200'));
    const refused = await open(kit, '127.0.0.5');
    expect(refused.text).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 1\r\n[^]*"code":"503"/);
    sockets[0]!.destroy();
    let metrics = '';
    await until(async () => (metrics = (await kit.send({ target: '/metrics' })).text).includes('outcry_http'));
    expect(metrics).toMatch(/outcry_http_connections_refused_total\{for="all"\} [1-9]/);
  });

  it('of a trusted proxy count in all only', async () => {
    const kit = await start('--http-max-connections-per-address', '1', '--http-trusted-proxies', '127.0.0.8/32');
    for (let one = 0; one < 3; one++) expect((await open(kit, '127.0.0.8')).text).toMatch(/^HTTP\/1\.1 200/);
  });

  it('that are refused and then say nothing, or never stop, are closed all the same', async () => {
    const kit = await start('--http-max-connections-per-address', '1');
    await open(kit, '127.0.0.2');
    const silent = await open(kit, '127.0.0.2', '');
    expect(silent.text).toMatch(/^HTTP\/1\.1 429/);
    await until(() => silent.isClosed);
    const endless = await open(kit, '127.0.0.2', 'x');
    const drip = setInterval(() => endless.socket.write('x'.repeat(1000)), 5);
    await until(() => endless.isClosed);
    clearInterval(drip);
  });
});
