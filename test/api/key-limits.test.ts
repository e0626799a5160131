// Limits a key carries, as an operator gives them and a caller meets them: over sockets, by both doors (LIMT-001 to
// LIMT-005). That no caller finds a way past them is shown by test/property/limits.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kit, order, PLACE, startKit, type TestAccount } from './kit.ts';

const KEY = '/capi/v2/account/apiKey';
let kit: Kit;

beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice('cmt_btcusdt', '50000');
});
afterAll(() => kit.stop());

const limited = (limits: object): Promise<TestAccount> => kit.newAccount({ limits });
const opens = (account: TestAccount, fields: object) =>
  kit.post(account, PLACE, order({ match_price: '0', price: '49000', ...fields }));
const idOf = async ({ uid }: TestAccount): Promise<string> => {
  const { list } = (await kit.admin('GET', `/admin/keys?uid=${uid}`)) as { list: { id: string }[] };
  return list[0]!.id;
};

it('an order beyond a limit is refused with what was asked and what may be', async () => {
  const account = await limited({ orderValue: '1000', symbols: ['cmt_btcusdt'] });
  expect((await opens(account, {})).json.order_id).toBeDefined();
  const large = await opens(account, { size: '0.03' });
  expect(large.json).toMatchObject({ code: '50004' });
  expect(large.json.hint).toContain('1500.00000000 USDT asked, an order may be of 1000.00000000');
  const other = await opens(account, { symbol: 'cmt_ethusdt', size: '0.1', price: '2900' });
  expect(other.json.hint).toContain('may not open in cmt_ethusdt');
});

it('a key sees its limits, makes them tighter, and never looser', async () => {
  const account = await limited({ orderValue: '1000', dayLoss: '100' });
  const { limits } = (await kit.get(account, KEY)).json;
  expect(limits).toMatchObject({ orderValue: '1000.00000000', lossToday: '0', lossLeft: '100.00000000' });
  expect((await kit.post(account, `${KEY}/limits`, { orderValue: '400' })).json).toMatchObject({ code: '200' });
  expect((await kit.post(account, `${KEY}/limits`, { orderValue: '500' })).json).toMatchObject({ code: '40017' });
  expect((await kit.get(account, KEY)).json.limits).toMatchObject({
    orderValue: '400.00000000',
    dayLoss: '100.00000000',
  });
  expect((await opens(account, {})).json).toMatchObject({ code: '50004' });
});

it('a key stops itself by one request; it reads on, and trades no more', async () => {
  const account = await limited({ orderValue: '1000' });
  const { order_id } = (await opens(account, {})).json;
  expect((await kit.post(account, `${KEY}/stop`, { close: true })).json).toMatchObject({ code: '200' });
  expect((await kit.get(account, `/capi/v2/order/detail?orderId=${order_id}`)).json.status).toBe('canceled');
  const refused = await opens(account, {});
  expect(refused.json).toMatchObject({ code: '50004' });
  expect(refused.json.hint).toContain('was stopped');
});

it('an operator limits, frees and stops keys; bad limits leave no key behind', async () => {
  const account = await kit.newAccount();
  const id = await idOf(account);
  await kit.admin('POST', '/admin/keys/limits', { id, limits: { reduceOnly: true } });
  expect((await opens(account, {})).json.hint).toContain('may close, not open');
  await kit.admin('POST', '/admin/keys/limits', { id, limits: null });
  expect((await opens(account, {})).json.order_id).toBeDefined();
  await kit.admin('POST', '/admin/keys/stop', { id });
  expect((await opens(account, {})).json).toMatchObject({ code: '50004' });
  const bad = { uid: account.uid, limits: { symbols: ['cmt_nothing'] } };
  await expect(kit.admin('POST', '/admin/keys', bad)).rejects.toThrow('cmt_nothing, which is no contract');
  const { list } = (await kit.admin('GET', `/admin/keys?uid=${account.uid}`)) as { list: { state: string }[] };
  expect(list.filter(({ state }) => state === 'active')).toHaveLength(1);
});
