// What a WebSocket may do and for how long: shares of an address, subscriptions, messages, pings, and the end of the
// exchange.
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../patience.ts';
import { type Kit, startKit, SYMBOL } from '../api/kit.ts';
import { connect, connectAs, PRIVATE, PUBLIC, refusalOf, type TestSocket } from './push-kit.ts';

const soon = <T>(look: () => T) => expect.poll(look, { timeout: PATIENCE_MS });
const kits: Kit[] = [];
const sockets: TestSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  for (const kit of kits.splice(0)) await kit.stop();
});

async function start(...flags: string[]): Promise<Kit> {
  const kit = await startKit(flags);
  kits.push(kit);
  return kit;
}

async function open(kit: Kit): Promise<TestSocket> {
  const socket = await connect(kit.url, PUBLIC);
  sockets.push(socket);
  return socket;
}

const metric = async (kit: Kit, name: string): Promise<number> => {
  const { text } = await kit.send({ target: '/metrics' });
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1]);
};

describe('an address', () => {
  it('has so many connections at once, and gets a place back when one ends', async () => {
    const kit = await start('--ws-connections-per-address', '2');
    const first = await open(kit);
    await open(kit);
    const refused = await refusalOf(connect(kit.url, PUBLIC));
    expect(refused).toMatchObject({ status: 429, json: { code: '429', data: null } });
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-scope': 'ip' });
    expect(await refusalOf(connectAs(kit.url, kit.alice))).toMatchObject({ status: 429 });
    expect(await metric(kit, 'outcry_ws_connections{kind="public"}')).toBe(2);
    first.ws.close(1000);
    await first.closed();
    await soon(() => metric(kit, 'outcry_ws_connections{kind="public"}')).toBe(1);
    await open(kit);
    expect(await metric(kit, 'outcry_ws_refused_total')).toBe(2);
  });

  it('opens so many in five minutes, those that were dropped too', async () => {
    const kit = await start('--ws-connects-per-address', '5');
    for (let at = 0; at < 5; at++) (await connect(kit.url, PUBLIC)).close();
    const refused = await refusalOf(connect(kit.url, PUBLIC));
    expect(refused.json.hint).toContain('5 WebSockets opened in five minutes');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
  });

  it('gives the places of the HTTP server back, too', async () => {
    const kit = await start('--http-max-connections-per-address', '3', '--no-rate-limit-enabled');
    for (let round = 0; round < 5; round++) {
      const socket = await open(kit);
      socket.ws.terminate();
      await soon(() => metric(kit, 'outcry_ws_connections{kind="public"}')).toBe(0);
    }
    expect((await kit.send({ target: '/healthz' })).status).toBe(200);
  });
});

describe('a connection', () => {
  it('subscribes so often in an hour, and to so many channels', async () => {
    const kit = await start('--ws-subscriptions-per-hour', '4', '--ws-channels', '2');
    const socket = await open(kit);
    await socket.subscribe(`ticker.${SYMBOL}`);
    await socket.subscribe(`trades.${SYMBOL}`);
    expect(await socket.subscribe(`depth.${SYMBOL}.15`)).toMatchObject({
      event: 'error',
      code: '429',
      msg: 'Too many requests',
      hint: '2 channels on one connection; open another',
    });
    // A repeat is no third channel.
    expect(await socket.subscribe(`ticker.${SYMBOL}`)).toMatchObject({ event: 'subscribed' });
    expect(await socket.subscribe(`ticker.${SYMBOL}`)).toMatchObject({
      code: '429',
      hint: expect.stringContaining('4 subscriptions an hour'),
    });
  });

  it('is read on later when it sends too much, and nothing of it is lost', async () => {
    const kit = await start();
    const socket = await open(kit);
    for (let at = 0; at < 250; at++) socket.send({ event: 'ping', time: String(at) });
    const times: string[] = [];
    while (times.length < 250) {
      const { event, time } = await socket.next(() => true);
      if (event === 'pong') times.push(time);
    }
    expect(times).toEqual(Array.from({ length: 250 }, (_, at) => String(at)));
  });

  it('is read on later when its requests are large, and each is answered', async () => {
    const kit = await start();
    const trader = await connectAs(kit.url, kit.alice);
    sockets.push(trader);
    const startMs = performance.now();
    const ids = Array.from({ length: 21 }, (_, at) => String(at));
    for (const id of ids)
      trader.send({ event: 'request', id, op: 'nothing', args: { x: Array(4).fill('x'.repeat(3_800)) } });
    const answered: string[] = [];
    while (answered.length < ids.length) answered.push((await trader.next(({ event }) => event === 'response')).id);
    expect(answered).toEqual(ids);
    expect(
      performance.now() - startMs,
      'seven in a beat, so a whole second between the second beat and the third',
    ).toBeGreaterThan(900);
  });

  it('stays while the client answers pings, in either way, and ends with 4000 when it doesn’t', async () => {
    const kit = await start('--ws-ping-ms', '100');
    const [answers, library, silent] = [await open(kit), await open(kit), await open(kit)];
    answers.ws.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.event === 'ping') answers.send({ event: 'pong', time: message.time });
    });
    const timer = setInterval(() => library.ws.pong(), 50);
    expect(await silent.closed()).toBe(4000);
    expect(silent.got.filter(({ event }) => event === 'ping')).toHaveLength(6);
    expect([answers.ws.readyState, library.ws.readyState]).toEqual([1, 1]);
    clearInterval(timer);
  });

  it('that doesn’t log in ends after ten seconds with 4001', async () => {
    const kit = await start();
    const page = await connect(kit.url, PRIVATE, { protocols: ['outcry.login'] });
    sockets.push(page);
    expect(await page.closed()).toBe(4001);
  });

  it('has no limits where limits are off', async () => {
    const kit = await start('--no-rate-limit-enabled', '--ws-connections-per-address', '1', '--ws-channels', '1');
    await open(kit);
    const socket = await open(kit);
    await socket.subscribe(`ticker.${SYMBOL}`);
    expect(await socket.subscribe(`trades.${SYMBOL}`)).toMatchObject({ event: 'subscribed' });
  });
});

