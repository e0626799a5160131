// The public streams of the client against a socket that breaks, goes silent and leaves things out on demand: books
// that are never wrong, trades and bars without a hole and without one twice.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, createClient, type DepthBook, type MarketStream } from '../../src/client/index.ts';
import { FakeSocket } from './fake-socket.ts';

const SYMBOL = 'cmt_btcusdt';
const DEPTH = `depth.${SYMBOL}.15`;
const TRADES = `trades.${SYMBOL}`;
const BARS = `kline.LAST_PRICE.${SYMBOL}.MINUTE_1`;

let market: MarketStream;
/** What HTTP answers to a path, newest first as the exchange does; a path without an answer fails. */
let answers: Record<string, unknown>;
let asked: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: 1_767_258_000_000 });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  FakeSocket.all = [];
  answers = {};
  asked = [];
  const fetch: typeof globalThis.fetch = async (target) => {
    const { pathname, search } = new URL(String(target));
    asked.push(pathname + search);
    if (!(pathname in answers)) throw new TypeError('fetch failed');
    return Response.json(answers[pathname]);
  };
  const client: Client = createClient({ url: 'http://exchange/base/', fetch, WebSocket: FakeSocket, retries: 0 });
  market = client.market();
});
afterEach(() => {
  market.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const depth = (kind: 'SNAPSHOT' | 'CHANGED', start: number, end: number, bids: string[][], asks: string[][] = []) => ({
  event: 'payload',
  channel: DEPTH,
  data: [
    {
      startVersion: String(start),
      endVersion: String(end),
      level: 15,
      depthType: kind,
      symbol: SYMBOL,
      asks: asks.map(([price, size]) => ({ price, size })),
      bids: bids.map(([price, size]) => ({ price, size })),
    },
  ],
});
const trade = (id: number) => ({
  ticketId: String(id),
  time: '1767258000000',
  price: '1.0',
  size: '1',
  value: '1.00000000',
  buyerMaker: true,
});
const trades = (...ids: number[]) => ({ event: 'payload', channel: TRADES, data: ids.map(trade) });
const tradeRow = (id: number) => ({ ...trade(id), time: 1_767_258_000_000, isBuyerMaker: true, symbol: SYMBOL });

/** Opens the newest connection and lets it be heard that it did. */
async function open(): Promise<FakeSocket> {
  FakeSocket.last.open();
  await settle();
  return FakeSocket.last;
}

describe('the connection', () => {
  it('is opened by the first listener, at the path behind the prefix, and subscribed once for two', async () => {
    expect(FakeSocket.all).toHaveLength(0);
    const got: string[] = [];
    const stops = [1, 2].map((who) => market.ticker(SYMBOL, ({ lastPrice }) => got.push(`${who} ${lastPrice}`)));
    expect(FakeSocket.last.url).toBe('ws://exchange/base/v2/ws/public');
    expect(FakeSocket.last.protocols).toEqual([]);
    const socket = await open();
    expect(socket.heard('subscribe')).toEqual([{ event: 'subscribe', channel: `ticker.${SYMBOL}` }]);
    socket.say({ event: 'payload', channel: `ticker.${SYMBOL}`, data: [{ lastPrice: '1.0' }] });
    expect(got).toEqual(['1 1.0', '2 1.0']);
    stops[0]!();
    expect(socket.heard('unsubscribe')).toEqual([]);
    stops[1]!();
    stops[1]!();
    expect(socket.heard('unsubscribe')).toEqual([{ event: 'unsubscribe', channel: `ticker.${SYMBOL}` }]);
  });

  it('answers pings with their time', async () => {
    market.ticker(SYMBOL, () => undefined);
    const socket = await open();
    socket.say({ event: 'ping', time: '17' });
    expect(socket.heard('pong')).toEqual([{ event: 'pong', time: '17' }]);
  });

  it('comes back after 0.5, 1, 2 … 15 s and subscribes again; after a good while the waits begin anew', async () => {
    market.ticker(SYMBOL, () => undefined);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      FakeSocket.last.break();
      const since = Date.now();
      const before = FakeSocket.all.length;
      while (FakeSocket.all.length === before) await vi.advanceTimersByTimeAsync(100);
      waits.push(Date.now() - since);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    const socket = await open();
    expect(socket.heard('subscribe')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(31_000);
    socket.break();
    await vi.advanceTimersByTimeAsync(500);
    expect(FakeSocket.last).not.toBe(socket);
  });

  it.each([
    ['the network is back', 'online', 'hidden', 2],
    ['the page is looked at again', 'visibilitychange', 'visible', 2],
    ['the page is hidden', 'visibilitychange', 'hidden', 1],
  ] as const)('in a browser: when %s', async (_, announced, visibilityState, connections) => {
    const listeners = new Map<string, () => void>();
    const announcing = {
      addEventListener: (event: string, listener: () => void) => void listeners.set(event, listener),
      removeEventListener: (event: string) => void listeners.delete(event),
    };
    vi.stubGlobal('addEventListener', announcing.addEventListener);
    vi.stubGlobal('removeEventListener', announcing.removeEventListener);
    vi.stubGlobal('document', { ...announcing, visibilityState });
    try {
      const stream = createClient({ url: 'http://exchange', WebSocket: FakeSocket }).market();
      stream.ticker(SYMBOL, () => undefined);
      await open();
      FakeSocket.last.break();
      listeners.get(announced)!();
      expect(FakeSocket.all).toHaveLength(connections);
      stream.close();
      expect(listeners.size).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('is given up when nothing is heard, though nobody says that it is broken', async () => {
    market.ticker(SYMBOL, () => undefined);
    const socket = await open();
    for (let ping = 0; ping < 4; ping++) {
      await vi.advanceTimersByTimeAsync(20_000);
      socket.say({ event: 'ping', time: '1' });
    }
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(51_000);
    expect(socket.readyState).toBe(3);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('is changed for a new one before its subscriptions are used up', async () => {
    market.trades(SYMBOL, () => undefined);
    const first = await open();
    for (let round = 0; round < 150; round++) market.ticker(`s${round}`, () => undefined)();
    expect(first.sent.length).toBeLessThanOrEqual(201);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    expect((await open()).heard('subscribe')).toEqual([{ event: 'subscribe', channel: TRADES }]);
  });

  it('goes on when a listener throws; the error is reported as one nobody caught', async () => {
    const thrown: unknown[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((report) => {
      try {
        report();
      } catch (error) {
        thrown.push(error);
      }
    });
    const got: string[] = [];
    market.ticker(SYMBOL, () => {
      throw new Error('mine');
    });
    market.ticker(SYMBOL, ({ lastPrice }) => got.push(lastPrice));
    const socket = await open();
    for (const lastPrice of ['1', '2'])
      socket.say({ event: 'payload', channel: `ticker.${SYMBOL}`, data: [{ lastPrice }] });
    expect([got, thrown.map(String)]).toEqual([
      ['1', '2'],
      ['Error: mine', 'Error: mine'],
    ]);
  });

  it('tells what was refused', async () => {
    const refused: string[] = [];
    market.refused.add((error, channel) => refused.push(`${channel} ${error.code}`));
    market.ticker('x', () => undefined);
    const socket = await open();
    socket.say({ event: 'error', code: '40020', msg: 'Parameter channel is invalid', channel: 'ticker.x' });
    expect(refused).toEqual(['ticker.x 40020']);
  });
});

describe('a book', () => {
  const seen: string[] = [];
  const show = (book: DepthBook): void => {
    seen.push(book.isComplete ? `${book.bids.join(' ')} | ${book.asks.join(' ')}` : 'none');
  };
  beforeEach(() => {
    seen.length = 0;
    market.depth(SYMBOL, 15, show);
  });

  it('is its snapshot and every change since', async () => {
    const socket = await open();
    socket.say(
      depth(
        'SNAPSHOT',
        0,
        5,
        [
          ['9', '1'],
          ['10', '2'],
        ],
        [
          ['12', '1'],
          ['11', '1'],
        ],
      ),
    );
    socket.say(
      depth(
        'CHANGED',
        5,
        7,
        [
          ['9', '0'],
          ['10', '3'],
        ],
        [['100', '4']],
      ),
    );
    expect(seen).toEqual(['10,2 9,1 | 11,1 12,1', '10,3 | 11,1 12,1 100,4']);
  });

  it('with a change missing is none, is asked for once, and is right again', async () => {
    const socket = await open();
    socket.say(depth('SNAPSHOT', 0, 5, [['10', '2']]));
    socket.say(depth('CHANGED', 6, 7, [['10', '9']]));
    socket.say(depth('CHANGED', 7, 8, [['10', '8']]));
    expect(seen).toEqual(['10,2 | ', 'none']);
    expect(socket.sent.slice(1)).toEqual([
      { event: 'unsubscribe', channel: DEPTH },
      { event: 'subscribe', channel: DEPTH },
    ]);
    socket.say(depth('SNAPSHOT', 0, 9, [['10', '7']]));
    socket.say(depth('CHANGED', 9, 10, [['10', '6']]));
    expect(seen.slice(2)).toEqual(['10,7 | ', '10,6 | ']);
  });

  it('of a broken connection is none until the next snapshot', async () => {
    (await open()).say(depth('SNAPSHOT', 0, 5, [['10', '2']]));
    FakeSocket.last.break();
    expect(seen).toEqual(['10,2 | ', 'none']);
    await vi.advanceTimersByTimeAsync(600);
    const again = await open();
    again.say(depth('CHANGED', 5, 6, [['10', '3']]));
    again.say(depth('SNAPSHOT', 0, 6, [['10', '3']]));
    expect(seen.slice(2)).toEqual(['10,3 | ']);
  });
});

describe('trades', () => {
  const path = '/base/capi/v2/market/trades';
  const told: string[] = [];
  beforeEach(() => {
    told.length = 0;
    market.trades(SYMBOL, (rows, isGap) =>
      told.push(`${isGap ? 'gap ' : ''}${rows.map((row) => row.ticketId).join(' ')}`),
    );
  });

  async function breakAndComeBack(): Promise<FakeSocket> {
    FakeSocket.last.break();
    await vi.advanceTimersByTimeAsync(600);
    return open();
  }

  it('that happened while the connection was down are read, in turn, none twice', async () => {
    (await open()).say(trades(1, 2));
    answers[path] = [5, 4, 3, 2, 1].map(tradeRow);
    const again = await breakAndComeBack();
    again.say(trades(5, 6));
    again.say(trades(7));
    await settle();
    again.say(trades(8));
    expect(told).toEqual(['1 2', '3 4 5', '6 7', '8']);
    expect(asked).toEqual([`${path}?symbol=${SYMBOL}&limit=1000`]);
  });

  it('are told though none comes after them', async () => {
    (await open()).say(trades(1));
    answers[path] = [3, 2, 1].map(tradeRow);
    const again = await breakAndComeBack();
    again.say({ event: 'subscribed', channel: TRADES });
    await settle();
    expect(told).toEqual(['1', '2 3']);
    answers[path] = [5, 4, 3, 2, 1].map(tradeRow);
    again.say(trades(5));
    await settle();
    again.say(trades(6));
    expect(told).toEqual(['1', '2 3', '4 5', '6']);
    expect(asked).toHaveLength(2);
  });

  it('are kept back while HTTP fails, and told once it answers', async () => {
    (await open()).say(trades(1));
    const again = await breakAndComeBack();
    again.say(trades(3));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual(['1']);
    answers[path] = [3, 2, 1].map(tradeRow);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual(['1', '2 3']);
  });

  it('that a slow reader was not sent are read as well', async () => {
    const socket = await open();
    socket.say(trades(1));
    answers[path] = [4, 3, 2, 1].map(tradeRow);
    socket.say({ ...trades(4), dropped: 2 });
    await settle();
    expect(told).toEqual(['1', '2 3 4']);
  });

  it('that are more than can be read are told with a gap', async () => {
    (await open()).say(trades(1));
    answers[path] = Array.from({ length: 1_000 }, (_, at) => tradeRow(2_000 - at));
    (await breakAndComeBack()).say(trades(2_001));
    await settle();
    expect(told[1]!.startsWith('gap 1001 1002 ')).toBe(true);
    expect(told[2]).toBe('2001');
  });
});

describe('bars', () => {
  it('that ended while the connection was down come first, whichever order candles have', async () => {
    const bar = (minute: number, close: string) => ({
      symbol: SYMBOL,
      klineTime: String(1_767_258_000_000 + minute * 60_000),
      size: '0',
      value: '0',
      high: close,
      low: close,
      open: close,
      close,
    });
    const say = (type: string, minute: number, close: string) => ({
      event: 'payload',
      type,
      channel: BARS,
      data: [bar(minute, close)],
    });
    const row = (minute: number, close: string) => [bar(minute, close).klineTime, close, close, close, close, '0', '0'];
    const told: string[] = [];
    market.kline(SYMBOL, 'MINUTE_1', ({ klineTime, close }) => {
      told.push(`${(Number(klineTime) - 1_767_258_000_000) / 60_000}:${close}`);
    });
    const socket = await open();
    socket.say(say('snapshot', 0, '1'));
    socket.say(say('change', 0, '2'));
    socket.break();
    await vi.advanceTimersByTimeAsync(150_000);
    answers['/base/capi/v2/market/time'] = { timestamp: 1_767_258_000_000 + 150_000 };
    answers['/base/capi/v2/market/candles'] = [row(0, '3'), row(1, '4'), row(2, '5')];
    const again = await open();
    again.say(say('snapshot', 2, '5'));
    await settle();
    again.say(say('change', 2, '6'));
    expect(told).toEqual(['0:1', '0:2', '0:3', '1:4', '2:5', '2:5', '2:6']);
    expect(asked).toEqual([
      '/base/capi/v2/market/time',
      `/base/capi/v2/market/candles?symbol=${SYMBOL}&granularity=1m&limit=5&priceType=LAST`,
    ]);
  });
});
