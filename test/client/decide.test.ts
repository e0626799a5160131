// A decision and its order in one call, against a started exchange whose answers get lost: orders and logs are read
// back from the exchange. And a client from the environment, and the constants beside the exchange's own tables.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/api/v2/index.ts';
import { objectOf } from '../../src/api/call/parameter.ts';
import { NAMED_CODES } from '../../src/api/words/named-codes.ts';
import {
  type Client,
  createClient,
  createClientFromEnv,
  DecisionFailed,
  NoAnswer,
  OutcryError,
} from '../../src/client/index.ts';
import { Execution, MarginMode, OrderType, PositionMode, PriceKind, TriggerType } from '../../src/client/wire/codes.ts';
import { type Kit, quote, startKit, SYMBOL, type TestAccount } from '../api/kit.ts';

let kit: Kit;
let account: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
  account = await kit.newAccount({ allowed: true });
});
afterAll(() => kit?.stop());

const order = {
  symbol: SYMBOL,
  size: '0.001',
  type: OrderType.OPEN_LONG,
  order_type: Execution.NORMAL,
  match_price: PriceKind.MARKET,
} as const;
let count = 0;
const log = () => ({
  stage: 'Decision Making',
  model: 'model-1',
  input: { prompt: 'Long or flat?', number: ++count },
  output: { decision: 'OPEN_LONG', symbol: SYMBOL, size: '0.001' },
});

/** A client that records what it sends as [path, timestamp, body], and loses the answers that `isLost` names. */
function recording(isLost: (path: string, time: number) => boolean, retries = 4) {
  const sent: [path: string, timestamp: string | null, body: unknown][] = [];
  const times = new Map<string, number>();
  const client = createClient({
    url: kit.url,
    ...account,
    retries,
    fetch: async (target, init) => {
      const path = new URL(target as string).pathname.split('/').at(-1) as string;
      sent.push([path, new Headers(init?.headers).get('ACCESS-TIMESTAMP'), init?.body]);
      const time = (times.get(path) ?? 0) + 1;
      times.set(path, time);
      const response = await fetch(target, init);
      if (isLost(path, time)) throw new TypeError('the connection broke');
      return response;
    },
  });
  return { client, sent };
}

const ordersOf = async (client: Client, clientOid: string) =>
  (await client.history({ symbol: SYMBOL, pageSize: 100 })).filter(({ client_oid }) => client_oid === clientOid);
const logCount = async (client: Client) => (await client.aiLogs({ limit: 100 })).list.length;

