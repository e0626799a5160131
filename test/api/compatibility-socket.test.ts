// The compatibility checklist (decision 0029), line C-41: pings both ways, and the names older programs subscribe to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';
import { PATIENCE_MS } from '../patience.ts';
import { ownStamp } from '../stamps.ts';
import { type Kit, startKit, startMarket, type TestAccount } from './kit.ts';

let kit: Kit;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await kit.stop();
});

/** A private connection as programs of the family open it, and what it has been told. */
async function connect(account: TestAccount, path = '/v2/ws/private') {
  const timestamp = ownStamp(account.apiKey);
  const socket = new WebSocket(kit.url.replace('http', 'ws') + path, {
    headers: {
      'ACCESS-KEY': account.apiKey,
      'ACCESS-PASSPHRASE': account.passphrase,
      'ACCESS-TIMESTAMP': timestamp,
      'ACCESS-SIGN': createHmac('sha256', account.secret)
        .update(timestamp + path)
        .digest('base64'),
    },
  });
  sockets.push(socket);
  const told: any[] = [];
  socket.on('message', (data: Buffer) => told.push(JSON.parse(data.toString())));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const hear = async (isIt: (message: any) => boolean): Promise<any> => {
    const end = performance.now() + PATIENCE_MS;
    while (!told.some(isIt) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
    return told.find(isIt);
  };
  return { socket, say: (message: object) => socket.send(JSON.stringify(message)), hear };
}

describe('the private socket', () => {
  it('C-41 a client’s ping gets a pong with its time, else the server’s', async () => {
    const { say, hear } = await connect(kit.alice);
    say({ event: 'ping', time: '17' });
    expect(await hear(({ event }) => event === 'pong')).toEqual({ event: 'pong', time: '17' });
    say({ event: 'ping' });
    const { time } = await hear((message) => message.event === 'pong' && message.time !== '17');
    expect(Math.abs(Number(time) - Date.now())).toBeLessThan(PATIENCE_MS);
  });

  it('C-41 position and trade deliver under their own names', async () => {
    const trader = await kit.newAccount();
    const { say, hear } = await connect(trader);
    for (const channel of ['position', 'trade']) {
      say({ event: 'subscribe', channel });
      expect(await hear((one) => one.event === 'subscribed' && one.channel === channel)).toMatchObject({
        warning: expect.any(String),
      });
      expect(await hear((one) => one.channel === channel && one.msg?.msgEvent === 'Snapshot')).toBeDefined();
    }
    const orderId = await kit.place(trader, {});
    const fill = await hear((one) => one.channel === 'trade' && one.msg?.msgEvent === 'OrderUpdate');
    expect(fill.msg.data.orderFillTransaction).toMatchObject([{ orderId, fillSize: '0.0100' }]);
    const position = await hear((one) => one.channel === 'position' && one.msg?.msgEvent === 'OrderUpdate');
    expect(position.msg.data.position).toMatchObject([{ side: 'LONG', size: '0.0100' }]);
  });
});

describe('a client that answers pings', () => {
  it('C-41 keeps its connection, one that does not loses it', async () => {
    const quick = await startKit(['--ws-ping-ms', '100']);
    try {
      const before = kit;
      kit = quick;
      const answering = await connect(quick.alice);
      const silent = await connect(quick.bob);
      kit = before;
      answering.socket.on('message', (data: Buffer) => {
        const { event, time } = JSON.parse(data.toString());
        if (event === 'ping') answering.say({ event: 'pong', time });
      });
      const code = await new Promise((resolve) => silent.socket.once('close', resolve));
      expect(code).toBe(4000);
      expect(answering.socket.readyState).toBe(WebSocket.OPEN);
    } finally {
      await quick.stop();
    }
  });
});
