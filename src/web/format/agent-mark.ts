/**
 * Colour and shape of an agent, made of its team's id alone, so that they stay with it on every page and whatever its
 * rank is. Neighbours differ in both, and of 56 teams in a row no two have the same pair.
 */

/** SVG paths within 14 by 14. */
export const SHAPES = [
  'M7 1a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  'M1.5 1.5h11v11h-11z',
  'M7 1l6.5 12h-13z',
  'M7 0l7 7l-7 7l-7-7z',
  'M5 1h4v4h4v4h-4v4h-4v-4h-4v-4h4z',
  'M7 13l-6.5-12h13z',
  'M4 1h6l4 6l-4 6h-6l-4-6z',
] as const;
const COLOURS = 8;
const DASHES = 3;

export interface AgentLook {
  /** 1 to 8: the number of a `--line-N` of the theme. */
  readonly colour: number;
  /** An index of SHAPES. */
  readonly shape: number;
  /** The dash of its line, one of three. */
  readonly dash: number;
}

export function lookOf(team: string): AgentLook {
  const place = placeOf(team);
  return {
    colour: (place % COLOURS) + 1,
    shape: place % SHAPES.length,
    dash: Math.floor(place / COLOURS) % DASHES,
  };
}

/** Teams are numbered, `t1` first; whatever else there may be is spread by its letters. */
function placeOf(team: string): number {
  const number = /^t(\d{1,9})$/.exec(team)?.[1];
  if (number !== undefined) return Math.max(0, Number(number) - 1);
  let sum = 7;
  for (const char of team) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}
