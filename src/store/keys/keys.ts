/**
 * API keys (W-10): made, listed, switched and revoked here, for good. Secrets are stored sealed (key-file.ts),
 * passphrases hashed (passphrase.ts); neither is ever in the journal or a log, and a secret leaves only when it is made
 * and into the API's keyring.
 *
 * The whole keyring is read: the API checks requests against its own copy (`createPassphraseCheck` for the passphrase)
 * and reads it again after each change.
 */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Kysely } from 'kysely';
import { refuseOwn } from './accounts.ts';
import type { Database } from '../database/db.ts';
import { StoreRefusal } from '../errors.ts';
import type { SecretBox } from './key-file.ts';
import { countChange } from '../database/owner.ts';
import { hashPassphrase, LITTLE_COST } from './passphrase.ts';
import type { ApiKeyTable } from '../schema/key-tables.ts';
import type { Tables } from '../schema/tables.ts';

/** `trade` implies `read`. */
export type Permission = 'read' | 'trade';

export interface KeyCreateArgs {
  readonly uid: number;
  readonly label: string;
  readonly permission: Permission;
  /** Addresses it may come from; empty means any. */
  readonly ips: readonly string[];
  readonly expiresMs: number | null;
  readonly nowMs: number;
  /** Null: made up at random. */
  readonly key: string | null;
  readonly secret: string | null;
  readonly passphrase: string | null;
}

