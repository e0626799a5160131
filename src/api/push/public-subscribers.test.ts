// Messages of the exchange as subscribers get them, and those a slow one is spared: with connections whose network
// takes exactly as much as the test lets it.
import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { describe, expect, it } from 'vitest';
import { PublicSubscribers } from './public-subscribers.ts';
import type { ChannelMessage } from './subscribers-messages.ts';
import { NAMES } from './source.ts';

const RULES = { isLimited: true, pingMs: 20_000, stalledMs: 10_000, subscriptionsPerHour: 240, channels: 100 };
const TICKER = 'ticker.cmt_btcusdt';
const DEPTH = 'depth.cmt_btcusdt.15';
const TRADES = 'trades.cmt_btcusdt';
const BAR = 'kline.LAST_PRICE.cmt_btcusdt.MINUTE_1';

/** A change of whatever opening. */
type Published = ChannelMessage extends infer One
  ? One extends unknown
    ? Omit<One, 'opening' | 'timeMs'>
    : never
  : never;

/** A network that takes bytes only while it is open. */
class Network extends Duplex {
  #isOpen = true;
  #held: (() => void) | null = null;
  readonly taken: Buffer[] = [];

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.taken.push(chunk);
    if (this.#isOpen) done();
    else this.#held = done;
  }
  override _read(): void {}

  shut(): void {
    this.#isOpen = false;
  }
  async open(): Promise<void> {
    this.#isOpen = true;
    this.#held?.();
    this.#held = null;
    for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve));
  }
}

class FakeSocket extends EventEmitter {
  code: number | null = null;
  close(code: number): void {
    this.code = code;
  }
}

interface Subscriber {
  readonly network: Network;
  readonly socket: FakeSocket;
  subscribe(channel: string): void;
  unsubscribe(channel: string): void;
  /** The messages it was sent since the last call. */
  got(): Promise<any[]>;
}

function setUp() {
  const asked: string[] = [];
  const openings = new Map<string, number>();
  const subscribers = new PublicSubscribers({
    rules: RULES,
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    names: NAMES,
    ask: (name, { channel, opening }) => {
      asked.push(`${name} ${channel}`);
      openings.set(channel, opening);
    },
    left: () => undefined,
  });
  /** The changes as an exchange publishes them that knows everything it was asked. */
  const fresh = (changes: readonly Published[]): ChannelMessage[] =>
    changes.map((change) => ({ ...change, opening: openings.get(change.channel) ?? 0, timeMs: 0 }));
  const publish = (...changes: readonly Published[]): void => subscribers.take(fresh(changes));
  subscribers.take([{ kind: 'names', symbols: ['cmt_btcusdt'], contests: [] }]);
  let id = 0;
  const enter = (dialect: 'v2' | 'v3' = 'v2'): Subscriber => {
    const network = new Network();
    const socket = new FakeSocket();
    subscribers.enter(++id, socket as unknown as WebSocket, network, { dialect, locale: 'en' });
    return {
      network,
      socket,
      subscribe: (channel) =>
        void socket.emit('message', Buffer.from(JSON.stringify(subscription(dialect, channel))), false),
      unsubscribe: (channel) =>
        void socket.emit('message', Buffer.from(JSON.stringify({ event: 'unsubscribe', channel })), false),
      async got() {
        await new Promise((resolve) => setImmediate(resolve));
        return messagesOf(Buffer.concat(network.taken.splice(0))).filter(
          ({ event, e }) => event === 'payload' || e !== undefined,
        );
      },
    };
  };
  return { subscribers, asked, enter, fresh, publish };
}

function subscription(dialect: 'v2' | 'v3', channel: string): object {
  return dialect === 'v2' ? { event: 'subscribe', channel } : { method: 'SUBSCRIBE', params: [channel] };
}

/** The messages in whole frames. */
function messagesOf(bytes: Buffer): any[] {
  const found: any[] = [];
  for (let at = 0; at < bytes.length; ) {
    const short = bytes[at + 1]!;
    const head = short === 127 ? 10 : short === 126 ? 4 : 2;
    const length =
      short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short === 126 ? bytes.readUInt16BE(at + 2) : short;
    found.push(JSON.parse(bytes.toString('utf8', at + head, at + head + length)));
    at += head + length;
  }
  return found;
}

