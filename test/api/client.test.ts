// The client that callers have, against a running exchange: every method, and errors that say what the server said.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/api/routes/index.ts';
import { type Client, createClient, OutcryError } from '../../src/client/client.ts';
import { type Kit, oid, startKit, SYMBOL } from './kit.ts';

let kit: Kit;
let client: Client;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  await kit.place(kit.bob, { type: '2', match_price: '0', price: '90000', size: '1' });
  client = kit.client(kit.alice);
});
afterAll(() => kit.stop());

describe('the client', () => {
  it('trades: leverage, order, position, plans, bills, cancel', async () => {
    expect((await client.leverage({ symbol: SYMBOL, marginMode: 1, longLeverage: 10 })).code).toBe('200');
    const placed = await client.placeOrder({
      symbol: SYMBOL,
      client_oid: oid(),
      size: '0.01',
      type: '1',
      order_type: '0',
      match_price: '1',
      presetTakeProfitPrice: 95000,
    });
    expect((await client.singlePosition(SYMBOL))[0]).toMatchObject({ size: '0.0100', leverage: '10' });
    const [plan] = await client.currentPlan({ symbol: SYMBOL });
    expect(plan?.parentOrderId).toBe(placed.order_id);
    expect((await client.cancelOrder({ orderId: plan?.order_id as string })).result).toBe(true);
    expect((await client.historyPlan({ symbol: SYMBOL, pageSize: 1 })).list[0]?.order_id).toBe(plan?.order_id);
    expect((await client.bills({ limit: 1 })).items[0]?.orderId).toBe(placed.order_id);
    expect((await client.assets())[0]?.coinName).toBe('USDT');
  });

  it('reads the market without a key', async () => {
    const visitor = createClient({ url: `${kit.url}/` });
    expect((await visitor.contracts()).length).toBe(8);
    expect((await visitor.ticker(SYMBOL)).symbol).toBe(SYMBOL);
    expect((await visitor.depth(SYMBOL, 5)).asks.length).toBeGreaterThan(0);
    expect((await visitor.time()).timestamp).toBeGreaterThan(0);
    await expect(visitor.assets()).rejects.toThrow('40001 Header "ACCESS_KEY" is required');
  });

  it('uploads and reads AI logs', async () => {
    const log = { stage: 'Decision Making', model: 'm', input: { a: 1 }, output: { decision: 'HOLD' } };
    const { answer, headers } = await client.uploadAiLog(log, 'key-1');
    expect(answer.data).toBe('upload success');
    const index = Number(headers.get('AI-LOG-INDEX'));
    expect((await client.uploadAiLog(JSON.stringify(log), 'key-1')).headers.get('AI-LOG-DUPLICATE')).toBe('1');
    expect((await client.aiLog(index)).body).toBe(JSON.stringify(log));
    expect((await client.aiLogs({ limit: 1 })).list[0]?.index).toBe(index);
    expect((await client.validateAiLog(new TextEncoder().encode('{}'))).error?.code).toBe('40019');
    expect((await client.aiAllowlist()).allowed).toBe(true);
    expect((await client.aiCoverage()).counted).toBeGreaterThan(0);
  });

  it('throws what the server said: status, code, hint, token, request id', async () => {
    const wrong = client.placeOrder({
      symbol: SYMBOL,
      client_oid: oid(),
      size: '0.00015',
      type: 1,
      order_type: 0,
      match_price: 1,
    });
    const error = await wrong.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OutcryError);
    expect(error).toMatchObject({
      status: 400,
      code: '40015',
      token: 'SIZE_NOT_MULTIPLE_OF_STEP',
      hint: 'Nearest valid sizes: 0.0001 and 0.0002',
      retryAfterSeconds: null,
      requestId: expect.any(String),
    });
    const chinese = createClient({ url: kit.url, ...kit.alice, locale: 'zh-CN' });
    await expect(chinese.ticker('')).rejects.toThrow('参数symbol不能为空');
  });

  it('says so when the answer is not from an exchange', async () => {
    const page = (): Promise<Response> =>
      Promise.resolve(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(createClient({ url: 'http://proxy', fetch: page }).time()).rejects.toThrow('502 Bad Gateway');
  });
});

/** Operations without a method of their own, asked through `get` and `post`. */
const WITHOUT_METHOD = [
  'adjustMargin',
  'allPosition',
  'cancel_plan',
  'changeHoldModel',
  'closePositions',
  'current',
  'currentFundRate',
  'funding_time',
  'getHistoryFundRate',
  'modifyAutoAppendMargin',
  'plan_order',
  'settings',
];

describe('the methods', () => {
  it('are operations that are served, each once, by the method and path of its route', async () => {
    const asked: string[] = [];
    const recording = createClient({
      url: 'http://127.0.0.1:1',
      fetch: async (target, init) => {
        asked.push(`${init?.method} ${new URL(String(target)).pathname}`);
        return new Response('{}');
      },
    });
    const order = { symbol: SYMBOL, client_oid: 'x', size: '1', type: '1', order_type: '0', match_price: '1' } as const;
    const log = { stage: 's', model: 'm', input: {}, output: {} };
    const calls: Omit<{ [Name in keyof Client]: () => Promise<unknown> }, 'get' | 'post'> = {
      time: () => recording.time(),
      contracts: () => recording.contracts(),
      ticker: () => recording.ticker(SYMBOL),
      depth: () => recording.depth(SYMBOL),
      assets: () => recording.assets(),
      singlePosition: () => recording.singlePosition(SYMBOL),
      currentPlan: () => recording.currentPlan(),
      historyPlan: () => recording.historyPlan({ symbol: SYMBOL }),
      bills: () => recording.bills(),
      leverage: () => recording.leverage({ symbol: SYMBOL, marginMode: 1, longLeverage: 1 }),
      placeOrder: () => recording.placeOrder(order),
      cancelOrder: () => recording.cancelOrder({ orderId: '1' }),
      uploadAiLog: () => recording.uploadAiLog(log),
      validateAiLog: () => recording.validateAiLog(log),
      aiLogs: () => recording.aiLogs(),
      aiLog: () => recording.aiLog(0),
      aiCoverage: () => recording.aiCoverage(),
      aiAllowlist: () => recording.aiAllowlist(),
    };
    expect(Object.keys(calls).sort()).toEqual(
      Object.keys(recording)
        .filter((name) => name !== 'get' && name !== 'post')
        .sort(),
    );
    for (const call of Object.values(calls)) await call();
    const served = ROUTES.filter(({ operation }) => !WITHOUT_METHOD.includes(operation));
    expect(asked.sort()).toEqual(served.map(({ method, path }) => `${method} ${path}`).sort());
    expect(served.length + WITHOUT_METHOD.length).toBe(ROUTES.length);
  });
});
