// The account of all samples of the documentation, lived through again: an exchange whose clock is moved by hand from
// 07:00 to 09:00 answers each request about it with exactly the sample (`test/vectors/sample-account.json`), ids
// included.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wallClock } from '../../src/time/wall-clock.ts';
import { BILLS, CANCEL, type Kit, startKit, SYMBOL, type TestAccount } from './kit.ts';

const SEVEN_MS = Date.UTC(2026, 0, 1, 7);
const FIRST_ID = 700_000_000_000_000;
const samples = JSON.parse(
  readFileSync(new URL('../vectors/sample-account.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, any>>;

let kit: Kit;
let nowMs = SEVEN_MS;
const read = (): number => nowMs;

/** Moves the clock; the index price comes in again there, so that the mark is valid whenever the next tick is. */
async function at(hour: number, minute: number, second: number, price: string): Promise<void> {
  nowMs = Date.UTC(2026, 0, 1, hour, minute, second);
  await kit.setPrice(SYMBOL, price);
}

beforeAll(async () => {
  const clock = wallClock({ wallMs: read, steadyMs: read, bootMs: read });
  kit = await startKit(undefined, undefined, undefined, { clock });
  await live();
});
afterAll(() => kit.stop());

/** The morning of the account; its ids are given one by one, others' taking theirs in between. */
async function live(): Promise<void> {
  const { alice } = kit;
  nowMs = SEVEN_MS + 2_000;
  const maker = await kit.newAccount({ balance: '1000000' });
  const other = await kit.newAccount({ balance: '1000000' });
  await at(7, 14, 30, '90000');
  await sell(maker, 9, '90000', '0');
  await at(7, 15, 0, '90000');
  const presets = { presetTakeProfitPrice: '95000', presetStopLossPrice: '85000' };
  expect(await kit.place(alice, { client_oid: 'demo-0001', ...presets })).toBe(idOf(10));
  await at(7, 30, 0, '90000');
  const limit = { match_price: '0', client_oid: 'demo-0002', price: '89000' };
  expect(await kit.place(alice, limit)).toBe(idOf(20));
  await at(7, 45, 0, '89000');
  await sell(maker, 21, '89000', '3');
  await at(7, 59, 59, '90200');
  await at(8, 0, 0, '90200');
  await funding(alice);
  await at(8, 29, 0, '90200');
  await takeIds(other, 40);
  await at(8, 30, 0, '90200');
  const postOnly = { match_price: '0', client_oid: 'demo-0003', price: '88000', order_type: '1' };
  expect(await kit.place(alice, postOnly)).toBe(idOf(40));
  await at(8, 34, 0, '90200');
  await takeIds(other, 50);
  await at(8, 35, 0, '90200');
  const plan = {
    symbol: SYMBOL,
    client_oid: 'demo-0004',
    size: '0.01',
    type: '2',
    match_type: '1',
    trigger_price: '92000',
  };
  expect((await kit.post(alice, '/capi/v2/order/plan_order', plan)).json.order_id).toBe(idOf(50));
  await at(8, 40, 0, '90200');
  await kit.post(alice, '/capi/v2/order/cancel_plan', { orderId: idOf(50) });
  await at(9, 0, 0, '90500');
}

const idOf = (place: number): string => String(FIRST_ID + place);

async function sell(maker: TestAccount, place: number, price: string, orderType: string): Promise<void> {
  const id = await kit.place(maker, { type: '2', match_price: '0', price, order_type: orderType });
  expect(id).toBe(idOf(place));
}

/** The settlement of 08:00, which the exchange makes by itself. */
async function funding(account: TestAccount): Promise<void> {
  for (;;) {
    const { items } = (await kit.post(account, BILLS, { businessType: 'position_funding' })).json;
    if (items.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Has others use ids up to the one before `place`: a deposit takes two, an order that rests one. */
async function takeIds(other: TestAccount, place: number): Promise<void> {
  const resting = { type: '1', match_price: '0', price: '80000' };
  const last = Number((await kit.place(other, resting)).slice(-3));
  expect((place - last) % 2).toBe(1);
  for (let next = last + 1; next < place; next += 2)
    await kit.admin('POST', '/admin/accounts/deposit', { uid: other.uid, amount: '1' });
}

/** The samples show one contract of the account's settings, and no more of a setting than the family knows. */
function inContract(json: any): any {
  const only = (list: any[]): any[] => list.filter(({ symbol }) => symbol === SYMBOL);
  const { feeSetting, modeSetting, leverageSetting, ...account } = json.account;
  const settings = {
    feeSetting: only(feeSetting),
    modeSetting: only(modeSetting),
    leverageSetting: only(leverageSetting),
  };
  return { ...json, account: { ...account, ...settings } };
}

it.each([
  ['detail', `order/detail?orderId=${idOf(10)}`],
  ['detail', 'order/detail?clientOid=demo-0001'],
  ['current', 'order/current'],
  ['fills', 'order/fills'],
  ['fills', `order/fills?symbol=${SYMBOL}&limit=2`],
  ['historyPlan', `order/historyPlan?symbol=${SYMBOL}`],
  ['assets', 'account/assets'],
  ['singlePosition', `account/position/singlePosition?symbol=${SYMBOL}`],
])('%s answers its sample, byte by byte', async (name, target) => {
  const { status, text } = await kit.get(kit.alice, `/capi/v2/${target}`);
  expect([status, text]).toEqual([200, JSON.stringify(samples[name])]);
});

it('history answers its sample first, and the order that ended before behind it', async () => {
  const { text } = await kit.get(kit.alice, '/capi/v2/order/history');
  expect(text).toBe(JSON.stringify([...samples['history'], samples['detail']]));
});

it('currentPlan answers its sample, and the take profit the sample leaves out', async () => {
  const [stopLoss, takeProfit, ...others] = (await kit.get(kit.alice, '/capi/v2/order/currentPlan')).json;
  expect(JSON.stringify([stopLoss])).toBe(JSON.stringify(samples['currentPlan']));
  expect(takeProfit).toMatchObject({ client_oid: `~tp-${idOf(10)}`, order_id: idOf(18), triggerPrice: '95000.0' });
  expect(others).toEqual([]);
});

it('bills answers its sample', async () => {
  const filter = { coin: 'USDT', symbol: SYMBOL, businessType: '', startTime: null, endTime: null, limit: 2 };
  expect((await kit.post(kit.alice, BILLS, filter)).text).toBe(JSON.stringify(samples['bills']));
});

it('settings answers its sample, with the fees beside it', async () => {
  const { json } = await kit.get(kit.alice, `/capi/v2/account/settings?symbol=${SYMBOL}`);
  expect(json).toMatchObject(samples['settings']);
});

it.each(['getAccounts', 'getAccount?coin=USDT', 'accounts'])('%s answers the sample of the account', async (name) => {
  const { position, ...account } = (await kit.get(kit.alice, `/capi/v2/account/${name}`)).json;
  expect(JSON.stringify(inContract(account))).toBe(JSON.stringify(inContract(samples['getAccounts'])));
  expect(position).toEqual(name === 'accounts' ? samples['singlePosition'] : undefined);
});

it('cancel_order answers its sample, once everything else was asked', async () => {
  const { text } = await kit.post(kit.alice, CANCEL, { orderId: idOf(40) });
  expect(text).toBe(JSON.stringify(samples['cancel_order']));
});
