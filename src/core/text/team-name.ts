/**
 * Names of teams, in any script: what may stand in one, and when two of them look alike.
 *
 * A name is read by people beside other names, so nothing in it may be invisible, move what stands beside it, or pass
 * for another letter.
 */

export const TEAM_NAME_NEED =
  "2 to 32 letters, digits, spaces and . _ - ' ’ · & of any script, in Unicode form NFC, nobody else’s";

const LEAST = 2;
const MOST = 32;
/** Marks above and below one letter; no living script needs more. */
const MOST_MARKS = 3;
/** Bounds the work of looking, and the bytes of a leaf. */
const MOST_POINTS = 96;

export type TeamNameWhy =
  | 'short'
  | 'long'
  | 'control'
  | 'direction'
  | 'invisible'
  | 'notText'
  | 'symbol'
  | 'marks'
  | 'notNfc'
  | 'mixed'
  | 'blank';

/** The first thing wrong with a name: `at` counts code points from 1, `point` is U+ and four to six digits. */
export interface TeamNameFault {
  readonly why: TeamNameWhy;
  readonly at: number;
  readonly point: string;
  /** Characters as people count them: a letter with its marks is one. */
  readonly length: number;
}

const ALLOWED = /^[\p{L}\p{M}\p{N} ._\-'’·・&]$/u;
const MARK = /^\p{M}$/u;
const WRONG: readonly (readonly [RegExp, TeamNameWhy])[] = [
  [/^[\p{Cc}\u2028\u2029]$/u, 'control'],
  [/^\p{Bidi_Control}$/u, 'direction'],
  [/^[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]$/u, 'invisible'],
  [/^[\p{Cs}\p{Co}\p{Cn}]$/u, 'notText'],
];

/** The first fault of a name; null when it may be had. */
export function teamNameFault(name: string): TeamNameFault | null {
  const points = Array.from(name);
  const letters = points.filter((one) => !MARK.test(one));
  const length = letters.length;
  const fault = (why: TeamNameWhy, at = 0, one = ''): TeamNameFault => ({ why, at, point: pointOf(one), length });
  let marks = 0;
  for (const [index, one] of points.slice(0, MOST_POINTS).entries()) {
    const wrong = WRONG.find(([form]) => form.test(one));
    if (wrong !== undefined) return fault(wrong[1], index + 1, one);
    if (!ALLOWED.test(one)) return fault('symbol', index + 1, one);
    marks = MARK.test(one) ? marks + 1 : 0;
    if (marks > MOST_MARKS || (marks > 0 && index === 0)) return fault('marks', index + 1, one);
  }
  if (length < LEAST) return fault('short');
  if (length > MOST || points.length > MOST_POINTS) return fault('long');
  if (name !== name.normalize('NFC')) return fault('notNfc');
  if (mixesScripts(name)) return fault('mixed');
  return letters.some((one) => /^[\p{L}\p{N}]$/u.test(one)) ? null : fault('blank');
}

const WHY: Readonly<Record<TeamNameWhy, (fault: TeamNameFault) => string>> = {
  short: ({ length }) => `has ${length} characters, needs ${LEAST} to ${MOST}`,
  long: ({ length }) => `has ${length} characters, needs ${LEAST} to ${MOST} with few marks`,
  control: ({ at, point }) => `has a control character, ${point}, at place ${at}: leave it out`,
  direction: ({ at, point }) => `has ${point} at place ${at}, which turns the direction of text: leave it out`,
  invisible: ({ at, point }) => `has ${point} at place ${at}, which nobody can see: leave it out`,
  notText: ({ at, point }) => `has ${point} at place ${at}, which is no character of Unicode`,
  symbol: ({ at, point }) => `has ${point} at place ${at}, which is none of letters, digits, spaces and . _ - ' ’ · &`,
  marks: ({ at, point }) => `has ${point} at place ${at}: a mark without its letter, or more than ${MOST_MARKS} on one`,
  notNfc: () => 'is not in Unicode form NFC: normalise it',
  mixed: () => 'mixes letters of Latin, Cyrillic or Greek, which look alike: use one of these scripts',
  blank: () => 'has no letter and no digit',
};

/** The fault in words that follow the name. */
export function teamNameWords(fault: TeamNameFault): string {
  return WHY[fault.why](fault);
}

function pointOf(one: string): string {
  return one === '' ? '' : `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function mixesScripts(name: string): boolean {
  return [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((one) => one.test(name)).length > 1;
}

/** Cyrillic and Greek letters, and the Latin ones that they can't be told from; in lower case. */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  ['аa', 'вb', 'еe', 'ѕs', 'іi', 'јj', 'кk', 'мm', 'нh', 'оo', 'рp', 'сc', 'тt', 'уy', 'хx', 'ԁd', 'һh', 'ԛq', 'ԝw']
    .concat(['αa', 'βb', 'εe', 'ζz', 'ηh', 'ιi', 'κk', 'μm', 'νv', 'οo', 'ρp', 'τt', 'υu', 'χx', 'ςσ', 'ӏl', 'ґг'])
    .map((pair) => Array.from(pair) as [string, string]),
);

/**
 * The rest of a name where case, width, separators and the script of look-alikes don't count: names with one rest
 * are one name. Of ASCII alone it is the lower case without ` ._-`.
 */
export function plainTeamName(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return Array.from(folded.replaceAll(/[ ._\-'’·・&]/gu, ''), (one) => ALIKE[one] ?? one).join('');
}
