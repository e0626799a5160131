// What the sockets of v3 share with those of v2: pings, shares of an address and of a connection, and the end.
import { afterEach, describe, expect, it } from 'vitest';
import { connect, PUBLIC, refusalOf, type TestSocket } from '../../push/push-kit.ts';
import { type Kit, startKit } from '../kit.ts';
import { ask, connectPrivate, connectPublic, of, PUBLIC_V3 } from './socket-kit.ts';

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
  const socket = await connectPublic(kit.url);
  sockets.push(socket);
  return socket;
}

const isPing = ({ event, type }: { event?: string; type?: string }): boolean => event === 'ping' || type === 'ping';

describe('V3-33 pings', () => {
  it('may go unanswered ten times, and end with 4000 after eleven', { timeout: 60_000 }, async () => {
    const kit = await start('--ws-ping-ms', '100');
    const silent = [await open(kit), await connectPrivate(kit.url, kit.alice)] as const;
    const answers = [{ id: 1, method: 'PONG' }, { method: 'PONG' }, { event: 'pong', time: '1' }, { type: 'pong' }];
    const answering = await Promise.all(
      answers.map(async (answer) => {
        const socket = await open(kit);
        let pings = 0;
        // Only the tenth is answered: nine before it were not too many, and neither are those after it.
        socket.ws.on('message', (data) => {
          if (isPing(JSON.parse(String(data))) && ++pings === 10) socket.send(answer);
        });
        return socket;
      }),
    );
    const library = await open(kit);
    let pings = 0;
    library.ws.on('message', (data) => {
      if (isPing(JSON.parse(String(data))) && ++pings === 10) library.ws.pong();
    });
    sockets.push(silent[1]);
    for (const socket of silent) {
      expect(await socket.closed()).toBe(4000);
      expect(socket.got.filter(isPing)).toHaveLength(11);
    }
    const [first, second] = silent.map(({ got }) => got.find(isPing));
    expect(first).toEqual({ event: 'ping', time: expect.stringMatching(/^\d{13}$/) });
    expect(second).toEqual({ type: 'ping', time: expect.stringMatching(/^\d{13}$/) });
    // They are pinged a twelfth time, which a silent one does not live to see.
    for (const socket of [...answering, library]) {
      await expect.poll(() => socket.got.filter(isPing).length, { timeout: 30_000 }).toBeGreaterThan(11);
      expect(socket.ws.readyState).toBe(1);
      expect(socket.got.filter((message) => 'result' in message)).toEqual([]);
    }
  });
});

describe('shares', () => {
  it('of an address are counted over both dialects, and beyond is 429 without msg', async () => {
    const kit = await start('--ws-connections-per-address', '2');
    await open(kit);
    sockets.push(await connect(kit.url, PUBLIC));
    const refused = await refusalOf(connect(kit.url, PUBLIC_V3));
    expect(refused).toMatchObject({ status: 429, json: { code: 429, error: expect.any(String) } });
    expect('msg' in refused.json).toBe(false);
    expect(refused.headers['retry-after']).toBe('1');
  });

  it('of a connection count messages, not the channels they name, and refuse a whole message', async () => {
    const kit = await start('--ws-subscriptions-per-hour', '4', '--ws-channels', '3');
    await kit.setPrice('cmt_btcusdt', '90000');
    const socket = await open(kit);
    const [a, b, c, d] = ['BTCUSDT@ticker', 'BTCUSDT@depth15', 'BTCUSDT@kline_1m_MARK_PRICE', 'BTCUSDT@trade'] as const;
    expect(await ask(socket, 'SUBSCRIBE', a, b)).toMatchObject({ result: true });
    expect(await ask(socket, 'SUBSCRIBE', c, d)).toMatchObject({
      result: false,
      msg: expect.stringMatching(/^RESOURCE_EXHAUSTED: /),
      hint: '3 channels on one connection; open another',
    });
    expect(await ask(socket, 'SUBSCRIBE', a, b, c, 'btcusdt@kline_1m_MARK_PRICE')).toMatchObject({
      result: true,
    });
    await socket.ever(of('klineSnapshot'));
    expect(await ask(socket, 'UNSUBSCRIBE', a)).toMatchObject({ result: true });
    expect(await ask(socket, 'SUBSCRIBE', d)).toMatchObject({
      result: false,
      hint: expect.stringContaining('4 subscriptions an hour'),
    });
    expect(await ask(socket, 'PING')).toMatchObject({ result: true });
  });

  it.each(['public', 'private'] as const)('of a message on the %s side are 4 KiB', async (side) => {
    const kit = await start();
    const socket = side === 'public' ? await open(kit) : await connectPrivate(kit.url, kit.alice);
    sockets.push(socket);
    const padded = (length: number): string => `{"id":1,"method":"PING","x":"${'x'.repeat(length - 31)}"}`;
    expect(padded(4096)).toHaveLength(4096);
    socket.send(padded(4096));
    expect(await socket.next((message) => 'result' in message)).toEqual({ result: true, id: 1 });
    socket.send(padded(4097));
    expect(await socket.closed()).toBe(1009);
  });
});

describe('the end of the exchange', () => {
  it('is told with 1001 on both sides', async () => {
    const kit = await startKit();
    const [listener, trader] = [await connectPublic(kit.url), await connectPrivate(kit.url, kit.alice)];
    await ask(trader, 'SUBSCRIBE', 'orders');
    await ask(listener, 'SUBSCRIBE', 'BTCUSDT@trade');
    const stopping = kit.stop();
    expect([await listener.closed(), await trader.closed()]).toEqual([1001, 1001]);
    await stopping;
  });
});
