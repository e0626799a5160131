// Every list that has times, with many rows in each millisecond: a program that lowers its end to before the last row
// it saw, goes on by cursor, or counts pages, sees each row once. The exchange's clock is the test's, so that a moment
// lasts as long as is needed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneClock } from '../../src/time/wall-clock.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { log, UPLOAD } from './ai-log-kit.ts';
import { type Answer, type Kit, oid, order, startKit, SYMBOL, type TestAccount } from './kit.ts';

/** Rows of a list in one millisecond, more than three pages of them. */
const AT_ONCE = 20;
const LIMIT = 6;
const MOMENTS = 3;

let nowMs = Date.UTC(2026, 0, 1, 9);
let kit: Kit;
let trader: TestAccount;

beforeAll(async () => {
  kit = await startKit(undefined, undefined, undefined, { clock: wallClock(oneClock(() => nowMs)) });
  trader = await kit.newAccount({ balance: '1000000', allowed: true });
  for (let moment = 0; moment < MOMENTS; moment++) {
    nowMs += 1_000;
    await kit.setPrice(SYMBOL, '90000');
    await kit.place(kit.bob, { type: '2', match_price: '0', price: '90000', size: '0.02' });
    const rows = (fields: object) =>
      Array.from({ length: AT_ONCE }, () => {
        const { symbol: _, ...row } = order({ client_oid: oid(), size: '0.001', ...fields });
        return row;
      });
    const place = async (orderDataList: readonly object[]): Promise<any[]> => {
      const { json } = await kit.post(trader, '/capi/v2/order/batchOrders', { symbol: SYMBOL, orderDataList });
      expect(json.order_info.filter(({ result }: any) => result !== true)).toEqual([]);
      return json.order_info;
    };
    const presets = { presetTakeProfitPrice: '99000', presetStopLossPrice: '81000' };
    const filled = await place(rows(presets));
    await kit.post(trader, '/capi/v2/order/cancelAllOrders', { symbol: SYMBOL, cancelOrderType: 'plan' });
    for (const { order_id: orderId } of filled)
      expect((await kit.post(trader, UPLOAD, log({ orderId }))).json.code).toBe('00000');
    await place(rows({ match_price: '0', price: String(80_000 + moment) }).slice(0, 10));
  }
  for (let nth = 0; nth < AT_ONCE; nth++)
    await kit.post(trader, '/capi/v2/order/plan_order', {
      symbol: SYMBOL,
      client_oid: oid(),
      size: '0.001',
      type: '1',
      match_type: '1',
      execute_price: '0',
      trigger_price: String(80_000 + nth),
    });
});
afterAll(() => kit.stop());

interface List {
  /** Rows in all. */
  readonly rows: number;
  /** How it names an end. */
  readonly end: 'endTime' | 'endCreateDate';
  readonly size: 'limit' | 'pageSize';
  readonly time: string;
  readonly id: string;
  readonly ask: (fields: Readonly<Record<string, unknown>>) => Promise<Answer>;
}

const got =
  (path: string) =>
  (fields: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return kit.get(trader, `/capi/v2/${path}?${query.toString()}`);
  };
const ORDERS = { end: 'endTime', size: 'limit', time: 'createTime', id: 'order_id' } as const;
const LISTS: Readonly<Record<string, List>> = {
  historyPlan: {
    ...ORDERS,
    rows: MOMENTS * AT_ONCE * 2,
    size: 'pageSize',
    ask: (fields) => got('order/historyPlan')({ symbol: SYMBOL, ...fields }),
  },
  history: {
    ...ORDERS,
    rows: MOMENTS * AT_ONCE,
    end: 'endCreateDate',
    size: 'pageSize',
    ask: got('order/history'),
  },
  fills: {
    rows: MOMENTS * AT_ONCE,
    end: 'endTime',
    size: 'limit',
    time: 'createdTime',
    id: 'tradeId',
    ask: got('order/fills'),
  },
  bills: {
    rows: 1 + MOMENTS * AT_ONCE,
    end: 'endTime',
    size: 'limit',
    time: 'cTime',
    id: 'billId',
    ask: (fields) => kit.post(trader, '/capi/v2/account/bills', fields),
  },
  'ai/logs': {
    rows: MOMENTS * AT_ONCE,
    end: 'endTime',
    size: 'limit',
    time: 'receivedAt',
    id: 'index',
    ask: got('ai/logs'),
  },
  'ai/orders': {
    rows: MOMENTS * (AT_ONCE + 10),
    end: 'endTime',
    size: 'limit',
    time: 'placedAt',
    id: 'orderId',
    ask: got('ai/orders'),
  },
  current: { ...ORDERS, rows: MOMENTS * 10, ask: got('order/current') },
  currentPlan: { ...ORDERS, rows: AT_ONCE, ask: got('order/currentPlan') },
};

it.each(['order/fills', 'order/current', 'order/currentPlan', 'ai/logs'])(
  '%s refuses an order id that is no plain integer, where it would be every order’s',
  async (path) => {
    for (const orderId of ['700000000000017.0', '7.00000000000017e14', 'abc']) {
      const { status, json } = await got(path)({ orderId });
      expect([status, json.code, json.msg]).toEqual([400, '40020', 'Parameter orderId is invalid']);
      expect(json.hint).toContain(`found '${orderId}'; use the id of an order as it came, in digits`);
    }
    expect(rowsIn(await got(path)({ orderId: '12345678901234567890' }))).toEqual([]);
  },
);

const rowsIn = ({ json }: Answer): any[] => (Array.isArray(json) ? json : (json.list ?? json.items));

describe.each(Object.entries(LISTS))('%s', (_, { rows, end, size, time, id, ask }) => {
  const page = async (fields: Readonly<Record<string, unknown>>) => {
    const answer = await ask({ [size]: LIMIT, ...fields });
    expect(answer.status, answer.text).toBe(200);
    return { found: rowsIn(answer), cursor: answer.headers['x-next-cursor'] as string | undefined };
  };
  const expectAll = (seen: readonly any[]): void => {
    expect(seen.map((row) => row[id])).toEqual([...new Set(seen.map((row) => row[id]))]);
    expect(seen).toHaveLength(rows);
  };

  it('by an end before the last row: each row once', async () => {
    const seen: any[] = [];
    for (let endMs = nowMs; ; ) {
      const { found } = await page({ [end]: endMs });
      if (found.length === 0) break;
      seen.push(...found);
      endMs = Number(found.at(-1)[time]) - 1;
    }
    expectAll(seen);
  });

  it('by cursor: each row once', async () => {
    const seen: any[] = [];
    for (let fields = {}; ; ) {
      const { found, cursor } = await page(fields);
      seen.push(...found);
      if (cursor === undefined) break;
      expect(found.length).toBeGreaterThanOrEqual(LIMIT);
      fields = { cursor };
    }
    expectAll(seen);
  });

  it('by number, the first with or without one: each row once', async () => {
    for (const first of [{}, { page: 0 }]) {
      const seen: any[] = [];
      for (let number = 0; ; number++) {
        const { found, cursor } = await page(number === 0 ? first : { page: number });
        seen.push(...found);
        if (cursor === undefined) break;
        expect(found.length).toBeGreaterThanOrEqual(LIMIT);
      }
      expectAll(seen);
    }
  });
});
