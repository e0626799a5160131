// The private socket of v3 against a running exchange: who is let in, what each channel begins with, and what it tells.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, handshakeOf, type Message, PRIVATE, refusalOf, type TestSocket } from '../../push/push-kit.ts';
import { type Kit, LEVERAGE, startMarket, type TestAccount } from '../kit.ts';
import { ask, connectPrivate, connectPublic, expectLikeSample, of, PRIVATE_V3, sampleOf } from './socket-kit.ts';

const ALIAS = '/contract/v3/ws';
const CHANNELS = ['account', 'positions', 'orders', 'fill'];

let kit: Kit;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  kit = await startMarket();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => kit.stop());

function keep(socket: TestSocket): TestSocket {
  sockets.push(socket);
  return socket;
}

/** An account, and a socket that listens to all it has. */
async function listening(account?: TestAccount): Promise<{ trader: TestAccount; socket: TestSocket }> {
  const trader = account ?? (await kit.newAccount());
  const socket = keep(await connectPrivate(kit.url, trader));
  expect(await ask(socket, 'SUBSCRIBE', ...CHANNELS)).toMatchObject({ result: true });
  return { trader, socket };
}

/** The messages of channels, once all that happened so far was told. */
async function toldTo(socket: TestSocket): Promise<Message[]> {
  await ask(socket, 'PING');
  return socket.got.filter(({ e }) => e !== undefined);
}

describe('V3-34 the doors', () => {
  it('are open under both names, and the signature is over one of them', async () => {
    for (const path of [PRIVATE_V3, `${ALIAS}/private`]) {
      const socket = keep(await connectPrivate(kit.url, kit.alice, path));
      expect(await ask(socket, 'PING')).toMatchObject({ result: true });
    }
    for (const path of ['/v3/ws/public', `${ALIAS}/public`]) {
      const socket = keep(await connectPublic(kit.url, path));
      expect(await ask(socket, 'SUBSCRIBE', 'BTCUSDT@ticker')).toMatchObject({ result: true });
    }
  });

  it.each([`${ALIAS}/private`, PRIVATE, ''])('refuse a signature over %s, in the envelope of v3', async (signed) => {
    for (const path of [PRIVATE_V3, `${ALIAS}/private`]) {
      const headers = handshakeOf(kit.alice, undefined, signed);
      const refused = await refusalOf(connect(kit.url, path, { headers }));
      expect(refused).toMatchObject({
        status: 400,
        json: { code: -1047, data: null, requestTime: expect.any(Number) },
      });
      expect(refused.json.hint).toContain('sign timestamp + /v3/ws/private');
    }
  });

  it.each([
    ['ACCESS-KEY', -1040],
    ['ACCESS-SIGN', -1041],
    ['ACCESS-TIMESTAMP', -1042],
    ['ACCESS-PASSPHRASE', -1048],
  ])('ask for the header %s', async (name, code) => {
    const { [name]: _, ...headers } = handshakeOf(kit.alice, undefined, PRIVATE_V3);
    expect(await refusalOf(connect(kit.url, PRIVATE_V3, { headers }))).toMatchObject({ status: 400, json: { code } });
  });

  it('let nobody in twice with one signature, and no one of v2 with it', async () => {
    const headers = handshakeOf(kit.alice, undefined, PRIVATE_V3);
    keep(await connect(kit.url, PRIVATE_V3, { headers }));
    expect(await refusalOf(connect(kit.url, PRIVATE_V3, { headers }))).toMatchObject({ json: { code: -1046 } });
    const others = handshakeOf(kit.alice, undefined, PRIVATE_V3);
    expect(await refusalOf(connect(kit.url, PRIVATE, { headers: others }))).toMatchObject({ json: { code: '40009' } });
  });

  it('answer a request that is no handshake in the envelope of v3', async () => {
    for (const target of [PRIVATE_V3, '/v3/ws/public', `${ALIAS}/public`])
      expect(await kit.send({ target })).toMatchObject({ status: 400, json: { code: expect.any(Number), data: null } });
    expect(await kit.send({ target: '/v3/ws/other' })).toMatchObject({ status: 404, json: { code: 404 } });
  });

  it('let a page log in, and tell what is wrong with a login', async () => {
    const trader = await kit.newAccount();
    const page = keep(await connect(kit.url, PRIVATE_V3, { protocols: ['outcry.login'] }));
    expect(await page.next(() => true)).toMatchObject({ event: 'connected' });
    expect(await ask(page, 'SUBSCRIBE', 'orders')).toMatchObject({
      result: false,
      msg: expect.stringMatching(/^UNAUTHENTICATED: /),
    });
    const headers = handshakeOf(trader, undefined, PRIVATE_V3);
    const { apiKey, passphrase } = trader;
    const login = { event: 'login', apiKey, passphrase, timestamp: headers['ACCESS-TIMESTAMP'] };
    page.send({ ...login, sign: headers['ACCESS-SIGN'] });
    expect(await page.next(({ event }) => event === 'loggedIn')).toEqual({
      event: 'loggedIn',
      uid: String(trader.uid),
    });
    expect(await ask(page, 'SUBSCRIBE', 'orders')).toMatchObject({ result: true });
    const stranger = keep(await connect(kit.url, PRIVATE_V3, { protocols: ['outcry.login'] }));
    stranger.send({ ...login, sign: 'AAAA' });
    expect(await stranger.next((message) => 'result' in message)).toMatchObject({
      result: false,
      msg: expect.stringMatching(/^UNAUTHENTICATED: /),
    });
    expect(await stranger.closed()).toBe(4001);
  });
});