const ticker = (price: number): Published => ({ kind: 'latest', channel: TICKER, data: `{"lastPrice":"${price}"}` });
const trades = (from: number, count: number): Published => ({
  kind: 'trades',
  channel: TRADES,
  rows: Array.from({ length: count }, (_, at) => `{"ticketId":"${from + at}","pad":"${'x'.repeat(1000)}"}`),
  dropped: 0,
});
const depth = (start: number, end: number, asks: string[], isWhole = false): Published => ({
  kind: 'depth',
  channel: DEPTH,
  isWhole,
  startVersion: start,
  endVersion: end,
  asks,
  bids: [],
});

describe('subscribers', () => {
  it('are asked for once each channel has one, and no more when the last has gone', () => {
    const { subscribers, asked, enter } = setUp();
    const [a, b] = [enter(), enter()];
    a.subscribe(TICKER);
    b.subscribe(TICKER);
    b.subscribe(DEPTH);
    a.socket.emit('close', 1000);
    b.socket.emit('close', 1000);
    expect(asked).toEqual([`open ${TICKER}`, `open ${DEPTH}`, `close ${TICKER}`, `close ${DEPTH}`]);
    expect(subscribers.size).toBe(0);
  });

  it('that come later begin with what there is', async () => {
    const { publish, enter } = setUp();
    const early = enter();
    for (const channel of [TICKER, DEPTH, BAR]) early.subscribe(channel);
    const bar = (close: number): Published => ({ kind: 'latest', channel: BAR, data: `{"close":"${close}"}` });
    publish(ticker(1), depth(5, 5, ['9', '1', '10', '2'], true), bar(1));
    publish(ticker(2), depth(5, 7, ['9', '0', '11', '3']), bar(2));
    expect((await early.got()).map(({ type, data }) => type ?? data[0].depthType ?? data[0].lastPrice)).toEqual([
      '1',
      'SNAPSHOT',
      'snapshot',
      '2',
      'CHANGED',
      'change',
    ]);
    const late = enter();
    for (const channel of [TICKER, DEPTH, BAR]) late.subscribe(channel);
    const [last, book, now] = await late.got();
    expect(last.data).toEqual([{ lastPrice: '2' }]);
    expect(book.data[0]).toMatchObject({
      startVersion: '7',
      endVersion: '7',
      depthType: 'SNAPSHOT',
      asks: [
        { price: '10', size: '2' },
        { price: '11', size: '3' },
      ],
    });
    expect([now.type, now.data]).toEqual(['snapshot', [{ close: '2' }]]);
    expect(await early.got()).toEqual([]);
  });

  it('of a channel that was left and opened again are told nothing that was on its way before', async () => {
    const { subscribers, enter, fresh, publish } = setUp();
    const channels = [TICKER, DEPTH, TRADES, BAR];
    const bar = (close: number): Published => ({ kind: 'latest', channel: BAR, data: `{"close":"${close}"}` });
    const one = enter();
    for (const channel of channels) one.subscribe(channel);
    publish(ticker(1), depth(5, 5, ['9', '1'], true), bar(1));
    const onTheirWay = fresh([ticker(2), depth(5, 6, ['9', '2']), depth(7, 7, ['9', '3'], true), trades(1, 1), bar(2)]);
    for (const channel of channels) one.unsubscribe(channel);
    await one.got();
    for (const channel of channels) one.subscribe(channel);
    subscribers.take(onTheirWay);
    expect(await one.got()).toEqual([]);
    // Nor does anyone who comes now begin with it.
    const other = enter();
    for (const channel of channels) other.subscribe(channel);
    expect(await other.got()).toEqual([]);
    publish(ticker(3), depth(8, 8, ['9', '4'], true), trades(2, 1), bar(3));
    for (const each of [one, other])
      expect((await each.got()).map(({ data: [first] }) => Object.values(first)[0])).toEqual(['3', '8', '2', '3']);
  });

  it('get the very same bytes', async () => {
    const { publish, enter } = setUp();
    const all = [enter(), enter(), enter()];
    for (const one of all) one.subscribe(TRADES);
    for (const one of all) await one.got();
    publish(trades(1, 3));
    await new Promise((resolve) => setImmediate(resolve));
    const [first, ...others] = all.map(({ network }) => network.taken[0]);
    for (const other of others) expect(other).toBe(first);
  });
});

