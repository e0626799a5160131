/**
 * Finds the sections of the guides that have all the words somebody looks for. A word counts from its beginning; one in
 * a heading is worth more than one in the text.
 */

/** As the build writes it. */
export interface GuideIndex {
  /** Path below /guide/, and title. */
  readonly guides: readonly (readonly [name: string, title: string])[];
  /** Index in `guides`; the anchor; its heading; what stands below it. */
  readonly sections: readonly (readonly [guide: number, anchor: string, heading: string, text: string])[];
}

export interface Found {
  /** Seen from the base of the page. */
  readonly href: string;
  readonly guide: string;
  readonly heading: string;
  /** A piece of the text, cut at the words that were found, which are every second one from the second on. */
  readonly pieces: readonly string[];
}

const MOST = 30;
const IN_TITLE = 8;
const IN_HEADING = 6;
/** All of it in one piece, as it was typed. */
const WHOLE_IN_HEADING = 20;
const WHOLE_IN_TEXT = 5;
const AROUND = 90;
/** A word as short as this is in every text, so it has to be a word there too. */
const SHORT = 2;

/** The best places, the best first. */
export function findIn({ guides, sections }: GuideIndex, asked: string): { list: readonly Found[]; count: number } {
  const words = wordsOf(asked);
  if (words.length === 0) return { list: [], count: 0 };
  const scored = sections.flatMap((section) => {
    const [at, anchor, heading, text] = section;
    const [name, title] = guides[at]!;
    const score = scoreOf(words, { title, heading, text });
    return score === 0 ? [] : [{ score, href: `guide/${name}#${anchor}`, guide: title, heading, text }];
  });
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, MOST);
  return { list: best.map(({ text, ...one }) => ({ ...one, pieces: piecesOf(text, words) })), count: scored.length };
}

function wordsOf(asked: string): string[] {
  return [...new Set(asked.toLowerCase().match(/[\p{L}\p{N}_]+/gu))];
}

interface Place {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** 0 when a word is missing. */
function scoreOf(words: readonly string[], { title, heading, text }: Place): number {
  const whole = words.join(' ');
  let score = Number(title === heading);
  if (words.length > 1 && heading.toLowerCase().includes(whole)) score += WHOLE_IN_HEADING;
  if (words.length > 1 && text.toLowerCase().includes(whole)) score += WHOLE_IN_TEXT;
  for (const word of words) {
    const begins = beginning(word);
    const inTitle = begins.test(title);
    const inHeading = begins.test(heading);
    const inText = new RegExp(anywhere(word), 'iu').test(text);
    if (!inTitle && !inHeading && !inText) return 0;
    score += (inTitle ? IN_TITLE : 0) + (inHeading ? IN_HEADING : 0) + (begins.test(text) ? 2 : Number(inText));
  }
  return score;
}

const BEFORE = String.raw`(?<![\p{L}\p{N}])`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;

/** A word of letters, digits and underscores, as the text of an expression. */
function anywhere(word: string): string {
  return word.length > SHORT ? word : BEFORE + word + AFTER;
}

function beginning(word: string): RegExp {
  return new RegExp(word.length > SHORT ? BEFORE + word : anywhere(word), 'iu');
}

function piecesOf(text: string, words: readonly string[]): string[] {
  const longest = words.toSorted((a, b) => b.length - a.length);
  const any = new RegExp(`(${longest.map(anywhere).join('|')})`, 'giu');
  const whole = text.toLowerCase().indexOf(words.join(' '));
  const first = Math.max(0, whole < 0 ? text.search(any) : whole);
  const from = Math.max(0, first - AROUND);
  const cut = text.slice(from, first + 2 * AROUND);
  const [start, end] = [from > 0 ? '… ' : '', first + 2 * AROUND < text.length ? ' …' : ''];
  return `${start}${cut}${end}`.split(any);
}
