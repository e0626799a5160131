// The public WebSocket over real sockets, with a real client: channels, what comes first and what after it, pings,
// errors that help, and handshakes that fail.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, quote, startKit, SYMBOL } from '../api/kit.ts';
import { connect, type ConnectOptions, type Message, PUBLIC, refusalOf, type TestSocket } from './push-kit.ts';

let kit: Kit;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => kit.stop());

async function open(options: ConnectOptions = {}): Promise<TestSocket> {
  const socket = await connect(kit.url, PUBLIC, options);
  sockets.push(socket);
  return socket;
}

const payloadOf = (channel: string) => (message: Message) => message.event === 'payload' && message.channel === channel;

describe('the public socket', () => {
  it('sends a ticker at once, and again when it changes', async () => {
    const socket = await open();
    const channel = `ticker.${SYMBOL}`;
    expect(await socket.subscribe(channel)).toEqual({ event: 'subscribed', channel });
    const first = await socket.next(payloadOf(channel));
    expect(Object.keys(first)).toEqual(['event', 'channel', 'data']);
    expect(first.data).toHaveLength(1);
    expect(first.data[0]).toMatchObject({ symbol: SYMBOL, markPrice: '90000.0' });
    await kit.place(kit.alice, {});
    const second = await socket.next((m) => payloadOf(channel)(m) && m.data[0].trades !== first.data[0].trades);
    expect(second.data[0]).toMatchObject({ lastPrice: '90000.1', size: '0.0100', value: '900.00100000' });
    const { json } = await kit.get(kit.alice, `/capi/v2/market/ticker?symbol=${SYMBOL}`);
    expect(second.data[0]).toMatchObject({
      lastPrice: json.last,
      priceChangePercent: json.priceChangePercent,
      high: json.high_24h,
      low: json.low_24h,
      size: json.base_volume,
    });
  });

  it('sends depth as a SNAPSHOT and then changes whose versions join', async () => {
    const socket = await open();
    const channel = `depth.${SYMBOL}.15`;
    await socket.subscribe(channel);
    const first = await socket.next(payloadOf(channel));
    expect(first.data[0]).toMatchObject({ level: 15, depthType: 'SNAPSHOT', symbol: SYMBOL });
    expect(first.data[0].asks).toContainEqual({ price: '90000.1', size: expect.any(String) });
    const id = await kit.place(kit.bob, { match_price: '0', price: '89000', size: '0.5' });
    const placed = await socket.next(payloadOf(channel));
    expect(placed.data[0]).toMatchObject({
      depthType: 'CHANGED',
      startVersion: first.data[0].endVersion,
      asks: [],
      bids: [{ price: '89000.0', size: '0.5000' }],
    });
    await kit.post(kit.bob, '/capi/v2/order/cancel_order', { orderId: id });
    const gone = await socket.next(payloadOf(channel));
    expect(gone.data[0]).toMatchObject({
      startVersion: placed.data[0].endVersion,
      bids: [{ price: '89000.0', size: '0' }],
    });
    const late = await open();
    await late.subscribe(channel);
    const snapshot = await late.next(payloadOf(channel));
    expect(snapshot.data[0]).toMatchObject({ depthType: 'SNAPSHOT', endVersion: gone.data[0].endVersion });
    expect(snapshot.data[0].bids).toEqual(first.data[0].bids);
  });

  it('sends every trade once, oldest first', async () => {
    const socket = await open();
    const channel = `trades.${SYMBOL}`;
    await socket.subscribe(channel);
    for (let at = 0; at < 5; at++) await kit.place(kit.alice, { type: at % 2 === 0 ? '1' : '2' });
    const rows: Message[] = [];
    while (rows.length < 5) rows.push(...(await socket.next(payloadOf(channel))).data);
    expect(rows.map(({ buyerMaker }) => buyerMaker)).toEqual([false, true, false, true, false]);
    expect(rows.map(({ ticketId }) => Number(ticketId))).toEqual(
      rows.map(({ ticketId }) => Number(ticketId)).toSorted((a, b) => a - b),
    );
    expect(rows[0]).toEqual({
      ticketId: expect.any(String),
      time: expect.any(String),
      price: '90000.1',
      size: '0.0100',
      value: '900.00100000',
      buyerMaker: false,
    });
  });

  it('sends the bar that is forming, and how it goes on', async () => {
    const socket = await open();
    const channel = `kline.LAST_PRICE.${SYMBOL}.DAY_1`;
    await kit.place(kit.alice, {});
    expect(await socket.subscribe(channel)).toEqual({ event: 'subscribed', channel });
    const first = await socket.next(payloadOf(channel));
    expect(Object.keys(first)).toEqual(['event', 'type', 'channel', 'data']);
    expect(first).toMatchObject({ type: 'snapshot', data: [{ symbol: SYMBOL, klineTime: expect.any(String) }] });
    await kit.place(kit.alice, { size: '0.02' });
    const grown = (m: Message) => payloadOf(channel)(m) && m.data[0].size !== first.data[0].size;
    const next = await socket.next(grown);
    expect(next).toMatchObject({ type: 'change', data: [{ close: '90000.1' }] });
    expect(Number(next.data[0].size)).toBeCloseTo(Number(first.data[0].size) + 0.02, 10);
    const late = await open();
    await late.subscribe(channel);
    expect(await late.next(payloadOf(channel))).toMatchObject({ type: 'snapshot', data: next.data });
    for (const price of ['MARK_PRICE', 'INDEX_PRICE']) {
      const other = `kline.${price}.${SYMBOL}.MONTH_1`;
      await socket.subscribe(other);
      expect((await socket.next(payloadOf(other))).data[0]).toMatchObject({ size: '0', close: '90000.0' });
    }
  });

  it('acknowledges a repeat again, and sends nothing more after unsubscribe', async () => {
    const socket = await open();
    const channel = `trades.${SYMBOL}`;
    await socket.subscribe(channel);
    expect(await socket.subscribe(channel)).toEqual({ event: 'subscribed', channel });
    for (let times = 0; times < 2; times++) {
      socket.send({ event: 'unsubscribe', channel, whatever: [1, { a: null }] });
      expect(await socket.next(({ event }) => event === 'unsubscribed')).toEqual({ event: 'unsubscribed', channel });
    }
    const other = await open();
    await other.subscribe(channel);
    await kit.place(kit.alice, {});
    await other.next(payloadOf(channel));
    expect(socket.got.filter(payloadOf(channel))).toEqual([]);
  });

  it('answers a ping with its own time, or with the server’s', async () => {
    const socket = await open();
    socket.send({ event: 'ping', time: '1767258000000' });
    expect(await socket.next(({ event }) => event === 'pong')).toEqual({ event: 'pong', time: '1767258000000' });
    socket.send({ event: 'ping' });
    const { time } = await socket.next(({ event }) => event === 'pong');
    expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    ['tickers', 'Did you mean ticker.{symbol}?'],
    ['ticker.BTCUSDT', "Unknown symbol 'BTCUSDT'; did you mean cmt_btcusdt?"],
    ['depth.cmt_btcusdt', 'use depth.{symbol}.{15|200}'],
    ['depth.cmt_btcusdt.20', 'use depth.{symbol}.{15|200}'],
    ['account', 'account is private: connect to /v2/ws/private'],
    ['kline.LAST_PRICE.cmt_btcusdt.MINUTE_2', expect.stringContaining('MINUTE_1|MINUTE_5')],
    ['ticker.__proto__', expect.stringContaining("Unknown symbol '__proto__'")],
  ])('says what is wrong with the channel %s, and stays open', async (channel, hint) => {
    const socket = await open();
    const error = await socket.subscribe(channel);
    expect(error).toEqual({ event: 'error', code: '40020', msg: 'Parameter channel is invalid', channel, hint });
    expect(Object.keys(error)).toEqual(['event', 'code', 'msg', 'channel', 'hint']);
    expect(await socket.subscribe(`ticker.${SYMBOL}`)).toMatchObject({ event: 'subscribed' });
  });

  it.each([
    ['not JSON', '40017'],
    ['[]', '40017'],
    ['{"event":"ping","event":"ping"}', '40017'],
    ['{}', '40019'],
    ['{"event":"shout"}', '40020'],
    ['{"event":"subscribe"}', '40019'],
  ])('says what is wrong with the message %s', async (message, code) => {
    const socket = await open();
    socket.send(message);
    const error = await socket.next(({ event }) => event === 'error');
    expect(error).toMatchObject({ code, msg: expect.any(String) });
    // What is wrong with the form is in the message itself.
    if (code !== '40017') expect(error.hint).toMatch(/use /);
  });

  it('is open to pages of any origin, on a demo too', async () => {
    const socket = await open({ headers: { Origin: 'https://chart.example' } });
    expect(await socket.subscribe(`ticker.${SYMBOL}`)).toMatchObject({ event: 'subscribed' });
  });

  it('answers what is no handshake in the envelope of every error', async () => {
    const plain = await kit.send({ target: PUBLIC });
    expect(plain).toMatchObject({ status: 400, json: { code: '40017', data: null } });
    const h2c = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' };
    expect(await kit.send({ target: '/capi/v2/market/time', headers: h2c })).toMatchObject({ status: 200 });
    const elsewhere = await refusalOf(connect(kit.url, '/v2/ws/publics'));
    expect(elsewhere).toMatchObject({ status: 404, json: { code: '404' } });
    const old = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '7' };
    const key = { 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    expect(await kit.send({ target: PUBLIC, headers: { ...old, ...key } })).toMatchObject({ status: 400 });
  });

  it.each([{ 'Content-Length': '10' }, { 'Content-Length': '0x1' }, { 'Transfer-Encoding': 'chunked' }])(
    'lets no handshake with a body in, and goes on: %j',
    async (headers) => {
      expect(await refusalOf(connect(kit.url, PUBLIC, { headers }))).toMatchObject({ status: 400 });
      expect(await (await open()).subscribe(`ticker.${SYMBOL}`)).toMatchObject({ event: 'subscribed' });
    },
  );

  it('lets one in that says it has no body', async () => {
    const socket = await open({ headers: { 'Content-Length': '0' } });
    expect(await socket.subscribe(`ticker.${SYMBOL}`)).toMatchObject({ event: 'subscribed' });
  });
});
