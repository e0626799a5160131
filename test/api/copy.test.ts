// Copy trading as operators and traders meet it: leads, followers, copies, shares and their bills, over real sockets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, ORDER, startKit, SYMBOL, type TestAccount } from './kit.ts';

let kit: Kit;
let lead: TestAccount;
let follower: TestAccount;
let third: TestAccount;
let seller: TestAccount;
let buyer: TestAccount;
let relationId = 0;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '50000');
  [lead, follower, third] = await Promise.all([kit.newAccount(), kit.newAccount({ allowed: true }), kit.newAccount()]);
  [seller, buyer] = await Promise.all([kit.newAccount({ balance: '1000000' }), kit.newAccount({ balance: '1000000' })]);
});
afterAll(() => kit.stop());

const limit = (type: string, size: string, price: string) => ({ type, size, price, match_price: '0' });
const positions = async (account: TestAccount) =>
  (await kit.get(account, `/capi/v2/account/position/singlePosition?symbol=${SYMBOL}`)).json;
const bills = async (account: TestAccount, businessType: string) =>
  (await kit.post(account, '/capi/v2/account/bills', { businessType, limit: 100 })).json.items;
const systemBills = async (uid: number, businessType: string) =>
  (await kit.admin('GET', `/admin/bills?uid=${uid}&businessType=${businessType}`)).list;

describe('an operator', () => {
  it('makes a lead, changes its terms, and lets somebody follow', async () => {
    await kit.admin('POST', '/admin/copy/lead', { uid: lead.uid, shareRatio: '0.3' });
    expect(
      await kit.admin('POST', '/admin/copy/lead', {
        uid: lead.uid,
        shareRatio: '0.10',
        thirdParty: third.uid,
        thirdPartyRatio: '0.2',
      }),
    ).toMatchObject({ uid: lead.uid, shareRatio: '0.1', thirdParty: third.uid, thirdPartyRatio: '0.2', followers: 0 });
    const followed = await kit.admin('POST', '/admin/copy/follow', {
      uid: follower.uid,
      lead: lead.uid,
      copyRatio: '0.25',
    });
    relationId = followed.relationId;
    expect(await kit.admin('GET', '/admin/copy')).toEqual({
      leads: [{ uid: lead.uid, shareRatio: '0.1', thirdParty: third.uid, thirdPartyRatio: '0.2', followers: 1 }],
      relations: [
        {
          relationId,
          lead: lead.uid,
          follower: follower.uid,
          copyRatio: '0.25',
          marginMode: 'SHARED',
          net: '0',
          prepaid: '0',
          openCopies: 0,
          createdMs: expect.any(Number),
          endedMs: null,
        },
      ],
    });
  });

  it.each([
    [
      '/admin/copy/lead',
      'share ratio 0.31: needs a ratio from 0 to 0.3',
      () => ({ uid: lead.uid, shareRatio: '0.31' }),
    ],
    ['/admin/copy/lead', 'there is no account 42', () => ({ uid: 42, shareRatio: '0.1' })],
    ['/admin/copy/lead', "shareRatio is 'much', needs a decimal", () => ({ uid: lead.uid, shareRatio: 'much' })],
    ['/admin/copy/follow', 'an account that leads', () => ({ uid: third.uid, lead: seller.uid, copyRatio: '1' })],
    ['/admin/copy/follow', 'following itself', () => ({ uid: lead.uid, lead: lead.uid, copyRatio: '1' })],
    ['/admin/copy/follow', 'twice', () => ({ uid: follower.uid, lead: lead.uid, copyRatio: '1' })],
    [
      '/admin/copy/follow',
      'needs SHARED or ISOLATED',
      () => ({ uid: third.uid, lead: lead.uid, copyRatio: '1', marginMode: 'CROSS' }),
    ],
    ['/admin/copy/unfollow', 'relation 7: needs one that copies now', () => ({ relationId: 7 })],
    ['/admin/accounts/deposit', "followers' money", () => ({ uid: 4, amount: '1' })],
  ])('%s says what is wrong: %s', async (path, message, body) => {
    await expect(kit.admin('POST', path, body())).rejects.toThrow(message);
  });
});

