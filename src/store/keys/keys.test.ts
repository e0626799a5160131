import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { accountCreate, accountList } from './accounts.ts';
import type { Database } from '../database/db.ts';
import { openKeyFile } from './key-file.ts';
import { createKeys, hasKeys, type KeyCreateArgs, type Keys } from './keys.ts';
import { createPassphraseCheck, hashPassphrase, verifyPassphrase } from './passphrase.ts';

const UID = 1_000_001;
/** In a folder of its own, which goes with the test. */
function keyFilePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'key-file');
}
const wanted: KeyCreateArgs = {
  uid: UID,
  label: 'bot',
  permission: 'trade',
  ips: ['127.0.0.1', '2001:db8::1'],
  expiresMs: null,
  nowMs: 5,
  key: null,
  secret: null,
  passphrase: null,
};

async function withAccount(fresh: () => Promise<Database>): Promise<{ database: Database; keys: Keys; path: string }> {
  const database = await fresh();
  await accountCreate(database, { uid: UID, label: 'demo', nowMs: 1 });
  const path = keyFilePath();
  return { database, keys: createKeys(database, openKeyFile(path, true)), path };
}

onEachDatabase('API keys', ({ fresh }) => {
  it('are made at random or as given, and given back to the keyring with their secret (W-10)', async () => {
    const { keys } = await withAccount(fresh);
    const made = await keys.create(wanted);
    expect(made.id).toMatch(/^ak_[0-9a-f]{20}$/);
    expect(made.key).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    const demo = await keys.create({
      ...wanted,
      key: 'demo-key',
      secret: 'demo-secret',
      passphrase: 'demo-passphrase',
    });
    const ring = await keys.keyring(null);
    expect(await keys.keyring({ id: ring[0]!.id })).toEqual([ring[0]]);
    expect(await keys.keyring({ id: 'ak_unknown' })).toEqual([]);
    expect(ring.map(({ key, secret }) => [key, secret]).sort()).toEqual(
      [
        [made.key, made.secret],
        ['demo-key', 'demo-secret'],
      ].sort(),
    );
    const entry = ring.find(({ id }) => id === demo.id);
    expect(entry).toMatchObject({
      uid: UID,
      label: 'bot',
      permission: 'trade',
      ips: wanted.ips,
      enabled: true,
      revokedMs: null,
    });
    expect(await verifyPassphrase('demo-passphrase', entry?.passphraseHash ?? '')).toBe(true);
    expect(await verifyPassphrase('demo-passphras', entry?.passphraseHash ?? '')).toBe(false);
    // A person's choice is hashed slowly; a random draw can't be guessed anyway.
    expect(entry?.passphraseHash).toMatch(/^scrypt\$16384\$/);
    const drawn = ring.find(({ id }) => id === made.id)?.passphraseHash ?? '';
    expect(drawn).toMatch(/^scrypt\$16\$/);
    expect(await verifyPassphrase(made.passphrase, drawn)).toBe(true);
    expect(await verifyPassphrase('demo-passphrase', drawn)).toBe(false);
  });

  it('are stored so that neither secret nor passphrase can be read without the key file', async () => {
    const { database, keys } = await withAccount(fresh);
    await keys.create({ ...wanted, secret: 'a very secret secret', passphrase: 'open sesame' });
    await keys.create({ ...wanted, secret: 'a very secret secret', passphrase: 'open sesame' });
    const rows = await database.sql.selectFrom('api_key').selectAll().execute();
    const texts = rows.map((row) => `${Buffer.from(row.secret).toString('latin1')} ${JSON.stringify(row)}`);
    for (const text of texts) expect(text).not.toMatch(/secret secret|sesame/);
    // A fresh IV and salt each: equal secrets don't look equal.
    expect(Buffer.from(rows[0]?.secret ?? []).equals(Buffer.from(rows[1]?.secret ?? []))).toBe(false);
    expect(rows[0]?.passphrase_hash).not.toBe(rows[1]?.passphrase_hash);
    expect(JSON.stringify(await keys.list({ uid: UID }))).not.toMatch(/secret secret|sesame|scrypt/);
  });

  it('open under their own id and key file only', async () => {
    const { database, keys } = await withAccount(fresh);
    const one = await keys.create(wanted);
    const two = await keys.create(wanted);
    const rows = await database.sql.selectFrom('api_key').selectAll().execute();
    const sealed = rows.find(({ id }) => id === one.id)?.secret ?? new Uint8Array();
    await database.sql.updateTable('api_key').set({ secret: sealed }).where('id', '=', two.id).execute();
    await expect(keys.keyring(null)).rejects.toThrow(`API key ${two.id} does not open`);
    await expect(createKeys(database, openKeyFile(keyFilePath(), true)).keyring(null)).rejects.toThrow(
      'does not open under this key file',
    );
  });

  it('are switched off, on, and revoked for ever; revoked ones stay known', async () => {
    const { keys } = await withAccount(fresh);
    const { id } = await keys.create({ ...wanted, expiresMs: 99 });
    expect(await keys.setEnabled({ id, enabled: false })).toMatchObject({ id, enabled: false, expiresMs: 99 });
    expect(await keys.setEnabled({ id, enabled: true })).toMatchObject({ enabled: true });
    expect(await keys.revoke({ id, nowMs: 77 })).toMatchObject({ revokedMs: 77 });
    expect(await keys.revoke({ id, nowMs: 88 })).toMatchObject({ revokedMs: 77 });
    expect(await keys.keyring(null)).toMatchObject([{ id, revokedMs: 77 }]);
    const unknown = { name: 'StoreRefusal', reason: 'unknownKey' };
    await expect(keys.revoke({ id: 'ak_0', nowMs: 1 })).rejects.toMatchObject(unknown);
    await expect(keys.setEnabled({ id: 'ak_0', enabled: true })).rejects.toMatchObject(unknown);
  });

  it('are ten at most per account, also when they are made at once', async () => {
    const { keys } = await withAccount(fresh);
    const made = await Promise.allSettled(Array.from({ length: 12 }, () => keys.create(wanted)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expect(keys.create(wanted)).rejects.toMatchObject({ reason: 'tooManyKeys' });
    const [first] = await keys.list({ uid: UID });
    await keys.revoke({ id: first?.id ?? '', nowMs: 9 });
    await keys.create(wanted);
  });

  it.each([
    [{ key: 'short' }, '8 to 64'],
    [{ key: 'has blank in it' }, '8 to 64'],
    [{ key: 'k'.repeat(65) }, '8 to 64'],
    [{ secret: '1234567' }, '8 to 128'],
    [{ secret: 'with\nnewline' }, 'printable ASCII'],
    [{ passphrase: '' }, '1 to 64'],
    [{ passphrase: 'é' }, 'printable ASCII'],
    [{ permission: 'admin' as never }, "'admin' is none"],
    [{ ips: Array.from({ length: 11 }, () => '127.0.0.1') }, 'at most 10'],
    [{ ips: ['localhost'] }, "'localhost' is no IP address"],
    [{ label: 'a\u0000b' }, 'no control characters'],
  ] as const)('refuses %j', async (change, message) => {
    const { keys } = await withAccount(fresh);
    await expect(keys.create({ ...wanted, ...change })).rejects.toMatchObject({
      reason: 'badKey',
      message: expect.stringContaining(message) as string,
    });
    expect(await keys.list({ uid: null })).toEqual([]);
  });

  it('refuses a key that exists and an account that does not', async () => {
    const { database, keys } = await withAccount(fresh);
    expect(await hasKeys(database)).toBe(false);
    await keys.create({ ...wanted, key: 'the-same-key' });
    expect(await hasKeys(database)).toBe(true);
    await expect(keys.create({ ...wanted, key: 'the-same-key' })).rejects.toMatchObject({ reason: 'keyTaken' });
    await expect(keys.create({ ...wanted, uid: 1_234_567 })).rejects.toMatchObject({ reason: 'unknownAccount' });
    for (const uid of [5, 9_000_001])
      await expect(keys.create({ ...wanted, uid })).rejects.toMatchObject({ reason: 'badAccount' });
  });
});

onEachDatabase('accounts', ({ fresh }) => {
  it('take the uid given, or the next free one from 1000003, past the house accounts never', async () => {
    const database = await fresh();
    const create = (uid: number | null) => accountCreate(database, { uid, label: 'x', nowMs: 1 });
    await create(1_000_001);
    await create(10_000_000);
    expect((await create(null)).uid).toBe(1_000_003);
    expect((await create(null)).uid).toBe(1_000_004);
    await create(1_000_010);
    expect((await create(null)).uid).toBe(1_000_011);
    await expect(create(1_000_010)).rejects.toMatchObject({ reason: 'accountTaken' });
    for (const uid of [0, 3, 1_000_000, 9_000_001])
      await expect(create(uid), String(uid)).rejects.toMatchObject({ reason: 'badAccount' });
    await expect(accountCreate(database, { uid: null, label: '\n', nowMs: 1 })).rejects.toMatchObject({
      reason: 'badAccount',
    });
    expect((await accountList(database)).map(({ uid }) => uid)).toEqual([
      1_000_001, 1_000_003, 1_000_004, 1_000_010, 1_000_011, 10_000_000,
    ]);
  });
});

describe('the key file', () => {
  it('is made once, for its owner alone, and used again', () => {
    const path = keyFilePath();
    const sealed = openKeyFile(path, true).seal('ak_1', 'secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(openKeyFile(path, false).open('ak_1', sealed)).toBe('secret');
  });

  it('is refused when others may read it, when it is no key, and when it is missing though needed', () => {
    const path = keyFilePath();
    openKeyFile(path, true);
    const text = readFileSync(path, 'latin1');
    chmodSync(path, 0o640);
    expect(() => openKeyFile(path, true)).toThrow('has mode 640, needs 600');
    chmodSync(path, 0o600);
    writeFileSync(path, text.slice(2));
    expect(() => openKeyFile(path, true)).toThrow('must hold 64 hex digits');
    rmSync(path);
    expect(() => openKeyFile(path, false)).toThrow('is missing, but API keys are stored');
  });

  it('opens nothing that was changed', () => {
    const box = openKeyFile(keyFilePath(), true);
    const sealed = Buffer.from(box.seal('ak_1', 'secret'));
    for (let at = 0; at < sealed.length; at++) {
      const damaged = Buffer.from(sealed);
      damaged.writeUInt8(sealed.readUInt8(at) ^ 1, at);
      expect(() => box.open('ak_1', damaged)).toThrow('does not open');
    }
    expect(() => box.open('ak_2', sealed)).toThrow('does not open');
    expect(() => box.open('ak_1', sealed.subarray(0, 20))).toThrow('does not open');
  });
});

describe('the passphrase check', () => {
  it('says right and wrong, slowly before the first right one and at once after it', async () => {
    const check = createPassphraseCheck(await hashPassphrase('right'));
    expect(check.compare('right')).toBe(null);
    const asked = ['wrong', 'right', 'wrong', 'right'].map((one) => check.hash(one));
    expect(await Promise.all(asked)).toEqual([false, true, false, true]);
    expect(check.compare('right')).toBe(true);
    expect(check.compare('wrong')).toBe(false);
    expect(check.compare('')).toBe(false);
  });

  it('lets four different ones wait and no more; equal ones share a hash', async () => {
    const check = createPassphraseCheck(await hashPassphrase('right'));
    const asked = ['a', 'b', 'c', 'right', 'd', 'right', 'a'].map((one) => check.hash(one));
    expect(await Promise.all(asked)).toEqual([false, false, false, true, null, true, false]);
    expect(await check.hash('d')).toBe(false);
  });
});
