/**
 * The template of a text: what is left of it when numbers and spacing no longer count (docs/evidence.md, Rules). Equal
 * templates are one text with other figures filled in.
 */
import { codePointLength } from '../text/utf8.ts';

export interface Template {
  /** At most 120 code points of it. */
  readonly text: string;
  /** Code points before the cut. */
  readonly length: number;
}

const LONGEST = 120;

export function templateOf(text: string): Template {
  const plain = text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/[0-9]+(?:[.,][0-9]+)*/g, '0')
    .replace(/[ \t\r\n\u00a0\u3000]+/g, ' ')
    .replace(/^ | $/g, '');
  const length = codePointLength(plain);
  return { text: length <= LONGEST ? plain : Array.from(plain).slice(0, LONGEST).join(''), length };
}
