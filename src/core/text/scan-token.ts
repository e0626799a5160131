// The tokens of JSON (RFC 8259, nothing more): strings, numbers, words and white space, read from bytes (docs/ai-log.md
// 7).
//
// Each reader starts at the cursor, moves it past the token and returns the token; or it leaves the reason and the
// offset of the first byte that cannot continue in the cursor and returns null. Numbers stay literals and are never
// converted. The bytes are known to be well-formed UTF-8. Nothing here knows objects, arrays or paths.
import { asciiText, type Texts } from './utf8.ts';

/** Why a document is refused; the meaning of each is in docs/ai-log.md 7. */
export type ScanReason =
  | 'utf8'
  | 'syntax'
  | 'surrogate'
  | 'duplicateKey'
  | 'tooDeep'
  | 'tooManyValues'
  | 'keyTooLong'
  | 'stringTooLong'
  | 'numberTooLong'
  | 'notObject';

/** The document that is read. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly texts: Texts;
  /** Whether all of it is ASCII: then text needs no decoding. */
  readonly ascii: boolean;
}

/** The position of the reader, and after a failure its reason. */
export interface Cursor extends Source {
  at: number;
  /** Code points of the string that was read last. */
  points: number;
  reason: ScanReason;
  offset: number;
}

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
/** The value of byteAt after the last byte, equal to no byte. */
const END = -1;
/** Texts up to here are made by our own code, whatever the runtime can do: a call of it costs more. */
const SHORT_BYTES = 48;

/** The byte at `at`, or END after the last one. */
export function byteAt(bytes: Uint8Array, at: number): number {
  return at < bytes.length ? (bytes[at] as number) : END;
}

/** Leaves a reason in the cursor; returns null for the reader to return. */
export function refuse(cursor: Cursor, reason: ScanReason, offset: number): null {
  cursor.reason = reason;
  cursor.offset = offset;
  return null;
}

/** Moves past space, tab, carriage return and line feed. */
export function skipSpace(cursor: Cursor): void {
  const { bytes } = cursor;
  let { at } = cursor;
  for (;;) {
    const byte = byteAt(bytes, at);
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at++;
  }
  cursor.at = at;
}

/** Reads `true`, `false` or `null`, whose first letter is at the cursor. */
export function readWord(cursor: Cursor, word: string): boolean {
  for (let index = 1; index < word.length; index++) {
    const at = cursor.at + index;
    if (byteAt(cursor.bytes, at) !== word.charCodeAt(index)) {
      refuse(cursor, 'syntax', at);
      return false;
    }
  }
  cursor.at += word.length;
  return true;
}

/** Whether a number can start with this byte. */
export function startsNumber(byte: number): boolean {
  return byte === MINUS || isDigit(byte);
}

/** Reads a number and returns its literal. */
export function readNumber(cursor: Cursor, longest: number): string | null {
  const { bytes } = cursor;
  const start = cursor.at;
  let at = byteAt(bytes, start) === MINUS ? start + 1 : start;
  if (byteAt(bytes, at) === ZERO) at++;
  else if ((at = pastDigits(bytes, at)) < 0) return refuse(cursor, 'syntax', ~at);
  if (byteAt(bytes, at) === DOT && (at = pastDigits(bytes, at + 1)) < 0) return refuse(cursor, 'syntax', ~at);
  if ((byteAt(bytes, at) | 0x20) === 0x65) {
    const sign = byteAt(bytes, at + 1);
    at = pastDigits(bytes, sign === MINUS || sign === 0x2b ? at + 2 : at + 1);
    if (at < 0) return refuse(cursor, 'syntax', ~at);
  }
  if (at - start > longest) return refuse(cursor, 'numberTooLong', start);
  cursor.at = at;
  return asciiText(bytes, start, at);
}

/** Offset after the digits at `from`; if there is none, the complement of `from` (a negative number). */
function pastDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(byteAt(bytes, at))) at++;
  return at > from ? at : ~from;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

/** The offset of the first byte at or after `from` that is not a plain character of a string. */
export function pastPlain(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    const byte = byteAt(bytes, at);
    if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH || byte > 0x7f) return at;
  }
}

/** Reads a string of at most `longest` code points, whose opening quote is at the cursor: the text it stands for. */
export function readString(cursor: Cursor, longest: number, tooLong: ScanReason): string | null {
  const start = cursor.at;
  const plainTo = pastPlain(cursor.bytes, start + 1);
  return passString(cursor, longest, tooLong, plainTo) ? stringText(cursor, start, cursor.at, cursor.points) : null;
}

