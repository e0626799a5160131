// Lists, batches and closing through the second door: V3-17, V3-21 and V3-22 of its checklist, and the filters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, oid, quote, startMarket, type TestAccount } from '../kit.ts';

const BATCH = '/capi/v3/batchOrders';
const CLOSE = '/capi/v3/closePositions';
const OPEN = '/capi/v3/openOrders';
const TRADES = '/capi/v3/userTrades';
const ETH = 'cmt_ethusdt';

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
  await kit.setPrice(ETH, '3000');
  await quote(kit, ETH, ['2999.9', '3000.1'], '10');
});
afterAll(() => kit.stop());

const buy = (fields: object = {}) => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'MARKET',
  quantity: '0.01',
  newClientOrderId: oid(),
  ...fields,
});
const resting = (fields: object = {}) => buy({ type: 'LIMIT', price: '80000', ...fields });
const eth = (fields: object = {}) => buy({ symbol: 'ETHUSDT', quantity: '0.1', ...fields });
const place = async (who: TestAccount, order: object): Promise<number> => {
  const { json } = await kit.post(who, '/capi/v3/order', order);
  expect(json).toMatchObject({ success: true });
  return Number(json.orderId);
};
const batch = async (who: TestAccount, ...rows: object[]) => (await kit.post(who, BATCH, { batchOrders: rows })).json;
const ids = async (who: TestAccount, target: string): Promise<number[]> =>
  (await kit.get(who, target)).json.map(({ orderId }: any) => orderId);
const DONE = { success: true, errorCode: '', errorMessage: '' };

