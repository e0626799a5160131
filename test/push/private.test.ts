// The private WebSocket over real sockets: who gets in, what a trader is told of each thing that happens to their
// account, in which order and with which numbers, and logging in from a page.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, LEVERAGE, order, PLACE, startMarket, SYMBOL, type TestAccount } from '../api/kit.ts';
import { connect, connectAs, handshakeOf, type Message, PRIVATE, refusalOf, type TestSocket } from './push-kit.ts';

let kit: Kit;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  kit = await startMarket();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => kit.stop());

const keep = (socket: TestSocket): TestSocket => {
  sockets.push(socket);
  return socket;
};
const on = (channel: string, msgEvent?: string) => (message: Message) =>
  message.channel === channel &&
  message.event === 'payload' &&
  (msgEvent ?? message.msg.msgEvent) === message.msg.msgEvent;
const CHANNELS = ['account', 'positions', 'fill', 'orders'];

/** A new account that listens to all channels and has had their snapshots. */
async function listening(): Promise<{ trader: TestAccount; socket: TestSocket }> {
  const trader = await kit.newAccount();
  const socket = keep(await connectAs(kit.url, trader));
  for (const channel of CHANNELS) {
    await socket.subscribe(channel);
    await socket.next(on(channel, 'Snapshot'));
  }
  return { trader, socket };
}

describe('getting in', () => {
  it('takes the signature over timestamp and path', async () => {
    const socket = keep(await connectAs(kit.url, kit.alice));
    expect(await socket.subscribe('orders')).toEqual({ event: 'subscribed', channel: 'orders' });
  });

  it.each([
    ['ACCESS-KEY', undefined, '40001'],
    ['ACCESS-SIGN', undefined, '40002'],
    ['ACCESS-TIMESTAMP', undefined, '40003'],
    ['ACCESS-PASSPHRASE', undefined, '40011'],
    ['ACCESS-TIMESTAMP', 'soon', '40005'],
    ['ACCESS-TIMESTAMP', '1767258003000', '40008'],
    ['ACCESS-KEY', 'nobody', '40006'],
    ['ACCESS-PASSPHRASE', 'wrong', '40012'],
    ['ACCESS-SIGN', 'wrong', '40009'],
  ])('answers %s %s with the error REST has for it, and doesn’t upgrade', async (name, value, code) => {
    const headers: Record<string, string> = handshakeOf(kit.alice);
    if (value === undefined) delete headers[name];
    else headers[name] = value;
    const refused = await refusalOf(connect(kit.url, PRIVATE, { headers }));
    expect(refused).toMatchObject({ status: 400, json: { code, data: null, requestTime: expect.any(Number) } });
    if (code === '40009') expect(refused.json.hint).toContain('without method and body');
  });

  it('is not for pages of another origin on a demo, and not for a key’s other addresses', async () => {
    const headers = { ...handshakeOf(kit.alice), Origin: 'https://evil.example' };
    expect(await refusalOf(connect(kit.url, PRIVATE, { headers }))).toMatchObject({
      status: 403,
      json: { code: '403' },
    });
    const bound = await kit.newAccount({ ips: ['203.0.113.7'] });
    expect(await refusalOf(connectAs(kit.url, bound))).toMatchObject({ status: 400, json: { code: '40018' } });
  });

  it('logs a page in, which can set no headers', async () => {
    const trader = await kit.newAccount();
    const page = keep(await connect(kit.url, PRIVATE, { protocols: ['outcry.login'] }));
    expect(page.ws.protocol).toBe('outcry.login');
    expect(await page.subscribe('orders')).toMatchObject({ event: 'error', code: '40001' });
    const headers = handshakeOf(trader);
    page.send({
      event: 'login',
      apiKey: trader.apiKey,
      passphrase: trader.passphrase,
      timestamp: headers['ACCESS-TIMESTAMP'],
      sign: headers['ACCESS-SIGN'],
    });
    expect(await page.next(({ event }) => event === 'loggedIn')).toEqual({
      event: 'loggedIn',
      uid: String(trader.uid),
    });
    await page.subscribe('orders');
    await page.next(on('orders', 'Snapshot'));
    await kit.place(trader, {});
    expect((await page.next(on('orders'))).msg.data.order[0]).toMatchObject({ status: 'FILLED' });
  });

  it('ends a connection whose login fails, with what was wrong', async () => {
    const page = keep(await connect(kit.url, PRIVATE, { protocols: ['outcry.login'] }));
    page.send({ event: 'login', apiKey: kit.alice.apiKey, passphrase: 'x', timestamp: String(Date.now()), sign: 'x' });
    expect(await page.next(({ event }) => event === 'error')).toMatchObject({
      code: expect.stringMatching(/^400(09|12)$/),
    });
    expect(await page.closed()).toBe(4001);
  });

  it('ends a connection whose key is revoked', async () => {
    const trader = await kit.newAccount();
    const socket = keep(await connectAs(kit.url, trader));
    const { list: keys } = await kit.admin('GET', `/admin/keys?uid=${trader.uid}`);
    await kit.admin('POST', '/admin/keys/revoke', { id: keys[0].id });
    expect(await socket.next(({ event }) => event === 'error')).toMatchObject({ code: '40753' });
    expect(await socket.closed()).toBe(4001);
  });
});