/** Moves past such a string, and counts its code points. `plainTo` is where its plain characters end. */
export function passString(cursor: Cursor, longest: number, tooLong: ScanReason, plainTo: number): boolean {
  const { bytes } = cursor;
  const open = cursor.at;
  let points = plainTo - (open + 1);
  let at = plainTo;
  for (;;) {
    const byte = byteAt(bytes, at);
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) {
      cursor.at = at;
      if (readEscape(cursor) === null) return false;
      points++;
      at = cursor.at;
    } else if (byte >= 0x20) {
      if ((byte & 0xc0) !== 0x80) points++;
      at++;
    } else {
      refuse(cursor, 'syntax', at);
      return false;
    }
  }
  if (points > longest) {
    cursor.at = open;
    refuse(cursor, tooLong, open);
    return false;
  }
  cursor.at = at + 1;
  cursor.points = points;
  return true;
}

/** The text that the string in bytes [start, end) stands for, which was passed before and has so many code points. */
export function stringText(source: Source, start: number, end: number, points: number): string {
  const last = end - 1;
  if (points === last - start - 1) return runText(source, start + 1, last, true);
  const { bytes, texts, ascii } = source;
  const cursor: Cursor = { bytes, texts, ascii, at: start + 1, points: 0, reason: 'syntax', offset: 0 };
  let text = '';
  for (;;) {
    const runStart = cursor.at;
    let runEnd = runStart;
    while (runEnd < last && bytes[runEnd] !== BACKSLASH) runEnd++;
    if (runEnd > runStart) text += runText(source, runStart, runEnd, ascii);
    if (runEnd === last) return text;
    cursor.at = runEnd;
    text += readEscape(cursor) ?? '';
  }
}

function runText({ bytes, texts }: Source, start: number, end: number, isAscii: boolean): string {
  if (!isAscii) return texts.utf8(bytes, start, end);
  return end - start > SHORT_BYTES ? texts.ascii(bytes, start, end) : asciiText(bytes, start, end);
}

/** Reads one escape, whose backslash is at the cursor; a pair of surrogates is one. */
function readEscape(cursor: Cursor): string | null {
  const letter = byteAt(cursor.bytes, cursor.at + 1);
  if (letter === LETTER_U) return readUnicodeEscape(cursor);
  const character = shortEscape(letter);
  if (character === null) return refuse(cursor, 'syntax', cursor.at + 1);
  cursor.at += 2;
  return character;
}

function shortEscape(letter: number): string | null {
  switch (letter) {
    case 0x22:
      return '"';
    case 0x5c:
      return '\\';
    case 0x2f:
      return '/';
    case 0x62:
      return '\b';
    case 0x66:
      return '\f';
    case 0x6e:
      return '\n';
    case 0x72:
      return '\r';
    case 0x74:
      return '\t';
    default:
      return null;
  }
}

function readUnicodeEscape(cursor: Cursor): string | null {
  const backslash = cursor.at;
  const unit = readFourHex(cursor, backslash + 2);
  if (unit < 0) return null;
  if (unit < 0xd800 || unit > 0xdfff) {
    cursor.at = backslash + 6;
    return String.fromCharCode(unit);
  }
  if (unit > 0xdbff || !lowSurrogateMayFollow(cursor.bytes, backslash + 6))
    return refuse(cursor, 'surrogate', backslash);
  const low = readLowSurrogate(cursor, backslash + 6);
  if (low < 0) return null;
  cursor.at = backslash + 12;
  return String.fromCharCode(unit, low);
}

/** Four hex digits as a number; -1 (and the reason in the cursor) if a byte isn't one. */
function readFourHex(cursor: Cursor, from: number): number {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    const digit = hexDigit(byteAt(cursor.bytes, at));
    if (digit < 0) {
      refuse(cursor, 'syntax', at);
      return -1;
    }
    value = value * 16 + digit;
  }
  return value;
}

/** Whether the bytes at `from`, as far as there are any, can still become `\uDC00` to `\uDFFF`. */
function lowSurrogateMayFollow(bytes: Uint8Array, from: number): boolean {
  const fits = [
    (byte: number) => byte === BACKSLASH,
    (byte: number) => byte === LETTER_U,
    (byte: number) => hexDigit(byte) === 13,
    (byte: number) => hexDigit(byte) >= 12,
  ];
  for (const [index, fit] of fits.entries()) {
    const byte = byteAt(bytes, from + index);
    if (byte === END) return true;
    if (!fit(byte)) return false;
  }
  return true;
}

/** The second half of a pair, known to look like one as far as the bytes go. */
function readLowSurrogate(cursor: Cursor, from: number): number {
  if (cursor.bytes.length >= from + 2) return readFourHex(cursor, from + 2);
  refuse(cursor, 'syntax', cursor.bytes.length);
  return -1;
}

/** Value of a hex digit of either case, or -1. */
function hexDigit(byte: number): number {
  if (isDigit(byte)) return byte - ZERO;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}
