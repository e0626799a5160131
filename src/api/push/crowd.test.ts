// What listeners are sent of what the exchange tells, and what a slow one is spared: with connections whose network
// takes exactly as much as the test lets it.
import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { describe, expect, it } from 'vitest';
import { Crowd } from './crowd.ts';
import type { FeedMessage } from './crowd-messages.ts';

const RULES = { isLimited: true, pingMs: 20_000, stalledMs: 10_000, subscriptionsPerHour: 240, channels: 100 };
const TICKER = 'ticker.cmt_btcusdt';
const DEPTH = 'depth.cmt_btcusdt.15';
const TRADES = 'trades.cmt_btcusdt';
const BAR = 'kline.LAST_PRICE.cmt_btcusdt.MINUTE_1';

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

interface Listener {
  readonly network: Network;
  readonly socket: FakeSocket;
  subscribe(channel: string): void;
  /** What it was sent since the last time it was asked. */
  got(): Promise<any[]>;
}

function setUp() {
  const asked: string[] = [];
  const crowd = new Crowd({
    rules: RULES,
    ask: (name, channel) => asked.push(`${name} ${channel}`),
    left: () => undefined,
  });
  crowd.take([{ kind: 'symbols', symbols: ['cmt_btcusdt'] }]);
  let id = 0;
  const enter = (): Listener => {
    const network = new Network();
    const socket = new FakeSocket();
    crowd.enter(++id, socket as unknown as WebSocket, network, 'en');
    return {
      network,
      socket,
      subscribe: (channel) =>
        void socket.emit('message', Buffer.from(JSON.stringify({ event: 'subscribe', channel })), false),
      async got() {
        await new Promise((resolve) => setImmediate(resolve));
        return messagesOf(Buffer.concat(network.taken.splice(0))).filter(({ event }) => event === 'payload');
      },
    };
  };
  return { crowd, asked, enter };
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

const ticker = (price: number): FeedMessage => ({ kind: 'latest', channel: TICKER, data: `{"lastPrice":"${price}"}` });
const trades = (from: number, count: number): FeedMessage => ({
  kind: 'trades',
  channel: TRADES,
  rows: Array.from({ length: count }, (_, at) => `{"ticketId":"${from + at}","pad":"${'x'.repeat(1000)}"}`),
  dropped: 0,
});
const depth = (start: number, end: number, asks: string[], isWhole = false): FeedMessage => ({
  kind: 'depth',
  channel: DEPTH,
  isWhole,
  startVersion: start,
  endVersion: end,
  asks,
  bids: [],
});

describe('listeners', () => {
  it('are asked for once each channel has one, and no more when the last has gone', () => {
    const { crowd, asked, enter } = setUp();
    const [a, b] = [enter(), enter()];
    a.subscribe(TICKER);
    b.subscribe(TICKER);
    b.subscribe(DEPTH);
    a.socket.emit('close', 1000);
    b.socket.emit('close', 1000);
    expect(asked).toEqual([`open ${TICKER}`, `open ${DEPTH}`, `close ${TICKER}`, `close ${DEPTH}`]);
    expect(crowd.size).toBe(0);
  });

  it('that come later begin with what there is', async () => {
    const { crowd, enter } = setUp();
    const early = enter();
    for (const channel of [TICKER, DEPTH, BAR]) early.subscribe(channel);
    const bar = (close: number): FeedMessage => ({ kind: 'latest', channel: BAR, data: `{"close":"${close}"}` });
    crowd.take([ticker(1), depth(5, 5, ['9', '1', '10', '2'], true), bar(1)]);
    crowd.take([ticker(2), depth(5, 7, ['9', '0', '11', '3']), bar(2)]);
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

  it('get the very same bytes', async () => {
    const { crowd, enter } = setUp();
    const all = [enter(), enter(), enter()];
    for (const one of all) one.subscribe(TRADES);
    for (const one of all) await one.got();
    crowd.take([trades(1, 3)]);
    await new Promise((resolve) => setImmediate(resolve));
    const [first, ...others] = all.map(({ network }) => network.taken[0]);
    for (const other of others) expect(other).toBe(first);
  });
});

describe('a slow listener', () => {
  /** Shuts a listener's network and sends trades until it lags. */
  async function lagging() {
    const { crowd, enter } = setUp();
    const slow = enter();
    const quick = enter();
    for (const one of [slow, quick]) for (const channel of [TICKER, DEPTH, TRADES]) one.subscribe(channel);
    crowd.take([ticker(0), depth(1, 1, ['9', '1'], true)]);
    await slow.got();
    await quick.got();
    slow.network.shut();
    for (let at = 0; at < 300; at++) {
      crowd.take([trades(at, 1)]);
      await quick.got();
    }
    return { crowd, slow, quick };
  }

  it('gets the newest ticker, a new SNAPSHOT, and the newest trades with the number of those that are missing', async () => {
    const { crowd, slow, quick } = await lagging();
    for (let at = 1; at <= 50; at++) crowd.take([ticker(at), depth(at, at + 1, [String(10 + at), '1'])]);
    for (let at = 0; at < 10; at++) {
      crowd.take([trades(300 + 100 * at, 100)]);
      await quick.got();
    }
    expect(crowd.counts.ticker).toBe(50);
    expect(crowd.counts.depth).toBe(50);
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
    expect(crowd.counts.trades).toBe(last.dropped);
    const tickers = got.filter(({ channel }) => channel === TICKER).map(({ data }) => data[0].lastPrice);
    expect(tickers).toEqual(['50']);
    const books = got.filter(({ channel }) => channel === DEPTH).map(({ data }) => data[0]);
    expect(books).toMatchObject([{ depthType: 'SNAPSHOT', endVersion: '51' }]);
    expect(books[0].asks).toHaveLength(51);
    // From here on it is like the others again.
    await quick.got();
    crowd.take([ticker(51), depth(51, 52, ['8', '1'])]);
    expect(await slow.got()).toEqual(await quick.got());
  });

  it('has ended, and costs nothing more, when it unsubscribes or goes', async () => {
    const { crowd, slow } = await lagging();
    slow.socket.emit('message', Buffer.from(JSON.stringify({ event: 'unsubscribe', channel: TICKER })), false);
    crowd.take([ticker(1)]);
    expect(crowd.counts.ticker).toBe(0);
    slow.socket.emit('close', 1006);
    expect(crowd.size).toBe(1);
  });
});
