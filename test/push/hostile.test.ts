// Peers that are slow, silent, broken or many: what they cost is bounded, they are told or ended as the page on push
// says, and everybody else's messages and orders go on.
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../patience.ts';
import { type Kit, quote, startKit, SYMBOL } from '../api/kit.ts';
import { PUBLIC_V3 } from '../api/v3/socket-kit.ts';
import { connect, connectAs, handshakeOf, type Message, PRIVATE, PUBLIC, type TestSocket } from './push-kit.ts';

let kit: Kit;
const sockets: TestSocket[] = [];
const raws: Socket[] = [];
beforeAll(async () => {
  kit = await startKit([
    '--no-rate-limit-enabled',
    '--http-max-connections-per-address',
    '4000',
    '--ws-stalled-ms',
    '1500',
  ]);
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '50');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
  for (const raw of raws.splice(0)) raw.destroy();
});
afterAll(() => kit.stop());

const soon = <T>(look: () => T) => expect.poll(look, { timeout: PATIENCE_MS });
const keep = (socket: TestSocket): TestSocket => {
  sockets.push(socket);
  return socket;
};
const metric = async (name: string): Promise<number> => {
  const { text } = await kit.send({ target: '/metrics' });
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1] ?? 0);
};

/** A WebSocket as bare bytes, past the handshake. */
async function raw(path = PUBLIC, headers: Record<string, string> = {}): Promise<Socket> {
  const { hostname, port } = new URL(kit.url);
  const socket = connectTcp(Number(port), hostname);
  raws.push(socket);
  socket.on('error', () => undefined);
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}

/** A masked frame with a mask of zeros. */
function frame(first: number, payload: Buffer | string, length = Buffer.byteLength(payload)): Buffer {
  const body = Buffer.from(payload);
  const head = length < 126 ? [first, 0x80 | length] : [first, 0x80 | 126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body]);
}

/** The code of the close frame a peer is sent, or 1006 when it is cut off without one. */
async function closeCode(socket: Socket): Promise<number> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'close');
  const all = Buffer.concat(parts);
  const at = all.lastIndexOf(0x88);
  return at < 0 ? 1006 : all.readUInt16BE(at + 2);
}

describe('frames that are broken', () => {
  const text = (length: number): string => 'x'.repeat(length);
  it.each<readonly [string, Buffer, number]>([
    ['too long a message', frame(0x81, text(5000)), 1009],
    ['a frame that says it is too long', frame(0x81, '', 60_000), 1009],
    ['too long a message in pieces', Buffer.concat([frame(0x01, text(3000)), frame(0x80, text(3000))]), 1009],
    [
      'a message in too many pieces',
      Buffer.concat([frame(0x01, 'a'), ...Array.from({ length: 100 }, () => frame(0x00, 'a'))]),
      1008,
    ],
    ['a text that is no UTF-8', frame(0x81, Buffer.from([0xff, 0xfe])), 1007],
    ['a binary message', frame(0x82, '{"event":"ping"}'), 1003],
    ['a compressed message, which was not agreed on', frame(0xc1, text(10)), 1002],
    ['an unknown opcode', frame(0x83, 'a'), 1002],
    ['a frame without a mask', Buffer.from([0x81, 0x01, 0x61]), 1002],
    ['a ping that is too long', frame(0x89, text(126)), 1002],
    ['a continuation of nothing', frame(0x80, 'a'), 1002],
  ])('end the connection: %s', async (_, bytes, code) => {
    const socket = await raw();
    socket.write(bytes);
    expect(await closeCode(socket)).toBe(code);
  });

  it('and pings and pieces in between are fine', async () => {
    const socket = await raw();
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.write(
      Buffer.concat([frame(0x01, '{"event":'), frame(0x89, 'hi'), frame(0x00, ''), frame(0x80, '"ping","time":"7"}')]),
    );
    await soon(() => Buffer.concat(parts).toString('latin1')).toContain('"time":"7"');
    expect(Buffer.concat(parts).includes(Buffer.from([0x8a, 0x02, 0x68, 0x69]))).toBe(true);
  });
});

