// Commitments: a salted hash that binds bytes without showing them, one key per field so that each can be opened alone
// (docs/ai-log.md 5).
//
//   fs(n)  = HMAC-SHA-256(salt, "ailog/v1/" ‖ n)      C(n, b) = base64(SHA-256(fs(n) ‖ b))
//
// The salt never leaves the server; the field keys go to the owner. SHA-256 is an argument, and nothing here is random:
// the salt of an AI log comes from outside, that of any other leaf follows from the log's salt key and the leaf's
// index.
import type { Sha256 } from '../text/bytes.ts';
import { equalBytes, fromBase64, toBase64 } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';

const FIELDS = ['body', 'input', 'output', 'explanation', 'header', 'account'] as const;
/** Names that have their own key; `account` is in team leaves. */
export type Field = (typeof FIELDS)[number];

const BLOCK = 64;
/** Input to a field's key besides the salt. */
const NAMES = new Map<Field, Uint8Array>(FIELDS.map((field) => [field, encodeUtf8(`ailog/v1/${field}`)]));

/** HMAC-SHA-256 (RFC 2104). */
export function hmacSha256(sha256: Sha256, key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key;
  return sha256(padded(short, 0x5c, sha256(padded(short, 0x36, message))));
}

/** Room for what is hashed next and then forgotten: its own memory would cost as much as the hash of so few bytes. */
const room = new Uint8Array(4096);
const roomFor = (bytes: number): Uint8Array => (bytes > room.length ? new Uint8Array(bytes) : room.subarray(0, bytes));

/** One block of the key, each byte changed by `pad`, then the bytes; valid until the next call. */
function padded(key: Uint8Array, pad: number, bytes: Uint8Array): Uint8Array {
  const block = roomFor(BLOCK + bytes.length).fill(pad, 0, BLOCK);
  for (let at = 0; at < key.length; at++) block[at]! ^= key[at]!;
  block.set(bytes, BLOCK);
  return block;
}

/** Both, one after the other; valid until the next call. */
function joined(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const both = roomFor(key.length + bytes.length);
  both.set(key);
  both.set(bytes, key.length);
  return both;
}

/** fs(n): the key that opens one field of the leaf with this salt. */
export function fieldKey(sha256: Sha256, salt: Uint8Array, field: Field): Uint8Array {
  return hmacSha256(sha256, salt, NAMES.get(field)!);
}

/** C(n, b) under a field key: base64 of 32 bytes. */
export function commitUnder(sha256: Sha256, key: Uint8Array, bytes: Uint8Array): string {
  return toBase64(sha256(joined(key, bytes)));
}

/** C(n, b) of a leaf with this salt. */
export function commit(sha256: Sha256, salt: Uint8Array, field: Field, bytes: Uint8Array): string {
  return commitUnder(sha256, fieldKey(sha256, salt, field), bytes);
}

/** Whether the bytes are those that were committed to; false for a commitment that is not base64 of a hash. */
export function opens(sha256: Sha256, commitment: string, key: Uint8Array, bytes: Uint8Array): boolean {
  const hash = fromBase64(commitment);
  return hash !== null && equalBytes(hash, sha256(joined(key, bytes)));
}

/**
 * Salt of the leaf at `index` when it is not an AI log: HMAC-SHA-256(salt key, "ailog/v1/salt/" ‖ index in decimal).
 */
export function leafSalt(sha256: Sha256, saltKey: Uint8Array, index: number): Uint8Array {
  return hmacSha256(sha256, saltKey, encodeUtf8(`ailog/v1/salt/${index}`));
}
