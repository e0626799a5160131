/**
 * Ed25519 for the core, which brings none of its own.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { VerifyEd25519 } from '../core/log/note.ts';

/** The bytes before the 32 of a public key in DER. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export const verifyEd25519: VerifyEd25519 = ({ publicKey, message, signature }) => {
  const key = createPublicKey({ key: Buffer.concat([DER_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
};
