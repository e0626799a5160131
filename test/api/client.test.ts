// The client that callers have, against a running exchange: trading, market, AI logs, lists, errors that say what the
// server said, and every operation under its own name. What it does when answers are lost: client-retries.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/api/v2/index.ts';
import { ROUTES_V3 } from '../../src/api/v3/index.ts';
import { OPERATIONS as OPERATIONS_V3, speakV3 } from '../../src/client/v3.ts';
import { type Client, createClient, importSecret, OPERATIONS, OutcryError } from '../../src/client/index.ts';
import { type Kit, oid, order, PLACE, startKit, SYMBOL } from './kit.ts';

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
    expect((await client.singlePosition({ symbol: SYMBOL }))[0]).toMatchObject({ size: '0.0100', leverage: '10' });
    const [plan] = await client.currentPlan({ symbol: SYMBOL });
    expect(plan?.parentOrderId).toBe(placed.order_id);
    expect((await client.cancel_order({ orderId: plan?.order_id })).result).toBe(true);
    expect((await client.historyPlan({ symbol: SYMBOL, pageSize: 1 })).list[0]?.order_id).toBe(plan?.order_id);
    expect((await client.bills({ limit: 1 })).items[0]?.orderId).toBe(placed.order_id);
    expect((await client.assets())[0]?.coinName).toBe('USDT');
  });

  it('reads the market without a key', async () => {
    const visitor = createClient({ url: `${kit.url}/` });
    expect((await visitor.contracts()).length).toBe(8);
    expect((await visitor.ticker({ symbol: SYMBOL })).symbol).toBe(SYMBOL);
    expect((await visitor.depth({ symbol: SYMBOL, limit: 5 })).asks.length).toBeGreaterThan(0);
    expect((await visitor.marketTime()).timestamp).toBeGreaterThan(0);
    await expect(visitor.assets()).rejects.toThrow('40001 Header "ACCESS_KEY" is required');
  });

  it('signs with a secret nobody can read out again', async () => {
    const secret = await importSecret(kit.alice.secret);
    expect(secret.extractable).toBe(false);
    const { apiKey, passphrase } = kit.alice;
    expect(await createClient({ url: kit.url, apiKey, secret, passphrase }).assets()).toHaveLength(1);
    expect(JSON.stringify(createClient({ url: kit.url, ...kit.alice }))).not.toContain(kit.alice.secret);
  });

  it('uploads and reads AI logs', async () => {
    const log = { stage: 'Decision Making', model: 'm', input: { a: 1 }, output: { decision: 'HOLD' } };
    const named = { headers: { 'Idempotency-Key': 'key-1' } };
    const { answer, headers } = await client.call('uploadAiLog', log, named);
    expect(answer.data).toBe('upload success');
    const index = Number(headers.get('AI-LOG-INDEX'));
    const again = await client.call('uploadAiLog', JSON.stringify(log), named);
    expect(again.headers.get('AI-LOG-DUPLICATE')).toBe('1');
    expect((await client.aiLog({ index })).body).toBe(JSON.stringify(log));
    expect((await client.aiLogs({ limit: 1 })).list[0]?.index).toBe(index);
    expect((await client.aiValidate(new TextEncoder().encode('{}'))).error?.['code']).toBe('40019');
    expect((await client.aiAllowlist()).allowed).toBe(true);
    expect((await client.aiCoverage()).counted).toBeGreaterThan(0);
  });

  it('goes through a list a page at a time, each row once', async () => {
    const trader = await kit.newAccount();
    const prices = ['80000', '80001', '80002', '80003', '80004'];
    for (const price of prices) await kit.place(trader, { match_price: '0', price, order_type: '1' });
    const found: string[] = [];
    const sizes: number[] = [];
    for await (const page of kit.client(trader).pages('current', { limit: 2 })) {
      sizes.push(page.length);
      found.push(...page.map((one) => one.price));
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(found).toEqual(prices.map((price) => `${price}.0`).toReversed());
    const bills = [];
    for await (const page of kit.client(kit.alice).pages('bills', { limit: 1 })) bills.push(...page.items);
    expect(bills.length).toBe((await client.bills({ limit: 100 })).items.length);
  });

  it('throws what the server said: status, code, hint, token, request id', async () => {
    const error = await client
      .placeOrder(JSON.stringify(order({ size: '0.00015' })))
      .catch((caught: unknown) => caught);
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
    await expect(chinese.ticker({ symbol: '' })).rejects.toThrow('参数symbol不能为空');
  });

  it('says so when the answer is not from an exchange', async () => {
    const page = (): Promise<Response> =>
      Promise.resolve(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    const behindProxy = createClient({ url: 'http://proxy', fetch: page, retries: 0 });
    await expect(behindProxy.marketTime()).rejects.toThrow('502 Bad Gateway');
  });

  it('asks for what it has no method for', async () => {
    const { answer } = await client.get<readonly unknown[]>('/capi/v2/order/current', { symbol: SYMBOL });
    expect(answer).toEqual([]);
    expect((await client.post<{ order_id: string }>(PLACE, order())).answer.order_id).toMatch(/^\d{15}$/);
  });
});

describe('the methods', () => {
  it('are the operations that are served, each by the method and path of its route, signed when it is private', async () => {
    const asked: string[] = [];
    const recording = createClient({
      url: 'http://127.0.0.1:1',
      ...kit.alice,
      fetch: async (target, init) => {
        asked.push(`${init?.method} ${new URL(String(target)).pathname}`);
        return new Response('{}');
      },
    });
    for (const { operation } of ROUTES) await recording[operation as 'assets']();
    expect(asked).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`));
    expect(Object.entries(OPERATIONS).map(([name, { signed }]) => [name, signed])).toEqual(
      ROUTES.map(({ operation, access }) => [operation, access === 'private']),
    );
    const v3 = speakV3(recording);
    asked.length = 0;
    const names = Object.keys(OPERATIONS_V3) as (keyof typeof OPERATIONS_V3)[];
    for (const name of names) await v3[name as 'balance']();
    expect(asked).toEqual(ROUTES_V3.map(({ method, path }) => `${method} ${path}`));
    expect(names).toEqual(ROUTES_V3.map(({ operation }) => operation.replace(/^v3\./, '')));
  });
});
