/**
 * The template of a text: what is left of it when numbers and spacing no longer count (docs/evidence.md, Rules). Equal
 * templates are one text with other figures filled in.
 */
import { byteString, type Sha256 } from '../text/bytes.ts';
import { codePointLength, encodeUtf8 } from '../text/utf8.ts';

export interface Template {
  /** At most 120 code points of it. */
  readonly text: string;
  /** Code points before the cut. */
  readonly length: number;
  /** Equal for templates that are equal to the end: the text, or half of the SHA-256 of one that was cut. */
  readonly whole: string;
}

const LONGEST = 120;
const HASH_BYTES = 16;

export function templateOf(sha256: Sha256, text: string): Template {
  const plain = text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/[0-9]+(?:[.,][0-9]+)*/g, '0')
    .replace(/[ \t\r\n\u00a0\u3000]+/g, ' ')
    .replace(/^ | $/g, '');
  const length = codePointLength(plain);
  if (length <= LONGEST) return { text: plain, length, whole: plain };
  const hash = byteString(sha256(encodeUtf8(plain)).subarray(0, HASH_BYTES));
  return { text: Array.from(plain).slice(0, LONGEST).join(''), length, whole: hash };
}
