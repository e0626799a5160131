// UTF-8 without a platform: text to bytes, bytes to text, and where bytes stop being UTF-8 (RFC 3629).
//
// The core may not use TextEncoder (docs/ai-log.md 2). Nothing is ever replaced by U+FFFD: malformed bytes are refused
// with null or an offset, and text without a UTF-8 form (a lone surrogate) makes encodeUtf8 throw, since that is a
// fault of the caller. The two functions that trust their caller (utf8Text, asciiText) are here because a request is
// read at the speed of these loops.

/** How many characters one call of String.fromCharCode is given: few enough for any engine's argument stack. */
const CHUNK = 4096;

/** A runtime's own functions in the place of this file's, faster and with the same results. */
export interface Texts {
  /** `asciiText` */
  ascii(bytes: Uint8Array, start: number, end: number): string;
  /** `utf8Text` */
  utf8(bytes: Uint8Array, start: number, end: number): string;
  /** Whether no byte is above 0x7F. */
  isAscii(bytes: Uint8Array): boolean;
  /** `findInvalidUtf8` */
  findInvalid(bytes: Uint8Array): number;
}

/** The functions of this file itself. */
export const OWN_TEXTS: Texts = {
  ascii: asciiText,
  utf8: utf8Text,
  isAscii: (bytes) => findNonAscii(bytes, 0) === bytes.length,
  findInvalid: findInvalidUtf8,
};

/** UTF-8 of well-formed text. Throws RangeError at a lone surrogate. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return encodeSequences(text);
    bytes[at] = unit;
  }
  return bytes;
}

/** UTF-8 of text that is not all ASCII. */
function encodeSequences(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let size = 0;
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) as number;
    if (point >= 0xd800 && point <= 0xdfff)
      throw new RangeError(`Text has a lone surrogate at ${at}; well-formed text is needed`);
    size = putSequence(bytes, size, point);
    if (point > 0xffff) at++;
  }
  return bytes.slice(0, size);
}

/** Writes one code point at `size`; returns the offset after it. */
function putSequence(bytes: Uint8Array, size: number, point: number): number {
  if (point < 0x80) {
    bytes[size] = point;
    return size + 1;
  }
  const tails = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  const lead = tails === 1 ? 0xc0 : tails === 2 ? 0xe0 : 0xf0;
  bytes[size] = lead | (point >> (6 * tails));
  for (let tail = 1; tail <= tails; tail++) bytes[size + tail] = 0x80 | ((point >> (6 * (tails - tail))) & 0x3f);
  return size + 1 + tails;
}

/**
 * The text of UTF-8 bytes, or null if they are not well-formed UTF-8. A byte order mark is a character like any other.
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  return findInvalidUtf8(bytes) < 0 ? utf8Text(bytes, 0, bytes.length) : null;
}

/** Offset of the lead byte of the first sequence at or after `from` that is not well-formed UTF-8 (RFC 3629), or -1. */
export function findInvalidUtf8(bytes: Uint8Array, from: number = 0): number {
  const size = bytes.length;
  let at = from;
  while (at < size) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** Length of well-formed text in code points: a pair of surrogates counts once. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) length--;
  return length;
}

/** Whether well-formed text has more code points than `most`. Text of no more units than that can't. */
export function hasMorePoints(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || codePointLength(text) > most);
}

/** Offset of the first byte above 0x7F at or after `from`, or the length if there is none. */
function findNonAscii(bytes: Uint8Array, from: number): number {
  const size = bytes.length;
  let at = from;
  while (at < size && (bytes[at] as number) < 0x80) at++;
  return at;
}

/**
 * Length of the well-formed sequence of several bytes at `at`, or 0 (overlong, surrogate, beyond U+10FFFF, cut short).
 */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  const second = bytes[at + 1] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return isTail(second) ? 2 : 0;
  if (lead < 0xf0) {
    const low = lead === 0xe0 ? 0xa0 : 0x80;
    const high = lead === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isTail(bytes[at + 2] ?? 0) ? 3 : 0;
  }
  const low = lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xf4 ? 0x8f : 0xbf;
  return second >= low && second <= high && isTail(bytes[at + 2] ?? 0) && isTail(bytes[at + 3] ?? 0) ? 4 : 0;
}

function isTail(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** The text of bytes [start, end), which the caller knows to be whole, well-formed UTF-8 sequences. */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  let at = start;
  while (at < end) {
    const ascii = at;
    while (at < end && (bytes[at] as number) < 0x80) at++;
    if (at > ascii) text += asciiText(bytes, ascii, at);
    const units: number[] = [];
    while (at < end && units.length < CHUNK && (bytes[at] as number) >= 0x80) at += pushSequence(units, bytes, at);
    if (units.length > 0) text += String.fromCharCode(...units);
  }
  return text;
}

/** Adds the UTF-16 code units of the well-formed sequence of several bytes at `at`; returns its length in bytes. */
function pushSequence(units: number[], bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (lead < 0xe0) {
    units.push(((lead & 0x1f) << 6) | second);
    return 2;
  }
  const third = (bytes[at + 2] as number) & 0x3f;
  if (lead < 0xf0) {
    units.push(((lead & 0x0f) << 12) | (second << 6) | third);
    return 3;
  }
  const point = (((lead & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f)) - 0x10000;
  units.push(0xd800 | (point >> 10), 0xdc00 | (point & 0x3ff));
  return 4;
}

/**
 * The text of bytes [start, end), which the caller knows to be ASCII. Calls with a fixed number of arguments are three
 * times as fast as a list of them, and nearly every key and value of a request is this short.
 */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  let at = start;
  while (end - at > 64) {
    const stop = Math.min(end, at + CHUNK);
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, stop)) as string;
    at = stop;
  }
  for (; end - at >= 8; at += 8) text += eightCharacters(bytes, at);
  if (end - at >= 4) {
    text += String.fromCharCode(
      bytes[at] as number,
      bytes[at + 1] as number,
      bytes[at + 2] as number,
      bytes[at + 3] as number,
    );
    at += 4;
  }
  if (end - at >= 2) {
    text += String.fromCharCode(bytes[at] as number, bytes[at + 1] as number);
    at += 2;
  }
  if (end > at) text += String.fromCharCode(bytes[at] as number);
  return text;
}

function eightCharacters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(
    bytes[at] as number,
    bytes[at + 1] as number,
    bytes[at + 2] as number,
    bytes[at + 3] as number,
    bytes[at + 4] as number,
    bytes[at + 5] as number,
    bytes[at + 6] as number,
    bytes[at + 7] as number,
  );
}
