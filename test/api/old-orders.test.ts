// Orders older than the engine remembers: a day after their end they are known to the store alone, and nobody who asks
// notices. The exchange's clock is moved by hand.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wallClock } from '../../src/time/wall-clock.ts';
import { CANCEL, type Kit, oid, quote, startKit, SYMBOL, type TestAccount } from './kit.ts';

const HOUR_MS = 3_600_000;

let kit: Kit;
let trader: TestAccount;
let nowMs = Date.UTC(2026, 0, 1, 9);
/** The caller's names of the orders, and what was said of them on their day. */
const names = { filled: oid(), canceled: oid(), plan: oid(), working: oid() };
const before: Record<string, any> = {};

const ask = async (target: string): Promise<any> => (await kit.get(trader, `/capi/v2/order/${target}`)).json;
const asked = async (): Promise<void> => {
  for (const name of Object.values(names)) before[name] = await ask(`detail?clientOid=${name}`);
  before['history'] = await ask('history');
  before['fills'] = await ask('fills');
};

beforeAll(async () => {
  const read = (): number => nowMs;
  kit = await startKit(undefined, undefined, undefined, {
    clock: wallClock({ wallMs: read, steadyMs: read, bootMs: read }),
  });
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999', '90001'], '10');
  trader = await kit.newAccount();
  const limit = { match_price: '0', price: '80000' };
  await kit.place(trader, { client_oid: names.filled });
  await kit.place(trader, { ...limit, client_oid: names.canceled });
  await kit.place(trader, { ...limit, client_oid: names.working });
  const plan = { symbol: SYMBOL, client_oid: names.plan, size: '0.01', type: '2', match_type: '1' };
  await kit.post(trader, '/capi/v2/order/plan_order', { ...plan, trigger_price: '95000' });
  await kit.post(trader, CANCEL, { clientOid: names.canceled });
  await kit.post(trader, CANCEL, { clientOid: names.plan });
  await asked();
  nowMs += 25 * HOUR_MS;
  await kit.setPrice(SYMBOL, '90000');
});
afterAll(() => kit.stop());

it('are forgotten by the engine: they can’t be cancelled, and their names are free', async () => {
  expect((await kit.post(trader, CANCEL, { clientOid: names.filled })).json.code).toBe('50005');
  expect(before[names.working]).toMatchObject({ status: 'open' });
});

it('are told of as on their day, by either id', async () => {
  for (const name of Object.values(names)) {
    const { order_id } = before[name];
    expect(await ask(`detail?clientOid=${name}`)).toEqual(before[name]);
    expect(await ask(`detail?orderId=${order_id}`)).toEqual(before[name]);
  }
  expect(before[names.plan]).toMatchObject({ status: 'canceled', triggerPrice: '95000.0' });
  expect(await ask('history')).toEqual(before['history']);
  expect(await ask('fills')).toEqual(before['fills']);
  expect(before['history']).toHaveLength(2);
});

it('are two days old by createDate', async () => {
  expect(await ask('history?createDate=1')).toEqual([]);
  expect(await ask('history?createDate=2')).toEqual(before['history']);
});

it('stand behind a younger order of the same name', async () => {
  const id = await kit.place(trader, { client_oid: names.filled });
  expect(await ask(`detail?clientOid=${names.filled}`)).toMatchObject({ order_id: id, status: 'filled' });
  expect(await ask(`detail?orderId=${before[names.filled].order_id}`)).toEqual(before[names.filled]);
});
