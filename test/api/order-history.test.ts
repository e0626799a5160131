// What became of my order: detail, history and fills over real sockets, for orders at work and ended, of plan orders,
// copies and the risk engine, with filters and pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, CANCEL, type Kit, oid, ORDER, quote, startKit, SYMBOL, type TestAccount } from './kit.ts';
import { nextMillisecond } from '../stamps.ts';

const DETAIL = '/capi/v2/order/detail';
const HISTORY = '/capi/v2/order/history';
const FILLS = '/capi/v2/order/fills';
const CURRENT_PLAN = '/capi/v2/order/currentPlan';
const ETH = 'cmt_ethusdt';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
});
afterAll(() => kit.stop());

const detail = async (account: TestAccount, orderId: string): Promise<any> =>
  (await kit.get(account, `${DETAIL}?orderId=${orderId}`)).json;
const history = async (account: TestAccount, query = ''): Promise<any[]> =>
  (await kit.get(account, `${HISTORY}${query}`)).json;
const fills = async (account: TestAccount, query = ''): Promise<any> => (await kit.get(account, FILLS + query)).json;
const limit = (type: string, size: string, price: string) => ({ type, size, price, match_price: '0' });
const errorOf = ({ status, json }: Answer): unknown[] => [status, json.code, json.msg];

describe('one order', () => {
  it('is open while it works, partly filled too, then filled, with average price and fee', async () => {
    const maker = await kit.newAccount({ balance: '1000000' });
    const id = await kit.place(maker, { ...limit('2', '0.02', '89500'), order_type: '1' });
    // It would have met the bid at once.
    expect(await detail(maker, id)).toMatchObject({
      status: 'canceled',
      order_type: 'postOnly',
      cancelReason: 'COULD_NOT_FILL',
      cancelDetail: 'POST_ONLY_WOULD_TAKE',
      filled_qty: '0',
      price_avg: '0',
    });
    const resting = await kit.place(maker, limit('1', '0.02', '90000'));
    expect(await detail(maker, resting)).toMatchObject({
      status: 'open',
      filledQtyContracts: 0,
      updateTime: expect.any(String),
    });
    const taker = await kit.newAccount();
    await kit.place(taker, { type: '2', size: '0.005' });
    expect(await detail(maker, resting)).toMatchObject({
      status: 'open',
      type: 'open_long',
      order_type: 'normal',
      size: '0.0200',
      filled_qty: '0.0050',
      contracts: 200,
      filledQtyContracts: 50,
      price: '90000.0',
      price_avg: '90000.0',
      fee: '0.09000000',
    });
    await kit.place(taker, { type: '2', size: '0.015' });
    const filled = await detail(maker, resting);
    expect(filled).toMatchObject({ status: 'filled', fee: '0.36000000', cancelReason: null, triggerPrice: null });
    expect(await history(maker)).toEqual([filled, await detail(maker, id)]);
    expect((await kit.get(maker, '/capi/v2/order/current')).json).toEqual([]);
  });

  it('is found by either id; the service’s wins; other fields don’t matter', async () => {
    const trader = await kit.newAccount();
    const name = oid();
    const [id, other] = [await kit.place(trader, { client_oid: name }), await kit.place(trader, {})];
    const found = await detail(trader, id);
    expect(found).toMatchObject({ order_id: id, client_oid: name, status: 'filled', order_type: 'ioc', price: '0.0' });
    for (const query of [`clientOid=${name}`, `orderId=${id}&clientOid=nobody`, `symbol=nonsense&orderId=${id}&x=1`])
      expect((await kit.get(trader, `${DETAIL}?${query}`)).json).toEqual(found);
    expect((await kit.get(trader, `${DETAIL}?orderId=${other}&clientOid=${name}`)).json.order_id).toBe(other);
  });

  it('that is unknown, another account’s or not named is refused', async () => {
    const [owner, other] = [await kit.newAccount(), await kit.newAccount()];
    const id = await kit.place(owner, {});
    const resting = await kit.place(owner, limit('1', '0.01', '80000'));
    for (const [account, query] of [
      [owner, 'orderId=700000000999999'],
      [owner, 'clientOid=never'],
      [other, `orderId=${id}`],
      [other, `orderId=${resting}`],
      [await kit.newAccount({ balance: '0' }), `orderId=${id}`],
    ] as const) {
      const answer = await kit.get(account, `${DETAIL}?${query}`);
      expect(errorOf(answer)).toEqual([400, '50005', 'Order does not exist']);
      expect(answer.json.token).toBe('ORDER_NOT_FOUND');
    }
    const neither = await kit.get(owner, `${DETAIL}?order_id=${id}`);
    expect([neither.status, neither.json.code]).toEqual([400, '40017']);
    expect(neither.json.hint).toBe('you sent order_id; the name is orderId');
  });
});

