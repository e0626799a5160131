// Orders over the private WebSocket: the answers REST gives, its checks and its limits, many under way at once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CANCEL,
  type Kit,
  oid,
  order,
  PLACE,
  quote,
  startKit,
  startMarket,
  SYMBOL,
  type TestAccount,
} from '../api/kit.ts';
import { connect, connectAs, type Message, PRIVATE, type TestSocket } from './push-kit.ts';

let kit: Kit;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  kit = await startMarket();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => kit.stop());

let nextId = 1;
/** Asks and waits for the answer to this very request. */
async function ask(socket: TestSocket, op: string, args: unknown, id = `r${nextId++}`): Promise<Message> {
  const { length } = socket.got;
  socket.send({ event: 'request', id, op, args: args as object });
  for (;;) {
    const found = socket.got.slice(length).find((message) => message.event === 'response' && message.id === id);
    if (found !== undefined) return found;
    await socket.next(() => true);
  }
}

async function trading(account?: TestAccount, exchange = kit): Promise<{ trader: TestAccount; socket: TestSocket }> {
  const trader = account ?? (await exchange.newAccount());
  const socket = await connectAs(exchange.url, trader);
  sockets.push(socket);
  return { trader, socket };
}

const resting = (fields: object = {}) => order({ match_price: '0', price: '80000', ...fields });

describe('order entry', () => {
  it('places and cancels, with the answers of REST', async () => {
    const { trader, socket } = await trading();
    const placed = await ask(socket, 'placeOrder', resting({ client_oid: 'one' }), '7');
    expect(placed).toEqual({
      event: 'response',
      id: '7',
      code: '00000',
      data: { client_oid: 'one', order_id: expect.stringMatching(/^7\d{14}$/) },
    });
    expect(Object.keys(placed)).toEqual(['event', 'id', 'code', 'data']);
    const { json } = await kit.get(trader, `/capi/v2/order/current?symbol=${SYMBOL}`);
    expect(json).toMatchObject([{ client_oid: 'one', order_id: placed.data.order_id }]);
    const { data } = await ask(socket, 'cancel_order', { orderId: placed.data.order_id });
    expect(data).toEqual({ order_id: placed.data.order_id, client_oid: 'one', result: true, err_msg: null });
    // The one REST would have said, too.
    expect((await ask(socket, 'cancel_order', { clientOid: 'one' })).data).toEqual(
      (await kit.post(trader, CANCEL, { clientOid: 'one' })).json,
    );
  });

  it('does batches and stops everything', async () => {
    const { trader, socket } = await trading();
    const rows = ['80000', '80001', '80002.05'].map((price) => {
      const { symbol: _, ...row } = resting({ price });
      return row;
    });
    const batch = await ask(socket, 'batchOrders', { symbol: SYMBOL, orderDataList: rows });
    expect(batch).toMatchObject({ code: '00000', data: { result: true } });
    expect(batch.data.order_info.map(({ result }: Message) => result)).toEqual([true, true, false]);
    const [first, second] = batch.data.order_info;
    const some = await ask(socket, 'cancel_batch_orders', { ids: [first.order_id] });
    expect(some).toMatchObject({ code: '00000', data: { result: true, orderIds: [first.order_id] } });
    const all = await ask(socket, 'cancelAllOrders', { cancelOrderType: 'normal' });
    expect(all.data).toEqual([{ orderId: Number(second.order_id), success: true }]);
    expect((await kit.get(trader, '/capi/v2/order/current')).json).toEqual([]);
  });

  it('refuses as REST does: the same code, message and hint', async () => {
    const { trader, socket } = await trading();
    const bad: object[] = [
      resting({ size: '0.00001' }),
      resting({ symbol: 'BTCUSDT' }),
      resting({ price: '' }),
      resting({ type: 'BUY' }),
      resting({ size: '1e3', price: '10.05' }),
      resting({ type: '3' }),
      resting({ size: '1000' }),
    ];
    for (const args of bad) {
      const rest = await kit.post(trader, PLACE, args);
      const { event, id, requestTime, ...said } = await ask(socket, 'placeOrder', args);
      const { requestTime: _, ...expected } = rest.json;
      expect(said, JSON.stringify(args)).toEqual(expected);
      expect([event, typeof id, typeof requestTime]).toEqual(['response', 'string', 'number']);
    }
  });

  it('carries an order with the same client_oid out once, as REST does', async () => {
    const { trader, socket } = await trading();
    const args = resting({ client_oid: oid() });
    const first = await ask(socket, 'placeOrder', args);
    const again = await ask(socket, 'placeOrder', args);
    expect(again.data).toEqual(first.data);
    expect(again.headers).toEqual({ 'Idempotent-Replay': 'true' });
    expect((await kit.post(trader, PLACE, args)).json).toEqual(first.data);
    expect((await ask(socket, 'placeOrder', { ...args, size: '0.02' })).token).toBe('DUPLICATE_CLIENT_OID');
    expect((await kit.get(trader, '/capi/v2/order/current')).json).toHaveLength(1);
  });

  it('carries a message out each time it comes: a stop sent again stops again', async () => {
    const { trader, socket } = await trading();
    for (let times = 0; times < 2; times++) {
      await ask(socket, 'placeOrder', resting({ price: String(80_000 + times) }));
      const answer = await ask(socket, 'cancelAllOrders', { cancelOrderType: 'normal' }, 'stop');
      expect(answer.data).toHaveLength(1);
    }
    expect((await kit.get(trader, '/capi/v2/order/current')).json).toEqual([]);
  });

  it('answers each of many under way, and refuses what is too much', async () => {
    const { socket } = await trading();
    // So many that the first are not answered before the last have come, on any machine.
    const count = 2_000;
    for (let at = 0; at < count; at++)
      socket.send({ event: 'request', id: at, op: 'placeOrder', args: resting({ price: '1' }) });
    const answers: Message[] = [];
    while (answers.length < count) answers.push(await socket.next(({ event }) => event === 'response'));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(count);
    const codes = new Set(answers.map(({ code }) => code));
    // A price below the least is the core's to refuse; those beyond 256 never came to it.
    expect([...codes].toSorted()).toEqual(['40015', '429']);
    expect(answers.filter(({ code }) => code === '40015').length).toBeGreaterThanOrEqual(256);
  });

  it.each([
    [{ op: 'placeOrder', args: {} }, null, '40019', 'id'],
    [{ id: 'x'.repeat(41), op: 'placeOrder', args: {} }, null, '40020', 'id'],
    [{ id: '1', args: {} }, '1', '40019', 'op'],
    [{ id: '1', op: 'assets', args: {} }, '1', '40020', 'op'],
    [{ id: '1', op: 'constructor', args: {} }, '1', '40020', 'op'],
    [{ id: '1', op: 'placeOrder', args: [] }, '1', '40020', 'args'],
    [{ id: '1', op: 'placeOrder' }, '1', '40019', 'symbol'],
    [{ id: '1', op: 'placeOrder', args: null }, '1', '40020', 'args'],
  ])('says what is wrong with %j', async (request, id, code, name) => {
    const { socket } = await trading();
    socket.send({ event: 'request', ...request });
    const answer = await socket.next(({ event }) => event === 'response');
    expect(answer).toMatchObject({ id, code, data: null });
    expect(answer.msg).toContain(name);
  });

  it('needs the trade permission, an account that isn’t frozen, and a login', async () => {
    const reader = await kit.newAccount({ permission: 'read' });
    const { socket } = await trading(reader);
    expect(await ask(socket, 'placeOrder', resting())).toMatchObject({ code: '40014' });
    expect(await socket.subscribe('orders')).toMatchObject({ event: 'subscribed' });
    const { trader, socket: frozen } = await trading();
    await kit.admin('POST', '/admin/accounts/freeze', { uid: trader.uid, frozen: true });
    expect(await ask(frozen, 'cancelAllOrders', { cancelOrderType: 'normal' })).toMatchObject({ code: '40013' });
    const page = await connect(kit.url, PRIVATE, { protocols: ['outcry.login'] });
    sockets.push(page);
    page.send({ event: 'request', id: '1', op: 'placeOrder', args: resting() });
    expect(await page.next(({ event }) => event === 'error')).toMatchObject({ code: '40001' });
  });

  it('keeps ids of any length exact, and numbers as they were written', async () => {
    const { socket } = await trading();
    socket.send('{"event":"request","id":"a","op":"cancel_order","args":{"orderId":700000000000000123456789}}');
    expect(await socket.next(({ event }) => event === 'response')).toMatchObject({ id: 'a', code: '50005' });
    socket.send(
      `{"event":"request","id":"b","op":"placeOrder","args":${JSON.stringify(resting()).replace('"0.01"', '1e-2')}}`,
    );
    expect(await socket.next(({ event }) => event === 'response')).toMatchObject({ id: 'b', code: '00000' });
  });
});

