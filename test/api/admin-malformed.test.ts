// Whatever is wrong with a body of the administration, it is answered 400 with what is needed, nothing is written, and
// the exchange goes on: also what once was journaled and could never be applied.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { type Kit, startKit, SYMBOL, type TestAccount } from './kit.ts';

let kit: Kit;
let account: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  account = await kit.newAccount({ balance: '1000000' });
  await kit.setPrice(SYMBOL, '50000');
});
afterAll(() => kit.stop());

async function send(path: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${kit.app.adminUrl}/admin/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readFileSync(join(kit.app.data, 'admin-token'), 'utf8').trim()}`,
      'content-type': 'application/json',
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** How many commands about contracts the journal holds; ticks come by themselves. */
async function journaled(): Promise<number> {
  const journal = await openJournal(join(kit.app.data, 'journal.log'), { readonly: true });
  const names = [...journal.read()].map(({ command }) => command.name);
  await journal.close();
  return names.filter((name) => name === 'changeContract' || name === 'setParameters').length;
}

const TIERS_WITH_NOTHING = [{ bound: '100000', maxLeverage: 50, ratePercent: '0.5' }, null];

describe('a contract whose tiers have a row of nothing', () => {
  const needed = 'tiers[1] is null, needs an object with bound, maxLeverage, ratePercent';

  it('is refused as a change and as a contract, and nothing of it is journaled', async () => {
    const before = await journaled();
    const change = kit.admin('POST', '/admin/contracts/change', {
      symbol: SYMBOL,
      change: { tiers: TIERS_WITH_NOTHING },
    });
    await expect(change).rejects.toThrow(
      `nothing was executed: the command 'changeContract' can not be carried out: change.${needed}`,
    );
    const contract = { ...DEFAULT_CONTRACTS[0], id: 77, symbol: 'cmt_newusdt', tiers: TIERS_WITH_NOTHING };
    await expect(kit.admin('POST', '/admin/contracts', { contract })).rejects.toThrow(`contracts[0].${needed}`);
    expect(await journaled()).toBe(before);
    await kit.setPrice(SYMBOL, '50001');
  });

  it('is refused before it is journaled when its tiers do not go together', async () => {
    const before = await journaled();
    const tiers = [
      { bound: '100000', maxLeverage: 50, ratePercent: '0.5' },
      { bound: '90000', maxLeverage: 20, ratePercent: '1' },
    ];
    await expect(kit.admin('POST', '/admin/contracts/change', { symbol: SYMBOL, change: { tiers } })).rejects.toThrow(
      'bounds and rates must rise and leverage fall from tier to tier',
    );
    expect(await journaled()).toBe(before);
  });
});

describe('a reason that no UTF-8 can write', () => {
  it('is refused, where it once ended the exchange after the account was changed', async () => {
    const { status, text } = await send('allowlist', `{"uid":${account.uid},"allowed":true,"reason":"\\ud800"}`);
    expect([status, text]).toEqual([400, expect.stringContaining('surrogate at $.reason')]);
    expect((await kit.admin('GET', '/admin/allowlist')).list).not.toContain(account.uid);
  });
});

const BODIES: Readonly<Record<string, () => object>> = {
  accounts: () => ({ uid: null, label: 'x' }),
  'accounts/fees': () => ({ uid: account.uid, makerFee: '0.0001', takerFee: '0.0005' }),
  'accounts/freeze': () => ({ uid: account.uid, frozen: false }),
  'accounts/deposit': () => ({ uid: account.uid, amount: '1' }),
  'accounts/withdraw': () => ({ uid: account.uid, amount: '1' }),
  'accounts/transfer': () => ({ from: account.uid, to: 1_000_001, amount: '1', reason: 'USER_TRANSFER' }),
  'copy/lead': () => ({ uid: account.uid, shareRatio: '0.1', thirdParty: 1_000_001, thirdPartyRatio: '0.1' }),
  'copy/follow': () => ({ uid: 1_000_001, lead: account.uid, copyRatio: '1', marginMode: 'SHARED' }),
  'copy/unfollow': () => ({ relationId: 700_000_000_000_001 }),
  keys: () => ({ uid: account.uid, permission: 'read', label: 'x', ips: ['127.0.0.1'], expiresMs: null }),
  'keys/revoke': () => ({ id: 'x' }),
  'keys/enable': () => ({ id: 'x', enabled: true }),
  allowlist: () => ({ uid: account.uid, allowed: false, reason: 'x' }),
  contracts: () => ({ contract: { ...DEFAULT_CONTRACTS[0], id: 77, symbol: SYMBOL } }),
  'contracts/change': () => ({ symbol: SYMBOL, change: { takerFee: '0.0006' }, effectiveMs: null }),
  'contracts/state': () => ({ symbol: SYMBOL, state: 'TRADING' }),
  'contracts/delist': () => ({ symbol: 'cmt_nousdt' }),
  'funding/settle': () => ({ symbol: SYMBOL, rate: '0.0001' }),
  'index-price': () => ({ symbol: SYMBOL, price: '50000' }),
  'market/shock': () => ({ symbol: SYMBOL, percent: '-30' }),
};

/** As JSON text, because not all of it can be written by JSON.stringify. */
const VALUES = [
  'null',
  'true',
  '{}',
  '[]',
  '[null]',
  '-1',
  '0',
  '1.5',
  '1e400',
  '9007199254740993',
  '1700000000000000',
];
const TEXTS = ['""', '"x"', '"-1"', '"1e5"', `"${'9'.repeat(70)}"`, '"\\ud800"', '"\\u0000"', `"${'x'.repeat(5_000)}"`];
const WRONG = [...VALUES, ...TEXTS];

describe('any other body', () => {
  it.each(Object.keys(BODIES))('%s is answered 400 or carried out, never as a fault', async (path) => {
    const whole = Object.entries(BODIES[path]!());
    for (const [name] of whole) {
      const others = whole
        .filter(([other]) => other !== name)
        .map(([other, value]) => `"${other}":${JSON.stringify(value)}`);
      for (const wrong of [null, ...WRONG]) {
        const fields = wrong === null ? others : [...others, `"${name}":${wrong}`];
        const { status, text } = await send(path, `{${fields.join()}}`);
        expect([200, 400], `${path} with ${name} ${wrong}: ${text}`).toContain(status);
      }
    }
    const change = whole.find(([name]) => name === 'change' || name === 'contract');
    for (const [field] of change === undefined ? [] : Object.entries(change[1] as object))
      for (const wrong of WRONG) {
        const inner = JSON.stringify({ ...(change![1] as object), [field]: '@' }).replace('"@"', wrong);
        const { status, text } = await send(path, `{"symbol":"${SYMBOL}","${change![0]}":${inner}}`);
        expect([200, 400], `${path} with ${field} ${wrong}: ${text}`).toContain(status);
      }
  });

  it('leaves the exchange sound', async () => {
    expect(await kit.admin('GET', '/admin/audit')).toMatchObject({ ok: true });
    await kit.setPrice(SYMBOL, '50002');
  });
});
