/**
 * Text from callers made harmless to read: what would hide, reorder or widen other text becomes a visible mark.
 * Right-to-left letters stay as they are; the part that shows the text isolates it.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is made visible
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Marked text: `⟨U+202E⟩` for each hidden character. */
export function marked(text: string): string {
  return text.replaceAll(HIDDEN, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** How many characters of a text are shown before someone asks for all of it. */
export const SHOWN_AT_FIRST = 2_000;

/** Cuts without parting a pair of surrogates. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const isPair = /[\ud800-\udbff]/.test(text[length - 1] ?? '');
  return text.slice(0, isPair ? length - 1 : length);
}

/** As much of a name's end as tells it from others that begin alike. */
const END = 6;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function lettersOf(text: string): string[] {
  return Array.from(letters.segment(text), ({ segment }) => segment);
}

/** A text in two parts: the start, and its last few characters, which stay where the start is cut. */
export function endOf(text: string): readonly [start: string, end: string] {
  const chars = lettersOf(text);
  const at = chars.length <= END + 2 ? chars.length : chars.length - END;
  return [chars.slice(0, at).join(''), chars.slice(at).join('')];
}

/** As much of a text as fits, its middle left out; `fits` says of a text whether it does. */
export function middleCut(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const [start, end] = endOf(text);
  const chars = lettersOf(start);
  while (chars.length > 1 && !fits(`${chars.join('')}…${end}`)) chars.pop();
  return `${chars.join('')}…${end}`;
}
