// An exchange run with `serve`, administered with the command line from its first account on.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, call, cleanUp, newFolder, outcry, outcryJson, type Running, startExchange } from './process.ts';
import { PATIENCE_MS } from '../patience.ts';

/** For tests that start a dozen processes one after the other. */
const PROCESSES_MS = 3 * PATIENCE_MS;

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

  it('names a judge, and prints a link into the page that lets exactly that person in', async () => {
    const { token } = await ask<{ token: string }>('admin', 'add', 'ada', '--role', 'judge');
    const file = join(newFolder(), 'token');
    writeFileSync(file, `${token}\n`);
    const { url } = await ask<{ url: string }>('admin', 'link', '--credential', file);
    const [, base, code] = /^(http:\/\/127\.0\.0\.1:\d+)\/#code=(\S+)$/.exec(url) ?? [];
    expect(base).toBe(running.ready.adminUrl);
    const answer = await fetch(`${base}/admin/v1/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(await answer.json()).toMatchObject({ name: 'ada', role: 'judge', token: expect.stringMatching(/^os_/) });
    await ask('admin', 'revoke', 'ada');
    expect(await ask<object[]>('admin', 'list')).toMatchObject([{ name: 'ada', revokedMs: expect.any(Number) }]);
    const refused = await outcry('admin', 'link', '--credential', file, '--data', data);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('send Authorization')]);
  });

  it('freezes and frees an account, and lists it for AI logs', async () => {
    const { uid } = await ask<{ uid: number }>('account', 'create');
    const key = { ...(await ask<Account>('key', 'create', String(uid))), uid };
    const cancel = () =>
      call(running.ready, key, 'POST', '/capi/v2/order/cancel_order', { orderId: '700000000000001' });
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

  it(
    'lists a contract, changes it, halts and resumes it, and delists it',
    async () => {
      type Listed = { symbol: string; state: string; waiting: unknown; contract: Record<string, unknown> };
      const contracts = () => ask<Listed[]>('contract', 'list');
      const find = async (symbol: string) => (await contracts()).find((one) => one.symbol === symbol)!;
      const [btc] = await contracts();
      expect(btc).toMatchObject({ symbol: 'cmt_btcusdt', state: 'TRADING', waiting: null });
      const file = join(data, 'contract.json');
      writeFileSync(file, JSON.stringify({ ...btc!.contract, id: 10_000_099, symbol: 'cmt_xmrusdt', base: 'XMR' }));
      await ask('contract', 'add', file);
      expect((await outcry('contract', 'list', '--data', data)).stdout).toMatch(/^cmt_xmrusdt\tTRADING\t0\.1\t/m);

      await ask('contract', 'change', 'cmt_xmrusdt', 'takerFee=0.0007');
      const tiers = [{ bound: '1000000', maxLeverage: 20, ratePercent: '2' }];
      writeFileSync(file, JSON.stringify({ tiers, intervalMin: 60 }));
      await ask('contract', 'change', 'cmt_xmrusdt', '--file', file, '--at', '2999-01-01T00:00:00Z');
      await ask('contract', 'halt', 'cmt_xmrusdt');
      expect(await find('cmt_xmrusdt')).toMatchObject({
        state: 'HALTED',
        contract: { takerFee: '0.0007' },
        waiting: { effectiveMs: Date.parse('2999-01-01T00:00:00Z'), change: { tiers, intervalMin: 60 } },
      });
      expect((await outcry('contract', 'list', '--data', data)).stdout).toContain(
        'tiers,intervalMin at 2999-01-01T00:00:00.000Z',
      );
      await ask('contract', 'change', 'cmt_xmrusdt', '--withdraw');
      await ask('contract', 'resume', 'cmt_xmrusdt');
      expect(await find('cmt_xmrusdt')).toMatchObject({ state: 'TRADING', waiting: null });
      expect(await outcry('contract', 'delist', 'cmt_xmrusdt', '--data', data)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--yes'),
      });
      await ask('contract', 'delist', 'cmt_xmrusdt', '--yes');
      expect((await find('cmt_xmrusdt')).state).toBe('DELISTED');
    },
    PROCESSES_MS,
  );

  it(
    'says what is wrong with a contract, a change or a rate',
    async () => {
      const refused = async (code: number, says: string, ...args: string[]): Promise<void> =>
        expect(await outcry(...args, '--data', data)).toMatchObject({ code, stderr: expect.stringContaining(says) });
      await refused(1, "nothing.json can't be read: ", 'contract', 'add', join(data, 'nothing.json'));
      await refused(1, 'change.colour is a field that does not', 'contract', 'change', 'cmt_btcusdt', 'colour=red');
      await refused(1, 'change.intervalMin is "long"', 'contract', 'change', 'cmt_btcusdt', 'intervalMin=long');
      // Once journaled, and then no start could get past it.
      const tiers = join(data, 'tiers.json');
      writeFileSync(tiers, '{"tiers":[{"bound":"100000","maxLeverage":50,"ratePercent":"0.5"},null]}');
      const needed = 'change.tiers[1] is null, needs an object with bound, maxLeverage, ratePercent';
      await refused(1, needed, 'contract', 'change', 'cmt_btcusdt', '--file', tiers);
      await refused(1, 'takerFee must be at least makerFee', 'contract', 'change', 'cmt_btcusdt', 'takerFee=0.0003');
      await refused(2, 'is not FIELD=VALUE', 'contract', 'change', 'cmt_btcusdt', 'takerFee');
      await refused(2, 'give one of FIELD=VALUE', 'contract', 'change', 'cmt_btcusdt');
      await refused(
        2,
        'needs a time with its zone',
        'contract',
        'change',
        'cmt_btcusdt',
        'takerFee=0.0007',
        '--at',
        'tomorrow',
      );
      await refused(1, 'no valid mark price', 'funding', 'settle', 'cmt_btcusdt', '0.0001');
      await refused(1, 'found 0.5, needs -0.003 to 0.003', 'funding', 'settle', 'cmt_btcusdt', '0.5');
    },
    PROCESSES_MS,
  );

  it(
    'gives an account fees of its own, and takes them back',
    async () => {
      const { uid } = await ask<{ uid: number }>('account', 'create');
      const key = { ...(await ask<Account>('key', 'create', String(uid))), uid };
      const fees = async () => {
        const { body } = await call(running.ready, key, 'GET', '/capi/v2/account/settings?symbol=cmt_btcusdt');
        const { maker_fee_rate, taker_fee_rate } = body['cmt_btcusdt'] as Record<string, string>;
        return [maker_fee_rate, taker_fee_rate];
      };
      await ask('account', 'deposit', String(uid), '10');
      await ask('fees', 'set', String(uid), '0.0001', '0.0004');
      expect(await fees()).toEqual(['0.00010000', '0.00040000']);
      expect(await outcry('fees', 'set', String(uid), '--data', data, '--', '-0.0001', '0.0004')).toMatchObject({
        code: 0,
      });
      expect(await fees()).toEqual(['-0.00010000', '0.00040000']);
      await ask('fees', 'clear', String(uid));
      expect(await fees()).toEqual(['0.00020000', '0.00060000']);
      expect(await outcry('fees', 'set', String(uid), '0.0001', '0.5', '--data', data)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('the taker fee is above 0.0006 of cmt_btcusdt'),
      });
    },
    PROCESSES_MS,
  );

  it(
    'moves money and shows the bills of any account',
    async () => {
      const { uid } = await ask<{ uid: number }>('account', 'create');
      await ask('account', 'deposit', '5', '100');
      await ask('account', 'transfer', '5', String(uid), '40', '--reason', 'INCREASE_CONTRACT_CASH_GIFT');
      await ask('account', 'withdraw', String(uid), '15');
      const { list } = await ask<{ list: Record<string, unknown>[] }>(
        'account',
        'bills',
        '5',
        '--type',
        'transfer_out',
      );
      expect(list).toMatchObject([{ amount: '-40.00000000', transferReason: 'INCREASE_CONTRACT_CASH_GIFT' }]);
      const table = await outcry('account', 'bills', String(uid), '--limit', '1', '--data', data);
      expect(
        table.stdout
          .trim()
          .split('\n')
          .map((line) => line.split('\t').slice(2, 6)),
      ).toEqual([
        ['type', 'symbol', 'amount', 'balance'],
        ['withdraw', '-', '-15.00000000', '25.00000000'],
      ]);
    },
    PROCESSES_MS,
  );

  it(
    'makes leads and followers, lists them, and settles',
    async () => {
      const [lead, follower] = [
        (await ask<{ uid: number }>('account', 'create')).uid,
        (await ask<{ uid: number }>('account', 'create')).uid,
      ];
      const copy = (...args: unknown[]) => ask<any>('copy', ...args.map(String));
      expect(await copy('lead', lead, '0.1', '--third', follower, '--third-ratio', '0.25')).toMatchObject({
        thirdPartyRatio: '0.25',
      });
      const { relationId } = await copy('follow', follower, lead, '0.5', '--isolated');
      expect((await copy('list')).relations).toMatchObject([
        { relationId, lead, follower, copyRatio: '0.5', marginMode: 'ISOLATED' },
      ]);
      const table = await outcry('copy', 'list', '--data', data);
      expect(table.stdout).toContain(`${relationId}\t${lead}\t${follower}\t0.5\tISOLATED\tcopies`);
      await copy('settle');
      await copy('unfollow', relationId);
      expect(await copy('list', '--history', '--uid', follower)).toMatchObject([
        { relationId, endedMs: expect.any(Number) },
      ]);
      expect(await copy('list', '--skipped')).toEqual([]);
      const refused = await outcry('copy', 'lead', String(lead), '0.31', '--data', data);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('a ratio from 0 to 0.3') });
      const misused = await outcry('copy', 'lead', String(lead), '0.1', '--third', '7', '--data', data);
      expect(misused).toMatchObject({ code: 2, stderr: expect.stringContaining('go together') });
    },
    PROCESSES_MS,
  );

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
