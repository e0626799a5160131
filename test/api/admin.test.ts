// The administration: its token, what it refuses, and that what it changes counts at once.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, POSITION, startKit, SYMBOL } from './kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
});
afterAll(() => kit.stop());

describe('the token', () => {
  it('lies in the data folder, for its owner only', () => {
    expect(statSync(join(kit.data, 'admin-token')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(kit.data, 'admin-token'), 'utf8').trim().length).toBeGreaterThanOrEqual(32);
  });

  it.each([undefined, '', 'Bearer', 'Bearer wrong', 'Basic abc'])('%j is 401', async (authorization) => {
    const response = await fetch(
      `${kit.app.adminUrl}/admin/accounts`,
      authorization === undefined ? {} : { headers: { authorization } },
    );
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'unauthorized']);
  });

  it('listens on loopback, apart from the exchange', async () => {
    expect(new URL(kit.app.adminUrl).hostname).toBe('127.0.0.1');
    expect(new URL(kit.app.adminUrl).port).not.toBe(new URL(kit.url).port);
    expect((await kit.send({ target: '/admin/accounts' })).status).toBe(404);
  });
});

describe('accounts and keys', () => {
  it('an account is opened, funded, listed', async () => {
    const { uid } = await kit.admin('POST', '/admin/accounts', { label: 'team one' });
    expect(uid).toBeGreaterThanOrEqual(1_000_003);
    expect(await kit.admin('POST', '/admin/accounts/deposit', { uid, amount: '12.50' })).toMatchObject({
      uid,
      equity: '12.50000000',
    });
    const { list } = await kit.admin('GET', '/admin/accounts');
    expect(list.find((row: { uid: number }) => row.uid === uid)).toMatchObject({
      label: 'team one',
      equity: '12.50000000',
      available: '12.50000000',
      frozen: false,
      allowed: false,
    });
  });

  it('a key works at once, is listed without its secret, and ends when revoked', async () => {
    const trader = await kit.newAccount();
    expect((await kit.get(trader, POSITION)).status).toBe(200);
    const { list } = await kit.admin('GET', `/admin/keys?uid=${trader.uid}`);
    expect(list).toMatchObject([
      { apiKey: trader.apiKey, uid: trader.uid, permission: 'trade', ips: [], state: 'active' },
    ]);
    expect(JSON.stringify(list)).not.toContain(trader.secret);
    await kit.admin('POST', '/admin/keys/enable', { id: list[0].id, enabled: false });
    expect((await kit.get(trader, POSITION)).json.code).toBe('40753');
    await kit.admin('POST', '/admin/keys/enable', { id: list[0].id, enabled: true });
    expect((await kit.get(trader, POSITION)).status).toBe(200);
    expect(await kit.admin('POST', '/admin/keys/revoke', { id: list[0].id })).toMatchObject({ state: 'revoked' });
    expect((await kit.get(trader, POSITION)).json.code).toBe('40753');
  });

  it.each([
    ['/admin/accounts/deposit', { uid: 42, amount: '1' }, 'there is no account 42'],
    ['/admin/accounts/deposit', { uid: 1_000_001, amount: '-1' }, "amount is '-1', needs a decimal above 0"],
    ['/admin/accounts/deposit', { uid: 1_000_001, amount: '0.000000001' }, 'at most 8 decimals'],
    ['/admin/accounts/deposit', { uid: 1_000_001, amount: '99999999999' }, 'the limit of the exchange'],
    ['/admin/accounts/deposit', { uid: '1', amount: '1' }, 'uid is "1", needs an account number'],
    ['/admin/accounts/transfer', { from: 1_000_001, to: 1_000_001, amount: '1' }, 'nothing would move'],
    ['/admin/accounts/freeze', { uid: 1_000_001, frozen: 'yes' }, 'frozen is "yes", needs true or false'],
    ['/admin/keys', { uid: 1_234_567 }, 'there is no account 1234567'],
    ['/admin/keys', { uid: 1_000_001, permission: 'all' }, 'needs read or trade'],
    ['/admin/keys', { uid: 1_000_001, ips: ['nowhere'] }, 'nowhere'],
    ['/admin/keys/revoke', { id: 'ak_none' }, 'ak_none'],
    ['/admin/allowlist', { uid: 42, allowed: true }, 'there is no account 42'],
    ['/admin/contracts/state', { symbol: SYMBOL, state: 'OPEN' }, 'needs TRADING or HALTED'],
    ['/admin/index-price', { symbol: SYMBOL, price: '-1' }, '-1'],
    ['/admin/market/shock', { symbol: SYMBOL, percent: '-30' }, 'this exchange has no market of its own'],
  ])('%s %j says what is wrong', async (path, body, message) => {
    await expect(kit.admin('POST', path, body)).rejects.toThrow(message);
  });

  it('what is no JSON object is refused, and an unknown path is 404', async () => {
    await expect(kit.admin('POST', '/admin/accounts/deposit', [])).rejects.toThrow(
      '400 the body is no JSON object: notObject at $, byte 0: found a list',
    );
    await expect(kit.admin('GET', '/admin/nothing')).rejects.toThrow('404 no such path');
  });
});

describe('the exchange itself', () => {
  it('tells its sequence and state hash, which change together, and audits itself', async () => {
    const before = await kit.admin('GET', '/admin/state');
    expect(before).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), healthy: true });
    await kit.newAccount({ balance: '1' });
    const after = await kit.admin('GET', '/admin/state');
    expect(after.sequence).toBeGreaterThan(before.sequence);
    expect(after.hash).not.toBe(before.hash);
    expect(await kit.admin('GET', '/admin/audit')).toMatchObject({ ok: true, failures: [] });
  });
});
