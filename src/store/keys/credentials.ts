/**
 * Credentials of the administration's roles: a name for one person, a role, and the hash of a token that is shown once.
 * A name is never given out again: cases tell judges apart by it.
 *
 * And the record of what was read with them, written before it is answered, and never changed.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../database/db.ts';
import { StoreRefusal } from '../errors.ts';
import { countChange } from '../database/owner.ts';
import { tokenHash } from './token-hash.ts';
import type { CredentialTable } from '../schema/contest-tables.ts';

/** `owner` runs contests, `judge` decides cases, `auditor` reads. */
export type Role = CredentialTable['role'];

export interface Credential {
  readonly name: string;
  readonly role: Role;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

export interface CredentialCreateArgs {
  readonly name: string;
  readonly role: Role;
  readonly nowMs: number;
}

export interface BodyRead {
  readonly atMs: number;
  readonly name: string;
  readonly role: string;
  readonly what: string;
}

const NAME = /^[a-z][a-z0-9_-]{0,31}$/;
const SHOWN = 1_000;

/** The token, shown this once. @throws StoreRefusal `badName`, `nameTaken` */
export async function credentialCreate(
  database: Database,
  { name, role, nowMs }: CredentialCreateArgs,
): Promise<{ readonly token: string }> {
  if (!NAME.test(name))
    throw new StoreRefusal('badName', 'a name has 1 to 32 characters of a-z 0-9 _ - and begins with a letter');
  const token = `oc_${randomBytes(32).toString('base64url')}`;
  await database.transaction('durable', async (on) => {
    await countChange(on);
    const known = await on.selectFrom('credential').select('name').where('name', '=', name).executeTakeFirst();
    if (known !== undefined)
      throw new StoreRefusal('nameTaken', `'${name}' is or was somebody's name; it is never given out again`);
    const row = { name, role, token_hash: tokenHash(token), created_at: nowMs, revoked_at: null };
    await on.insertInto('credential').values(row).execute();
  });
  return { token };
}

/** Ends a credential for ever. @throws StoreRefusal `unknownName` */
export async function credentialRevoke(
  database: Database,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): Promise<Credential> {
  await database.transaction('durable', async (on) => {
    await on
      .updateTable('credential')
      .set({ revoked_at: nowMs })
      .where('name', '=', name)
      .where('revoked_at', 'is', null)
      .execute();
    await countChange(on);
  });
  const found = (await credentialList(database)).find((one) => one.name === name);
  if (found === undefined) throw new StoreRefusal('unknownName', `'${name}' is no name of a credential`);
  return found;
}

export async function credentialList(database: Database): Promise<Credential[]> {
  const rows = await database.sql.selectFrom('credential').selectAll().orderBy('name').execute();
  return rows.map(({ name, role, created_at, revoked_at }) => ({
    name,
    role,
    createdMs: created_at,
    revokedMs: revoked_at,
  }));
}

/** Holder of a token; null for one that was revoked or is unknown. */
export async function credentialOf(
  database: Database,
  { hash: found }: { readonly hash: string },
): Promise<{ readonly name: string; readonly role: Role } | null> {
  const row = await database.sql
    .selectFrom('credential')
    .select(['name', 'role'])
    .where('token_hash', '=', found)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function bodyReadNote(database: Database, { atMs, name, role, what }: BodyRead): Promise<null> {
  await database.transaction('durable', async (on) => {
    await on.insertInto('body_read').values({ id: randomUUID(), at: atMs, name, role, what }).execute();
  });
  return null;
}

/** The latest reads, newest first. */
export async function bodyReadList(database: Database): Promise<BodyRead[]> {
  const rows = await database.sql.selectFrom('body_read').selectAll().orderBy('at', 'desc').limit(SHOWN).execute();
  return rows.map(({ at, name, role, what }) => ({ atMs: at, name, role, what }));
}