describe('a follower', () => {
  it('opens and closes with the lead, in positions of its own', async () => {
    await kit.place(seller, limit('2', '1.25', '50000'));
    await kit.place(lead, { ...ORDER, size: '1' });
    const [copy] = await positions(follower);
    expect(copy).toMatchObject({ side: 'LONG', size: '0.2500', separated_mode: 'SEPARATED', margin_mode: 'SHARED' });
    await kit.setPrice(SYMBOL, '51000');
    await kit.place(buyer, limit('1', '0.5', '51000'));
    await kit.place(lead, { ...ORDER, type: '3', size: '0.4' });
    expect((await positions(follower))[0].size).toBe('0.1500');
    const present = await kit.admin('GET', '/admin/copy');
    expect(present.relations[0]).toMatchObject({ net: '93.94000000', prepaid: '9.39400000', openCopies: 1 });
  });

  it('has its copied orders in the AI log without counting them for coverage', async () => {
    const counted = async () => (await kit.get(follower, '/capi/v2/ai/coverage')).json.counted;
    expect(await counted()).toBe(0);
    const own = await kit.post(follower, '/capi/v2/order/placeOrder', {
      ...ORDER,
      client_oid: 'own-order',
      ...limit('1', '0.01', '40000'),
      marginMode: 1,
      separatedMode: 2,
    });
    expect(own.status).toBe(200);
    expect(await counted()).toBe(1);
    await kit.post(follower, '/capi/v2/order/cancel_order', { orderId: own.json.order_id });
  });

  it('pays beforehand, is paid back, and lead and third party get their part: all five kinds of bills', async () => {
    await kit.setPrice(SYMBOL, '49500');
    await kit.place(buyer, limit('1', '0.75', '49500'));
    await kit.place(lead, { ...ORDER, type: '3', size: '0.6' });
    expect(await positions(follower)).toEqual([]);
    await kit.admin('POST', '/admin/copy/settle', {});
    const amounts = (rows: { amount: string }[]): string[] => rows.map(({ amount }) => amount);
    expect(amounts(await bills(follower, 'tracking_follow_pay'))).toEqual(['-9.39400000']);
    expect(amounts(await systemBills(4, 'tracking_system_pre_receive'))).toEqual(['9.39400000']);
    expect(amounts(await bills(lead, 'tracking_trader_income'))).toEqual(['0.99850000']);
    expect(amounts(await systemBills(4, 'tracking_trader_income'))).toEqual(['-0.99850000']);
    expect(amounts(await bills(follower, 'tracking_follow_back'))).toEqual(['8.39550000']);
    expect(amounts(await systemBills(4, 'tracking_follow_back'))).toEqual(['-8.39550000']);
    expect(amounts(await bills(lead, 'tracking_third_party_share'))).toEqual(['-0.19970000']);
    expect(amounts(await bills(third, 'tracking_third_party_share'))).toEqual(['0.19970000']);
    expect((await bills(follower, 'tracking_follow_pay'))[0]).toMatchObject({
      symbol: SYMBOL,
      marginMode: 'SHARED',
      orderId: null,
    });
  });

  it('hears nothing of a copy that was skipped; the operator does', async () => {
    const poor = await kit.newAccount({ balance: '1' });
    await kit.admin('POST', '/admin/copy/follow', {
      uid: poor.uid,
      lead: lead.uid,
      copyRatio: '1',
      marginMode: 'ISOLATED',
    });
    await kit.place(seller, limit('2', '0.2', '49500'));
    await kit.place(lead, { ...ORDER, size: '0.1' });
    expect(await positions(poor)).toEqual([]);
    const { list } = await kit.admin('GET', `/admin/copy/skipped?uid=${poor.uid}`);
    expect(list).toMatchObject([
      {
        lead: lead.uid,
        follower: poor.uid,
        symbol: SYMBOL,
        side: 'long',
        effect: 'open',
        reason: 'INSUFFICIENT_MARGIN',
      },
    ]);
    expect((await kit.admin('GET', `/admin/copy/skipped?uid=${follower.uid}`)).list).toEqual([]);
    await expect(kit.admin('GET', '/admin/copy/skipped?limit=0')).rejects.toThrow(
      'needs a whole number from 1 to 1000',
    );
  });

  it('follows no more when the relation has ended, and the record of it stays', async () => {
    await kit.admin('POST', '/admin/copy/unfollow', { relationId });
    const { list } = await kit.admin('GET', `/admin/copy/relations?uid=${follower.uid}`);
    expect(list).toMatchObject([{ relationId, lead: lead.uid, follower: follower.uid, endedMs: expect.any(Number) }]);
    expect(await kit.admin('GET', '/admin/audit')).toMatchObject({ ok: true });
  });
});