describe('V3-21 a batch', () => {
  it('of ten in two contracts with a bad row places the others, in order, a command for each run of a contract', async () => {
    const who = await kit.newAccount();
    const rows = [
      resting(),
      eth({ type: 'LIMIT', price: '2000' }),
      eth({ type: 'LIMIT', price: '2001' }),
      resting({ quantity: 'much', newClientOrderId: 'bad-row' }),
      resting(),
      resting({ side: 'SELL', newClientOrderId: 'none-held' }),
      eth({ type: 'LIMIT', price: '2002' }),
      buy(),
      buy({ side: 'SELL' }),
      resting(),
    ];
    const before = kit.commandsOf(who);
    const json = await batch(who, ...rows);
    expect(kit.commandsOf(who) - before).toBe(5);
    expect(json.map(({ clientOrderId }: any) => clientOrderId)).toEqual(rows.map((row) => row.newClientOrderId));
    expect(json[3]).toEqual({
      orderId: '',
      clientOrderId: 'bad-row',
      success: false,
      errorCode: '-1142',
      errorMessage: expect.stringMatching(/^Parameter 'quantity' is invalid: found 'much'; use a plain decimal/),
    });
    expect(json[5]).toEqual({
      orderId: '',
      clientOrderId: 'none-held',
      success: false,
      errorCode: '-1054',
      errorMessage:
        'POSITION_SIDE_INVALID: FAILED_PRECONDITION: position side invalid: there is no LONG position in BTCUSDT to close',
    });
    const placed = json.filter(({ success }: any) => success);
    expect(placed).toEqual(
      placed.map(() => ({ ...DONE, orderId: expect.any(String), clientOrderId: expect.any(String) })),
    );
    const made = placed.map(({ orderId }: any) => Number(orderId));
    expect(made).toEqual(made.toSorted((a: number, b: number) => a - b));
    expect(made).toHaveLength(8);
    expect(await ids(who, OPEN)).toHaveLength(6);
  });

  it.each([
    [{}, -1141],
    [{ batchOrders: {} }, -1142],
    [{ batchOrders: [] }, -1140],
    [{ batchOrders: Array.from({ length: 11 }, () => resting()) }, -1140],
  ])('%# is refused as a whole with %d when it is no list of one to ten', async (body, code) => {
    const { status, json } = await kit.post(kit.alice, BATCH, body);
    expect([status, json.code]).toEqual([400, code]);
  });

  it('tells each bad row its own code, and uses up no client id', async () => {
    const who = await kit.newAccount();
    const free = { newClientOrderId: 'free-2' };
    const json = await batch(
      who,
      resting({ ...free, symbol: 'NOPEUSDT' }),
      resting({ ...free, side: 'UP' }),
      resting({ ...free, type: 'STOP' }),
      resting({ ...free, timeInForce: 'GTD' }),
      resting({ newClientOrderId: 'a b' }),
      resting({ ...free, price: null }),
      resting({ ...free, reduceOnly: true }),
      resting({ ...free, quantity: '100000' }),
      resting(free),
    );
    const codes = json.map(({ errorCode }: any) => errorCode);
    expect(codes).toEqual(['-1121', '-1117', '-1116', '-1115', '-1180', '-1141', '-1128', '-3007', '']);
  });

  it('is cancelled by ids and client ids, ids first; what is unknown or has ended is a failed row', async () => {
    const who = await kit.newAccount();
    const [one, two] = [await place(who, resting()), await place(who, resting({ newClientOrderId: 'two' }))];
    const ended = await place(who, buy({ newClientOrderId: 'ended' }));
    const { json } = await kit.delete(who, BATCH, {
      origClientOrderIdList: ['two', 'nobody'],
      orderIdList: [one, String(ended), 99],
    });
    expect(json).toEqual([
      { orderId: String(one), origClientOrderId: expect.any(String), ...DONE },
      {
        orderId: String(ended),
        origClientOrderId: 'ended',
        success: false,
        errorCode: '-1054',
        errorMessage: expect.stringMatching(/^ORDER_NOT_CANCELABLE/),
      },
      {
        orderId: '99',
        origClientOrderId: '',
        success: false,
        errorCode: '-3200',
        errorMessage: 'Order does not exist',
      },
      { orderId: String(two), origClientOrderId: 'two', ...DONE },
      {
        orderId: '',
        origClientOrderId: 'nobody',
        success: false,
        errorCode: '-3200',
        errorMessage: expect.any(String),
      },
    ]);
    for (const body of [{}, { orderIdList: [] }, { orderIdList: Array.from({ length: 11 }, (_, at) => at + 1) }])
      expect((await kit.delete(who, BATCH, body)).json.code).toBe(-1140);
    expect((await kit.delete(who, BATCH, { orderIdList: ['x'] })).json.code).toBe(-1142);
  });

  it('placed through one door is seen and cancelled through the other', async () => {
    const who = await kit.newAccount();
    const [{ orderId }] = await batch(who, resting({ newClientOrderId: 'mirror-1' }));
    const seen = (await kit.get(who, '/capi/v2/order/current')).json;
    expect(seen).toMatchObject([{ order_id: orderId, client_oid: 'mirror-1', type: 'open_long' }]);
    const done = await kit.post(who, '/capi/v2/order/cancel_batch_orders', { ids: [orderId] });
    expect(done.json).toMatchObject({ result: true, orderIds: [orderId] });
    const v2 = await kit.place(who, { match_price: '0', price: '80000', client_oid: 'mirror#2' });
    expect((await kit.delete(who, BATCH, { origClientOrderIdList: ['mirror#2'] })).json).toEqual([
      { orderId: v2, origClientOrderId: 'mirror#2', ...DONE },
    ]);
  });
});

describe('openOrders', () => {
  it('are narrowed by contract, greater ids, times and pages, newest first, and hold no waiting plan order', async () => {
    const who = await kit.newAccount();
    const made: number[] = [];
    for (const price of ['80000', '80001', '80002', '80003']) made.push(await place(who, resting({ price })));
    const other = await place(who, eth({ type: 'LIMIT', price: '2000' }));
    const plan = { symbol: 'cmt_btcusdt', size: '0.01', type: '1', match_type: '1', trigger_price: '80000' };
    expect((await kit.post(who, '/capi/v2/order/plan_order', plan)).status).toBe(200);
    const newest = [other, ...made.toReversed()];
    expect(await ids(who, OPEN)).toEqual(newest);
    expect(await ids(who, `${OPEN}?symbol=BTCUSDT`)).toEqual(newest.slice(1));
    expect(await ids(who, `${OPEN}?orderId=${made[1]}`)).toEqual(newest.slice(0, 3));
    expect(await ids(who, `${OPEN}?orderId=none`)).toEqual(newest);
    const { json } = await kit.get(who, OPEN);
    const times = json.map(({ time }: any) => time);
    expect(await ids(who, `${OPEN}?startTime=${times[0] + 1}`)).toEqual([]);
    expect(await ids(who, `${OPEN}?endTime=${times[0]}`)).toEqual(newest);
    expect((await kit.get(who, `${OPEN}?startTime=${times[0]}&endTime=${times[0] - 1}`)).json.code).toBe(-1171);
    const seen: number[] = [];
    for (let page = 0; ; page++) {
      const rows = await ids(who, `${OPEN}?limit=2&page=${page}`);
      if (rows.length === 0) break;
      seen.push(...rows);
    }
    expect(seen).toEqual(newest);
    expect((await kit.get(who, `${OPEN}?limit=101`)).json).toMatchObject({
      code: -1140,
      msg: 'limit must be between 1 and 100',
    });
    expect(json[1]).toMatchObject({ type: 'LIMIT', status: 'NEW', price: '80003.0', executedQty: '0', avgPrice: '0' });
    const gone = (await kit.delete(who, '/capi/v3/allOpenOrders?symbol=BTCUSDT')).json;
    expect(gone).toEqual(made.map((orderId) => ({ orderId, ...DONE })));
    expect(await ids(who, OPEN)).toEqual([other]);
    expect((await kit.delete(who, '/capi/v3/allOpenOrders')).json).toEqual([{ orderId: other, ...DONE }]);
    expect((await kit.delete(who, '/capi/v3/allOpenOrders')).json).toEqual([]);
    expect((await kit.get(who, '/capi/v2/order/currentPlan')).json).toHaveLength(1);
  });
});

