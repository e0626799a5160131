/**
 * The keys of the simulation's accounts: any number, made from the account's id. Their passphrase hash is a cheap one,
 * because an exchange that restarts a hundred times would spend its minutes on two hundred slow ones. The check itself
 * is the service's own.
 */
import { scryptSync } from 'node:crypto';
import type { Credentials } from '../../../src/client/sign.ts';
import type { KeyringEntry } from '../../../src/store/keys/keys.ts';

const PASSPHRASE = 'simulation';
const SALT = Buffer.from('simulation-salt!');
const CHEAP = { N: 16, r: 1, p: 1 };
const HASH = `scrypt$${CHEAP.N}$${CHEAP.r}$${CHEAP.p}$${SALT.toString('base64')}$${scryptSync(PASSPHRASE, SALT, 32, CHEAP).toString('base64')}`;

export function credentialsOf(uid: number): Credentials & { readonly secret: string } {
  return { apiKey: `sim-key-${uid}`, secret: `sim-secret-${uid}`, passphrase: PASSPHRASE };
}

export function keyringEntry(uid: number): KeyringEntry {
  const { apiKey, secret } = credentialsOf(uid);
  return {
    id: `ak_${uid}`,
    key: apiKey,
    uid,
    label: '',
    secret,
    passphraseHash: HASH,
    permission: 'trade',
    ips: [],
    enabled: true,
    createdMs: 0,
    expiresMs: null,
    revokedMs: null,
  };
}
