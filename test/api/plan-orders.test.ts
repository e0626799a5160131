// currentPlan, historyPlan and cancel_plan over the whole life of plan orders: made by presets, triggered by the
// market, cancelled, paged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Kit, startKit, startMarket, SYMBOL, type TestAccount } from './kit.ts';
import { nextMillisecond } from '../stamps.ts';

const CURRENT = '/capi/v2/order/currentPlan';
const HISTORY = `/capi/v2/order/historyPlan?symbol=${SYMBOL}`;

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

const current = async (account: TestAccount, query = ''): Promise<any[]> =>
  (await kit.get(account, CURRENT + query)).json;
const history = async (account: TestAccount, query = ''): Promise<{ list: any[]; nextPage: boolean }> =>
  (await kit.get(account, HISTORY + query)).json;
const presets = { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' };

describe('a preset', () => {
  it('is shown whole, field by field', async () => {
    const trader = await kit.newAccount();
    const parent = await kit.place(trader, presets);
    const [stop] = await current(trader);
    expect(stop).toEqual({
      symbol: SYMBOL,
      size: '0.0100',
      client_oid: `~sl-${parent}`,
      createTime: expect.stringMatching(/^\d{13}$/),
      filled_qty: '0',
      fee: '0',
      order_id: expect.stringMatching(/^\d{15}$/),
      price: '0.0',
      price_avg: '0',
      status: '0',
      type: '3',
      order_type: '3',
      totalProfits: '0',
      triggerPrice: '85000.0',
      triggerPriceType: '',
      triggerTime: '0',
      presetTakeProfitPrice: null,
      presetStopLossPrice: null,
      planType: 'loss_plan',
      positionSide: 'long',
      parentOrderId: parent,
      cancelReason: null,
      cancelDetail: null,
      updateTime: stop.createTime,
    });
  });

  it('that is triggered fills, keeps its id, moves to history and ends its partner', async () => {
    const trader = await kit.newAccount();
    const seller = await kit.newAccount({ balance: '1000000' });
    const buyer = await kit.newAccount({ balance: '1000000' });
    const eth = { symbol: 'cmt_ethusdt', size: '0.01' };
    await kit.setPrice(eth.symbol, '3000');
    await kit.place(seller, { ...eth, type: '2', match_price: '0', price: '3000.1' });
    await kit.place(buyer, { ...eth, type: '1', match_price: '0', price: '2999', size: '1' });
    await kit.place(trader, { ...eth, presetTakeProfitPrice: '3010', presetStopLossPrice: '2900' });
    const [, profit] = await current(trader);
    // A trade at 3010, which is the trigger.
    await kit.place(seller, { ...eth, type: '2', match_price: '0', price: '3010' });
    await kit.place(kit.bob, { ...eth, match_price: '0', price: '3010' });
    expect(await current(trader)).toEqual([]);
    expect((await kit.get(trader, '/capi/v2/account/position/allPosition')).text).toBe('[]');
    const { list } = (await kit.get(trader, `/capi/v2/order/historyPlan?symbol=${eth.symbol}`)).json;
    expect(
      list.map((plan: any) => [plan.planType, plan.status, plan.filled_qty, plan.cancelReason, plan.cancelDetail]),
    ).toEqual([
      ['loss_plan', '-1', '0', 'REDUCE_ONLY_CANCELED', 'SIZE_USED_UP'],
      ['profit_plan', '2', '0.010', null, null],
    ]);
    const filled = list[1];
    expect(filled.order_id).toBe(profit.order_id);
    expect(filled.triggerTime).toMatch(/^\d{13}$/);
    // Opened at 3000.1, closed into the bid at 2999.
    expect(filled).toMatchObject({ price_avg: '2999.00', fee: '0.01799400', totalProfits: '-0.01100000' });
  });

  it('cancelled by the user is in history at once (read your writes)', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, presets);
    for (const { order_id: id } of await current(trader)) {
      const cancelled = await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: id });
      expect(cancelled.json).toEqual({
        order_id: id,
        client_oid: expect.stringMatching(/^~/),
        result: true,
        err_msg: null,
      });
      const { list } = await history(trader);
      expect(list.find((plan) => plan.order_id === id)).toMatchObject({
        status: '-1',
        cancelReason: 'USER_CANCELED',
        cancelDetail: null,
      });
    }
  });

  it('is nobody else’s: another account can neither see nor cancel it', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, presets);
    const [stop] = await current(trader);
    const stranger = await kit.newAccount();
    expect(await current(stranger, `?orderId=${stop.order_id}`)).toEqual([]);
    for (const path of ['cancel_plan', 'cancel_order']) {
      const { status, json } = await kit.post(stranger, `/capi/v2/order/${path}`, { orderId: stop.order_id });
      expect([status, json.code, json.msg]).toEqual([400, '50005', 'Order does not exist']);
    }
  });
});

