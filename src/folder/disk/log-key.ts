/**
 * The signing key of the AI log and its public name (docs/ai-log.md 2): an Ed25519 key in a file of mode 0600, never in
 * the journal.
 *
 * The verifier key names the log and its public key: `origin+hex(keyId)+base64(0x01 ‖ public)`, keyId the first four
 * bytes of SHA-256(origin ‖ 0x0A ‖ 0x01 ‖ public).
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { secretFile } from './data-folder.ts';

const ED25519 = Uint8Array.of(1);
const PUBLIC_BYTES = 32;

/** The log's private key, made at the first call. */
export function logKey(path: string): KeyObject {
  const pem = secretFile(path, drawKey);
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${path} holds a key of type ${key.asymmetricKeyType}, needs ed25519`);
  return key;
}

/** A new private key, in PEM. */
export function drawKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return privateKey;
}

/** The verifier key of a log. `key` is its private or public key. */
export function verifierKey(origin: string, key: KeyObject): string {
  const der = (key.type === 'private' ? createPublicKey(key) : key).export({
    type: 'spki',
    format: 'der',
  });
  const publicBytes = der.subarray(der.length - PUBLIC_BYTES);
  const keyId = createHash('sha256')
    .update(`${origin}\n`)
    .update(ED25519)
    .update(publicBytes)
    .digest('hex')
    .slice(0, 8);
  return `${origin}+${keyId}+${Buffer.concat([ED25519, publicBytes]).toString('base64')}`;
}
