// The exchange's own accounts, those of its books (1 to 5) and the house's, are nobody's: no API key reaches them, and
// no verb of the administration takes them for a user's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUserAccount } from '../../src/core/language/accounts.ts';
import { ACCOUNT, startFront } from './front-kit.ts';
import { type Kit, POSITION, signedRequest, startKit, type TestAccount } from './kit.ts';

const BOOKS = [1, 2, 3, 4, 5];
const HOUSE = [9_000_001, 9_000_008, 9_001_001, 9_001_008];
const OWN = [...BOOKS, ...HOUSE];

let kit: Kit;
let user: TestAccount;
beforeAll(async () => {
  // With its market, so that the house is there.
  kit = await startKit(['--no-rate-limit-enabled'], () => ({ market: 'world', seed: 7 }));
  user = await kit.newAccount();
});
afterAll(() => kit.stop());

const refusal = async (path: string, body: object): Promise<string> =>
  kit.admin('POST', path, body).then(
    () => 'done',
    (error: Error) => error.message,
  );

it('are told from users by one question', () => {
  expect([...OWN, 6, 1_000_000, 9_999_999].filter(isUserAccount)).toEqual([]);
  expect([1_000_001, 9_000_000, 10_000_000].filter((uid) => !isUserAccount(uid))).toEqual([]);
});

describe('the administration', () => {
  it.each([...OWN, 6, 1_000_000, 9_500_000])('opens no account %i and makes no key for it', async (uid) => {
    expect(await refusal('/admin/accounts', { uid })).toMatch(/^POST [^ ]+ 400 .*are numbered from 1000001/);
    expect(await refusal('/admin/keys', { uid })).toMatch(/ 400 .*are numbered from 1000001/);
    expect((await kit.admin('GET', `/admin/keys?uid=${uid}`)).list).toEqual([]);
  });

  it.each(OWN)('takes account %i for no user', async (uid) => {
    for (const [path, body] of [
      ['/admin/accounts/freeze', { uid, frozen: true }],
      ['/admin/accounts/fees', { uid, makerFee: '0', takerFee: '0' }],
      ['/admin/allowlist', { uid, allowed: true }],
      ['/admin/copy/lead', { uid, shareRatio: '0.1' }],
      ['/admin/copy/lead', { uid: user.uid, shareRatio: '0.1', thirdParty: uid, thirdPartyRatio: '0.1' }],
      ['/admin/copy/follow', { uid, lead: user.uid, copyRatio: '1' }],
      ['/admin/copy/follow', { uid: user.uid, lead: uid, copyRatio: '1' }],
    ] as const)
      expect(await refusal(path, body), path).toMatch(/400 .*is the exchange's own/);
  });

  it.each([1, ...HOUSE])('moves no money into or out of account %i', async (uid) => {
    for (const [path, body] of [
      ['/admin/accounts/deposit', { uid, amount: '1' }],
      ['/admin/accounts/withdraw', { uid, amount: '1' }],
      ['/admin/accounts/transfer', { from: uid, to: user.uid, amount: '1' }],
      ['/admin/accounts/transfer', { from: user.uid, to: uid, amount: '1' }],
    ] as const)
      expect(await refusal(path, body), path).toMatch(/400 .*is the exchange's own/);
  });

  it('fills the funds an operator fills, and pays out of them', async () => {
    for (const uid of [3, 5]) {
      expect(await refusal('/admin/accounts/deposit', { uid, amount: '10' })).toBe('done');
      expect(await refusal('/admin/accounts/withdraw', { uid, amount: '1' })).toBe('done');
    }
    expect(await refusal('/admin/accounts/transfer', { from: 5, to: user.uid, amount: '1' })).toBe('done');
    expect((await kit.admin('GET', '/admin/audit')).ok).toBe(true);
  });
});

it.each(OWN)('a key for account %i that an older exchange stored opens nothing', async (uid) => {
  const front = await startFront();
  try {
    front.loadKeys([{ uid }]);
    const timestamp = String(front.knobs.nowMs);
    const { status, json } = await front.send(signedRequest(ACCOUNT, 'GET', POSITION, '', { timestamp }));
    expect([status, json.code]).toEqual([400, '40753']);
  } finally {
    await front.close();
  }
});