describe('decide', () => {
  it('binds the order to the log for grade A and level 3', async () => {
    const client = kit.client(account);
    const decided = await client.decide(log(), order);
    expect(decided).toMatchObject({
      warnings: [],
      isRepeat: false,
      clientOid: `ai1-${decided.bodySha256.slice(0, 32)}`,
    });
    const mine = (await client.aiOrders({ limit: 20 })).find(({ orderId }) => orderId === decided.orderId);
    expect(mine).toMatchObject({ grade: 'A', level: 3 });
    expect(await client.aiLog({ index: decided.logIndex })).toMatchObject({ bodySha256: decided.bodySha256 });
  });

  it('stores one log and places one order when every answer is lost once, and sends the same bytes again', async () => {
    const { client, sent } = recording((path, time) => time === 1 && path !== 'beacon');
    const logs = await logCount(kit.client(account));
    const decided = await client.decide(log(), order);
    expect(sent.map(([path]) => path)).toEqual(['beacon', 'uploadAiLog', 'uploadAiLog', 'placeOrder', 'placeOrder']);
    expect(new Set(sent.slice(1, 3).map(([, , body]) => body)).size).toBe(1);
    expect(new Set(sent.slice(3).map(([, , body]) => body)).size).toBe(1);
    expect(await ordersOf(client, decided.clientOid)).toMatchObject([{ order_id: decided.orderId }]);
    expect(await logCount(client)).toBe(logs + 1);
  });

  it('says what had happened, and finishes with the bytes it gives', async () => {
    const { client } = recording((path) => path === 'placeOrder', 1);
    const failed = (await client.decide(log(), order).catch((error: unknown) => error)) as DecisionFailed;
    expect(failed).toBeInstanceOf(DecisionFailed);
    expect(failed).toMatchObject({ at: 'order', mayHaveHappened: true, cause: expect.any(NoAnswer) });
    const { body, logIndex, clientOid } = failed.decision;
    const finished = await kit.client(account).decide(body, order);
    expect(finished).toMatchObject({ logIndex, clientOid, isRepeat: true });
    expect(await ordersOf(kit.client(account), clientOid)).toMatchObject([{ order_id: finished.orderId }]);
  });

  it('places nothing without the log, and keeps the log of an order that is refused', async () => {
    const stranger = kit.client(await kit.newAccount());
    const refused = (await stranger.decide(log(), order).catch((error: unknown) => error)) as DecisionFailed;
    expect(refused).toMatchObject({ at: 'log', mayHaveHappened: false, cause: { code: '40022' } });
    expect(await stranger.history({ symbol: SYMBOL })).toEqual([]);

    const client = kit.client(account);
    const wrong = { ...order, size: '0.00001' };
    const failed = (await client.decide(log(), wrong).catch((error: unknown) => error)) as DecisionFailed;
    expect(failed).toMatchObject({ at: 'order', mayHaveHappened: false, cause: expect.any(OutcryError) });
    expect(failed.message).toContain(`logged as ${failed.decision.logIndex}, not placed: 40015`);
    const right = await client.decide(failed.decision.body, order);
    expect(right).toMatchObject({ logIndex: failed.decision.logIndex, isRepeat: false });
    const named = { ...order, client_oid: 'mine' };
    await expect(client.decide(log(), named)).rejects.toThrow('leave it out');
  });
});

it('makes a client of the environment, and names what is missing without saying what is there', async () => {
  const { apiKey, secret, passphrase } = account;
  const env = { OUTCRY_URL: kit.url, OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase };
  expect(await createClientFromEnv({}, env).assets()).toMatchObject([{ coinName: 'USDT' }]);
  expect(await createClientFromEnv({}, { OUTCRY_URL: kit.url }).contracts()).not.toEqual([]);
  expect(await createClientFromEnv({ url: kit.url, ...account }, {}).assets()).toHaveLength(1);
  const partly = { OUTCRY_KEY: apiKey, OUTCRY_SECRET: '' };
  expect(() => createClientFromEnv({}, partly)).toThrow(/not set is OUTCRY_SECRET, OUTCRY_PASSPHRASE$/);
  expect(() => createClientFromEnv({}, { OUTCRY_URL: 'localhost:8080' })).toThrow(/^OUTCRY_URL is not an address/);
});

const constantsByName = { OrderType, Execution, PriceKind, MarginMode, PositionMode, TriggerType };

it('has a constant for every number of every request, and no other', () => {
  const known = new Map(
    NAMED_CODES.flatMap(({ name, fields, codes: all }) => fields.map((one) => [one, { name, all }])),
  );
  const seen = new Set<string>();
  const look = (name: string, schema: { readonly [key: string]: unknown }): void => {
    const { enum: values, items, properties } = schema as { enum?: unknown[]; items?: object; properties?: object };
    const numbers = (values ?? []).filter((one) => typeof one === 'number');
    if (numbers.length > 0) {
      const constants = known.get(name);
      expect([...(constants?.all.values() ?? [])], `the constants of ${name}`).toEqual(numbers);
      expect(Object.values((constantsByName as Record<string, object>)[constants?.name ?? ''] ?? {})).toEqual(numbers);
      seen.add(name);
    }
    if (items !== undefined) look(name, items as never);
    for (const [field, one] of Object.entries(properties ?? {})) look(field, one as never);
  };
  for (const { parameters } of ROUTES) look('', objectOf(parameters));
  expect([...seen].toSorted()).toEqual([...known.keys()].toSorted());
});
