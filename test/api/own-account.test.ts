// What an account is told about itself beyond the dialect: its key, its last refused requests; and what it declares
// about itself, the channel of its orders.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/api/v2/index.ts';
import { ROUTES_V3 } from '../../src/api/v3/index.ts';
import { CONTEST } from './contest-kit.ts';
import {
  CANCEL,
  type Kit,
  LEVERAGE,
  order,
  PLACE,
  POSITION,
  signedRequest,
  startMarket,
  SYMBOL,
  type TestAccount,
} from './kit.ts';

const KEY = '/capi/v2/account/apiKey';
const REFUSALS = '/capi/v2/account/refusals';
const BATCH = '/capi/v2/order/batchOrders';

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

const refusalsOf = async (who: TestAccount): Promise<any[]> => (await kit.get(who, REFUSALS)).json;

describe('apiKey', () => {
  it('says whose key it is, what it may, until when and from where, and nothing secret', async () => {
    const { uid } = await kit.newAccount();
    const expiresMs = Date.now() + 86_400_000;
    const made = await kit.admin('POST', '/admin/keys', {
      uid,
      label: 'night bot',
      permission: 'read',
      ips: ['127.0.0.1'],
      expiresMs,
    });
    const { text, json } = await kit.get({ uid, ...made }, KEY);
    const ips = ['127.0.0.1'];
    expect(json).toEqual({ uid, label: 'night bot', permission: 'read', expiresAt: expiresMs, ips, limits: null });
    for (const secret of [made.secret, made.passphrase, made.apiKey]) expect(text).not.toContain(secret);
    const who = await kit.newAccount();
    expect((await kit.get(who, KEY)).json).toMatchObject({
      uid: who.uid,
      permission: 'trade',
      expiresAt: null,
      ips: [],
    });
  });
});

describe('refusals', () => {
  it('tell each refused request with message and hint as it was answered, newest first', async () => {
    const who = await kit.newAccount();
    const small = await kit.post(who, PLACE, order({ size: '0.000114' }));
    const unread = await kit.post(who, LEVERAGE, { symbol: 'BTCUSDT' }, { headers: { 'X-Request-Id': 'mine-7' } });
    await kit.post(who, PLACE, order());
    const chinese = await kit.post(who, CANCEL, { order_id: '1' }, { headers: { locale: 'zh' } });
    const told = await refusalsOf(who);
    expect(told).toEqual(
      [
        ['cancel_order', chinese],
        ['leverage', unread],
        ['placeOrder', small],
      ].map(([operation, answer]: any) => ({
        t: answer.json.requestTime,
        operation,
        code: answer.json.code,
        token: answer.json.token ?? null,
        msg: answer.json.msg,
        hint: answer.json.hint ?? null,
        requestId: answer.headers['x-request-id'],
      })),
    );
    expect(told[1].requestId).toBe('mine-7');
    expect(told[2]).toMatchObject({
      token: 'SIZE_NOT_MULTIPLE_OF_STEP',
      hint: 'Nearest valid sizes: 0.0001 and 0.0002',
    });
  });

  it('hold nothing of what was sent, and what was accepted is not among them', async () => {
    const who = await kit.newAccount();
    await kit.post(who, PLACE, order({ size: '0', client_oid: 'my-secret-plan' }));
    await kit.post(who, PLACE, order());
    const { text } = await kit.get(who, REFUSALS);
    expect(text).not.toContain('my-secret-plan');
    expect(await refusalsOf(who)).toHaveLength(1);
  });

  it('are the account’s own, those of a key that may not trade or may no more among them', async () => {
    const who = await kit.newAccount();
    const make = async (): Promise<TestAccount & { id: string }> => ({
      uid: who.uid,
      ...(await kit.admin('POST', '/admin/keys', { uid: who.uid, permission: 'read' })),
    });
    const [reader, revoked] = [await make(), await make()];
    await kit.post(reader, PLACE, order());
    await kit.admin('POST', '/admin/keys/revoke', { id: revoked.id });
    await kit.get(revoked, POSITION);
    expect((await refusalsOf(who)).map(({ operation, code }) => [operation, code])).toEqual([
      ['singlePosition', '40753'],
      ['placeOrder', '40014'],
    ]);
    expect(await refusalsOf(await kit.newAccount())).toEqual([]);
  });

  it('nobody fills another’s list: what is not proven by a signature is nobody’s', async () => {
    const who = await kit.newAccount();
    await kit.get({ ...who, secret: 'guessed' }, POSITION);
    await kit.get({ ...who, passphrase: 'guessed' }, POSITION);
    await kit.get(who, POSITION, { timestamp: '1' });
    await kit.send({ target: POSITION, headers: { 'ACCESS-KEY': who.apiKey } });
    expect(await refusalsOf(who)).toEqual([]);
  });

  it('are the last hundred', async () => {
    const who = await kit.newAccount();
    const ask = (at: number) => kit.post(who, PLACE, order({ size: '0' }), { headers: { 'X-Request-Id': `n-${at}` } });
    for (let at = 0; at < 105; at += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => ask(at + more)));
    const told = await refusalsOf(who);
    expect(told).toHaveLength(100);
    const numbers = told.map(({ requestId }) => Number(requestId.slice(2)));
    expect(Math.min(...numbers)).toBe(5);
  });
});

