// V3-01: every operation of the second door answers with the names and types that programs of the family read, as
// test/vectors/v3/operations.json lists them, against a running exchange in which each has something to show.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES_V3 } from '../../../src/api/v3/index.ts';
import { type Answer, type Kit, oid, quote, startMarket, type TestAccount } from '../kit.ts';

interface Field {
  readonly name: string;
  readonly type: string;
}

interface Operation {
  readonly key: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly auth: boolean;
  readonly weight: { readonly ip: number; readonly uid: number | null };
  readonly in: 'query' | 'body';
  readonly parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly alias?: string;
  }[];
  readonly answer: { readonly kind: string; readonly fields?: readonly Field[] };
  readonly example: { readonly request: object | string | null; readonly answer: unknown };
}

const { operations } = JSON.parse(
  readFileSync(new URL('../../vectors/v3/operations.json', import.meta.url), 'utf8'),
) as { readonly operations: readonly Operation[] };
const served = new Map(ROUTES_V3.map((route) => [`${route.method} ${route.path}`, route]));
const isServed = ({ method, path }: Operation): boolean => served.has(`${method} ${path}`);

/** Served beside them. */
const BESIDE: readonly string[] = ['POST /capi/v3/sim/order/uploadAiLog', 'GET /capi/v3/market/headlines'];

let kit: Kit;
let trader: TestAccount;
/** Ids that fitting requests name. */
const ids = { working: '', cancelable: '', plan: '', stop: 0, position: 0 };

const order = (fields: object = {}): object => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'MARKET',
  quantity: '0.01',
  newClientOrderId: oid(),
  ...fields,
});

beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

/** An account with something of each kind to show, cancel and change, through the first door. */
async function prepare(): Promise<void> {
  trader = await kit.newAccount({ allowed: true });
  const limit = { type: '1', order_type: '0', match_price: '0', price: '80000' };
  await kit.place(trader, { size: '0.05' });
  await kit.place(trader, { size: '0.01', type: '3' });
  const ended = await kit.place(trader, limit);
  await kit.post(trader, '/capi/v2/order/cancel_order', { orderId: ended });
  ids.working = await kit.place(trader, limit);
  ids.cancelable = await kit.place(trader, limit);
  const { json: positions } = await kit.get(trader, '/capi/v2/account/position/allPosition');
  ids.position = positions[0].id;
  // In a contract of their own: one position that is closed, and one plan order that is cancelled with all others.
  const sol = 'cmt_solusdt';
  await kit.setPrice(sol, '150');
  await quote(kit, sol, ['149.9', '150.1'], '10');
  await kit.place(trader, { symbol: sol, size: '1' });
  const plan = async (trigger_price: string, symbol = 'cmt_btcusdt', size = '0.01'): Promise<string> =>
    (
      await kit.post(trader, '/capi/v2/order/plan_order', {
        symbol,
        client_oid: oid(),
        size,
        type: '1',
        match_type: '1',
        trigger_price,
      })
    ).json.order_id as string;
  await kit.post(trader, '/capi/v2/order/cancel_plan', { orderId: await plan('70000') });
  ids.plan = await plan('71000');
  await plan('100', sol, '1');
  const { json } = await kit.post(trader, '/capi/v2/order/placeTpSlOrder', {
    symbol: 'cmt_btcusdt',
    clientOrderId: oid(),
    planType: 'loss_plan',
    triggerPrice: '60000',
    size: '0.01',
    positionSide: 'long',
  });
  ids.stop = json[0].orderId;
  await kit.admin('POST', '/admin/funding/settle', { symbol: 'cmt_btcusdt', rate: '0.0001' });
}

/** What is sent where the example would not do here: its ids are of another exchange. */
const FITTING: Readonly<Record<string, () => object | string>> = {
  'market.depth': () => 'symbol=BTCUSDT&limit=15',
  'account.leverage': () => ({ symbol: 'ETHUSDT', crossLeverage: '10' }),
  'account.marginType': () => ({ symbol: 'ETHUSDT', marginType: 'ISOLATED' }),
  'order.place': () => order({ tpTriggerPrice: '95000', slTriggerPrice: '85000' }),
  'order.get': () => `orderId=${ids.working}`,
  'order.cancel': () => `orderId=${ids.cancelable}`,
  'order.batchPlace': () => ({ batchOrders: [order(), order({ side: 'SELL', positionSide: 'LONG' })] }),
  'order.batchCancel': () => ({ orderIdList: [ids.working] }),
  'algo.place': () => ({
    symbol: 'BTCUSDT',
    side: 'SELL',
    positionSide: 'SHORT',
    type: 'TAKE_PROFIT_MARKET',
    quantity: '0.01',
    triggerPrice: '92000',
    clientAlgoId: oid(),
  }),
  'order.closePositions': () => ({ symbol: 'SOLUSDT' }),
  'algo.cancelAll': () => 'symbol=SOLUSDT',
  'algo.cancel': () => `orderId=${ids.plan}`,
  'algo.modifyTpSl': () => ({ orderId: ids.stop, triggerPrice: '61000' }),
  'sim.place': () => order({ symbol: 'BTCSUSDT' }),
};

