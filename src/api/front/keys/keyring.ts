/**
 * The API keys in memory, by what a caller sends as ACCESS-KEY: filled from the store at the start and again after each
 * change by the admin listener. A key that is disabled, expired or revoked stays here, so that it is told from one that
 * never was (40753, 40006).
 *
 * Secrets live only in memory and are never written to a log or an answer.
 */
import { isUserAccount } from '../../../core/language/accounts.ts';
import type { KeyringEntry as StoredKey, Permission } from '../../../store/keys/keys.ts';
import { createPassphraseCheck, type PassphraseCheck } from '../../../store/keys/passphrase.ts';
import { normalAddress } from './address.ts';
import { type MacKey, macKey } from './mac.ts';

export type { Permission } from '../../../store/keys/keys.ts';

/** A key as requests are checked against it. */
export interface ApiKey {
  /** Public id, written to the journal and the AI log. */
  readonly id: string;
  readonly account: number;
  readonly secret: MacKey;
  readonly label: string;
  readonly permission: Permission;
  /** In normal form; empty: any address. */
  readonly addresses: readonly string[];
  readonly expiresMs: number | null;
  /** Neither switched off nor revoked, and of an account that is a user's. */
  readonly usable: boolean;
  readonly passphrase: PassphraseCheck;
}

export interface Keyring {
  find(accessKey: string): ApiKey | undefined;
  /** Takes the store's keys for its own, all of them; what is suspended stays so. */
  load(keys: readonly StoredKey[]): void;
  /** Takes these as they are in the store now; all others stay as they are. */
  renew(keys: readonly StoredKey[]): void;
  /** From now on the key with this public id can't be used, whatever the store says. */
  suspend(id: string): void;
  /** Takes that back. */
  resume(id: string): void;
}

type Kept = ApiKey & { readonly passphraseHash: string; readonly usableInStore: boolean };

export function createKeyring(keys: readonly StoredKey[] = []): Keyring {
  let byKey = new Map<string, Kept>();
  const suspended = new Set<string>();
  const settle = (id: string): void => {
    for (const [accessKey, key] of byKey)
      if (key.id === id) byKey.set(accessKey, { ...key, usable: key.usableInStore && !suspended.has(id) });
  };
  const keptOf = (key: StoredKey): Kept => {
    const before = byKey.get(key.key);
    const check =
      before?.passphraseHash === key.passphraseHash ? before.passphrase : createPassphraseCheck(key.passphraseHash);
    const made = keyOf(key, check);
    const usable = made.usable && !suspended.has(key.id);
    return { ...made, usable, usableInStore: made.usable, passphraseHash: key.passphraseHash };
  };
  const keyring: Keyring = {
    find: (accessKey) => byKey.get(accessKey),
    load(stored) {
      byKey = new Map(stored.map((key) => [key.key, keptOf(key)]));
    },
    renew(stored) {
      for (const key of stored) byKey.set(key.key, keptOf(key));
    },
    suspend(id) {
      suspended.add(id);
      settle(id);
    },
    resume(id) {
      suspended.delete(id);
      settle(id);
    },
  };
  keyring.load(keys);
  return keyring;
}

function keyOf(key: StoredKey, passphrase: PassphraseCheck): ApiKey {
  return {
    id: key.id,
    account: key.uid,
    secret: macKey(Buffer.from(key.secret, 'utf8')),
    label: key.label,
    permission: key.permission,
    addresses: key.ips.map(normalAddress),
    expiresMs: key.expiresMs,
    usable: key.enabled && key.revokedMs === null && isUserAccount(key.uid),
    passphrase,
  };
}