describe('V3-03 userTrades', () => {
  it('are the fills of v2, newest first, narrowed by contract, order and time', async () => {
    const who = await kit.newAccount();
    const first = await place(who, buy());
    await place(who, eth());
    await place(who, buy({ side: 'SELL' }));
    const v2 = (await kit.get(who, '/capi/v2/order/fills')).json.list;
    const v3 = (await kit.get(who, TRADES)).json;
    const both = v2.map((row: any) => ({
      id: row.tradeId,
      orderId: row.orderId,
      symbol: row.symbol.replace('cmt_', '').toUpperCase(),
      buyer: row.orderSide === 'BUY',
      commission: row.fillFee,
      commissionAsset: 'USDT',
      maker: row.role === 'MAKER',
      price: row.fillPrice,
      qty: row.fillSize,
      quoteQty: row.fillValue,
      realizedPnl: row.realizePnl,
      side: row.orderSide,
      positionSide: row.positionSide,
      time: row.createdTime,
      liquidateFee: row.liquidateFee,
      liquidateType: row.liquidateType,
    }));
    expect(v3).toEqual(both);
    expect(v3.map(({ side, positionSide }: any) => `${side} ${positionSide}`)).toEqual([
      'SELL LONG',
      'BUY LONG',
      'BUY LONG',
    ]);
    expect(await ids(who, `${TRADES}?symbol=ETHUSDT`)).toEqual([v3[1].orderId]);
    expect(await ids(who, `${TRADES}?orderId=${first}`)).toEqual([first]);
    expect(await ids(who, `${TRADES}?limit=1&page=2`)).toEqual([first]);
    expect(await ids(who, `${TRADES}?startTime=${v3[0].time + 1}`)).toEqual([]);
  });
});