describe('a plan order', () => {
  const symbol = 'cmt_bnbusdt';

  it('keeps its id and its age from waiting to filled, and heads the history (C-22)', async () => {
    await kit.setPrice(symbol, '600');
    await quote(kit, symbol, ['599', '601'], '1');
    const trader = await kit.newAccount();
    const opening = { symbol, size: '1', presetTakeProfitPrice: '606', presetStopLossPrice: '500' };
    const opened = await kit.place(trader, opening);
    const plans = (await kit.get(trader, CURRENT_PLAN)).json as any[];
    const idOf = (kind: string): string => plans.find(({ planType }) => planType === kind).order_id;
    const waiting = await detail(trader, idOf('profit_plan'));
    expect(waiting).toMatchObject({ status: 'untriggered', type: 'close_long', order_type: 'ioc', price: '0.00' });
    expect(waiting).toMatchObject({ triggerPrice: '606.00', filled_qty: '0', client_oid: `~tp-${opened}` });
    expect((await history(trader)).map(({ order_id }) => order_id)).toEqual([opened]);
    // A working close stands in its way: it makes room in the same moment, before the take profit is filled.
    const close = await kit.place(trader, { symbol, ...limit('3', '1', '620') });
    const maker = await kit.newAccount({ balance: '1000000' });
    await kit.place(maker, { symbol, ...limit('2', '1', '606') });
    await kit.place(await kit.newAccount(), { symbol, size: '1' });

    const filled = await detail(trader, waiting.order_id);
    expect(filled).toMatchObject({ status: 'filled', createTime: waiting.createTime, totalProfits: '-2.00000000' });
    const [first, second, ...older] = await history(trader);
    expect(first).toEqual(filled);
    expect(second).toMatchObject({ order_id: close, cancelReason: 'REDUCE_ONLY_CANCELED', cancelDetail: 'MADE_ROOM' });
    expect(second.updateTime).toBe(first.updateTime);
    expect(older.map(({ order_id }) => order_id)).toEqual([opened]);
    const { list } = await fills(trader, `?orderId=${waiting.order_id}`);
    expect(list).toMatchObject([
      { orderId: Number(waiting.order_id), direction: 'CLOSE_LONG', orderSide: 'SELL', realizePnl: '-2.00000000' },
    ]);
    // Its partner never was an order: detail knows it, history doesn't.
    expect(await detail(trader, idOf('loss_plan'))).toMatchObject({
      status: 'canceled',
      cancelReason: 'REDUCE_ONLY_CANCELED',
      triggerPrice: '500.00',
    });
  });

  it('that works after its trigger is as old in current as in currentPlan', async () => {
    const trader = await kit.newAccount();
    const sol = { symbol: 'cmt_solusdt', client_oid: oid(), size: '1', type: '1', triggerPriceType: '3' };
    await kit.setPrice(sol.symbol, '100');
    const limited = { ...sol, match_type: '0', execute_price: '98', trigger_price: '99' };
    const id = (await kit.post(trader, '/capi/v2/order/plan_order', limited)).json.order_id as string;
    const [waiting] = (await kit.get(trader, CURRENT_PLAN)).json;
    expect(await detail(trader, id)).toMatchObject({ status: 'untriggered', order_type: 'normal', price: '98.00' });
    await nextMillisecond();
    await kit.setPrice(sol.symbol, '99');
    const { createTime } = waiting;
    const [working] = (await kit.get(trader, '/capi/v2/order/current')).json;
    expect(working).toMatchObject({ order_id: id, status: 'open', createTime, triggerPrice: '99.00' });
    expect(Number(working.updateTime)).toBeGreaterThan(Number(createTime));
    expect(await detail(trader, id)).toEqual(working);
    expect((await kit.get(trader, `/capi/v2/order/current?endTime=${createTime}`)).json).toEqual([working]);
    await kit.post(trader, CANCEL, { orderId: id });
    expect(await history(trader)).toMatchObject([{ order_id: id, cancelReason: 'USER_CANCELED', createTime }]);
  });
});