describe('the private channels', () => {
  it('begin with everything there is', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, {});
    const id = await kit.place(trader, { match_price: '0', price: '80000', presetTakeProfitPrice: '95000' });
    const socket = keep(await connectAs(kit.url, trader));
    const first: Record<string, Message> = {};
    for (const channel of CHANNELS) {
      await socket.subscribe(channel);
      first[channel] = (await socket.next(on(channel))).msg;
    }
    expect(CHANNELS.map((channel) => first[channel].msgEvent)).toEqual(CHANNELS.map(() => 'Snapshot'));
    expect(first['orders'].data.order).toMatchObject([{ id, status: 'OPEN', setOpenTp: true, setOpenSl: false }]);
    expect(first['orders'].data.order[0].openTpParam).toEqual({
      triggerPrice: '95000.0',
      triggerPriceType: 'LAST_PRICE',
      size: '0.0100',
    });
    expect(first['positions'].data.position).toMatchObject([{ contractId: SYMBOL, side: 'LONG', size: '0.0100' }]);
    expect(first['fill'].data).toEqual({ orderFillTransaction: [] });
    const { json: account } = await kit.get(trader, '/capi/v2/account/getAccounts');
    const [{ amount, cum_deposit_amount: cumDepositAmount, updated_time: updatedTime }] = account.collateral;
    expect(first['account'].data.collateral).toMatchObject([
      { coinId: 'USDT', liquidating: false, amount, cumDepositAmount, updatedTime: String(updatedTime) },
    ]);
    expect(new Set(CHANNELS.map((channel) => first[channel].version)).size).toBe(1);
  });

  it('tell an order that fills on all channels, under one number', async () => {
    const { trader, socket } = await listening();
    const id = await kit.place(trader, { client_oid: 'mine-1', presetStopLossPrice: '85000' });
    const told: Record<string, Message> = {};
    for (const channel of CHANNELS) told[channel] = (await socket.next(on(channel))).msg;
    const numbers = CHANNELS.map((channel) => told[channel].version);
    expect(new Set(numbers).size).toBe(1);
    expect(CHANNELS.map((channel) => told[channel].msgEvent)).toEqual(CHANNELS.map(() => 'OrderUpdate'));
    const [placed, stop] = told['orders'].data.order;
    expect(placed).toMatchObject({
      id,
      clientOrderId: 'mine-1',
      coinId: 'USDT',
      contractId: SYMBOL,
      type: 'MARKET',
      timeInForce: 'IMMEDIATE_OR_CANCEL',
      orderSide: 'BUY',
      positionSide: 'LONG',
      status: 'FILLED',
      orderSource: 'API',
      latestFillPrice: '90000.1',
      maxFillPrice: '90000.1',
      minFillPrice: '90000.1',
      cumFillSize: '0.0100',
      cumFillValue: '900.00100000',
      cancelReason: 'UNKNOWN_ORDER_CANCEL_REASON',
      setOpenSl: true,
    });
    expect(stop).toMatchObject({
      type: 'STOP_MARKET',
      status: 'UNTRIGGERED',
      triggerPrice: '85000.0',
      positionTpsl: true,
      openTpslParentOrderId: id,
      reduceOnly: true,
      orderSource: 'SYSTEM',
    });
    expect(told['fill'].data.orderFillTransaction).toMatchObject([
      { orderId: id, direction: 'TAKER', fillSize: '0.0100', fillValue: '900.00100000', separatedOpenOrderId: '0' },
    ]);
    expect(told['positions'].data.position).toMatchObject([{ size: '0.0100', openValue: '900.00100000' }]);
    expect(told['account'].data.collateral[0]).toMatchObject({ marginMode: 'SHARED', isolatedPositionId: '0' });
  });

  it('count an account’s events by one, and say which their channel told before', async () => {
    const { trader, socket } = await listening();
    const from = socket.got.findLast(on('orders', 'Snapshot')).msg.version;
    const resting = await kit.place(trader, { match_price: '0', price: '80000' });
    await kit.post(trader, LEVERAGE, { symbol: 'cmt_ethusdt', marginMode: 1, longLeverage: '10' });
    await kit.admin('POST', '/admin/accounts/deposit', { uid: trader.uid, amount: '5' });
    await kit.post(trader, '/capi/v2/order/cancel_order', { orderId: resting });
    await socket.next((m) => on('orders')(m) && m.msg.data.order[0].status === 'CANCELED');
    const events = socket.got.filter(({ event, msg }) => event === 'payload' && msg.msgEvent !== 'Snapshot');
    const byVersion = new Map<number, string>(events.map(({ msg }) => [msg.version, msg.msgEvent]));
    expect([...byVersion]).toEqual([
      [from + 1, 'OrderUpdate'],
      [from + 2, 'SettingUpdate'],
      [from + 3, 'CollateralUpdate'],
      [from + 4, 'OrderUpdate'],
    ]);
    for (const channel of CHANNELS) {
      let last = from;
      for (const { msg } of events.filter(on(channel))) {
        expect(msg.previousVersion, channel).toBeLessThanOrEqual(last);
        expect(msg.version, channel).toBeGreaterThan(last);
        if (last > from) expect(msg.previousVersion, channel).toBe(last);
        last = msg.version;
      }
    }
    expect(events.find(on('account', 'SettingUpdate')).msg.data.setting).toMatchObject([
      { contractId: 'cmt_ethusdt', crossLeverage: '10.00' },
    ]);
  });

  it('send a position that ended once more, with size 0', async () => {
    const { trader, socket } = await listening();
    await kit.place(trader, {});
    const opened = await socket.next(on('positions'));
    await kit.place(trader, { type: '3' });
    const closed = await socket.next(on('positions'));
    expect(closed.msg.data.position).toMatchObject([
      { id: opened.msg.data.position[0].id, size: '0', cumCloseSize: '0.0100' },
    ]);
    const again = keep(await connectAs(kit.url, trader));
    await again.subscribe('positions');
    expect((await again.next(on('positions', 'Snapshot'))).msg.data).toEqual({ position: [] });
  });

  it('are never ahead of REST: what a message tells can be read', async () => {
    const { trader, socket } = await listening();
    for (let at = 0; at < 10; at++) {
      const placing = kit.post(trader, PLACE, order({ match_price: '0', price: String(70_000 + at) }));
      const { msg } = await socket.next(on('orders'));
      const { json } = await kit.get(trader, `/capi/v2/order/current?symbol=${SYMBOL}`);
      expect(json.map((row: Message) => row.order_id)).toContain(msg.data.order[0].id);
      await placing;
    }
  });

  it('know their older names, and say so', async () => {
    const trader = await kit.newAccount();
    const socket = keep(await connectAs(kit.url, trader));
    expect(await socket.subscribe('position')).toEqual({
      event: 'subscribed',
      channel: 'position',
      warning: 'position is an older name of positions',
    });
    expect(await socket.subscribe('trade')).toMatchObject({ event: 'subscribed', warning: expect.any(String) });
    await kit.place(trader, {});
    expect((await socket.next(on('position', 'OrderUpdate'))).msg.data.position).toHaveLength(1);
    expect((await socket.next(on('trade', 'OrderUpdate'))).msg.data.orderFillTransaction).toHaveLength(1);
  });

  it('are not found on the public side, nor public ones here', async () => {
    const socket = keep(await connectAs(kit.url, kit.alice));
    expect(await socket.subscribe(`ticker.${SYMBOL}`)).toMatchObject({
      code: '40020',
      hint: `ticker.${SYMBOL} is public: connect to /v2/ws/public`,
    });
    expect(await socket.subscribe('order')).toMatchObject({ code: '40020', hint: 'Did you mean orders?' });
  });

  it('tell nobody of another account', async () => {
    const { socket } = await listening();
    const before = socket.got.length;
    const other = await listening();
    await kit.place(other.trader, {});
    await other.socket.next(on('orders'));
    expect(socket.got.slice(before).filter(({ event }) => event === 'payload')).toEqual([]);
  });
});