describe('a slow subscriber', () => {
  /** Shuts a subscriber's network and sends trades until it lags. */
  async function lagging() {
    const { subscribers, publish, enter } = setUp();
    const slow = enter();
    const quick = enter();
    for (const one of [slow, quick]) for (const channel of [TICKER, DEPTH, TRADES]) one.subscribe(channel);
    publish(ticker(0), depth(1, 1, ['9', '1'], true));
    await slow.got();
    await quick.got();
    slow.network.shut();
    for (let at = 0; at < 300; at++) {
      publish(trades(at, 1));
      await quick.got();
    }
    return { subscribers, publish, slow, quick };
  }

  it('gets the newest ticker, a new SNAPSHOT, and the newest trades with the number of those that are missing', async () => {
    const { subscribers, publish, slow, quick } = await lagging();
    for (let at = 1; at <= 50; at++) publish(ticker(at), depth(at, at + 1, [String(10 + at), '1']));
    for (let at = 0; at < 10; at++) {
      publish(trades(300 + 100 * at, 100));
      await quick.got();
    }
    expect(subscribers.counts.ticker).toBe(50);
    expect(subscribers.counts.depth).toBe(50);
    const unsent = slow.network.writableLength;
    expect(unsent).toBeLessThan(128 * 1024);
    await slow.network.open();
    const got = await slow.got();
    const rows = got.filter(({ channel }) => channel === TRADES);
    const ids = rows.flatMap(({ data }) => data.map(({ ticketId }: { ticketId: string }) => Number(ticketId)));
    const last = rows.at(-1);
    expect(last.data).toHaveLength(500);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    // Those it got, those it was told are missing: together all there were.
    expect(ids.length + last.dropped).toBe(1300);
    expect(ids.at(-1)).toBe(1299);
    expect(subscribers.counts.trades).toBe(last.dropped);
    const tickers = got.filter(({ channel }) => channel === TICKER).map(({ data }) => data[0].lastPrice);
    expect(tickers).toEqual(['50']);
    const books = got.filter(({ channel }) => channel === DEPTH).map(({ data }) => data[0]);
    expect(books).toMatchObject([{ depthType: 'SNAPSHOT', endVersion: '51' }]);
    expect(books[0].asks).toHaveLength(51);
    // From here on it is like the others again.
    await quick.got();
    publish(ticker(51), depth(51, 52, ['8', '1']));
    expect(await slow.got()).toEqual(await quick.got());
  });

  it('has ended, and costs nothing more, when it unsubscribes or goes', async () => {
    const { subscribers, publish, slow } = await lagging();
    slow.unsubscribe(TICKER);
    publish(ticker(1));
    expect(subscribers.counts.ticker).toBe(0);
    slow.socket.emit('close', 1006);
    expect(subscribers.size).toBe(1);
  });

  it('V3-31 of v3 gets a new depthSnapshot unasked, the newest ticker, and the trades that are left', async () => {
    const { publish, enter } = setUp();
    const slow = enter('v3');
    const names = { ticker: 'BTCUSDT@ticker', depth: 'BTCUSDT@depth15', trades: 'BTCUSDT@trade' };
    for (const name of Object.values(names)) slow.subscribe(name);
    publish({ ...ticker(0), channel: names.ticker }, { ...depth(1, 1, ['9', '1'], true), channel: names.depth });
    expect((await slow.got()).map(({ e }) => e)).toEqual(['ticker', 'depthSnapshot']);
    slow.network.shut();
    for (let at = 0; at < 10; at++) publish({ ...trades(100 * at, 100), channel: names.trades });
    for (let at = 1; at <= 50; at++)
      publish(
        { ...ticker(at), channel: names.ticker },
        { ...depth(at, at + 1, [String(10 + at), '1']), channel: names.depth },
      );
    await slow.network.open();
    const got = await slow.got();
    expect(got.filter(({ e }) => e === 'ticker').map(({ d }) => d)).toEqual([[{ lastPrice: '50' }]]);
    const books = got.filter(({ e }) => e === 'depth' || e === 'depthSnapshot');
    expect(books).toMatchObject([{ e: 'depthSnapshot', d: 'SNAPSHOT', U: 51, u: 51, l: 15 }]);
    expect(books[0].a).toHaveLength(51);
    const rows = got.filter(({ e }) => e === 'trade');
    expect(rows.flatMap(({ d }) => d).length + rows.at(-1).dropped).toBe(1000);
    publish({ ...depth(51, 52, ['8', '1']), channel: names.depth });
    expect(await slow.got()).toMatchObject([{ e: 'depth', d: 'CHANGED', U: 51, u: 52, a: [['8', '1']], b: [] }]);
  });
});
