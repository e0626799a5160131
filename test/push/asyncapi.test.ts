// The AsyncAPI document: its examples fit its schemas, its references lead somewhere, and what a started exchange sends
// is what it says.
import { Check } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, order, startMarket, SYMBOL } from '../api/kit.ts';
import { ask, connectPrivate, connectPublic } from '../api/v3/socket-kit.ts';
import { connect, connectAs, type Message, PUBLIC, type TestSocket } from './push-kit.ts';

interface Described {
  readonly payload: object;
  readonly examples: readonly { readonly payload: unknown }[];
}

let kit: Kit;
let document: any;
beforeAll(async () => {
  kit = await startMarket();
  document = (await kit.send({ target: '/asyncapi.json' })).json;
});
afterAll(() => kit.stop());

const messagesOf = (path: string): Record<string, Described> => document.channels[path].messages;
const fits = (path: string, name: string, message: unknown): boolean =>
  Check((messagesOf(path)[name] as Described).payload as never, message);

/** The described message a server's message is, by its event. */
function nameOf(message: Message): string {
  if (message.e !== undefined) return message.e.replace('Snapshot', '');
  if (message.result !== undefined) return message.result ? 'done' : 'refused';
  if (message.type === 'ping') return 'serverPing';
  if (message.event === 'payload')
    return message.msg === undefined ? message.channel.split('.')[0] : message.channel.replace('trade', 'fill');
  if (message.event === 'response') return message.code === '00000' ? `${message.id}Response` : 'refused';
  return { ping: 'serverPing', pong: 'serverPong' }[message.event as string] ?? message.event;
}

function expectAllDescribed(path: string, socket: TestSocket): void {
  for (const message of socket.got) {
    const name = nameOf(message);
    expect(Object.keys(messagesOf(path)), JSON.stringify(message)).toContain(name);
    expect(fits(path, name, message), `${name}: ${JSON.stringify(message)}`).toBe(true);
  }
}

describe('/asyncapi.json', () => {
  it('has examples that fit, and references that lead somewhere', () => {
    expect(document.asyncapi).toBe('3.0.0');
    let examples = 0;
    for (const path of ['public', 'private', 'publicV3', 'privateV3'])
      for (const [name, { examples: all }] of Object.entries(messagesOf(path)))
        for (const { payload } of all) {
          expect(fits(path, name, payload), `${path} ${name}`).toBe(true);
          examples++;
        }
    expect(examples).toBeGreaterThan(60);
    expect(fits('public', 'ticker', { event: 'payload', channel: 'x', data: [{}] })).toBe(false);
    const references = JSON.stringify(document.operations).match(/#[^"]+/g) ?? [];
    for (const reference of references) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce((at, name) => at?.[name], document);
      expect(found, reference).toBeDefined();
    }
  });

  it('describes what the public socket sends', async () => {
    const socket = await connect(kit.url, PUBLIC);
    const channels = [
      `ticker.${SYMBOL}`,
      `depth.${SYMBOL}.15`,
      `trades.${SYMBOL}`,
      `kline.LAST_PRICE.${SYMBOL}.HOUR_1`,
      'activity',
      'log.head',
    ];
    for (const channel of channels) await socket.subscribe(channel);
    await socket.subscribe('tickers');
    socket.send({ event: 'ping' });
    await kit.place(kit.alice, {});
    for (const channel of channels) await socket.ever((m) => m.event === 'payload' && m.channel === channel);
    expectAllDescribed('public', socket);
    expect(new Set(socket.got.map(nameOf)).size).toBeGreaterThanOrEqual(5);
    socket.close();
  });

  it('describes what the private socket sends', async () => {
    const trader = await kit.newAccount();
    const socket = await connectAs(kit.url, trader);
    for (const channel of ['account', 'positions', 'fill', 'orders', 'trade']) await socket.subscribe(channel);
    const { symbol: _, ...row } = order({ match_price: '0', price: '80000' });
    const requests: readonly (readonly [string, object])[] = [
      ['placeOrder', order({ presetTakeProfitPrice: '95000' })],
      ['batchOrders', { symbol: SYMBOL, orderDataList: [row] }],
      ['cancel_batch_orders', { cids: ['unknown'] }],
      ['cancelAllOrders', { cancelOrderType: 'normal' }],
      ['cancel_order', { clientOid: row['client_oid'] }],
      ['placeOrder', order({ size: '0.00001' })],
    ];
    for (const [op, args] of requests) {
      socket.send({ event: 'request', id: op, op, args });
      await socket.next(({ event }) => event === 'response');
    }
    expectAllDescribed('private', socket);
    const names = new Set(socket.got.map(nameOf));
    for (const name of [
      ...Object.keys(messagesOf('private')).filter((one) => one.endsWith('Response')),
      'refused',
      'orders',
    ])
      expect(names, name).toContain(name);
    socket.close();
  });

  it('V3-40 describes what the sockets of v3 send', async () => {
    const socket = await connectPublic(kit.url);
    const names = ['BTCUSDT@ticker', 'BTCUSDT@trade', 'BTCUSDT@kline_1h', 'BTCUSDT@depth15'];
    await ask(socket, 'SUBSCRIBE', ...names);
    await ask(socket, 'SUBSCRIBE', 'BTCUSDT@nope');
    const trader = await kit.newAccount();
    const own = await connectPrivate(kit.url, trader);
    await ask(own, 'SUBSCRIBE', 'account', 'positions', 'orders', 'fill', 'nope');
    await ask(own, 'SUBSCRIBE', 'account', 'positions', 'orders', 'fill');
    await kit.place(trader, { presetTakeProfitPrice: '95000' });
    await kit.place(trader, { match_price: '0', price: '80000' });
    for (const event of ['ticker', 'trade', 'klineSnapshot', 'kline', 'depthSnapshot', 'depth'])
      await socket.ever(({ e }) => e === event);
    for (const event of ['account', 'positions', 'orders', 'fill'])
      await own.ever(({ e, msgEvent }) => e === event && msgEvent === 'OrderUpdate');
    expectAllDescribed('publicV3', socket);
    expectAllDescribed('privateV3', own);
    expect(fits('privateV3', 'orders', { e: 'orders', E: 1, v: 1, msgEvent: 'OrderUpdate', d: [] })).toBe(false);
    for (const one of [socket, own]) one.close();
  });
});