describe('its limits', () => {
  /** The second demo account. */
  const BY_THE_MINUTE = 1_000_002;
  let limited: Kit;
  beforeAll(async () => {
    limited = await startKit(['--rate-limit-orders-per-second', '3'], ({ rateLimit }) => ({
      rateLimit: { ...rateLimit, overrides: { [BY_THE_MINUTE]: { createOrdersPerMinute: 3 } } },
    }));
    await limited.setPrice(SYMBOL, '90000');
    await quote(limited, SYMBOL, ['89999.9', '90000.1'], '10');
  });
  afterAll(() => limited.stop());

  it('are those of REST, and counted together with it', async () => {
    const { trader, socket } = await trading(undefined, limited);
    const codes: string[] = [];
    for (let at = 0; at < 2; at++) codes.push((await ask(socket, 'placeOrder', resting())).code);
    const rest = await limited.post(trader, PLACE, resting());
    expect(Number(rest.headers['x-ratelimit-uid-used'])).toBe(15);
    const over = await ask(socket, 'placeOrder', resting());
    // A slow machine needs more than a second for four orders, and then all of them are in time.
    if (rest.status === 200 && over.code !== '00000')
      expect(over).toMatchObject({
        code: '429',
        headers: { 'Retry-After': '1', 'X-RateLimit-Scope': 'orders' },
        hint: expect.stringContaining('3 of 3 orders'),
      });
    expect(codes).toEqual(['00000', '00000']);
  });

  it('count each row of a batch against the orders of a minute', async () => {
    expect(limited.bob.uid).toBe(BY_THE_MINUTE);
    const { socket } = await trading(limited.bob, limited);
    const batch = (): Promise<Message> =>
      ask(socket, 'batchOrders', { symbol: SYMBOL, orderDataList: [resting(), resting()] });
    expect((await batch()).code).toBe('00000');
    const refused = await batch();
    expect(refused).toMatchObject({ code: '429', headers: { 'X-RateLimit-Scope': 'minute' } });
    expect((await ask(socket, 'placeOrder', resting())).code).toBe('00000');
    expect(await ask(socket, 'placeOrder', resting())).toMatchObject({ code: '429' });
  });
});