/** A new key with its secrets, shown this once. */
export interface KeyCreated {
  /** The public id, which appears in AI-log leaves. */
  readonly id: string;
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** A key without its secrets. */
export interface KeyItem {
  readonly id: string;
  readonly key: string;
  readonly uid: number;
  readonly label: string;
  readonly permission: Permission;
  readonly ips: readonly string[];
  readonly enabled: boolean;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly revokedMs: number | null;
}

/**
 * A key as the API needs it to check requests; including revoked and disabled ones, which get their own answer (40753).
 */
export interface KeyringEntry extends KeyItem {
  readonly secret: string;
  readonly passphraseHash: string;
}

const MAX_KEYS = 10;
const MAX_IPS = 10;
const KEY = /^[A-Za-z0-9_-]{8,64}$/;
const SECRET = /^[\x20-\x7e]{8,128}$/;
const PASSPHRASE = /^[\x20-\x7e]{1,64}$/;

export interface Keys {
  /** @throws StoreRefusal `badKey`, `badAccount`, `unknownAccount`, `keyTaken`, `tooManyKeys` */
  create(args: KeyCreateArgs): Promise<KeyCreated>;
  list(args: { readonly uid: number | null }): Promise<KeyItem[]>;
  /** All keys, or the one with the id. */
  keyring(args: { readonly id: string } | null): Promise<KeyringEntry[]>;
  /** Ends a key for ever. @throws StoreRefusal `unknownKey` */
  revoke(args: { readonly id: string; readonly nowMs: number }): Promise<KeyItem>;
  /** Switches a key off or on again. @throws StoreRefusal `unknownKey` */
  setEnabled(args: { readonly id: string; readonly enabled: boolean }): Promise<KeyItem>;
}

export function createKeys(database: Database, box: SecretBox): Keys {
  // One change at a time: the limit of keys per account is counted before it is added to.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
  return {
    create: (args) => inTurn(() => createKey(database, box, args)),
    list: async ({ uid }) => (await keyRows(database, { uid })).map(keyItem),
    keyring: async (args) => (await keyRows(database, args ?? {})).map((row) => keyringEntry(box, row)),
    revoke: ({ id, nowMs }) => inTurn(() => revokeKey(database, id, nowMs)),
    setEnabled: ({ id, enabled }) => inTurn(() => changeKey(database, id, () => ({ enabled: enabled ? 1 : 0 }))),
  };
}

/** Whether any key is stored, so that the key file must exist. */
export async function hasKeys({ sql }: Pick<Database, 'sql'>): Promise<boolean> {
  return (await sql.selectFrom('api_key').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function createKey(database: Database, box: SecretBox, args: KeyCreateArgs): Promise<KeyCreated> {
  const key = args.key ?? randomBytes(24).toString('base64url');
  const secret = args.secret ?? randomBytes(32).toString('base64url');
  const passphrase = args.passphrase ?? randomBytes(12).toString('base64url');
  checkForms(key, secret, passphrase, args);
  refuseOwn(args.uid);
  const id = `ak_${randomBytes(10).toString('hex')}`;
  const row: ApiKeyTable = {
    id,
    api_key: key,
    uid: args.uid,
    label: args.label,
    secret: box.seal(id, secret),
    passphrase_hash: await hashPassphrase(passphrase, args.passphrase === null ? LITTLE_COST : undefined),
    permission: args.permission,
    ips: JSON.stringify(args.ips),
    enabled: 1,
    created_at: args.nowMs,
    expires_at: args.expiresMs,
    revoked_at: null,
  };
  await database.transaction('durable', async (on) => {
    await countChange(on);
    await checkRoom(on, row);
    await on.insertInto('api_key').values(row).execute();
  });
  return { id, key, secret, passphrase };
}

function checkForms(key: string, secret: string, passphrase: string, { permission, ips, label }: KeyCreateArgs): void {
  const needs = (fits: boolean, message: string): void => {
    if (!fits) throw new StoreRefusal('badKey', message);
  };
  needs(KEY.test(key), 'a key has 8 to 64 characters of A-Z a-z 0-9 _ -');
  needs(SECRET.test(secret), 'a secret has 8 to 128 printable ASCII characters');
  needs(PASSPHRASE.test(passphrase), 'a passphrase has 1 to 64 printable ASCII characters');
  needs(permission === 'read' || permission === 'trade', `permission '${permission}' is none; it is read or trade`);
  needs(ips.length <= MAX_IPS, `${ips.length} addresses given, at most ${MAX_IPS} are allowed`);
  for (const ip of ips) needs(isIP(ip) !== 0, `'${ip}' is no IP address`);
  needs(
    label.length <= 64 && !/[\u0000-\u001f\u007f-\u009f]/.test(label),
    'a label has at most 64 characters and no control characters',
  );
}

async function checkRoom(on: Kysely<Tables>, { uid, api_key: key }: ApiKeyTable): Promise<void> {
  const account = await on.selectFrom('account').select('uid').where('uid', '=', uid).executeTakeFirst();
  if (account === undefined) throw new StoreRefusal('unknownAccount', `there is no account ${uid}; create it first`);
  const taken = await on.selectFrom('api_key').select('id').where('api_key', '=', key).executeTakeFirst();
  if (taken !== undefined) throw new StoreRefusal('keyTaken', `the key '${key}' exists already`);
  const living = await on
    .selectFrom('api_key')
    .select('id')
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .execute();
  if (living.length >= MAX_KEYS) {
    throw new StoreRefusal(
      'tooManyKeys',
      `account ${uid} has ${living.length} keys, at most ${MAX_KEYS} are allowed; revoke one first`,
    );
  }
}

/** The time of the first revocation is kept. */
async function revokeKey(database: Database, id: string, nowMs: number): Promise<KeyItem> {
  return changeKey(database, id, ({ revoked_at: before }) => ({ revoked_at: before ?? nowMs }));
}

async function changeKey(
  database: Database,
  id: string,
  change: (row: ApiKeyTable) => Partial<ApiKeyTable>,
): Promise<KeyItem> {
  return database.transaction('durable', async (on) => {
    await countChange(on);
    const before = await on.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst();
    if (before === undefined) throw new StoreRefusal('unknownKey', `there is no API key with the id '${id}'`);
    const changed = change(before);
    await on.updateTable('api_key').set(changed).where('id', '=', id).execute();
    return keyItem({ ...before, ...changed });
  });
}

/** The keys of an account, the one with an id, or all. */
async function keyRows(
  database: Database,
  { uid = null, id = null }: { readonly uid?: number | null; readonly id?: string | null },
): Promise<ApiKeyTable[]> {
  let query = database.sql.selectFrom('api_key').selectAll().orderBy('uid').orderBy('created_at').orderBy('id');
  if (uid !== null) query = query.where('uid', '=', uid);
  if (id !== null) query = query.where('id', '=', id);
  return query.execute();
}

function keyItem(row: ApiKeyTable): KeyItem {
  return {
    id: row.id,
    key: row.api_key,
    uid: row.uid,
    label: row.label,
    permission: row.permission,
    ips: JSON.parse(row.ips) as string[],
    enabled: row.enabled === 1,
    createdMs: row.created_at,
    expiresMs: row.expires_at,
    revokedMs: row.revoked_at,
  };
}

function keyringEntry(box: SecretBox, row: ApiKeyTable): KeyringEntry {
  return { ...keyItem(row), secret: box.open(row.id, row.secret), passphraseHash: row.passphrase_hash };
}