describe('V3-30 requests of the private socket', () => {
  it.each([
    ['BTCUSDT@ticker', /public: connect to \/v3\/ws\/public/],
    ['ticker.cmt_btcusdt', /use account, positions, fill, orders/],
    ['ordrs', 'Did you mean orders?'],
  ])('knows no channel %s', async (name, hint) => {
    const socket = keep(await connectPrivate(kit.url, kit.alice));
    const answer = await ask(socket, 'SUBSCRIBE', name);
    expect(answer).toMatchObject({ result: false, msg: `INVALID_ARGUMENT: invalid event : ${name}` });
    expect(answer.hint).toMatch(hint);
  });

  it('says that requests are made elsewhere', async () => {
    const socket = keep(await connectPrivate(kit.url, kit.alice));
    socket.send({ event: 'request', id: '7', op: 'placeOrder', args: {} });
    expect(await socket.next((message) => 'result' in message)).toMatchObject({
      result: false,
      msg: expect.stringContaining('unrecognized message'),
      hint: expect.stringContaining('/v2/ws/private'),
    });
  });

  it('knows the older names, and tells under the own one', async () => {
    const trader = await kit.newAccount();
    const socket = keep(await connectPrivate(kit.url, trader));
    expect(await ask(socket, 'SUBSCRIBE', 'position', 'order', 'trade')).toMatchObject({ result: true });
    await kit.place(trader, {});
    for (const event of ['positions', 'orders', 'fill']) await socket.ever(of(event));
    expect(await ask(socket, 'UNSUBSCRIBE', 'positions')).toMatchObject({ result: true });
    await kit.place(trader, {});
    await socket.next(of('orders'));
    expect((await toldTo(socket)).filter(of('positions'))).toHaveLength(1);
  });
});

