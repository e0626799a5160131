/**
 * A team's signature of its AI log (docs/ai-log.md, Signed by the team): Ed25519 over the body's SHA-256 under a name
 * of its own, so that no other thing a key signs can be taken for a log. The key is in the team's public leaf, the
 * signature in the log's header: nobody who runs the exchange can write a log that opens under it.
 */
import { concatBytes, fromBase64, toHex } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import type { VerifyEd25519 } from './note.ts';

export const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

const NAME = 'outcry/ailog/v1\n';

/**
 * The y of the points of small order, their other encodings too, low bytes first and without the sign: under such a key
 * one signature fits many messages, so it binds nobody.
 */
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
];

/** Whether an Ed25519 public key is a point of small order. */
export function isSmallOrder(publicKey: Uint8Array): boolean {
  const unsigned = publicKey.slice();
  unsigned[PUBLIC_KEY_BYTES - 1]! &= 127;
  return SMALL_ORDER.includes(toHex(unsigned));
}

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
