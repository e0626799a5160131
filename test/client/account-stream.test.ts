// The account stream of the client against a socket that loses changes and breaks on demand: what it shows is never
// wrong while it says that it is live, no fill is lost or told twice, and no order is placed twice.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccountStream, createClient, type OrderEntry } from '../../src/client/index.ts';
import { FakeSocket } from './fake-socket.ts';

const SYMBOL = 'cmt_btcusdt';
const FILLS = '/capi/v2/order/fills';
const key = { apiKey: 'demo-key', secret: 'demo-secret', passphrase: 'demo-passphrase' };

let account: AccountStream;
/** Rows of `fills`, newest first. */
let fillRows: object[];
let asked: string[];
let serverAheadMs: number;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_767_258_003_000, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  FakeSocket.all = [];
  fillRows = [];
  const own: string[] = [];
  asked = own;
  serverAheadMs = 0;
  const fetch: typeof globalThis.fetch = async (target) => {
    const { pathname, searchParams } = new URL(String(target));
    own.push(pathname);
    if (pathname.endsWith('/time')) return Response.json({ timestamp: Date.now() + serverAheadMs });
    const from = Number(searchParams.get('cursor') ?? 0);
    const more = fillRows.length > from + 2;
    const headers = more ? { 'X-Next-Cursor': String(from + 2) } : undefined;
    const page = { list: fillRows.slice(from, from + 2), nextFlag: more, totals: fillRows.length };
    return Response.json(page, headers === undefined ? {} : { headers });
  };
  account = createClient({ url: 'http://exchange', ...key, fetch, WebSocket: FakeSocket }).account();
});
afterEach(() => {
  account.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Signing takes the time it takes, whatever the clock of the test says. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** A message; `previous` is what its channel told before. */
const event = (channel: string, version: number, data: object, msgEvent = 'OrderUpdate', previous = 0) => ({
  type: 'trade-event',
  channel,
  event: 'payload',
  msg: { msgEvent, version, previousVersion: previous, data, time: 1_767_258_003_000 },
});
const order = (id: number, status = 'OPEN') => ({ id: String(id), status, contractId: SYMBOL });
const position = (id: number, size: string) => ({ id: String(id), size, contractId: SYMBOL });
const part = (amount: string, isolatedPositionId = '0') => ({
  coinId: 'USDT',
  marginMode: isolatedPositionId === '0' ? 'SHARED' : 'ISOLATED',
  crossContractId: '0',
  isolatedPositionId,
  amount,
});
const fill = (id: number) => ({ id: String(id), orderId: '1', createdTime: '1767258003000' });
const fillRow = (tradeId: number) => ({
  tradeId,
  orderId: 1,
  symbol: SYMBOL,
  createdTime: 1_767_258_003_000,
  role: 'TAKER',
});

/** Lets the newest connection in; the four channels begin at `version`. */
async function open(version = 10, orders = [order(1)], positions = [position(2, '1')]): Promise<FakeSocket> {
  const socket = FakeSocket.last;
  await letIn(socket);
  socket.say(event('account', version, { collateral: [part('100')] }, 'Snapshot'));
  socket.say(event('positions', version, { position: positions }, 'Snapshot'));
  socket.say(event('orders', version, { order: orders }, 'Snapshot'));
  socket.say(event('fill', version, { orderFillTransaction: [] }, 'Snapshot'));
  return socket;
}

async function letIn(socket: FakeSocket): Promise<void> {
  socket.open();
  await until(() => socket.heard('login').length === 1);
  socket.say({ event: 'loggedIn', uid: '1000001' });
}

describe('the login', () => {
  it('is offered as a browser can, and signed over timestamp and path', async () => {
    const socket = FakeSocket.last;
    expect([socket.url, socket.protocols]).toEqual(['ws://exchange/v2/ws/private', ['outcry.login']]);
    socket.open();
    await until(() => socket.sent.length === 1);
    expect(socket.sent[0]).toEqual({
      event: 'login',
      apiKey: 'demo-key',
      passphrase: 'demo-passphrase',
      timestamp: '1767258003000',
      sign: 'QgAJAZ1gVE7gs5p4vBkaxOcQkBkt/akxifwe3TQ9X7M=',
    });
  });

  it('has a timestamp of its own each time, also in one millisecond, since a signature lets in once', async () => {
    const other = createClient({ url: 'http://exchange', ...key, WebSocket: FakeSocket });
    const streams = [other.account(), other.account(), other.account()];
    for (const socket of FakeSocket.all) socket.open();
    await until(() => FakeSocket.all.every(({ sent }) => sent.length === 1));
    const logins = FakeSocket.all.slice(-3).map(({ sent }) => sent[0]!);
    expect(logins.map(({ timestamp }) => Number(timestamp) - Date.now()).toSorted()).toEqual([0, 1, 2]);
    expect(new Set(logins.map(({ sign }) => sign)).size).toBe(3);
    for (const stream of streams) stream.close();
  });

  it('that is refused ends the stream, and says why', async () => {
    const ready = account.ready();
    const socket = FakeSocket.last;
    socket.open();
    await until(() => socket.sent.length === 1);
    socket.say({ event: 'error', code: '40006', msg: 'Invalid ACCESS_KEY' });
    await expect(ready).rejects.toMatchObject({ code: '40006' });
    await expect(account.ready()).rejects.toMatchObject({ code: '40006' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('that is refused for the clock measures the server’s and tries again', async () => {
    serverAheadMs = 600_000;
    const socket = FakeSocket.last;
    socket.open();
    await until(() => socket.sent.length === 1);
    socket.say({ event: 'error', code: '40008', msg: 'Request timestamp expired' });
    await until(() => FakeSocket.all.length === 2);
    FakeSocket.last.open();
    await until(() => FakeSocket.last.sent.length === 1);
    expect(Number(FakeSocket.last.sent[0]!['timestamp'])).toBeGreaterThanOrEqual(1_767_258_603_000);
    expect(asked.every((path) => path.endsWith('/time'))).toBe(true);
  });
});

describe('what it shows', () => {
  it('is the four snapshots and every change since', async () => {
    const ready = account.ready();
    const socket = await open();
    await ready;
    expect(socket.heard('subscribe').map(({ channel }) => channel)).toEqual(['account', 'positions', 'orders', 'fill']);
    expect([account.isLive, account.version]).toEqual([true, 10]);
    socket.say(event('orders', 11, { order: [order(1, 'FILLED'), order(3)] }));
    socket.say(event('positions', 11, { position: [position(2, '0'), position(4, '2')] }));
    socket.say(event('account', 11, { collateral: [part('90'), part('5', '4')] }));
    socket.say(event('orders', 12, { order: [order(3, 'CANCELED'), order(5, 'UNTRIGGERED')] }));
    expect([...account.orders.keys()]).toEqual(['5']);
    expect([...account.positions]).toEqual([['4', position(4, '2')]]);
    expect(account.collateral.map(({ amount }) => amount)).toEqual(['90', '5']);
    expect([account.isLive, account.version]).toEqual([true, 12]);
  });

  it('ignores a change its snapshot has already', async () => {
    const socket = FakeSocket.last;
    await letIn(socket);
    socket.say(event('account', 10, { collateral: [part('100')] }, 'Snapshot'));
    socket.say(event('account', 12, { collateral: [part('80')] }));
    socket.say(event('orders', 12, { order: [order(9)] }, 'Snapshot'));
    socket.say(event('positions', 12, { position: [] }, 'Snapshot'));
    expect(account.isLive).toBe(false);
    socket.say(event('fill', 12, {}, 'Snapshot'));
    expect([account.isLive, account.version]).toEqual([true, 12]);
    socket.say(event('orders', 12, { order: [order(9, 'CANCELED')] }));
    expect([...account.orders.keys()]).toEqual(['9']);
    socket.say(event('orders', 13, { order: [order(9, 'CANCELED')] }));
    expect([...account.orders.keys()]).toEqual([]);
  });

  it('is no longer live when a change is missing, until all was read anew', async () => {
    const told: boolean[] = [];
    account.live.add((isLive) => told.push(isLive));
    const socket = await open();
    socket.say(event('orders', 12, { order: [order(7)] }, 'OrderUpdate', 11));
    expect([account.isLive, socket.readyState, FakeSocket.all.length]).toEqual([false, 3, 2]);
    expect([...account.orders.keys()]).toEqual(['1']);
    socket.say(event('orders', 13, { order: [order(8)] }));
    await open(14, [order(7)], []);
    expect([...account.orders.keys()]).toEqual(['7']);
    expect([...account.positions.keys()]).toEqual([]);
    expect([account.isLive, account.version, told]).toEqual([true, 14, [true, false, true]]);
  });
});

describe('fills', () => {
  it('are told once each, those of a broken connection before the next ones', async () => {
    const told: string[][] = [];
    account.fills.add((fills) => told.push(fills.map(({ id }) => id)));
    const socket = await open();
    socket.say(event('fill', 11, { orderFillTransaction: [fill(101), fill(102)] }));
    socket.break();
    fillRows = [107, 106, 105, 102, 101].map(fillRow);
    await vi.advanceTimersByTimeAsync(600);
    const again = await open(15);
    again.say(event('fill', 16, { orderFillTransaction: [fill(107), fill(108)] }));
    await until(() => told.length === 3);
    expect(told).toEqual([['101', '102'], ['105', '106', '107'], ['108']]);
    expect(asked).toEqual([FILLS, FILLS]);
  });

  it('of the past are not told at the beginning', async () => {
    const told: unknown[] = [];
    account.fills.add((fills) => told.push(fills));
    fillRows = [fillRow(50)];
    const socket = await open();
    socket.say(event('fill', 11, { orderFillTransaction: [fill(51)] }));
    expect([told, asked]).toEqual([[[fill(51)]], []]);
  });
});

describe('orders over the socket', () => {
  const buy = (client_oid: string) =>
    ({ symbol: SYMBOL, client_oid, size: '1', type: 1, order_type: 0, match_price: 1 }) as const;

  it('are the same calls as over HTTP, many at once, answered as they are done', async () => {
    const entries: OrderEntry[] = [account.entry, createClient({ url: 'http://exchange', ...key })];
    expect(entries).toHaveLength(2);
    const socket = await open();
    const answers = [account.entry.placeOrder(buy('a')), account.entry.cancel_order({ orderId: '5' })];
    expect(socket.heard('request')).toEqual([
      { event: 'request', id: '1', op: 'placeOrder', args: buy('a') },
      { event: 'request', id: '2', op: 'cancel_order', args: { orderId: '5' } },
    ]);
    socket.say({ event: 'response', id: '2', code: '00000', data: { result: true } });
    socket.say({
      event: 'response',
      id: '1',
      code: '40015',
      msg: 'SIZE_TOO_SMALL: …',
      token: 'SIZE_TOO_SMALL',
      hint: 'h',
    });
    await expect(answers[0]).rejects.toMatchObject({ code: '40015', token: 'SIZE_TOO_SMALL', hint: 'h' });
    expect(await answers[1]).toEqual({ result: true });
  });

  it('that are too many say when to try again', async () => {
    const socket = await open();
    const placed = account.entry.placeOrder(buy('a'));
    socket.say({ event: 'response', id: '1', code: '429', msg: 'Too many requests', headers: { 'Retry-After': '2' } });
    await expect(placed).rejects.toMatchObject({ status: 429, code: '429', retryAfterSeconds: 2 });
  });

  it('wait for the connection, and are at most 200 under way', async () => {
    const placed = Array.from({ length: 250 }, (_, at) => account.entry.placeOrder(buy(`o${at}`)));
    const socket = await open();
    expect(socket.heard('request')).toHaveLength(200);
    for (let id = 1; id <= 250; id++) socket.say({ event: 'response', id: String(id), code: '00000', data: { id } });
    expect(await Promise.all(placed)).toHaveLength(250);
  });

  it('that name themselves are sent again after a break, what does not is said to be unknown', async () => {
    const socket = await open();
    const placed = account.entry.placeOrder(buy('a'));
    const swept = account.entry.cancelAllOrders({ cancelOrderType: 'normal' });
    socket.break();
    await expect(swept).rejects.toMatchObject({ name: 'NoAnswer', mayHaveHappened: true });
    await vi.advanceTimersByTimeAsync(600);
    const again = await open();
    expect(again.heard('request')).toEqual([{ event: 'request', id: '1', op: 'placeOrder', args: buy('a') }]);
    again.say({ event: 'response', id: '1', code: '00000', data: { order_id: '9' } });
    expect(await placed).toEqual({ order_id: '9' });
  });

  it('of a stream that was closed are refused; what was under way is unknown', async () => {
    await open();
    const underWay = account.entry.placeOrder(buy('a'));
    account.close();
    await expect(underWay).rejects.toMatchObject({ name: 'NoAnswer', mayHaveHappened: true });
    await expect(account.entry.placeOrder(buy('b'))).rejects.toMatchObject({
      name: 'NoAnswer',
      mayHaveHappened: false,
    });
  });
});
