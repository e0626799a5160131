// The compatibility checklist (decision 0029), lines C-22, C-32, C-33 and C-43: what became of orders, lists as
// programs read them, and two teams behind one address. Each is a test against a running server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, PLANS, POSITION, startKit, startMarket, SYMBOL, type TestAccount } from './kit.ts';

const HISTORY = '/capi/v2/order/history';
const HISTORY_PLAN = '/capi/v2/order/historyPlan';
const FILLS = '/capi/v2/order/fills';

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

const rowsOf = async (account: TestAccount, target: string): Promise<any> => (await kit.get(account, target)).json;

describe('what became of it', () => {
  it('C-22 a filled take profit has one id in historyPlan, history (close_long, filled, first row) and fills', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { presetTakeProfitPrice: '90100' });
    const [plan] = await rowsOf(trader, PLANS);
    const buyer = await kit.newAccount({ balance: '10000000' });
    await kit.place(buyer, { match_price: '0', price: '90200', size: '11' });
    await kit.place(await kit.newAccount(), { type: '2', match_price: '0', price: '90200' });
    const { list } = await rowsOf(trader, `${HISTORY_PLAN}?symbol=${SYMBOL}`);
    expect(list.map((one: any) => [one.order_id, one.status])).toEqual([[plan.order_id, '2']]);
    const [first] = await rowsOf(trader, `${HISTORY}?symbol=${SYMBOL}`);
    expect([first.order_id, first.type, first.status]).toEqual([plan.order_id, 'close_long', 'filled']);
    const fills = await rowsOf(trader, `${FILLS}?symbol=${SYMBOL}&orderId=${plan.order_id}`);
    expect(fills.list.map((fill: any) => [String(fill.orderId), fill.direction])).toEqual([
      [plan.order_id, 'CLOSE_LONG'],
    ]);
    expect(fills.totals).toBe(1);
  });

  it('C-32 history and current are arrays: `resp if list else resp.get("data")` reads them', async () => {
    const trader = await kit.newAccount();
    for (const path of [HISTORY, '/capi/v2/order/current']) {
      const empty = await kit.get(trader, `${path}?symbol=${SYMBOL}`);
      expect([empty.status, empty.text]).toEqual([200, '[]']);
    }
    await kit.place(trader, {});
    await kit.place(trader, { match_price: '0', price: '80000' });
    for (const path of [HISTORY, '/capi/v2/order/current']) {
      const rows = await rowsOf(trader, `${path}?symbol=${SYMBOL}`);
      expect([Array.isArray(rows), rows.length]).toEqual([true, 1]);
    }
  });
});

describe('candles', () => {
  it('C-33 show the bar of now at index 0, and seven strings in each row', async () => {
    await kit.place(await kit.newAccount(), {});
    const before = Date.now();
    const rows = (await kit.send({ target: `/capi/v2/market/candles?symbol=${SYMBOL}&granularity=1m` })).json;
    expect(rows.map((row: unknown[]) => [row.length, ...new Set(row.map((one) => typeof one))])).toEqual(
      rows.map(() => [7, 'string']),
    );
    const [openMs] = rows[0];
    expect(Number(openMs)).toBeLessThanOrEqual(Date.now());
    expect(Number(openMs)).toBeGreaterThan(before - 60_000);
    expect(Number(rows[0][5]) + Number(rows[1]?.[5] ?? 0)).toBeGreaterThan(0);
  });
});

describe('two teams behind one address', () => {
  it('C-43 do not share the budget of an account', async () => {
    const limited = await startKit(['--rate-limit-uid-budget', '7']);
    try {
      const ask = async (account: TestAccount) => (await limited.get(account, POSITION)).status;
      expect([await ask(limited.alice), await ask(limited.alice), await ask(limited.alice)]).toEqual([200, 200, 429]);
      expect(await ask(limited.bob)).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