describe('V3-32 the private channels', () => {
  it('begin with the money always, and with positions and orders when there are any', async () => {
    const { trader, socket } = await listening();
    const [only, ...others] = await toldTo(socket);
    expect(others).toEqual([]);
    expectLikeSample(only);
    expect(only).toMatchObject({
      e: 'account',
      msgEvent: 'Snapshot',
      d: [{ marginMode: 'CROSSED', amount: '10000.00000000' }],
    });
    await kit.place(trader, { size: '0.02' });
    const id = await kit.place(trader, { match_price: '0', price: '80000', presetTakeProfitPrice: '95000' });
    const again = keep(await connectPrivate(kit.url, trader));
    await ask(again, 'SUBSCRIBE', ...CHANNELS);
    const told = await toldTo(again);
    expect(told.map(({ e, msgEvent }) => `${e} ${msgEvent}`)).toEqual([
      'account Snapshot',
      'positions Snapshot',
      'orders Snapshot',
    ]);
    expect(new Set(told.map(({ v }) => v)).size).toBe(1);
    expectLikeSample(told[1]);
    expect(told[1].d).toMatchObject([{ symbol: 'BTCUSDT', coin: 'USDT', marginMode: 'CROSSED', size: '0.0200' }]);
    expect(told[2].d).toMatchObject([
      {
        id,
        symbol: 'BTCUSDT',
        type: 'LIMIT',
        timeInForce: 'GTC',
        status: 'NEW',
        setOpenTp: true,
        triggerPriceType: 'UNKNOWN_PRICE_TYPE',
        openTpParam: { triggerPrice: '95000.0', size: '0.0100' },
      },
    ]);
  });

  it('begin with nothing in the account of somebody no command has named', async () => {
    const { socket } = await listening(await kit.newAccount({ balance: '0' }));
    const [only, ...others] = await toldTo(socket);
    expect(others).toEqual([]);
    expectLikeSample(only);
    expect(only.d[0]).toMatchObject({ marginMode: 'CROSSED', amount: '0', equity: '0', available: '0', frozen: '0' });
  });

  it('tell an order that fills on all channels, under one number, in the names of v3', async () => {
    const { trader, socket } = await listening();
    const id = await kit.place(trader, { client_oid: 'v3-mine-1', presetStopLossPrice: '85000' });
    const told: Record<string, Message> = {};
    for (const channel of CHANNELS)
      told[channel] = await socket.ever((m) => of(channel)(m) && m.msgEvent === 'OrderUpdate');
    expect(new Set(CHANNELS.map((channel) => told[channel].v)).size).toBe(1);
    for (const channel of ['account', 'positions', 'fill']) expectLikeSample(told[channel]);
    const [placed, stop] = told['orders'].d;
    const { openSlParam, ...rest } = placed;
    expect(openSlParam).toMatchObject({ triggerPrice: '85000.0' });
    expect(Object.keys(rest).toSorted()).toEqual(Object.keys(sampleOf('orders').d[0]).toSorted());
    expect(placed).toMatchObject({
      id,
      clientOrderId: 'v3-mine-1',
      coin: 'USDT',
      symbol: 'BTCUSDT',
      marginMode: 'CROSSED',
      type: 'MARKET',
      timeInForce: 'IOC',
      status: 'FILLED',
      orderSide: 'BUY',
      positionSide: 'LONG',
    });
    expect(stop).toMatchObject({
      type: 'STOP_MARKET',
      status: 'UNTRIGGERED',
      triggerPriceType: 'CONTRACT_PRICE',
      reduceOnly: true,
      openTpslParentOrderId: id,
    });
    expect(told['fill'].d).toMatchObject([{ orderId: id, symbol: 'BTCUSDT', coin: 'USDT', marginMode: 'CROSSED' }]);
  });

  it('tell statuses, executions and triggers in the words of v3', async () => {
    const { trader, socket } = await listening();
    const next = async (): Promise<Message> => (await socket.next(of('orders'))).d[0];
    const limit = { match_price: '0', price: '80000' };
    const resting = await kit.place(trader, { ...limit, order_type: '1' });
    expect(await next()).toMatchObject({ type: 'LIMIT', timeInForce: 'POST_ONLY', status: 'NEW' });
    await kit.post(trader, '/capi/v2/order/cancel_order', { orderId: resting });
    expect(await next()).toMatchObject({ id: resting, status: 'CANCELED' });
    await kit.place(trader, { ...limit, order_type: '3' });
    expect(await next()).toMatchObject({ timeInForce: 'IOC', status: 'CANCELED' });
    await kit.place(trader, { ...limit, order_type: '2' });
    expect(await next()).toMatchObject({ timeInForce: 'FOK', status: 'CANCELED' });
    const plan = { symbol: 'cmt_btcusdt', size: '0.01', type: '1', match_type: '0', execute_price: '85500' };
    const { json } = await kit.post(trader, '/capi/v2/order/plan_order', {
      ...plan,
      client_oid: 'v3-plan-1',
      trigger_price: '85000',
      triggerPriceType: '3',
    });
    expect(await next()).toMatchObject({
      id: String(json.order_id),
      type: 'TAKE_PROFIT',
      status: 'UNTRIGGERED',
      triggerPriceType: 'MARK_PRICE',
      timeInForce: 'GTC',
    });
  });

  it('end each message of the account with the row that is CROSSED and has all the money', async () => {
    const trader = await kit.newAccount();
    await kit.post(trader, '/capi/v2/account/position/changeHoldModel', { symbol: 'cmt_ethusdt', marginMode: 3 });
    await kit.setPrice('cmt_ethusdt', '3000');
    const { socket } = await listening(trader);
    const isolated = { symbol: 'cmt_ethusdt', match_price: '0', price: '3000', size: '1' };
    const other = await kit.newAccount();
    await kit.place(other, { ...isolated, type: '2' });
    await kit.place(trader, isolated);
    const moved = await socket.ever((m) => of('account')(m) && m.d.length === 2);
    expect(moved.d.map(({ marginMode }: Message) => marginMode)).toEqual(['ISOLATED', 'CROSSED']);
    expect('equity' in moved.d[0]).toBe(false);
    await kit.place(trader, { match_price: '0', price: '80000' });
    const told = await toldTo(socket);
    for (const { d } of told.filter(of('account'))) {
      const last = d.at(-1);
      expect(last.marginMode).toBe('CROSSED');
      for (const name of ['equity', 'available', 'frozen', 'unrealizePnl'])
        expect(last[name]).toEqual(expect.any(String));
    }
    const { json } = await kit.get(trader, '/capi/v2/account/assets');
    const { equity, available, frozen, unrealizePnl } = told.filter(of('account')).at(-1).d.at(-1);
    expect({ equity, available, frozen, unrealizePnl }).toEqual({
      equity: json[0].equity,
      available: json[0].available,
      frozen: json[0].frozen,
      unrealizePnl: json[0].unrealizePnl,
    });
    expect(Number(frozen)).toBeGreaterThan(0);
    const again = keep(await connectPrivate(kit.url, trader));
    await ask(again, 'SUBSCRIBE', 'account');
    const first = await again.next(of('account'));
    expect(first.d.map(({ marginMode }: Message) => marginMode)).toEqual(['ISOLATED', 'CROSSED']);
  });

  it('count without a gap, and are never empty', async () => {
    const { trader, socket } = await listening();
    const from = socket.got.find(of('account'))?.v ?? (await socket.ever(of('account'))).v;
    const resting = await kit.place(trader, { match_price: '0', price: '80000' });
    await kit.place(trader, { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' });
    await kit.admin('POST', '/admin/accounts/deposit', { uid: trader.uid, amount: '5' });
    await kit.admin('POST', '/admin/accounts/withdraw', { uid: trader.uid, amount: '2' });
    await kit.post(trader, '/capi/v2/order/cancel_order', { orderId: resting });
    await kit.place(trader, { type: '3' });
    await socket.ever((m) => of('positions')(m) && m.d[0].size === '0');
    const told = await toldTo(socket);
    for (const { d } of told) expect(d.length).toBeGreaterThan(0);
    const numbers = [...new Set<number>(told.map(({ v }) => v))].toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => from + at));
    expect(numbers.length).toBe(7);
    const events = told.filter(of('account')).map(({ msgEvent }) => msgEvent);
    expect(events).toContain('DepositUpdate');
    expect(events).toContain('WithdrawUpdate');
  });

  it('tell no setting, but a position that it changed', async () => {
    const { trader, socket } = await listening();
    await kit.post(trader, LEVERAGE, { symbol: 'cmt_btcusdt', marginMode: 1, longLeverage: '10' });
    await kit.place(trader, {});
    await socket.ever(of('positions'));
    const told = await toldTo(socket);
    expect(told.map(({ msgEvent }) => msgEvent)).not.toContain('SettingUpdate');
    await kit.post(trader, LEVERAGE, { symbol: 'cmt_btcusdt', marginMode: 1, longLeverage: '5' });
    const [changed, ...others] = (await toldTo(socket)).slice(told.length);
    expect(others).toEqual([]);
    expect(changed).toMatchObject({ e: 'positions', msgEvent: 'SettingUpdate', d: [{ leverage: '5' }] });
  });

  it('tell nobody of another account, and an order of either door', async () => {
    const { trader, socket } = await listening();
    const stranger = await listening();
    const { json } = await kit.post(trader, '/capi/v3/order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      positionSide: 'LONG',
      type: 'MARKET',
      quantity: '0.01',
      newClientOrderId: 'v3-door-1',
    });
    expect((await socket.ever(of('orders'))).d[0]).toMatchObject({ id: json.orderId, clientOrderId: 'v3-door-1' });
    expect((await toldTo(stranger.socket)).map(({ msgEvent }) => msgEvent)).toEqual(['Snapshot']);
  });
});
