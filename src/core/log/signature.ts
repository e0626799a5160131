/**
 * A team's signature of its AI log (docs/ai-log.md, Signed by the team): Ed25519 over the body's SHA-256 under a name
 * of its own, so that no other thing a key signs can be taken for a log. The key is in the team's public leaf, the
 * signature in the log's header: nobody who runs the exchange can write a log that opens under it.
 */
import { concatBytes, fromBase64 } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import type { VerifyEd25519 } from './note.ts';

export const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

const NAME = 'outcry/ailog/v1\n';

/** The bytes that are signed, of a body by its SHA-256. */
export function signedBytes(bodySha256: Uint8Array): Uint8Array {
  return concatBytes(encodeUtf8(NAME), bodySha256);
}

/**
 * Whether the key signed the body of this SHA-256. Both texts are base64; what is none, or has another length, is not
 * right.
 */
export function isSignedBy(key: string, sig: string, bodySha256: Uint8Array, verifyEd25519: VerifyEd25519): boolean {
  const [publicKey, signature] = [fromBase64(key), fromBase64(sig)];
  if (publicKey?.length !== PUBLIC_KEY_BYTES || signature?.length !== SIGNATURE_BYTES) return false;
  return verifyEd25519({ publicKey, message: signedBytes(bodySha256), signature });
}