describe('history', () => {
  let trader: TestAccount;
  let ids: string[];
  beforeAll(async () => {
    trader = await kit.newAccount();
    ids = [];
    for (let at = 0; at < 7; at++) ids.push(await kit.place(trader, {}));
    // The oldest ends last.
    const early = await kit.place(trader, limit('1', '0.01', '80000'));
    ids.push(await kit.place(trader, { size: '0.02' }));
    await kit.post(trader, CANCEL, { orderId: early });
    ids.push(early);
    await kit.place(trader, limit('1', '0.01', '80000'));
    ids.reverse();
  });

  it('has every order that ended, the latest end first, by contract, and no working one', async () => {
    expect((await history(trader)).map(({ order_id }) => order_id)).toEqual(ids);
    expect(await history(trader, `?symbol=${SYMBOL}`)).toEqual(await history(trader));
    expect(await history(trader, `?symbol=${ETH}`)).toEqual([]);
    expect(await history(await kit.newAccount())).toEqual([]);
  });

  it.each(['page', 'cursor'])('visits every order once by %s', async (by) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; ; page++) {
      const where = by === 'page' ? `page=${page}` : cursor === undefined ? '' : `cursor=${cursor}`;
      const { json, headers } = await kit.get(trader, `${HISTORY}?pageSize=4&${where}`);
      seen.push(...json.map(({ order_id }: any) => order_id));
      cursor = headers['x-next-cursor'] as string | undefined;
      if (cursor === undefined) break;
    }
    expect(seen).toEqual(ids);
  });

  it('is narrowed by creation: days back, milliseconds, or not at all', async () => {
    const all = await history(trader);
    const created = all.map(({ createTime }) => Number(createTime));
    const middle = created[4]!;
    for (const none of ['', '?createDate=0', '?createDate=1', '?createDate=90', '?endCreateDate=99999999999999'])
      expect(await history(trader, none)).toEqual(all);
    const since = await history(trader, `?createDate=${middle}`);
    expect(since).toEqual(all.filter(({ createTime }) => Number(createTime) >= middle));
    expect(since.length).toBeLessThan(all.length);
    const until = await history(trader, `?endCreateDate=${middle}`);
    expect(until).toEqual(all.filter(({ createTime }) => Number(createTime) <= middle));
    expect(until.length).toBeLessThan(all.length);
    expect(await history(trader, `?createDate=${Date.now() + 60_000}`)).toEqual([]);
  });

  it.each([
    ['createDate=91', '40020', 'Parameter createDate is invalid'],
    ['createDate=-1', '40020', 'Parameter createDate is invalid'],
    ['createDate=1767250800', '40020', 'Parameter createDate is invalid'],
    ['endCreateDate=90', '40020', 'Parameter endCreateDate is invalid'],
    ['pageSize=0', '40020', 'Parameter pageSize is invalid'],
    ['pageSize=101&createDate=91', '40020', 'Parameter pageSize is invalid'],
    ['cursor=b1-1', '40020', 'Parameter cursor is invalid'],
    [
      'createDate=1767250800001&endCreateDate=1767250800000',
      '40017',
      'Parameter validation failed: createDate is after endCreateDate',
    ],
  ])('refuses %s', async (query, code, msg) => {
    expect(errorOf(await kit.get(trader, `${HISTORY}?${query}`))).toEqual([400, code, msg]);
  });

  it('ignores what it does not know (C-12)', async () => {
    expect(await history(trader, '?limit=1&startTime=abc&pageNum=7')).toHaveLength(ids.length);
  });
});