/** Answered by an error here: their positions are not isolated. */
const REFUSED: Readonly<Record<string, number>> = {
  'account.positionMargin': -1054,
  'account.modifyAutoAppendMargin': -1054,
};

function fitting({ key, example, parameters, in: place }: Operation): object | string {
  const own = FITTING[key]?.() ?? example.request;
  if (own !== null && own !== undefined) return own;
  const query = parameters.filter(({ required }) => required).map(({ name }) => `${name}=${USUAL[name]}`);
  return place === 'query' ? query.join('&') : {};
}

const USUAL: Readonly<Record<string, string>> = { symbol: 'BTCUSDT', interval: '1m' };

function ask(operation: Operation): Promise<Answer> {
  const { method, path, in: place } = operation;
  const input = fitting(operation);
  if (place === 'body')
    return method === 'POST' ? kit.post(trader, path, input) : kit.delete(trader, path, JSON.stringify(input));
  const target = input === '' ? path : `${path}?${input as string}`;
  return method === 'GET' ? kit.get(trader, target) : kit.delete(trader, target);
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** A value by the name of its field: `a`, `items[].a`, `[0]`. */
function valuesOf(row: Readonly<Record<string, unknown>>, name: string): unknown[] {
  const [list, inner] = name.split('[].');
  if (inner !== undefined) return (row[list!] as Record<string, unknown>[]).map((one) => one[inner]);
  return [row[name.replace(/^\[(\d+)\]$/, '$1')]];
}

/** The example has a few names more than the list of fields. */
function check(row: Readonly<Record<string, unknown>>, { answer: { fields = [] }, example }: Operation): void {
  const names = [...new Set(fields.map(({ name }) => name.split('[].')[0]!.replace(/^\[(\d+)\]$/, '$1')))];
  const shown = Object.keys((Array.isArray(example.answer) ? example.answer[0] : example.answer) as object);
  expect(Object.keys(row)).toEqual(expect.arrayContaining(names));
  expect([...names, ...shown]).toEqual(expect.arrayContaining(Object.keys(row)));
  for (const { name, type } of fields) {
    const allowed = type.endsWith('?') ? [type.slice(0, -1), 'null'] : [type];
    for (const value of valuesOf(row, name))
      expect([name, allowed]).toEqual([name, expect.arrayContaining([typeOf(value)])]);
  }
}

describe('V3-01', () => {
  it('every operation of the list is served, and no other', () => {
    const listed = operations.map(({ method, path }) => `${method} ${path}`);
    const missing = operations.filter((one) => !isServed(one)).map(({ key }) => key);
    expect(missing).toEqual([]);
    for (const one of served.keys()) expect([...listed, ...BESIDE]).toContain(one);
  });

  it.each(operations.filter(isServed).map((one) => [one.key, one] as const))('%s', async (key, operation) => {
    await prepare();
    const route = served.get(`${operation.method} ${operation.path}`)!;
    expect([route.weight.ip, route.access === 'private' ? route.weight.uid : null]).toEqual([
      operation.weight.ip,
      operation.weight.uid,
    ]);
    expect(route.access === 'private').toBe(operation.auth);
    const known = Object.keys(route.parameters);
    for (const { name, alias = name, required } of operation.parameters) {
      expect(known).toContain(name);
      expect(known).toContain(alias);
      const { absent, requiredWhile } = route.parameters[name]!;
      if (required) expect([name, absent]).toEqual([name, null]);
      else expect([name, absent === null && requiredWhile === undefined]).toEqual([name, false]);
    }
    const { status, json, text } = await ask(operation);
    const refused = REFUSED[key];
    if (refused !== undefined) {
      expect([status, json.code]).toEqual([400, refused]);
      return;
    }
    expect([status, text]).toEqual([200, expect.any(String)]);
    if (key !== 'ailog.upload') expect(json).not.toHaveProperty('msg');
    const { kind, fields = [] } = operation.answer;
    if (kind === 'array of string') {
      expect(json.map((one: unknown) => typeof one)).toContain('string');
      return;
    }
    if (kind === 'object') {
      if (fields.length > 0) check(json, operation);
      return;
    }
    expect(Array.isArray(json)).toBe(true);
    expect(json.length).toBeGreaterThan(0);
    for (const row of json) if (fields.length > 0) check(row, operation);
  });

  it.each(operations.filter(isServed).map((one) => [one.key, one] as const))(
    '%s shows its example in the reference with the same names and types',
    (_, operation) => {
      const route = served.get(`${operation.method} ${operation.path}`)!;
      const { kind, fields = [] } = operation.answer;
      const { sample } = route.answer as { readonly sample: any };
      if (kind === 'array of string' || fields.length === 0) return;
      for (const row of kind === 'object' ? [sample] : sample) check(row, operation);
    },
  );
});