describe('a reader that reads nothing', () => {
  const DOORS = {
    v2: {
      path: PUBLIC,
      asking: (channel: string) => ({ event: 'subscribe', channel }),
      channels: [`depth.${SYMBOL}.200`, `trades.${SYMBOL}`, `ticker.${SYMBOL}`],
      ticketOf: ({ event, data }: Message) => (event === 'payload' ? data[0].ticketId : undefined),
    },
    v3: {
      path: PUBLIC_V3,
      asking: (channel: string) => ({ id: 1, method: 'SUBSCRIBE', params: [channel] }),
      channels: ['BTCUSDT@depth200', 'BTCUSDT@trade', 'BTCUSDT@ticker'],
      ticketOf: ({ e, d }: Message) => (e === 'trade' ? d[0].t : undefined),
    },
  };

  it.each(Object.entries(DOORS))(
    'of public channels of %s is spared most, and then ended with 4008; others miss nothing',
    async (_, { path, asking, channels, ticketOf }) => {
      const before = await metric('outcry_ws_closed_total{code="4008"}');
      const slow = await raw(path);
      for (const channel of channels) slow.write(frame(0x81, JSON.stringify(asking(channel))));
      // Everything it asks for is answered, until the network takes no more.
      slow.pause();
      const flood = Buffer.concat(
        Array.from({ length: 200 }, () => frame(0x81, JSON.stringify(asking('y'.repeat(3000))))),
      );
      const timer = setInterval(() => slow.writable && slow.write(flood), 5);
      const other = keep(await connect(kit.url, path));
      other.send(asking(channels[1]!));
      await soon(() => metric('outcry_ws_closed_total{code="4008"}')).toBeGreaterThan(before);
      clearInterval(timer);
      const id = await kit.place(kit.alice, {});
      const trade = await other.next((message) => Number(ticketOf(message)) > Number(id));
      expect(trade).toBeDefined();
    },
  );

  it('of the private socket is ended with 4008, never left out', async () => {
    const trader = await kit.newAccount({ balance: '1000000' });
    const before = await metric('outcry_ws_closed_total{code="4008"}');
    const slow = await raw(PRIVATE, handshakeOf(trader));
    for (const channel of ['orders', 'positions', 'account', 'fill'])
      slow.write(frame(0x81, JSON.stringify({ event: 'subscribe', channel })));
    slow.pause();
    const good = keep(await connectAs(kit.url, trader));
    await good.subscribe('orders');
    const rows = Array.from({ length: 20 }, (_, at) => ({
      size: '0.0001',
      type: '1',
      order_type: '0',
      match_price: '1',
      client_oid: `slow-${at}`,
    }));
    let batch = 0;
    const untilMs = Date.now() + PATIENCE_MS;
    while ((await metric('outcry_ws_closed_total{code="4008"}')) === before) {
      if (Date.now() > untilMs) throw new Error('the slow reader was not ended');
      batch++;
      const orderDataList = rows.map((row) => ({ ...row, client_oid: `${row.client_oid}-${batch}` }));
      await kit.post(trader, '/capi/v2/order/batchOrders', { symbol: SYMBOL, orderDataList });
    }
    // The one that reads was told of everything, in order and without a gap.
    const updates = good.got.filter(({ msg }) => msg?.msgEvent === 'OrderUpdate').map(({ msg }) => msg);
    expect(updates.length).toBeGreaterThanOrEqual(batch - 1);
    for (const [at, { previousVersion }] of updates.slice(1).entries())
      expect(previousVersion).toBe(updates[at].version);
  });
});

describe('an account with very many orders', () => {
  it('is shown all of them in one message of more than 4 MiB, and goes on', async () => {
    const trader = await kit.newAccount({ balance: '1000000' });
    const row = { size: '0.0001', type: '1', order_type: '0', match_price: '1' };
    const presets = { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' };
    for (let batch = 0; batch < 150; batch++) {
      const orderDataList = Array.from({ length: 20 }, (_, at) => ({
        ...row,
        ...presets,
        client_oid: `m-${batch}-${at}`,
      }));
      await kit.post(trader, '/capi/v2/order/batchOrders', { symbol: SYMBOL, orderDataList });
    }
    const socket = keep(await connectAs(kit.url, trader));
    await socket.subscribe('orders');
    const { msg } = await socket.next((message) => message.msg?.msgEvent === 'Snapshot');
    expect(msg.data.order.length).toBe(6_000);
    expect(JSON.stringify(msg).length).toBeGreaterThan(4 * 1024 * 1024);
    await kit.place(trader, {});
    expect((await socket.next((message) => message.msg?.msgEvent === 'OrderUpdate')).msg.previousVersion).toBe(
      msg.version,
    );
  });
});

describe('many peers', () => {
  it('that come and go leave nothing behind', async () => {
    const rounds = 10;
    const each = 50;
    for (let round = 0; round < rounds; round++) {
      const all = await Promise.all(Array.from({ length: each }, () => connect(kit.url, PUBLIC)));
      for (const [at, socket] of all.entries()) {
        if (at % 2 === 0) socket.send({ event: 'subscribe', channel: `depth.${SYMBOL}.15` });
        socket.close();
      }
    }
    await soon(() => metric('outcry_ws_connections{kind="public"}')).toBe(0);
    await soon(() => metric('outcry_http_connections')).toBeLessThan(10);
  });

  it('that stop in the middle of a handshake leave nothing behind', async () => {
    const { hostname, port } = new URL(kit.url);
    for (let at = 0; at < 100; at++) {
      const socket = connectTcp(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.end(
        `GET ${at % 2 === 0 ? PUBLIC : PRIVATE} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: outcry.login\r\n\r\n',
      );
      socket.destroySoon();
    }
    await soon(() => metric('outcry_ws_connections{kind="public"}')).toBe(0);
    await soon(() => metric('outcry_ws_connections{kind="private"}')).toBe(0);
  });
});
