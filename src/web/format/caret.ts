/**
 * The surroundings of a byte, for a mark below it.
 */
import { marked } from './raw-text.ts';

const AROUND = 40;

/** Up to forty bytes on either side, on one line, and the column of the byte in what is shown. */
export function caretAt(bytes: Uint8Array, offset: number): { readonly text: string; readonly column: number } {
  const start = Math.max(0, offset - AROUND);
  const show = (part: Uint8Array): string => new TextDecoder().decode(part).replaceAll(/[\n\t]/g, ' ');
  const before = show(bytes.subarray(start, offset));
  return { text: before + show(bytes.subarray(offset, offset + AROUND)), column: Array.from(marked(before)).length };
}