describe('fills', () => {
  it('show role, fee, realised profit and how many there are', async () => {
    const symbol = 'cmt_ltcusdt';
    await kit.setPrice(symbol, '100');
    const [maker, taker] = [await kit.newAccount(), await kit.newAccount()];
    const sold = await kit.place(maker, { symbol, ...limit('2', '2', '100') });
    const bought = await kit.place(taker, { symbol, size: '1' });
    // A page ends between two milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 2));
    await kit.place(taker, { symbol, size: '1' });
    await kit.place(maker, { symbol, ...limit('1', '1', '101') });
    const closed = await kit.place(taker, { symbol, type: '3', size: '1' });
    const { list, nextFlag, totals } = await fills(taker);
    expect([list.length, nextFlag, totals]).toEqual([3, false, 3]);
    expect(list[0]).toEqual({
      tradeId: expect.any(Number),
      orderId: Number(closed),
      symbol,
      marginMode: 'SHARED',
      separatedMode: 'COMBINED',
      positionSide: 'LONG',
      orderSide: 'SELL',
      fillSize: '1.0',
      fillValue: '101.00000000',
      fillFee: '0.06060000',
      liquidateFee: '0',
      realizePnl: '1.00000000',
      direction: 'CLOSE_LONG',
      liquidateType: 'NONE',
      legacyOrdeDirection: 'CLOSE_LONG',
      createdTime: expect.any(Number),
      fillPrice: '101.00',
      role: 'TAKER',
    });
    expect(list[2]).toMatchObject({ orderId: Number(bought), orderSide: 'BUY', role: 'TAKER', realizePnl: '0' });
    const ofOrder = await fills(maker, `?orderId=${sold}&limit=1`);
    expect(ofOrder).toMatchObject({ nextFlag: true, totals: 2, list: [{ role: 'MAKER', fillFee: '0.02000000' }] });
    expect(ofOrder.list[0]).toMatchObject({ positionSide: 'SHORT', orderSide: 'SELL', direction: 'OPEN_SHORT' });
    expect(await fills(taker, `?orderId=${sold}`)).toEqual({ list: [], nextFlag: false, totals: 0 });
    // A fill at both its ends has one number, and both see the same trade.
    expect((await fills(maker)).list.map(({ tradeId }: any) => tradeId)).toEqual(
      list.map(({ tradeId }: any) => tradeId),
    );
  });

  it('take filters, pages and unknown fields as documented', async () => {
    const trader = await kit.newAccount();
    for (let at = 0; at < 5; at++) await kit.place(trader, {});
    const all = await fills(trader);
    expect(all.totals).toBe(5);
    // pageSize is another list's word.
    for (const query of ['?pageSize=1', `?symbol=${SYMBOL}`, '?orderId='])
      expect(await fills(trader, query)).toEqual(all);
    expect(await fills(trader, '?orderId=12345678901234567890')).toMatchObject({ list: [], totals: 0 });
    expect(await fills(trader, `?symbol=${ETH}`)).toEqual({ list: [], nextFlag: false, totals: 0 });
    const times = all.list.map(({ createdTime }: any) => createdTime as number);
    expect(await fills(trader, `?startTime=${times[3]}&endTime=${times[1]}`)).toMatchObject({
      totals: times.filter((one: number) => one >= times[3] && one <= times[1]).length,
    });
    const seen = new Set<number>();
    for (let cursor = ''; ; ) {
      const { json, headers } = await kit.get(trader, `${FILLS}?limit=2${cursor}`);
      for (const { tradeId } of json.list) seen.add(tradeId);
      expect([json.totals, json.nextFlag]).toEqual([5, headers['x-next-cursor'] !== undefined]);
      if (headers['x-next-cursor'] === undefined) break;
      cursor = `&cursor=${String(headers['x-next-cursor'])}`;
    }
    expect([...seen]).toEqual(all.list.map(({ tradeId }: any) => tradeId));
    for (const [query, code] of [
      ['limit=101', '40020'],
      ['startTime=1767250800', '40020'],
      ['startTime=1767250800001&endTime=1767250800000', '40017'],
    ])
      expect((await kit.get(trader, `${FILLS}?${query}`)).json.code).toBe(code);
  });
});

describe('orders nobody sent', () => {
  it('of the risk engine are the account’s too: liquidation in detail, history and fills', async () => {
    await kit.admin('POST', '/admin/accounts/deposit', { uid: 3, amount: '1000' });
    const [trader, seller, buyer] = await Promise.all(
      ['10000', '1000000', '1000000'].map((balance) => kit.newAccount({ balance })),
    );
    await kit.setPrice(ETH, '3000');
    await kit.place(seller!, { symbol: ETH, ...limit('2', '1', '3000') });
    await kit.place(trader!, { symbol: ETH, size: '1', marginMode: 3 });
    await kit.place(buyer!, { symbol: ETH, ...limit('1', '1', '2860') });
    await kit.setPrice(ETH, '2866');
    const [first] = await history(trader!);
    expect(first).toMatchObject({ type: 'burst_liquidate_long', order_type: 'ioc', status: 'filled', size: '1.000' });
    expect(first.client_oid).toBe(`~${first.order_id}`);
    expect(await detail(trader!, first.order_id)).toEqual(first);
    const { list } = await fills(trader!);
    expect(list[0]).toMatchObject({
      liquidateType: 'FORCE_LIQUIDATE',
      direction: 'CLOSE_LONG',
      marginMode: 'ISOLATED',
    });
    expect(list[0].fillPrice).toBe('2860.00');
    expect(Number(list[0].liquidateFee)).toBeGreaterThan(0);
    expect(list[0].realizePnl).toBe('-140.00000000');
  });

  it('of copy trading are their follower’s', async () => {
    const [lead, follower] = [await kit.newAccount(), await kit.newAccount()];
    await kit.admin('POST', '/admin/copy/lead', { uid: lead.uid, shareRatio: '0.1' });
    await kit.admin('POST', '/admin/copy/follow', { uid: follower.uid, lead: lead.uid, copyRatio: '0.5' });
    await kit.post(follower, '/capi/v2/account/position/changeHoldModel', {
      symbol: SYMBOL,
      marginMode: 1,
      separatedMode: 2,
    });
    await kit.place(lead, { ...ORDER, size: '0.02' });
    const [copied] = await history(follower);
    expect(copied).toMatchObject({
      type: 'open_long',
      status: 'filled',
      size: '0.0100',
      client_oid: `~${copied.order_id}`,
    });
    expect((await fills(follower, `?orderId=${copied.order_id}`)).list).toMatchObject([{ separatedMode: 'SEPARATED' }]);
  });
});