describe('the end of the exchange', () => {
  it('sends everybody what they are owed, and then 1001', async () => {
    const kit = await startKit();
    await kit.setPrice(SYMBOL, '90000');
    const listener = await connect(kit.url, PUBLIC);
    const trader = await connectAs(kit.url, kit.alice);
    await listener.subscribe(`ticker.${SYMBOL}`);
    await trader.subscribe('orders');
    const args = { symbol: SYMBOL, size: '0.01', type: '1', order_type: '0', match_price: '0', price: '80000' };
    for (let at = 0; at < 50; at++)
      trader.send({ event: 'request', id: at, op: 'placeOrder', args: { ...args, client_oid: `last-${at}` } });
    await trader.next(({ event }) => event === 'response');
    const stopping = kit.stop();
    expect([await listener.closed(), await trader.closed()]).toEqual([1001, 1001]);
    await stopping;
    const answers = trader.got.filter(({ event }) => event === 'response');
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    const placed = answers.filter(({ code }) => code === '00000').map(({ data }) => data.order_id);
    const told = trader.got.filter(({ msg }) => msg?.msgEvent === 'OrderUpdate').map(({ msg }) => msg.data.order[0].id);
    expect(told).toEqual(placed);
    expect(answers.filter(({ code }) => code !== '00000').every(({ code }) => code === '503')).toBe(true);
  });
});

describe('while a connection changes hands', () => {
  it('loses no byte of what is sent with the handshake or right behind it', async () => {
    const kit = await start('--no-rate-limit-enabled');
    await kit.setPrice(SYMBOL, '90000');
    // The process of listeners is there, so that handing over is as quick as it can be.
    await open(kit);
    const { hostname, port } = new URL(kit.url);
    const frame = (text: string): Buffer => {
      const head = Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]);
      return Buffer.concat([head, Buffer.from(text)]);
    };
    const handshake = [
      `GET ${PUBLIC} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n');
    const count = 20;
    const all = Array.from({ length: count }, async (_, at) => {
      const socket = connectTcp(Number(port), hostname);
      await once(socket, 'connect');
      let text = '';
      socket.on('data', (data: Buffer) => (text += data.toString('latin1')));
      socket.write(Buffer.concat([Buffer.from(handshake), frame(`{"event":"ping","time":"a${at}"}`)]));
      for (const name of ['b', 'c', 'd']) {
        await new Promise((resolve) => setImmediate(resolve));
        socket.write(frame(`{"event":"ping","time":"${name}${at}"}`));
      }
      await soon(() => ['a', 'b', 'c', 'd'].map((name) => text.includes(`"time":"${name}${at}"`))).toEqual([
        true,
        true,
        true,
        true,
      ]);
      socket.destroy();
    });
    await Promise.all(all);
  });

  it('answers what it is owed first, and upgrades nothing behind an answer', async () => {
    const kit = await start('--no-rate-limit-enabled');
    const { hostname, port } = new URL(kit.url);
    const socket = connectTcp(Number(port), hostname);
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString('latin1')));
    const host = `Host: ${hostname}:${port}`;
    const first = `GET /capi/v2/market/contracts HTTP/1.1\r\n${host}\r\nAccept-Encoding: gzip\r\n\r\n`;
    const upgrade = `GET ${PUBLIC} HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    socket.write(first + upgrade);
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(text).not.toContain('101 Switching');
  });
});
