/** Boards, verdicts and findings in the words of a person, for every verb that shows them. */
import { DECIDED_SAYS, GRADE_SAYS, LEVEL_SAYS, RULE_SAYS, VERDICT_SAYS } from '../core/verification/words/en.ts';
import { type Table, tableText } from './table.ts';
import { counted } from '../core/text/counted.ts';
import { percent } from './words.ts';

export interface StandingRow {
  readonly rank: number;
  readonly team: string;
  readonly name: string;
  readonly score: string | null;
  readonly pnl: string;
  readonly return8: string;
  readonly mddPpm: number;
  readonly filled: number;
  readonly coveredPpm: number;
  readonly verdict?: string | null;
  readonly provisional?: boolean;
  /** The judges' decision. */
  readonly decided?: string | null;
}

export interface ApartRow {
  readonly team: string;
  readonly name: string;
  readonly reason: string;
}

const APART: Readonly<Record<string, string>> = {
  minFilledOrders: 'too few filled orders',
  withdrawn: 'withdrawn',
  disqualified: 'disqualified',
};

/** The columns of a board. Points are shown where rank is not by return alone, verdicts where they are known. */
const COLUMNS: readonly (readonly [
  name: string,
  cell: (row: StandingRow) => string | number,
  isThere?: (rows: readonly StandingRow[]) => boolean,
])[] = [
  ['rank', ({ rank }) => rank],
  ['team', ({ team }) => team],
  ['name', ({ name }) => name],
  ['return', ({ score, return8 }) => (score === null ? 'out' : percent(return8, 8))],
  [
    'points',
    ({ score }) => score ?? '-',
    (rows) => rows.some(({ score, return8 }) => score !== null && score !== return8),
  ],
  ['PnL in USDT', ({ pnl }) => pnl],
  ['deepest fall', ({ mddPpm }) => percent(mddPpm, 6)],
  ['filled orders', ({ filled }) => filled],
  ['value covered', ({ coveredPpm }) => percent(coveredPpm, 6)],
  [
    'verdict',
    ({ verdict, provisional, decided }) =>
      [verdict ?? 'none yet', ...(provisional === true ? ['provisional'] : []), ...decidedTexts(decided)].join(', '),
    (rows) => rows.some(({ verdict }) => verdict !== undefined),
  ],
];

/** Ranked teams, then those listed apart with the reason. */
export function boardText(rows: readonly StandingRow[], unranked: readonly ApartRow[]): string {
  const columns = COLUMNS.filter(([, , isThere]) => isThere?.(rows) ?? true);
  const table: Table = {
    head: columns.map(([name]) => name),
    rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
  };
  return [tableText(table), ...unranked.map((one) => `unranked: ${one.team} ${one.name}, ${apartText(one)}`)].join(
    '\n',
  );
}

/** The meaning of the verdicts, grades and levels that are shown, a line each, in the words of the page. */
export function legend(shown: {
  readonly verdicts: readonly string[];
  readonly grades?: readonly string[];
  readonly levels?: readonly number[];
}): string[] {
  const { verdicts, grades = [], levels = [] } = shown;
  const those = (names: Readonly<Record<string, string>>, of: readonly string[]): string[] =>
    Object.entries(names).flatMap(([name, says]) => (of.includes(name) ? [`${name}: ${says}`] : []));
  return [
    ...those(VERDICT_SAYS, verdicts),
    ...those(GRADE_SAYS, grades).map((line) => `grade ${line}`),
    ...LEVEL_SAYS.flatMap((says, level) => (levels.includes(level) ? [`level ${level}: ${says}`] : [])),
  ];
}

/** The judges' decision, if there is one, in the words of the page. */
export function decidedTexts(decided: string | null | undefined): string[] {
  return decided == null ? [] : [DECIDED[decided] ?? decided];
}

const DECIDED: Readonly<Record<string, string>> = DECIDED_SAYS;

export function apartText({ reason }: Pick<ApartRow, 'reason'>): string {
  return APART[reason] ?? reason;
}

export interface FoundRow {
  readonly rule: string;
  readonly severity: string;
  readonly count?: number;
  /** Counted orders it touches. */
  readonly touched?: number | null;
  readonly first?: string | null;
  readonly others?: readonly string[];
}

/** Findings of each rule (docs/evidence.md). */
export const RULES: Readonly<Record<string, string>> = RULE_SAYS;

/** `V10 a log another team sent first (3; 25 % of orders; with t2; t2 was first)`. @param orders that were counted */
export function foundText({ rule, count = 0, touched, first, others = [] }: FoundRow, orders: number): string {
  const share = typeof touched === 'number' && orders > 0 ? Math.floor((touched * 1e6) / orders) : null;
  const about = [
    String(count),
    ...(share === null ? [] : [`${percent(share, 6)} of orders`]),
    ...(others.length === 0 ? [] : [`with ${others.join(', ')}`]),
    ...(typeof first === 'string' ? [`${first} was first`] : []),
  ];
  return `${rule} ${RULES[rule] ?? ''} (${about.join('; ')})`;
}

/**
 * `VERIFIED`, `VERIFIED, 2 notes (V07, V08)`, `REVIEW for V10; 1 note (V08)`: what a verdict rests on, and what stands
 * beside it. H must be looked at by a person; the severities that are verdicts by themselves end in them.
 */
export function verdictText(verdict: string, findings: readonly FoundRow[]): string {
  const isNote = ({ severity }: FoundRow): boolean => ['M', 'L', 'I'].includes(severity);
  const grounds = findings.filter((one) => !isNote(one)).map(({ rule }) => rule);
  const notes = findings.filter(isNote).map(({ rule }) => rule);
  const forWhat = grounds.length === 0 ? '' : ` for ${grounds.join(', ')}`;
  if (notes.length === 0) return `${verdict}${forWhat}`;
  return `${verdict}${forWhat}${forWhat === '' ? ',' : ';'} ${counted(notes.length, 'note')} (${notes.join(', ')})`;
}

/** How sure the returns of a board are, as `contest/leaderboard` has it. */
export interface SkillFigures {
  readonly rows: readonly {
    readonly team: string;
    readonly low8: number;
    readonly high8: number;
    readonly beatsNextPpm: number | null;
    readonly coinsPpm: number | null;
  }[];
  readonly coins: { readonly agents: number; readonly low8: number; readonly high8: number } | null;
}

/** Empty where a report says nothing of it (docs/contest.md, Skill or luck). */
export function skillText(skill: SkillFigures | null | undefined): string {
  if (skill === null || skill === undefined) return '';
  const range = ({ low8, high8 }: { readonly low8: number; readonly high8: number }): string =>
    `${percent(low8, 8)} to ${percent(high8, 8)}`;
  const share = (ppm: number | null): string => (ppm === null ? '-' : percent(ppm, 6));
  const rows = skill.rows.map((row) => [row.team, range(row), share(row.beatsNextPpm), share(row.coinsPpm)]);
  const { coins } = skill;
  return [
    '',
    'how sure the returns are, their minutes drawn anew:',
    tableText({ head: ['team', '90 % of returns', 'above the next', 'as good by coin'], rows }),
    ...(coins === null ? [] : [`${coins.agents} agents by coin: 90 % of them ${range(coins)}`]),
  ].join('\n');
}