describe('V3-17 order/history', () => {
  const HISTORY = '/capi/v3/order/history';
  it('holds orders that ended and plan orders that never fired, last ended first; page by page every row once', async () => {
    const who = await kit.newAccount();
    const plan = { symbol: 'cmt_btcusdt', size: '0.01', type: '1', match_type: '1', trigger_price: '80000' };
    const ended: number[] = [];
    const waiting: string[] = [];
    for (let at = 0; at < 6; at++) {
      const planned = (await kit.post(who, '/capi/v2/order/plan_order', plan)).json.order_id;
      ended.push(await place(who, buy({ quantity: '0.001' })));
      if (at % 2 === 0) {
        await kit.post(who, '/capi/v2/order/cancel_plan', { orderId: planned });
        ended.push(Number(planned));
      } else waiting.push(planned);
    }
    // Three plan orders and two orders, each group in one millisecond.
    await kit.post(who, '/capi/v2/order/cancelAllOrders', { cancelOrderType: 'plan' });
    ended.push(...waiting.map(Number));
    const [bad, low] = [await place(who, resting()), await place(who, resting())];
    await kit.delete(who, '/capi/v3/allOpenOrders');
    ended.push(bad, low);
    const rows = (await kit.get(who, HISTORY)).json;
    const latest: number[] = rows.map(({ orderId }: any) => orderId);
    expect(latest.toSorted()).toEqual(ended.toSorted());
    const ends = rows.map(({ updateTime }: any) => updateTime);
    expect(ends).toEqual(ends.toSorted((a: number, b: number) => b - a));
    for (const limit of [1, 2, 4]) {
      const paged: number[] = [];
      for (let page = 0; ; page++) {
        const rows = await ids(who, `${HISTORY}?limit=${limit}&page=${page}`);
        if (rows.length === 0) break;
        paged.push(...rows);
      }
      const followed: number[] = [];
      let cursor = '';
      do {
        const { json, headers } = await kit.get(who, `${HISTORY}?limit=${limit}${cursor}`);
        followed.push(...json.map(({ orderId }: any) => orderId));
        cursor = headers['x-next-cursor'] === undefined ? '' : `&cursor=${String(headers['x-next-cursor'])}`;
      } while (cursor !== '');
      expect([paged, followed]).toEqual([latest, latest]);
    }
    expect(rows.find(({ orderId }: any) => orderId === Number(waiting[0]))).toMatchObject({
      status: 'CANCELED',
      type: 'TAKE_PROFIT_MARKET',
      stopPrice: '80000.0',
      workingType: 'CONTRACT_PRICE',
      cancelReason: 'USER_CANCELED',
      executedQty: '0',
    });
    for (const row of rows) expect((await kit.get(who, `/capi/v3/order?orderId=${row.orderId}`)).json).toEqual(row);
    expect(await ids(who, `${HISTORY}?symbol=ETHUSDT`)).toEqual([]);
    const times = rows.map(({ time }: any) => time).toSorted();
    const since = times[Math.floor(times.length / 2)];
    expect(await ids(who, `${HISTORY}?startTime=${since}`)).toEqual(
      rows.filter(({ time }: any) => time >= since).map(({ orderId }: any) => orderId),
    );
    expect((await kit.get(who, `${HISTORY}?limit=1001`)).json.code).toBe(-1140);
    const v2 = (await kit.get(who, '/capi/v2/order/history')).json.map(({ order_id }: any) => Number(order_id));
    expect(v2).toEqual(latest.filter((id) => v2.includes(id)));
    expect(v2).toHaveLength(8);
  });
});

describe('V3-22 closePositions', () => {
  const open = async (who: TestAccount) => {
    await place(who, buy());
    await place(who, eth());
    const { json } = await kit.get(who, '/capi/v2/account/position/allPosition');
    return (symbol: string): number =>
      json.find((one: any) => one.contract_id === idOf[symbol] || one.symbol === symbol)!.id;
  };
  const idOf: Record<string, number> = {};
  beforeAll(async () => {
    for (const { symbol, contract_id: id } of (await kit.get(kit.alice, '/capi/v2/market/contracts')).json)
      idOf[symbol] = id;
  });

  it('by contract, by position, by both, and with an empty body', async () => {
    const who = await kit.newAccount();
    const held = await open(who);
    const close = async (body: object) => (await kit.post(who, CLOSE, body)).json;
    const [btc, ether] = [held('cmt_btcusdt'), held(ETH)];
    expect(await close({ symbol: 'ETHUSDT', positionId: btc })).toEqual([
      {
        positionId: btc,
        success: false,
        successOrderId: 0,
        errorMessage: expect.stringMatching(/^POSITION_NOT_FOUND/),
        symbol: 'ETHUSDT',
        errorCode: '-1054',
        errorMsg: expect.stringMatching(/^POSITION_NOT_FOUND/),
      },
    ]);
    const row = (positionId: number, symbol: string) => ({
      positionId,
      success: true,
      successOrderId: expect.any(Number),
      errorMessage: '',
      symbol,
    });
    expect(await close({ symbol: 'BTCUSDT', positionId: btc })).toEqual([row(btc, 'BTCUSDT')]);
    expect(await close({ positionId: String(ether) })).toEqual([row(ether, 'ETHUSDT')]);
    const again = await open(who);
    expect(await close({ symbol: 'ETHUSDT' })).toEqual([row(again(ETH), 'ETHUSDT')]);
    await place(who, eth());
    expect((await close({})).map(({ symbol }: any) => symbol).toSorted()).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect((await kit.post(who, CLOSE, '')).json).toEqual([]);
  });
});
