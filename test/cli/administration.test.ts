// An exchange run with `serve`, administered with the command line from its first account on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, call, cleanUp, newFolder, outcry, outcryJson, type Running, startExchange } from './process.ts';

let data = '';
let running: Running;
beforeAll(async () => {
  data = newFolder();
  running = await startExchange('serve', data);
});
afterAll(async () => {
  await running.stop();
  await cleanUp();
});

const ask = <Answer>(...args: string[]) => outcryJson<Answer>(...args, '--data', data);
const assets = (account: Account) => call(running.ready, account, 'GET', '/capi/v2/account/assets');

describe('outcry serve', () => {
  it('has no demo accounts, no keys and no market', async () => {
    expect(running.ready.accounts).toEqual([]);
    const demo = {
      uid: 1_000_001,
      apiKey: 'local-demo-key-1',
      secret: 'local-demo-secret-1-everybody-knows-it',
      passphrase: 'local-demo-passphrase-1',
    };
    expect((await assets(demo)).body.code).toBe('40006');
    const depth = await (await fetch(`${running.ready.url}/capi/v2/market/depth?symbol=cmt_btcusdt`)).json();
    expect(depth).toMatchObject({ asks: [], bids: [] });
  });

  it('opens accounts, funds them and gives them keys that work at once and end when revoked', async () => {
    const { uid } = await ask<{ uid: number }>('account', 'create', 'team one');
    expect(uid).toBe(1_000_003);
    await ask('account', 'deposit', String(uid), '2500.5');
    const key = await ask<Account & { id: string }>('key', 'create', String(uid), '--label', 'bot');
    expect((await assets({ ...key, uid })).body).toMatchObject([{ coinName: 'USDT', available: '2500.50000000' }]);

    const listed = await ask<Record<string, unknown>[]>('key', 'list', String(uid));
    expect(listed).toMatchObject([{ id: key.id, uid, label: 'bot', permission: 'trade' }]);
    expect(JSON.stringify(listed)).not.toContain(key.secret);
    expect(await ask<Record<string, unknown>[]>('account', 'list')).toContainEqual(
      expect.objectContaining({ uid, label: 'team one' }),
    );

    await ask('key', 'revoke', key.id);
    expect((await assets({ ...key, uid })).body.code).toBe('40753');
  });

  it('freezes and frees an account, and lists it for AI logs', async () => {
    const { uid } = await ask<{ uid: number }>('account', 'create');
    const key = { ...(await ask<Account>('key', 'create', String(uid))), uid };
    const cancel = () => call(running.ready, key, 'POST', '/capi/v2/order/cancel_order', { orderId: '700000000000001' });
    await ask('account', 'freeze', String(uid));
    expect((await cancel()).body.code).toBe('40013');
    await ask('account', 'unfreeze', String(uid));
    expect((await cancel()).body.code).toBe('50005');

    const upload = () =>
      call(running.ready, key, 'POST', '/capi/v2/order/uploadAiLog', {
        stage: 's',
        model: 'm',
        input: { a: 1 },
        output: { b: 2 },
      });
    expect((await upload()).status).toBe(403);
    await ask('allowlist', 'add', String(uid), '--reason', 'team two');
    expect((await upload()).body.data).toBe('upload success');
    expect(JSON.stringify(await ask('allowlist', 'list'))).toContain(String(uid));
    await ask('allowlist', 'remove', String(uid));
    expect((await upload()).status).toBe(403);
  });

  it('says in one line why something can not be done', async () => {
    const refused = await outcry('account', 'deposit', '1000003', 'ten', '--data', data);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^outcry: .+\n$/);
    const unknown = await outcry('key', 'revoke', 'ak_nobody', '--data', data);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('ak_nobody') });
  });

  it('lets nobody administer without the token', async () => {
    const url = readFileSync(join(data, 'admin-url'), 'utf8').trim();
    expect(url).toBe(running.ready.adminUrl);
    expect((await fetch(`${url}/admin/accounts`)).status).toBe(401);
    expect((await fetch(`${url}/admin/accounts`, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
  });
});
