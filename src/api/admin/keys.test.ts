import { describe, expect, it } from 'vitest';
import { StoreAway, StoreRefusal } from '../../store/errors.ts';
import type { KeyItem, KeyringEntry } from '../../store/keys/keys.ts';
import type { AdminDeps } from './deps.ts';
import { createKeyring } from '../front/keys/keyring.ts';
import { OPERATOR } from './body.ts';
import { keyRoutes } from './keys.ts';

const KEY: KeyringEntry = {
  id: 'k1',
  key: 'access-key-1',
  uid: 1_000_005,
  label: '',
  permission: 'trade',
  ips: [],
  enabled: true,
  createdMs: 1,
  expiresMs: null,
  revokedMs: null,
  secret: 'a secret of this test',
  passphraseHash: 'none',
};

/** The administration of keys over a store that answers as `answers` say, and then is away. */
function administration(answers: Record<string, () => unknown>, shared: object | null = null) {
  const keyring = createKeyring([KEY]);
  const asked: string[] = [];
  const store = {
    shared,
    ask: async (question: string) => {
      asked.push(question);
      const answer = answers[question];
      if (answer === undefined) throw new StoreAway('the connection is lost');
      return answer();
    },
  };
  const deps = { store, keyring, clock: { nowMs: () => 5 } } as unknown as AdminDeps;
  const send = (path: string, body: object) =>
    keyRoutes(deps)
      .find((route) => route.path === path && route.method === 'POST')!
      .answer(body as never, OPERATOR);
  return { send, asked, isUsable: () => keyring.find(KEY.key)?.usable };
}

const revoked = (): KeyItem => ({ ...KEY, revokedMs: 5 });

describe('a read store that goes away while a key is changed', () => {
  it('leaves no key working that was revoked, though the keys can not be read again', async () => {
    const { send, isUsable } = administration({ keyRevoke: revoked });
    expect(await send('/admin/keys/revoke', { id: 'k1' })).toMatchObject({ state: 'revoked' });
    expect(isUsable()).toBe(false);
  });

  it('leaves no key working whose revocation was not answered', async () => {
    const { send, isUsable } = administration({});
    await expect(send('/admin/keys/revoke', { id: 'k1' })).rejects.toBeInstanceOf(StoreAway);
    expect(isUsable()).toBe(false);
    await expect(send('/admin/keys/enable', { id: 'k1', enabled: false })).rejects.toBeInstanceOf(StoreAway);
    expect(isUsable()).toBe(false);
  });

  it('shows the secret of a key that was made all the same', async () => {
    const made = { id: 'k2', key: 'access-key-2', secret: 's', passphrase: 'p' };
    const { send } = administration({ keyCreate: () => made });
    expect(await send('/admin/keys', { uid: 1_000_005 })).toEqual({
      id: 'k2',
      apiKey: 'access-key-2',
      secret: 's',
      passphrase: 'p',
    });
  });
});

describe('a read store that nodes share', () => {
  it('names the nodes that may still take a key that was switched off, when there are any', async () => {
    const late = [{ node: 'b', agoMs: 12_345 }];
    let unseen: typeof late = [];
    const answers = { keyRevoke: revoked, keySetEnabled: () => KEY, keyring: () => [KEY], keysUnseen: () => unseen };
    const { send, asked } = administration(answers, {});
    expect(await send('/admin/keys/revoke', { id: 'k1' })).not.toHaveProperty('unseenBy');
    unseen = late;
    expect(await send('/admin/keys/revoke', { id: 'k1' })).toMatchObject({
      unseenBy: [{ node: 'b', agoMs: 12_345, leftMs: 47_655 }],
    });
    expect(await send('/admin/keys/enable', { id: 'k1', enabled: false })).toMatchObject({
      unseenBy: [{ node: 'b', agoMs: 12_345, leftMs: 47_655 }],
    });
    expect(await send('/admin/keys/enable', { id: 'k1', enabled: true })).not.toHaveProperty('unseenBy');
    expect(asked.filter((question) => question === 'keysUnseen')).toHaveLength(3);
  });
});

describe('a read store that is there', () => {
  it('takes a suspension back when it refuses', async () => {
    const { send, isUsable } = administration({
      keyRevoke: () => {
        throw new StoreRefusal('badCursor', 'there is no such key');
      },
    });
    await expect(send('/admin/keys/revoke', { id: 'k1' })).rejects.toBeInstanceOf(StoreRefusal);
    expect(isUsable()).toBe(true);
  });

  it('lets a key that was switched off work again when it is switched on', async () => {
    const off = { ...KEY, enabled: false };
    let stored = off;
    const { send, isUsable } = administration({
      keySetEnabled: () => stored,
      keyring: () => [stored],
    });
    await send('/admin/keys/enable', { id: 'k1', enabled: false });
    expect(isUsable()).toBe(false);
    stored = KEY;
    await send('/admin/keys/enable', { id: 'k1', enabled: true });
    expect(isUsable()).toBe(true);
  });
});
