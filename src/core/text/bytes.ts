// Bytes without a platform: hex, base64 (RFC 4648 §4, padded), joining and comparing.
//
// The core may not use Buffer or btoa, because the same files verify a log in the server, the command line, a browser
// and the tests (docs/ai-log.md 2). Reading is strict: text that isn't the one canonical form of some bytes is refused
// with null, never repaired.

/** SHA-256, handed in by the caller: the core brings none. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = 0x3d;

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX.charAt(byte >> 4) + HEX.charAt(byte & 15);
  return text;
}

/** Bytes of lower-case hex, or null for anything else. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    const high = HEX.indexOf(text.charAt(at * 2));
    const low = HEX.indexOf(text.charAt(at * 2 + 1));
    if (high < 0 || low < 0) return null;
    bytes[at] = (high << 4) | low;
  }
  return bytes;
}

/** Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const rest = bytes.length - at;
    const group = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += BASE64.charAt(group >> 18) + BASE64.charAt((group >> 12) & 63);
    text += (rest > 1 ? BASE64.charAt((group >> 6) & 63) : '=') + (rest > 2 ? BASE64.charAt(group & 63) : '=');
  }
  return text;
}

/**
 * Bytes of canonical base64 with padding, or null: no other alphabet, no white space, no bits set beyond the last byte.
 */
export function fromBase64(text: string): Uint8Array | null {
  const size = text.length;
  if (size % 4 !== 0) return null;
  const padding = size > 0 && text.charCodeAt(size - 1) === PAD ? (text.charCodeAt(size - 2) === PAD ? 2 : 1) : 0;
  const bytes = new Uint8Array((size / 4) * 3 - padding);
  let filled = 0;
  for (let at = 0; at < size; at += 4) {
    const spare = at + 4 === size ? padding : 0;
    const group = base64Group(text, at, spare);
    if (group < 0) return null;
    bytes[filled++] = group >> 16;
    if (spare < 2) bytes[filled++] = (group >> 8) & 255;
    if (spare < 1) bytes[filled++] = group & 255;
  }
  return bytes;
}

/**
 * The 24 bits of four characters, the last `spare` of them padding; -1 if one is not of the alphabet or a surplus bit
 * is set.
 */
function base64Group(text: string, start: number, spare: number): number {
  let group = 0;
  for (let at = 0; at < 4; at++) {
    const value = at < 4 - spare ? BASE64.indexOf(text.charAt(start + at)) : 0;
    if (value < 0) return -1;
    group = (group << 6) | value;
  }
  const surplus = spare === 0 ? 0 : spare === 1 ? 0xff : 0xffff;
  return (group & surplus) === 0 ? group : -1;
}

/** One array of all parts, in order. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * A code unit a byte, as one flat string: a key of maps that hold many hashes. Hex, being built piece by piece, takes
 * twenty times the room; spreading the bytes takes five times as long.
 */
export function byteString(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, null, bytes);
}

/** Whether both hold the same bytes. Not constant in time: for public values. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}
