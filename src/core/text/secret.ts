// Credentials that should not have been uploaded: finds them in a body and masks them in what is shown (docs/ai-log.md
// 8, SECRET).
//
// It looks for three shapes only, in the bytes as sent: `sk-` keys, `AKIA` key ids, private keys in PEM. Finding one
// never refuses an upload. Masking writes stars over the match, byte for byte, so that offsets hold and JSON stays
// JSON; of a private key it covers the key itself too, up to the end of its text. Time is linear in the bytes, whatever
// they are.
import type { Steps } from './steps.ts';
import { encodeUtf8 } from './utf8.ts';

/** Offset of a match, and the offset after it. */
type Match = readonly [start: number, end: number];

const STAR = 0x2a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const DASH = 0x2d;
const K = 0x4b;

const SK = encodeUtf8('sk-');
const SK_SHORTEST = 20;
const AKIA = encodeUtf8('AKIA');
const AKIA_LENGTH = 16;
const BEGIN = encodeUtf8('-----BEGIN ');
const PRIVATE_KEY = encodeUtf8('PRIVATE KEY');
const DASHES = encodeUtf8('-----');
const FINISH = encodeUtf8('-----END ');

/** Bytes looked through in a step. */
const STEP_BYTES = 64 * 1024;

/** Whether the bytes hold something that looks like a credential. */
export function hasSecret(bytes: Uint8Array): boolean {
  return findSecret(bytes, 0) !== null;
}

/** The same, a step at a time: what is yielded means nothing. */
export function* hasSecretInSteps(bytes: Uint8Array): Steps<boolean> {
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    if (findSecret(bytes, 0, at, Math.min(bytes.length, at + STEP_BYTES)) !== null) return true;
    yield;
  }
  return false;
}

/** A copy with every credential replaced by stars, or the bytes themselves if there is none. */
export function maskSecrets(bytes: Uint8Array): Uint8Array {
  let match = findSecret(bytes, 0);
  if (match === null) return bytes;
  const masked = bytes.slice();
  while (match !== null) {
    masked.fill(STAR, match[0], match[1]);
    match = findSecret(bytes, match[1]);
  }
  return masked;
}

/**
 * The first match that begins at or after `from`. Each shape has a dash or a K within its first three bytes, and of
 * those there are few in a text; they are looked for in `[first, until)`.
 */
function findSecret(bytes: Uint8Array, from: number, first = from, until = bytes.length): Match | null {
  for (let at = first; at < until; at++) {
    const byte = bytes[at];
    if (byte !== DASH && byte !== K) continue;
    const found = byte === DASH ? matchAtDash(bytes, at, from) : matchAt(bytes, at - 1, from, endOfAkia);
    if (found !== null) return found;
  }
  return null;
}

function matchAtDash(bytes: Uint8Array, dash: number, from: number): Match | null {
  return matchAt(bytes, dash - 2, from, endOfSk) ?? matchAt(bytes, dash, from, endOfPrivateKey);
}

function matchAt(bytes: Uint8Array, start: number, from: number, endOf: typeof endOfSk): Match | null {
  const end = start < from ? start : endOf(bytes, start);
  return end > start ? [start, end] : null;
}

/** `sk-[A-Za-z0-9_-]{20,}`: the offset after it, or `start` if there is none. The other two work the same way. */
function endOfSk(bytes: Uint8Array, start: number): number {
  if (!hasAt(bytes, start, SK)) return start;
  const from = start + SK.length;
  let end = from;
  while (isKeyByte(bytes[end] ?? 0)) end++;
  return end - from >= SK_SHORTEST ? end : start;
}

/** `AKIA[0-9A-Z]{16}` */
function endOfAkia(bytes: Uint8Array, start: number): number {
  if (!hasAt(bytes, start, AKIA)) return start;
  const end = start + AKIA.length + AKIA_LENGTH;
  for (let at = start + AKIA.length; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (!isUpper(byte) && !isDigit(byte)) return start;
  }
  return end;
}

/** `-----BEGIN [A-Z ]*PRIVATE KEY-----`, and the key that follows. */
function endOfPrivateKey(bytes: Uint8Array, start: number): number {
  if (!hasAt(bytes, start, BEGIN)) return start;
  const from = start + BEGIN.length;
  let labelEnd = from;
  while (isLabelByte(bytes[labelEnd] ?? 0)) labelEnd++;
  const named = labelEnd - PRIVATE_KEY.length;
  if (named < from || !hasAt(bytes, named, PRIVATE_KEY) || !hasAt(bytes, labelEnd, DASHES)) return start;
  return endOfKeyText(bytes, labelEnd + DASHES.length);
}

/**
 * After the END line, or before the quote that closes the JSON string (or an escaped one), or at the end of the bytes.
 */
function endOfKeyText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) {
    if (bytes[at] === 0x2d && hasAt(bytes, at, FINISH)) return endOfFinish(bytes, at + FINISH.length);
    at++;
  }
  while (at > from && bytes[at] === QUOTE && bytes[at - 1] === BACKSLASH) at--;
  while (at > from && bytes[at - 1] === BACKSLASH) at--;
  return at;
}

function endOfFinish(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isLabelByte(bytes[at] ?? 0)) at++;
  return hasAt(bytes, at, DASHES) ? at + DASHES.length : at;
}

function hasAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  if (at < 0 || at + wanted.length > bytes.length) return false;
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isLabelByte(byte: number): boolean {
  return isUpper(byte) || byte === 0x20;
}

/** A–Z, a–z, 0–9, `_`, `-`. */
function isKeyByte(byte: number): boolean {
  return isUpper(byte) || isDigit(byte) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f || byte === 0x2d;
}
