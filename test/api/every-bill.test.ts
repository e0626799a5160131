// Each of the 21 business types and each of the five transfer reasons comes from something that happened, and is shown
// over a socket: a user's by the bills operation, the exchange's own by the administration.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUSINESS_TYPES } from '../../src/core/language/bills.ts';
import { type Kit, ORDER, startKit, SYMBOL, type TestAccount } from './kit.ts';

const INSURANCE = 3;
const MARKETING = 5;
const SYSTEM = [1, 2, INSURANCE, 4, MARKETING];

interface Row {
  readonly businessType: string;
  readonly transferReason: string;
  readonly amount: string;
}

let kit: Kit;
const users: TestAccount[] = [];
const rows: Row[] = [];

const limit = (type: string, size: string, price: string) => ({ type, size, price, match_price: '0' });

async function newUser(balance: string): Promise<TestAccount> {
  const user = await kit.newAccount({ balance });
  users.push(user);
  return user;
}

const transfer = (from: number, to: number, amount: string, reason: string) =>
  kit.admin('POST', '/admin/accounts/transfer', { from, to, amount, reason });

/** Gifts, refunds, money between users and out: all five reasons. */
async function moveMoney(ann: TestAccount, bob: TestAccount): Promise<void> {
  await kit.admin('POST', '/admin/accounts/deposit', { uid: MARKETING, amount: '100' });
  await transfer(MARKETING, ann.uid, '50', 'INCREASE_CONTRACT_CASH_GIFT');
  await transfer(ann.uid, MARKETING, '20', 'REDUCE_CONTRACT_CASH_GIFT');
  await transfer(MARKETING, ann.uid, '1', 'REFUND_TOKEN_DISCOUNT_FEE');
  await transfer(ann.uid, bob.uid, '5', 'USER_TRANSFER');
  await kit.admin('POST', '/admin/accounts/withdraw', { uid: bob.uid, amount: '2' });
}

/** A lead and a follower make money together, then a little loss. */
async function copy(
  lead: TestAccount,
  follower: TestAccount,
  third: TestAccount,
  [seller, buyer]: TestAccount[],
): Promise<void> {
  const party = { thirdParty: third.uid, thirdPartyRatio: '0.5' };
  await kit.admin('POST', '/admin/copy/lead', { uid: lead.uid, shareRatio: '0.1', ...party });
  await kit.admin('POST', '/admin/copy/follow', { uid: follower.uid, lead: lead.uid, copyRatio: '0.5' });
  await kit.setPrice(SYMBOL, '50000');
  await kit.place(seller!, limit('2', '0.15', '50000'));
  await kit.place(lead, { ...ORDER, size: '0.1' });
  await kit.setPrice(SYMBOL, '51000');
  await kit.place(buyer!, limit('1', '0.12', '51000'));
  await kit.place(lead, { ...ORDER, type: '3', size: '0.08' });
  await kit.setPrice(SYMBOL, '50500');
  await kit.place(buyer!, limit('1', '0.03', '49800'));
  await kit.place(lead, { ...ORDER, type: '3', size: '0.02' });
  await kit.admin('POST', '/admin/copy/settle', {});
}

/**
 * Two isolated longs of 20x, opened at 3000, fall below their requirement at 2866: the first finds a bid above its
 * bankruptcy price of 2850, the second one below it, and the fund pays the rest. The book is never two-sided, so the
 * mark is the index.
 */
async function liquidations(first: TestAccount, second: TestAccount, [seller, buyer]: TestAccount[]): Promise<void> {
  const symbol = 'cmt_ethusdt';
  await kit.admin('POST', '/admin/accounts/deposit', { uid: INSURANCE, amount: '1000' });
  await kit.setPrice(symbol, '3000');
  await kit.place(seller!, { symbol, ...limit('2', '2', '3000') });
  for (const user of [first, second]) await kit.place(user, { symbol, size: '1', marginMode: 3 });
  for (const price of ['2860', '2840']) await kit.place(buyer!, { symbol, ...limit('1', '1', price) });
  await kit.setPrice(symbol, '2866');
}

beforeAll(async () => {
  kit = await startKit();
  const [ann, bob, lead, follower, third] = await Promise.all(['100', '100', '10000', '10000', '100'].map(newUser));
  const makers = [await newUser('1000000'), await newUser('1000000')];
  await moveMoney(ann!, bob!);
  await copy(lead!, follower!, third!, makers);
  await shorts(await newUser('10000'), makers);
  await kit.admin('POST', '/admin/funding/settle', { symbol: SYMBOL, rate: '0.0001' });
  await liquidations(await newUser('10000'), await newUser('10000'), makers);
  for (const user of users) {
    const { items } = (await kit.post(user, '/capi/v2/account/bills', { limit: 100 })).json as { items: Row[] };
    rows.push(...items);
  }
  for (const uid of SYSTEM) {
    for (const type of BUSINESS_TYPES) {
      const { list } = (await kit.admin('GET', `/admin/bills?uid=${uid}&businessType=${type}`)) as { list: Row[] };
      rows.push(...list);
    }
  }
});
afterAll(() => kit.stop());

/** Somebody sells first and buys back. */
async function shorts(short: TestAccount, [, buyer]: TestAccount[]): Promise<void> {
  await kit.place(buyer!, limit('1', '0.01', '50400'));
  await kit.place(short, { ...ORDER, type: '2' });
  await kit.place(buyer!, limit('3', '0.01', '50600'));
  await kit.place(short, { ...ORDER, type: '4' });
}

describe('bills', () => {
  it.each(BUSINESS_TYPES)('%s happens', (type) => {
    expect(rows.filter(({ businessType }) => businessType === type).length).toBeGreaterThan(0);
  });

  it.each([
    'UNKNOWN_TRANSFER_REASON',
    'USER_TRANSFER',
    'INCREASE_CONTRACT_CASH_GIFT',
    'REDUCE_CONTRACT_CASH_GIFT',
    'REFUND_TOKEN_DISCOUNT_FEE',
  ])('%s is the reason of some', (reason) => {
    expect(rows.filter(({ transferReason }) => transferReason === reason).length).toBeGreaterThan(0);
  });

  it('are of these types and reasons only, and every invariant holds', async () => {
    const types: readonly string[] = BUSINESS_TYPES;
    expect(rows.filter(({ businessType }) => !types.includes(businessType))).toEqual([]);
    expect(await kit.admin('GET', '/admin/audit')).toMatchObject({ ok: true, failures: [] });
  });
});
