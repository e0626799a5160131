// batchOrders by outcome: each row is an order of its own, one command for all of them, and a row that fails stops no
// other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchOrders } from '../../src/api/v2/batchOrders.ts';
import { type Answer, type Kit, oid, PLACE, plainIds, startMarket, SYMBOL, type TestAccount } from './kit.ts';

const CURRENT = '/capi/v2/order/current';
const ASSETS = '/capi/v2/account/assets';

let kit: Kit;
let trader: TestAccount;
beforeAll(async () => {
  kit = await startMarket();
  trader = await kit.newAccount();
});
afterAll(() => kit.stop());

/** A row that rests far below the market. */
const row = (fields: object = {}): Record<string, unknown> => ({
  client_oid: oid(),
  size: '0.01',
  type: '1',
  order_type: '0',
  match_price: '0',
  price: '80000',
  ...fields,
});
const send = (rows: unknown, fields: object = {}, who = trader): Promise<Answer> =>
  kit.post(who, batchOrders.path, { symbol: SYMBOL, orderDataList: rows, ...fields });
const working = async (who: TestAccount): Promise<any[]> => (await kit.get(who, CURRENT)).json;

describe('batchOrders', () => {
  it('answers its documented request with its documented answer', async () => {
    const answer = await kit.post(await kit.newAccount(), batchOrders.path, batchOrders.sample);
    expect(plainIds(answer.text)).toBe(
      '{"order_info":[{"order_id":"#","client_oid":"demo-0007","result":true,"error_code":"","error_message":""},{"order_id":"","client_oid":"demo-0008","result":false,"error_code":"40015","error_message":"POSITION_SIDE_INVALID: FAILED_PRECONDITION: position side invalid: there is no SHORT position in cmt_btcusdt to close"}],"result":true}',
    );
    expect(plainIds(JSON.stringify(batchOrders.answer.sample))).toBe(plainIds(answer.text));
  });

  it('carries twenty rows out in the order sent, in one command', async () => {
    const who = await kit.newAccount();
    const rows = Array.from({ length: 20 }, (_, at) => row({ price: String(80_000 + at) }));
    const before = kit.commandsOf(who);
    const { order_info } = (await send(rows, {}, who)).json;
    expect(kit.commandsOf(who) - before).toBe(1);
    const ids = order_info.map((one: any) => Number(one.order_id));
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    expect(order_info.map((one: any) => one.client_oid)).toEqual(rows.map((one) => one['client_oid']));
    const listed = (await working(who)).map((one) => one.price);
    expect(listed).toEqual(rows.map(({ price }) => `${String(price)}.0`).toReversed());
  });

  it('a later row acts on what an earlier one did: what one opens the next may close', async () => {
    const who = await kit.newAccount();
    const market = { match_price: '1', price: null };
    const { order_info } = (await send([row(market), row({ ...market, type: '3' })], {}, who)).json;
    expect(order_info.map((one: any) => one.result)).toEqual([true, true]);
    expect((await kit.get(who, '/capi/v2/account/position/allPosition')).json).toEqual([]);
  });

  it('tells each bad row what is wrong with it, and places the others', async () => {
    const who = await kit.newAccount();
    const bad = [
      row({ client_oid: null }),
      row({ size: '' }),
      row({ size: 'much' }),
      row({ type: 'BUY' }),
      row({ price: '0' }),
      row({ match_price: '1', order_type: '1' }),
      row({ client_oid: 'a b' }),
      row({ size: '0.00001' }),
      row({ type: '4' }),
    ];
    const rows = bad.flatMap((one) => [row(), one]);
    const { order_info, result } = (await send(rows, {}, who)).json;
    expect(result).toBe(true);
    const [good, failed] = [0, 1].map((rest) => order_info.filter((_: unknown, at: number) => at % 2 === rest));
    expect(good.every((one: any) => one.result && /^\d{15}$/.test(one.order_id))).toBe(true);
    expect(failed.map((one: any) => [one.order_id, one.result, one.error_code, one.error_message])).toEqual([
      ['', false, '40019', expect.stringMatching(/^Parameter client_oid cannot be empty: choose an id for each/)],
      ['', false, '40019', 'Parameter size cannot be empty'],
      ['', false, '40020', expect.stringMatching(/^Parameter size is invalid: found 'much'; use a plain decimal/)],
      ['', false, '40020', expect.stringMatching(/^Parameter type is invalid: found 'BUY'; use 1 open long, 2 open/)],
      ['', false, '40019', 'Parameter price cannot be empty'],
      ['', false, '40017', expect.stringContaining('cannot be post-only')],
      ['', false, '40020', expect.stringMatching(/^Parameter client_oid is invalid/)],
      ['', false, '40015', expect.stringMatching(/^SIZE_NOT_MULTIPLE_OF_STEP: INVALID_ARGUMENT/)],
      ['', false, '40015', expect.stringMatching(/^POSITION_SIDE_INVALID: FAILED_PRECONDITION/)],
    ]);
    expect(failed.map((one: any) => one.client_oid)).toEqual(bad.map((one) => one['client_oid'] ?? ''));
    expect(await working(who)).toHaveLength(bad.length);
  });

  it('speaks Chinese in its rows', async () => {
    const rows = [row({ type: '4' }), row({ size: null })];
    const body = { symbol: SYMBOL, orderDataList: rows };
    const { order_info } = (await kit.post(trader, batchOrders.path, body, { headers: { locale: 'zh-CN' } })).json;
    expect(order_info[0].error_message).toMatch(/to close｜没有可平的仓位$/);
    expect(order_info[1].error_message).toBe('参数size不能为空');
  });

  it('a mode of a row wins over the batch’s, and the batch’s over the set one', async () => {
    const who = await kit.newAccount();
    const rows = [row(), row({ marginMode: '1' }), row({ marginMode: 3, separatedMode: 1 })];
    const { order_info } = (await send(rows, { marginMode: '3' }, who)).json;
    expect(order_info.map((one: any) => /^[A-Z_]+/.exec(one.error_message)?.[0] ?? 'placed')).toEqual([
      'placed',
      'MARGIN_MODE_MISMATCH',
      'placed',
    ]);
  });

  it('a row that comes again is the same order; a row with other content under its name fails', async () => {
    const who = await kit.newAccount();
    const [one, two] = [row(), row()];
    const first = (await send([one, two], {}, who)).json.order_info;
    const again = await send([one, two], {}, who);
    expect([again.json.order_info, again.headers['idempotent-replay']]).toEqual([first, 'true']);
    const mixed = await send([one, row(), { ...two, size: '0.02' }], {}, who);
    expect(mixed.headers['idempotent-replay']).toBeUndefined();
    expect(mixed.json.order_info[0]).toEqual(first[0]);
    expect(mixed.json.order_info[2].error_message).toMatch(/^DUPLICATE_CLIENT_OID: ALREADY_EXISTS/);
    // It is a placeOrder of its own: the same order sent alone is the same order.
    const alone = await kit.post(who, PLACE, { symbol: SYMBOL, ...one });
    expect(alone.json.order_id).toBe(first[0].order_id);
    expect(await working(who)).toHaveLength(3);
  });

  it.each([
    ['no rows', [], '40017'],
    ['more than twenty rows', Array.from({ length: 21 }, () => row()), '40017'],
    ['not given', null, '40019'],
    ['a text', '[]', '40020'],
    ['a row that is no object', [row(), 'x'], '40020'],
  ])('%s: refused as a whole, and nothing is placed', async (_, rows, code) => {
    const who = await kit.newAccount();
    const { status, json } = await send(rows, {}, who);
    expect([status, json.code]).toEqual([400, code]);
    expect(json.msg).toContain('orderDataList');
    expect(await working(who)).toEqual([]);
  });

  it('of a frozen account, or in an unknown contract, places nothing', async () => {
    const who = await kit.newAccount();
    expect((await send([row()], { symbol: 'BTCUSDT' }, who)).json).toMatchObject({ code: '40020' });
    await kit.admin('POST', '/admin/accounts/freeze', { uid: who.uid, frozen: true });
    expect((await send([row()], {}, who)).json.code).toBe('40013');
    expect((await kit.get(who, ASSETS)).json[0].frozen).toBe('0');
  });

  it('an account on the allowlist is told the places of its orders in the AI log', async () => {
    const who = await kit.newAccount({ allowed: true });
    const { headers } = await send([row(), row({ type: '4' }), row()], {}, who);
    expect(headers['ai-log-index']).toMatch(/^\d+,\d+$/);
  });
});
