/**
 * Texts of leaves in a quarter of the room: what all headers share is in a table of phrases, and digits are packed two
 * in a byte. Made for headers, right for any text.
 *
 * A byte says: 1, that the next one counts bytes of UTF-8 that follow; 2 to 31, that twice as many hexadecimal digits
 * follow, two in a byte; 32 to 127, a character; 128 and above, a phrase by its place in the list. Places are for ever:
 * a new phrase goes to the end.
 */
import { PHRASES } from './phrases.ts';

const RAW = 1;
const FEWEST_PAIRS = 2;
const MOST_PAIRS = 31;
const MOST_RAW = 255;
const FIRST_PHRASE = 128;

interface Phrase {
  readonly text: string;
  readonly code: number;
}

/** By how they begin, longest first. */
const BY_START = new Map<number, Phrase[]>();
for (const [at, text] of PHRASES.entries()) {
  const start = text.charCodeAt(0);
  BY_START.set(start, [...(BY_START.get(start) ?? []), { text, code: FIRST_PHRASE + at }]);
}
for (const phrases of BY_START.values()) phrases.sort((a, b) => b.text.length - a.text.length);

/** The digit that a character is; −1 for any other. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code)));

/** @param text well-formed */
export function packText(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; ) {
    const phrase = phraseAt(text, at);
    const pairs = phrase === null ? pairsAt(text, at) : 0;
    if (phrase !== null) {
      bytes.push(phrase.code);
      at += phrase.text.length;
    } else if (pairs >= FEWEST_PAIRS) {
      bytes.push(pairs);
      for (const end = at + 2 * pairs; at < end; at += 2) bytes.push((digitAt(text, at) << 4) | digitAt(text, at + 1));
    } else if (isPlain(text.charCodeAt(at))) bytes.push(text.charCodeAt(at++));
    else at = packRaw(bytes, text, at);
  }
  return Uint8Array.from(bytes);
}

/** @throws RangeError for bytes that no text was packed into */
export function unpackText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at++]!;
    if (byte >= FIRST_PHRASE) {
      text += phraseOf(byte);
    } else if (byte > MOST_PAIRS) {
      text += String.fromCharCode(byte);
    } else {
      const count = byte === RAW ? (bytes[at++] ?? 0) : byte;
      const part = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(count, bytes.length - at));
      if (byte === 0 || part.length < count) throw new RangeError(`no packed text: ${byte} at ${at - 1}`);
      text += part.toString(byte === RAW ? 'utf8' : 'hex');
      at += count;
    }
  }
  return text;
}

function phraseOf(code: number): string {
  const phrase = PHRASES[code - FIRST_PHRASE];
  if (phrase === undefined) throw new RangeError(`no packed text: there is no phrase ${code - FIRST_PHRASE}`);
  return phrase;
}

function phraseAt(text: string, at: number): Phrase | null {
  return BY_START.get(text.charCodeAt(at))?.find((phrase) => text.startsWith(phrase.text, at)) ?? null;
}

/** How many pairs of digits begin here. */
function pairsAt(text: string, at: number): number {
  let end = at;
  while (end < at + 2 * MOST_PAIRS && digitAt(text, end) >= 0) end++;
  return (end - at) >> 1;
}

function digitAt(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? -1;
}

function isPlain(code: number): boolean {
  return code > MOST_PAIRS && code < FIRST_PHRASE;
}

/** Packs the characters from here on that have no byte of their own, one after another. Returns where they end. */
function packRaw(bytes: number[], text: string, at: number): number {
  const raw: number[] = [];
  let end = at;
  while (end < text.length && !isPlain(text.charCodeAt(end)) && raw.length < MOST_RAW - 4) {
    const character = String.fromCodePoint(text.codePointAt(end)!);
    raw.push(...Buffer.from(character));
    end += character.length;
  }
  bytes.push(RAW, raw.length, ...raw);
  return end;
}
