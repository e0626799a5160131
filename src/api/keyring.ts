/**
 * The API keys in memory, by what a caller sends as ACCESS-KEY: filled from the store at the start, kept up to date by the admin
 * listener. A key that is disabled, expired or revoked stays here, so that it is told from one that never was (40753, 40006).
 *
 * Secrets live only in memory and are never written to a log or an answer.
 */
import { createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { normalAddress } from './address.ts';

export type Permission = 'read' | 'trade';

/** A key as the store hands it over: secret decrypted, passphrase hashed. */
export interface StoredKey {
  /** Public id, written to the journal and the AI log. */
  readonly id: string;
  readonly apiKey: string;
  readonly uid: number;
  readonly secret: string;
  readonly passphraseHash: string;
  readonly permission: Permission;
  /** Empty: any address. */
  readonly ips: readonly string[];
  readonly enabled: boolean;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
}

export interface KeyringEntry {
  readonly id: string;
  readonly apiKey: string;
  readonly account: number;
  readonly secret: KeyObject;
  readonly permission: Permission;
  readonly ips: readonly string[];
  readonly expiresAtMs: number | null;
  readonly usable: boolean;
  /** Whether the passphrase is the key's; the time it takes does not tell how much of it is right. */
  passphraseMatches(passphrase: string): boolean;
}

export interface Keyring {
  find(apiKey: string): KeyringEntry | undefined;
  put(key: StoredKey): void;
  /** Number of keys held. */
  readonly size: number;
}

/**
 * @param verify whether a passphrase belongs to a stored hash; slow on purpose, so what passed once is remembered as a fast digest
 */
export function createKeyring(keys: Iterable<StoredKey>, verify: (passphrase: string, passphraseHash: string) => boolean): Keyring {
  const byKey = new Map<string, KeyringEntry>();
  const put = (key: StoredKey): void => void byKey.set(key.apiKey, entryOf(key, verify));
  for (const key of keys) put(key);
  return {
    find: (apiKey) => byKey.get(apiKey),
    put,
    get size() {
      return byKey.size;
    },
  };
}

function entryOf(key: StoredKey, verify: (passphrase: string, passphraseHash: string) => boolean): KeyringEntry {
  let known: Buffer | null = null;
  return {
    id: key.id,
    apiKey: key.apiKey,
    account: key.uid,
    secret: createSecretKey(Buffer.from(key.secret, 'utf8')),
    permission: key.permission,
    ips: key.ips.map(normalAddress),
    expiresAtMs: key.expiresAtMs,
    usable: key.enabled && key.revokedAtMs === null,
    passphraseMatches(passphrase) {
      const digest = hash('sha256', passphrase, 'buffer');
      if (known !== null) return timingSafeEqual(known, digest);
      if (!verify(passphrase, key.passphraseHash)) return false;
      known = digest;
      return true;
    },
  };
}