describe('ORDER-CHANNEL', () => {
  const web = { headers: { 'ORDER-CHANNEL': 'web' } };
  /** The channel of the command in the journal that placed the order of this name. */
  const channelOf = (name: string): string | undefined =>
    new RegExp(`"channel":"(api|web)"(?:(?!"channel").)*"clientOrderId":"${name}"`, 's').exec(
      readFileSync(join(kit.data, 'journal.log'), 'latin1'),
    )?.[1];

  it('web is the channel of the orders a page sends; without it they are api', async () => {
    const who = await kit.newAccount();
    const resting = (client_oid: string) => order({ match_price: '0', price: '80000', client_oid });
    await kit.post(who, PLACE, resting('from-a-page'), web);
    await kit.post(who, PLACE, resting('from-a-bot'));
    await kit.post(who, BATCH, { symbol: SYMBOL, orderDataList: [resting('one-of-a-batch')] }, web);
    expect(['from-a-page', 'from-a-bot', 'one-of-a-batch'].map(channelOf)).toEqual(['web', 'api', 'web']);
  });

  it('any other value is refused by every operation that changes something, and nothing is done', async () => {
    const who = await kit.newAccount();
    const phone = { headers: { 'ORDER-CHANNEL': 'phone' } };
    const { status, json } = await kit.post(who, PLACE, order(), phone);
    expect([status, json.code, json.msg, json.hint]).toEqual([
      400,
      '40020',
      'Parameter ORDER-CHANNEL is invalid',
      "found 'phone'; use web, or no such header",
    ]);
    for (const { path, sample, method, permission, ownScanner } of ROUTES) {
      if (method !== 'POST' || permission !== 'trade' || ownScanner === true) continue;
      // There is no contest here, and which one is meant is asked first.
      if (path.startsWith(CONTEST)) continue;
      const answer = await kit.post(who, path, sample, phone);
      expect([path, answer.json.code, answer.json.msg]).toEqual([path, '40020', 'Parameter ORDER-CHANNEL is invalid']);
    }
    for (const { path, sample, method, permission, ownScanner } of ROUTES_V3) {
      if (method === 'GET' || permission !== 'trade' || ownScanner === true) continue;
      const isBody = sample.startsWith('{');
      const answer = await (method === 'POST'
        ? kit.post(who, path, sample, phone)
        : kit.delete(who, isBody ? path : `${path}?${sample}`, isBody ? sample : '', phone));
      expect([path, answer.json.code, answer.json.msg]).toEqual([path, -1142, "Parameter 'ORDER-CHANNEL' is invalid"]);
    }
    expect((await kit.get(who, POSITION)).json).toEqual([]);
  });

  it('is not signed and no part of what an order is: a repeat from elsewhere is the same order', async () => {
    const who = await kit.newAccount();
    const body = JSON.stringify(order({ match_price: '0', price: '80000' }));
    const first = await kit.send(signedRequest(who, 'POST', PLACE, body, web));
    const again = await kit.post(who, PLACE, body);
    expect([again.json.order_id, again.headers['idempotent-replay']]).toEqual([first.json.order_id, 'true']);
  });
});
