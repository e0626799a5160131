// The public socket of v3 against a running exchange: requests by id, what is wrong with them, and each channel.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Message, type TestSocket } from '../../push/push-kit.ts';
import { type Kit, startMarket } from '../kit.ts';
import { ask, connectPublic, expectLikeSample, of, PUBLIC_V3, SAMPLES } from './socket-kit.ts';

let kit: Kit;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  kit = await startMarket();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => kit.stop());

async function open(): Promise<TestSocket> {
  const socket = await connectPublic(kit.url);
  sockets.push(socket);
  return socket;
}

/** Until everything sent so far was answered: what is asked last is answered last. */
async function quiet(socket: TestSocket): Promise<void> {
  await ask(socket, 'PING');
}

describe('V3-30 requests', () => {
  it('begins with who is connected', async () => {
    const socket = await open();
    const greeting = await socket.next(() => true);
    expect(Object.keys(greeting)).toEqual(Object.keys(SAMPLES.greeting));
    expect(greeting).toMatchObject({ event: 'connected', cid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(Math.abs(Number(greeting.time) - Date.now())).toBeLessThan(60_000);
    expect((await (await open()).next(() => true)).cid).not.toBe(greeting.cid);
  });

  it.each<[Message, Message]>(SAMPLES.control.map(({ c, s }: Message) => [c, s]))('%j is answered %j', async (c, s) => {
    const socket = await open();
    await socket.next(({ event }) => event === 'connected');
    socket.send(c);
    if (s === null) {
      await quiet(socket);
      expect(socket.got.filter((message) => 'result' in message)).toHaveLength(1);
      return;
    }
    const { hint, ...answer } = await socket.next((message) => 'result' in message);
    expect(answer).toEqual(s);
    expect(Object.keys(answer)).toEqual(Object.keys(s));
    expect(hint === undefined, 'a hint with each error, and with no other').toBe(s.result);
  });

  it.each(['17', '"17"', '"a b"', 'null', '12345678901234567890', '-1.50'])(
    'echoes the id %s as it came',
    async (id) => {
      const socket = await open();
      const texts: string[] = [];
      socket.ws.on('message', (data) => texts.push(String(data)));
      socket.send(`{"id":${id},"method":"PING"}`);
      await socket.next(({ result }) => result === true);
      expect(texts).toContain(`{"result":true,"id":${id}}`);
    },
  );

  it('echoes no id where there is none', async () => {
    const socket = await open();
    socket.send({ method: 'SUBSCRIBE', params: ['BTCUSDT@trade'] });
    expect(await socket.next((message) => 'result' in message)).toEqual({ result: true });
  });

  it('subscribes to nothing of a message with one bad channel', async () => {
    const socket = await open();
    expect(await ask(socket, 'SUBSCRIBE', 'BTCUSDT@ticker', 'NOPEUSDT@ticker')).toMatchObject({ result: false });
    await kit.place(kit.alice, {});
    const other = await open();
    await ask(other, 'SUBSCRIBE', 'BTCUSDT@ticker');
    await other.next(of('ticker'));
    await quiet(socket);
    expect(socket.got.filter(of('ticker'))).toEqual([]);
  });

  it('acknowledges before the first message, and a repeat again with one stream', async () => {
    const socket = await open();
    const names = ['BTCUSDT@trade', 'btcusdt@trade', 'BTCUSDT@ticker', 'BTCUSDT@trade'];
    expect(await ask(socket, 'SUBSCRIBE', ...names)).toMatchObject({ result: true });
    await socket.ever(of('ticker'));
    const kinds = socket.got.map((message) => message.e ?? message.event ?? 'answer');
    expect(kinds.slice(0, 3)).toEqual(['connected', 'answer', 'ticker']);
    expect(await ask(socket, 'SUBSCRIBE', 'BTCUSDT@trade')).toMatchObject({ result: true });
    await kit.place(kit.alice, {});
    await socket.next(of('trade'));
    await kit.place(kit.alice, {});
    await socket.next(of('trade'));
    const rows = socket.got.filter(of('trade')).flatMap(({ d }) => d);
    expect(new Set(rows.map(({ t }) => t)).size).toBe(rows.length);
  });

  it('sends nothing more after UNSUBSCRIBE, whatever the spelling of the name', async () => {
    const socket = await open();
    await ask(socket, 'SUBSCRIBE', 'BTCUSDT@trade');
    expect(await ask(socket, 'UNSUBSCRIBE', 'btcusdt@trade', 'BTCUSDT@ticker')).toMatchObject({ result: true });
    const other = await open();
    await ask(other, 'SUBSCRIBE', 'BTCUSDT@trade');
    await kit.place(kit.alice, {});
    await other.next(of('trade'));
    await quiet(socket);
    expect(socket.got.filter(of('trade'))).toEqual([]);
  });

  it.each([
    ['BTCUSDT@bookTicker', 'invalid event : bookTicker', 'Did you mean BTCUSDT@ticker?'],
    ['BTCUSDT@tickr', 'invalid event : tickr', 'Did you mean BTCUSDT@ticker?'],
    ['BTCUSDT@ticker24', 'invalid event : ticker24', /Did you mean/],
    ['BTCUSDT@', 'invalid event : ', /use SYMBOL@ticker/],
    ['account', 'invalid event : account', 'account is private: connect to /v3/ws/private'],
    ['ticker.cmt_btcusdt', 'invalid event : ticker.cmt_btcusdt', /use SYMBOL@ticker/],
    ['cmt_btcusdt@ticker', 'invalid symbol : cmt_btcusdt', /did you mean BTCUSDT\?/],
    ['@ticker', 'invalid symbol : ', /exchangeInfo/],
    ['BTCUSDT@kline_2m', 'invalid interval : 2m', /use 1m, 5m/],
    ['BTCUSDT@kline_1m_PRICE', 'invalid price type : PRICE', 'use LAST_PRICE, MARK_PRICE, INDEX_PRICE'],
    ['BTCUSDT@depth', 'invalid depth level : ', 'use 15, 200'],
  ])('says what is wrong with %s', async (name, msg, hint) => {
    const socket = await open();
    const answer = await ask(socket, 'SUBSCRIBE', name);
    expect(answer).toMatchObject({ result: false, msg: `INVALID_ARGUMENT: ${msg}` });
    expect(answer.hint).toMatch(hint);
    expect(await ask(socket, 'PING')).toMatchObject({ result: true });
  });

  it.each<[string | object, string]>([
    [{ event: 'subscribe', channel: 'ticker.cmt_btcusdt' }, '/v2/ws/public'],
    [{ event: 'ping' }, '/v2/ws/public'],
    [{ event: 'login' }, '/v2/ws/public'],
    ['{}', 'SUBSCRIBE'],
    ['[1]', 'object'],
    ['{"id":1,"id":2,"method":"PING"}', 'twice'],
  ])('does not recognize %j, and says where it belongs', async (message, hint) => {
    const socket = await open();
    socket.send(message);
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    const answer = await socket.next((one) => 'result' in one);
    expect(answer).toMatchObject({ result: false, msg: `INVALID_ARGUMENT: unrecognized message : ${text}` });
    expect(answer.hint).toContain(hint);
    expect('id' in answer).toBe(false);
  });

  it.each([undefined, [], 'BTCUSDT@ticker', [1], ['BTCUSDT@ticker', null], {}])(
    'takes no params but a list of names: %j',
    async (params) => {
      const socket = await open();
      socket.send({ id: 5, method: 'SUBSCRIBE', params });
      const answer = await socket.next(({ id }) => id === 5);
      expect(answer).toMatchObject({ result: false, msg: expect.stringContaining('INVALID_ARGUMENT: invalid params') });
    },
  );

  it('speaks the language of the caller in hints', async () => {
    const socket = await connect(kit.url, PUBLIC_V3, { headers: { locale: 'zh-CN' } });
    sockets.push(socket);
    expect(await ask(socket, 'SUBSCRIBE', 'BTCUSDT@depth50')).toMatchObject({
      msg: 'INVALID_ARGUMENT: invalid depth level : 50',
      hint: '请使用15、200',
    });
  });
});

describe('the channels of contracts', () => {
  it('send a ticker at once, and again when it changes', async () => {
    const socket = await open();
    await ask(socket, 'SUBSCRIBE', 'BTCUSDT@ticker');
    const first = await socket.next(of('ticker', 'BTCUSDT'));
    expectLikeSample(first);
    await kit.place(kit.alice, {});
    const { d, E } = await socket.next((message) => of('ticker')(message) && message.d[0].n > first.d[0].n);
    const { json } = await kit.get(kit.alice, '/capi/v3/market/ticker/24hr?symbol=BTCUSDT');
    const [rest] = json;
    expect(d[0]).toMatchObject({
      p: rest.priceChange,
      P: rest.priceChangePercent,
      c: rest.lastPrice,
      o: rest.openPrice,
      h: rest.highPrice,
      l: rest.lowPrice,
      v: rest.volume,
      q: rest.quoteVolume,
      n: rest.count,
      m: rest.markPrice,
      i: rest.indexPrice,
      b: rest.bidPrice,
      B: rest.bidQty,
      a: rest.askPrice,
      A: rest.askQty,
    });
    expect(d[0].w).toMatch(/^\d+\.\d{8}$/);
    expect(Number(d[0].w)).toBeCloseTo(Number(d[0].q) / Number(d[0].v), 4);
    expect(d[0].C).toBe(E);
    expect(d[0].C - d[0].O).toBe(86_400_000);
  });

  it('send every trade once, oldest first, and no trade of before', async () => {
    const socket = await open();
    await ask(socket, 'SUBSCRIBE', 'BTCUSDT@trade');
    for (let at = 0; at < 4; at++) await kit.place(kit.alice, { type: at % 2 === 0 ? '1' : '2' });
    const rows: Message[] = [];
    while (rows.length < 4) {
      const message = await socket.next(of('trade', 'BTCUSDT'));
      expectLikeSample(message);
      rows.push(...message.d);
    }
    expect(rows.map(({ m }) => m)).toEqual([false, true, false, true]);
    const { json } = await kit.get(kit.alice, '/capi/v3/market/trades?symbol=BTCUSDT&limit=4');
    const told = rows.map(({ t, T, p, q, v, m }) => [t, T, p, q, v, m].join(' '));
    const read = json.map((one: Message) =>
      [one.id, one.time, one.price, one.qty, one.quoteQty, one.isBuyerMaker].join(' '),
    );
    expect(told.toSorted()).toEqual(read.toSorted());
  });

  it('send the bar that is forming as a klineSnapshot, and how it goes on', async () => {
    const socket = await open();
    await ask(socket, 'SUBSCRIBE', 'BTCUSDT@kline_1d');
    const first = await socket.next(of('klineSnapshot'));
    expectLikeSample(first);
    expect(first).toMatchObject({ s: 'BTCUSDT', p: 'LAST_PRICE', d: [{ s: 'BTCUSDT', i: '1d' }] });
    expect(first.d[0].T - first.d[0].t).toBe(86_400_000);
    await kit.place(kit.alice, { size: '0.02' });
    const next = await socket.next((message) => of('kline')(message) && message.d[0].v !== first.d[0].v);
    expectLikeSample(next);
    const grown = (name: string): number => Number((next.d[0][name] - first.d[0][name]).toFixed(4));
    expect(['n', 'v', 'V'].map(grown)).toEqual([1, 0.02, 0.02]);
    expect(grown('Q')).toBe(grown('q'));
    const late = await open();
    await ask(late, 'SUBSCRIBE', 'BTCUSDT@kline_1d_LAST_PRICE');
    expect(await late.next(of('klineSnapshot'))).toMatchObject({ p: 'LAST_PRICE', d: next.d });
  });

  it('send bars of 13 intervals and three prices', async () => {
    const socket = await open();
    const intervals = ['1m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '1w', '1M'];
    for (const price of ['LAST_PRICE', 'MARK_PRICE', 'INDEX_PRICE'])
      await ask(socket, 'SUBSCRIBE', ...intervals.map((interval) => `BTCUSDT@kline_${interval}_${price}`));
    for (const price of ['LAST_PRICE', 'MARK_PRICE', 'INDEX_PRICE'])
      for (const interval of intervals) {
        const { d } = await socket.ever(
          (message) => of('klineSnapshot')(message) && message.p === price && message.d[0].i === interval,
        );
        expect(d[0].T).toBeGreaterThan(d[0].t);
        if (price !== 'LAST_PRICE') expect(d[0]).toMatchObject({ v: '0', n: 0, q: '0', c: '90000.0' });
      }
  });

  it('V3-29 take the name of a contract in any case, and answer in upper case', async () => {
    const socket = await open();
    expect(await ask(socket, 'SUBSCRIBE', 'btcusdt@ticker', 'EthUsdt@depth15')).toMatchObject({ result: true });
    expect(await socket.ever(of('ticker'))).toMatchObject({ s: 'BTCUSDT' });
    expect(await socket.ever(of('depthSnapshot'))).toMatchObject({ s: 'ETHUSDT' });
  });
});