describe('cancel_plan', () => {
  it('takes plan orders only, and tells an ended one', async () => {
    const trader = await kit.newAccount();
    const resting = await kit.place(trader, { match_price: '0', price: '80000' });
    expect((await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: resting })).json.code).toBe('50005');
    await kit.place(trader, presets);
    const [stop] = await current(trader);
    await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: stop.order_id });
    expect((await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: stop.order_id })).json).toMatchObject({
      order_id: stop.order_id,
      result: false,
      err_msg: 'ORDER_NOT_CANCELABLE: FAILED_PRECONDITION: the order is already canceled',
    });
    expect((await kit.post(trader, '/capi/v2/order/cancel_plan', {})).json.code).toBe('40017');
    expect((await kit.post(trader, '/capi/v2/order/cancel_plan', { order_id: 1 })).json.hint).toBe(
      'you sent order_id; the name is orderId',
    );
    expect((await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: 'x' })).json.code).toBe('40020');
    expect((await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: '9223372036854775807' })).json.code).toBe(
      '50005',
    );
  });
});

describe('lists', () => {
  let trader: TestAccount;
  beforeAll(async () => {
    trader = await kit.newAccount({ balance: '100000' });
    for (let count = 0; count < 4; count++) {
      await kit.place(trader, { ...presets, type: '1' });
      await nextMillisecond();
    }
    await kit.place(trader, { type: '2', presetTakeProfitPrice: '85000' });
    for (const { order_id: id } of await current(trader, '?limit=5'))
      await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: id });
  });

  /** Follows X-Next-Cursor to the end. */
  async function byCursor(target: string, rows: (answer: Answer) => any[]): Promise<string[]> {
    const seen: string[] = [];
    let cursor = '';
    do {
      const answer = await kit.get(trader, `${target}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...rows(answer).map((row) => row.order_id));
      cursor = (answer.headers['x-next-cursor'] as string | undefined) ?? '';
    } while (cursor !== '');
    return seen;
  }

  it('currentPlan is newest first, filtered and paged', async () => {
    const all = await current(trader);
    expect(all).toHaveLength(4);
    const ids = all.map((plan) => Number(plan.order_id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(await byCursor(`${CURRENT}?limit=3`, ({ json }) => json)).toEqual(all.map((plan) => plan.order_id));
    expect([...(await current(trader, '?limit=3')), ...(await current(trader, '?limit=3&page=1'))]).toEqual(all);
    expect(await current(trader, '?page=9')).toEqual([]);
    expect(await current(trader, `?orderId=${ids[1]}`)).toEqual([all[1]]);
    expect(await current(trader, '?orderId=99')).toEqual([]);
    expect(await current(trader, '?symbol=cmt_ethusdt')).toEqual([]);
    expect(await current(trader, `?startTime=${all[0].createTime}`)).toContainEqual(all[0]);
    expect(await current(trader, `?endTime=${Number(all[3].createTime) - 1}`)).toEqual([]);
  });

  it('C-42 historyPlan by cursor, by page and by endTime visits every row once', async () => {
    const all = await history(trader);
    expect([all.list.length, all.nextPage]).toEqual([5, false]);
    const ids = all.list.map((plan) => plan.order_id);
    expect(await byCursor(`${HISTORY}&pageSize=2`, ({ json }) => json.list)).toEqual(ids);
    const pages = [];
    for (const page of [0, 1, 2]) pages.push(await history(trader, `&pageSize=2&page=${page}`));
    expect(pages.flatMap(({ list }) => list.map((plan) => plan.order_id))).toEqual(ids);
    expect(pages.at(-1)?.nextPage).toBe(false);
    const seen: string[] = [];
    for (let endTime = Date.now() + 1000; seen.length < ids.length; ) {
      const { list } = await history(trader, `&pageSize=3&endTime=${endTime}`);
      expect(list.length).toBeGreaterThan(0);
      seen.push(...list.map((plan) => plan.order_id));
      endTime = Number(list.at(-1).createTime) - 1;
    }
    expect(seen).toEqual(ids);
  });

  it('historyPlan filters by delegateType and time', async () => {
    const all = (await history(trader)).list;
    for (const type of ['3', '4']) {
      expect((await history(trader, `&delegateType=${type}`)).list).toEqual(all.filter((plan) => plan.type === type));
    }
    expect((await history(trader, '&delegateType=1')).list).toEqual([]);
    expect((await history(trader, `&startTime=${all[0].createTime}&endTime=${all[0].createTime}`)).list).toContainEqual(
      all[0],
    );
  });

  it.each([
    ['&delegateType=5', '40020', 'delegateType'],
    ['&pageSize=0', '40020', 'pageSize'],
    ['&pageSize=101', '40020', 'pageSize'],
    ['&pageSize=1.5', '40020', 'pageSize'],
    ['&page=-1', '40020', 'page'],
    ['&page=10001', '40020', 'page'],
    ['&cursor=made-up', '40020', 'cursor'],
    ['&cursor=%2F%2F', '40020', 'cursor'],
    ['&startTime=1767258000', '40020', 'startTime'],
    ['&endTime=x', '40020', 'endTime'],
    ['&endTime=1767258000000000', '40020', 'endTime'],
  ])('%s is %s %s', async (query, code, name) => {
    for (const base of [HISTORY, `${CURRENT}?x=1`]) {
      if (base !== HISTORY && name === 'delegateType') continue;
      const { json, status } = await kit.get(
        trader,
        base + (base === HISTORY ? query : query.replace('pageSize', 'limit')),
      );
      expect([status, json.code, json.msg]).toEqual([
        400,
        code,
        `Parameter ${base === HISTORY ? name : name.replace('pageSize', 'limit')} is invalid`,
      ]);
    }
  });

  it('a start behind the end is 40017', async () => {
    const { json } = await kit.get(trader, `${HISTORY}&startTime=1767258000001&endTime=1767258000000`);
    expect([json.code, json.msg]).toEqual(['40017', 'Parameter validation failed: startTime is after endTime']);
  });
});

describe('compat.planOrderEnums=words', () => {
  it('shows type, status and order_type as words', async () => {
    const wordy = await startKit(['--no-rate-limit-enabled', '--compat-plan-order-enums', 'words']);
    try {
      await wordy.setPrice(SYMBOL, '90000');
      await wordy.place(wordy.bob, { type: '2', match_price: '0', price: '90000', size: '0.1' });
      await wordy.place(wordy.alice, { presetTakeProfitPrice: '95000' });
      const [plan] = (await wordy.get(wordy.alice, CURRENT)).json;
      expect([plan.type, plan.status, plan.order_type, plan.planType]).toEqual([
        'CLOSE_LONG',
        'UNTRIGGERED',
        'IOC',
        'profit_plan',
      ]);
      await wordy.post(wordy.alice, '/capi/v2/order/cancel_plan', { orderId: plan.order_id });
      const [ended] = (await wordy.get(wordy.alice, HISTORY)).json.list;
      expect([ended.type, ended.status, ended.order_type]).toEqual(['CLOSE_LONG', 'CANCELED', 'IOC']);
    } finally {
      await wordy.stop();
    }
  });
});
