// What `/openapi.json`, and so `/docs`, shows for each operation is what the server answers: an exchange is brought
// into a state where every list has rows, each documented request is sent with ids of that exchange in it, and the
// answer has the fields of the documented one, in its order, with values of the same form: ids, exact decimals, times,
// words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/api/v2/index.ts';
import { log, UPLOAD } from './ai-log-kit.ts';
import { enter, openContest, untilLive } from './contest-kit.ts';
import {
  BILLS,
  CANCEL,
  type Kit,
  LEVERAGE,
  oid,
  PLANS,
  POSITION,
  startMarket,
  SYMBOL,
  type TestAccount,
} from './kit.ts';

const ETH = 'cmt_ethusdt';

let kit: Kit;
let trader: TestAccount;
/** The ids the documented requests are sent with. */
let ids: Record<'filled' | 'resting' | 'another' | 'plan' | 'stop' | 'isolated', string>;
let logIndex: string;
/** In the contest of the examples, and about to enter another. */
let member: TestAccount;
let newcomer: TestAccount;

beforeAll(async () => {
  kit = await startMarket();
  member = await kit.newAccount({ balance: '100' });
  newcomer = await kit.newAccount({ balance: '0' });
  await openContest(kit, 'c1', 2_000);
  await enter(kit, 'c1', member, 'Alpha');
  await openContest(kit, 'c2', 3_600_000);
  trader = await kit.newAccount({ allowed: true });
  const presets = { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' };
  const filled = await kit.place(trader, presets);
  // What everybody may see is of the demo's own accounts.
  await kit.place(kit.alice, {});
  const working = { match_price: '0', price: '88000.0', order_type: '1', ...presets };
  const resting = await kit.place(trader, working);
  const another = await kit.place(trader, working);
  await kit.place(trader, working);
  await kit.setPrice(ETH, '3000');
  const seller = await kit.newAccount({ balance: '1000000' });
  for (const type of ['1', '2'])
    await kit.place(seller, { symbol: ETH, type, match_price: '0', price: type === '1' ? '2999' : '3001', size: '5' });
  await kit.post(trader, LEVERAGE, { symbol: ETH, marginMode: 3, longLeverage: '5' });
  await kit.place(trader, { symbol: ETH, size: '0.1', marginMode: 3 });
  const [position] = (await kit.get(trader, POSITION.replace(SYMBOL, ETH))).json;
  const plan = { symbol: SYMBOL, size: '0.01', type: 2, match_type: 1, trigger_price: '92000' };
  const [waiting, gone] = await Promise.all(
    [1, 2].map(async () => (await kit.post(trader, '/capi/v2/order/plan_order', plan)).json.order_id as string),
  );
  await kit.post(trader, CANCEL, { orderId: gone! });
  const stop = (await kit.get(trader, PLANS)).json.find((one: any) => one.planType === 'loss_plan').order_id;
  await kit.admin('POST', '/admin/funding/settle', { symbol: SYMBOL, rate: '0.0001' });
  const uploaded = await kit.post(
    trader,
    UPLOAD,
    log({ orderId: filled, output: { decision: 'OPEN_LONG', size: '0.01' } }),
  );
  logIndex = String(uploaded.headers['ai-log-index']);
  await kit.post(trader, BILLS, { limit: 0 });
  ids = { filled, resting, another, plan: waiting!, stop, isolated: String(position.id) };
  await untilLive(kit, 'c1');
});
afterAll(() => kit.stop());

/** What a documented request needs to be about this exchange: instead of its own values, these. */
const FITTED: Readonly<Record<string, () => Record<string, unknown>>> = {
  detail: () => ({ orderId: ids.filled }),
  cancel_order: () => ({ orderId: ids.resting }),
  cancel_batch_orders: () => ({ ids: [ids.another] }),
  cancel_plan: () => ({ orderId: ids.plan }),
  modifyTpSlOrder: () => ({ orderId: ids.stop }),
  adjustMargin: () => ({ isolatedPositionId: ids.isolated, collateralAmount: '50' }),
  modifyAutoAppendMargin: () => ({ positionId: ids.isolated }),
  leverage: () => ({ symbol: 'cmt_solusdt' }),
  changeHoldModel: () => ({ symbol: 'cmt_solusdt' }),
  placeOrder: () => ({ client_oid: oid() }),
  plan_order: () => ({ client_oid: oid() }),
  placeTpSlOrder: () => ({ clientOrderId: oid(), size: '0.0001' }),
  aiLog: () => ({ index: logIndex }),
  uploadAiLog: () => ({ orderId: ids.filled }),
  aiProof: () => ({ index: logIndex }),
  contestEquity: () => ({ teams: 't1' }),
  contestLeaderboard: () => ({ at: '' }),
  contestRegister: () => ({ contestId: 'c2' }),
};

/** Who asks, where it is not the trader. */
const ASKED_BY: Readonly<Record<string, () => TestAccount>> = {
  contestMe: () => member,
  contestModels: () => member,
  contestWithdraw: () => member,
  contestRegister: () => newcomer,
};

/** A step of a case, which two judges have brought so far: contest.test.ts. And files: contest-evidence.test.ts. */
const IN_CASES = ['contestAnswer', 'contestAppeal', 'contestBundle', 'contestOwnBundle'];

/** Where the documented answer shows rows and this exchange has none, and why. */
const WITHOUT_ROWS: Readonly<Record<string, string>> = {
  'contestMe.findings': 'no report yet',
  'contestTeam.findings': 'no report yet',
  'cancel_batch_orders.clientOids': 'documented empty',
  'cancel_batch_orders.failInfos': 'documented empty',
  headlines: 'a market without headlines',
  'v3.headlines': 'a market without headlines',
  'aiLogs.list[0].warnings': 'a log without a fault',
  'aiLog.warnings': 'a log without a fault',
  'aiValidate.warnings': 'a log without a fault',
  'aiCoverage.open': 'no order waits for its log',
  'apiKey.ips': 'a key for any address',
};

/** Operations that end what others show come last. */
const LAST = [
  'cancel_order',
  'cancel_batch_orders',
  'cancel_plan',
  'modifyTpSlOrder',
  'contestWithdraw',
  'cancelAllOrders',
  'closePositions',
  'apiKeyLimits',
  'apiKeyStop',
];
const inTurn = ROUTES.filter(({ operation }) => !IN_CASES.includes(operation)).toSorted(
  (a, b) => LAST.indexOf(a.operation) - LAST.indexOf(b.operation),
);

/** The form of a value: whatever differs between two of one form is only which one it is. */
function formOf(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  if (/^\d{13}$/.test(value)) return 'a time';
  if (/^\d{15}$/.test(value)) return 'an id';
  if (/^-?\d+$/.test(value)) return 'a whole number';
  const [, fraction] = /^-?\d+\.(\d+)$/.exec(value) ?? [];
  return fraction === undefined ? 'text' : `${fraction.length} decimals`;
}

/** A row of another contract has other decimals, one of another kind other fields in it. */
const isOfAnother = (found: any, documented: any): boolean =>
  ['symbol', 'kind'].some((name) => documented[name] !== undefined && found?.[name] !== documented[name]);

/**

 * Two values of one field may differ like this: nothing is `0` without decimals, or null; averages have more or fewer.

 */
function isSameForm(found: unknown, documented: unknown, field: string): boolean {
  const [a, b] = [formOf(found), formOf(documented)];
  if (a === b || a === 'null' || b === 'null') return true;
  const figures = [a, b].every((form) => /decimals|whole/.test(form));
  return figures && (found === '0' || documented === '0' || VARIABLE.includes(field));
}

/** Averages, rates and sizes of a caller’s own writing: their decimals vary. */
const VARIABLE = ['price_avg', 'fundingRate', 'index', 'priceChangePercent', 'trades', 'size', 'price'];

function differences(found: any, documented: any, at: string): string[] {
  if (Array.isArray(documented)) {
    if (!Array.isArray(found)) return found === null ? [] : [`${at} is no array`];
    if (documented.length === 0 || at in WITHOUT_ROWS) return [];
    if (found.length === 0) return [`${at} has no row to compare`];
    return found.flatMap((one, n) => differences(one, documented[n] ?? documented[0], `${at}[${n}]`));
  }
  if (typeof documented === 'object' && documented !== null) {
    if (found === null || typeof found !== 'object') return found === null ? [] : [`${at} is no object`];
    const [names, wanted] = [Object.keys(found), Object.keys(documented)];
    if (names.join() !== wanted.join()) return [`${at} has ${names.join()}, documented ${wanted.join()}`];
    if (isOfAnother(found, documented)) return [];
    return wanted.flatMap((name) => differences(found[name], documented[name], `${at}.${name}`));
  }
  const field = at.split('.').at(-1) ?? '';
  return isSameForm(found, documented, field)
    ? []
    : [`${at} is ${JSON.stringify(found)}, documented ${JSON.stringify(documented)}`];
}

/** The documented request of an operation, about this exchange. */
async function answerTo(operation: string, path: string, method: string, described: any): Promise<any> {
  const own = FITTED[operation]?.() ?? {};
  const who = ASKED_BY[operation]?.() ?? trader;
  if (method === 'POST') {
    const example = described.requestBody.content['application/json'].example;
    const body = { ...example, ...own };
    if (operation === 'batchOrders')
      body.orderDataList = body.orderDataList.map((row: object) => ({ ...row, client_oid: oid() }));
    return kit.post(who, path, body);
  }
  const parameters = described.parameters.filter((one: any) => one.in === 'query' && 'example' in one);
  const query = { ...Object.fromEntries(parameters.map((one: any) => [one.name, one.example])), ...own };
  const text = new URLSearchParams(query).toString();
  return kit.get(who, text === '' ? path : `${path}?${text}`);
}

describe('the documented examples', () => {
  it.each(inTurn.map(({ operation, path, method }) => [operation, path, method] as const))(
    '%s answers as documented',
    async (operation, path, method) => {
      const { json: document } = await kit.send({ target: '/openapi.json' });
      const described = document.paths[path][method.toLowerCase()];
      const { 'application/json': asJson, 'text/plain': asText } = described.responses['200'].content;
      const { status, json, text } = await answerTo(operation, path, method, described);
      expect([status, text]).toEqual([200, text]);
      if (asText !== undefined) {
        const [first] = asText.example.split('\n');
        expect(text.split('\n')[0].replaceAll(/\d+\.\S+/g, 'N'), operation).toBe(first.replaceAll(/\d+\.\S+/g, 'N'));
        return;
      }
      const documented = asJson.example;
      expect(differences(json, documented, operation)).toEqual([]);
    },
  );

  it('tell a field that is missing, in another place, or of another form', () => {
    const documented = { list: [{ id: '700000000000001', price: '90000.0', size: '1.0000', at: 1 }], more: false };
    const found = (row: object) => differences({ list: [row], more: true }, documented, 'x');
    expect(found({ id: '700000000000009', price: '1.5', size: '0', at: 2 })).toEqual([]);
    expect(found({ id: '700000000000009', price: '1.5', size: '0' })).toEqual([
      'x.list[0] has id,price,size, documented id,price,size,at',
    ]);
    expect(found({ price: '1.5', id: '700000000000009', size: '0', at: 2 })).toHaveLength(1);
    expect(found({ id: 700000000000009, price: 'x', size: '0', at: '2' })).toEqual([
      'x.list[0].id is 700000000000009, documented "700000000000001"',
      'x.list[0].price is "x", documented "90000.0"',
      'x.list[0].at is "2", documented 1',
    ]);
    expect(differences({ list: [], more: true }, documented, 'x')).toEqual(['x.list has no row to compare']);
  });
});
