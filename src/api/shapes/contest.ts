/** Contests as they are shown: the list, one with its phases and teams, its board, and a team's own place in it. */
import type { Board, BoardStanding, TeamFacts } from '../../core/standing/standing.ts';
import type { Ranked } from '../../core/standing/rank.ts';
import { decidedOn } from '../../core/contest/facts.ts';
import { shownFigures, shownRow } from '../../core/standing/shown.ts';
import type { Contest, Position } from '../../core/state/records.ts';
import type { Finding } from '../../core/verification/finding.ts';
import { canonicalText } from '../../core/text/canonical.ts';
import { DEFAULT_RULESET } from '../../core/verification/ruleset.ts';
import type { Skill } from '../../core/verification/skill.ts';
import { SKILL_SAMPLE, skillSchema, skillView } from './contest-skill.ts';
import { boolean, list, nullable, nullableNumber, nullableString, number, object, schema, string } from './schema.ts';
import { positionView } from './position.ts';
import { shape, type ViewOf } from './shape.ts';

const grades = object({ A: number(), B: number(), C: number(), D: number(), U: number(), X: number() });

/** A team's figures and its entry in the report in force; ranked or not. */
const standing = {
  pnl: string('USDT'),
  return8: string('1e-8'),
  mddPpm: number('Millionths of the peak'),
  sharpe6: nullableString('1e-6'),
  sortino6: nullableString('1e-6'),
  romad6: nullableString('1e-6'),
  filled: number('Counted orders with a fill, by the sample'),
  coveredPpm: number('Of the report, as grades, level and verdict are; 0 before the first'),
  grades: nullable(grades),
  level: nullableNumber('Evidence level that half of its counted orders reach; null: none, or no report yet'),
  signed: nullableNumber(
    'Counted orders whose log the team signed, by the report; null: it registered no key, or there is no report yet',
  ),
  verdict: nullableString('VERIFIED, REVIEW or INSUFFICIENT'),
  notes: list(string(), 'Rules that found something, by the same report'),
  provisional: boolean(),
  decided: nullableString(
    'What judges decided about it: cleared, warned, disqualified; upheld or overturned on appeal. The verdict is that of the report all the same',
  ),
};
const standingSchema = object(standing);
const rowSchema = object({
  rank: number(),
  team: string(),
  name: string(),
  score: nullableString('null: eliminated'),
  ...standing,
});
export type BoardRowView = ViewOf<ReturnType<typeof rowShapeOf>>;
function rowShapeOf() {
  return shape(rowSchema, ROW);
}
const STANDING = {
  pnl: '99',
  return8: '990000',
  mddPpm: 0,
  sharpe6: null,
  sortino6: null,
  romad6: null,
  filled: 12,
  coveredPpm: 0,
  grades: null,
  level: null,
  signed: null,
  verdict: null,
  notes: [],
  provisional: false,
  decided: null,
};
const ROW = { rank: 1, team: 't1', name: 'Alpha', score: '990000', ...STANDING };

export const contestListShape = shape(
  object({
    list: list(
      object({
        contest: string(),
        title: string(),
        phase: string(),
        practice: boolean(),
        startMs: number(),
        endMs: number(),
      }),
    ),
  }),
  {
    list: [
      {
        contest: 'c1',
        title: 'A contest',
        phase: 'live',
        practice: false,
        startMs: 1767225600000,
        endMs: 1767830400000,
      },
    ],
  },
);

export const contestBoardShape = shape(
  object({
    contest: string(),
    at: number('Of the sample that scores, returns, PnL and fills are of; 0 before the first'),
    reportAt: nullableNumber('Of the report that coverage, grades, levels and verdicts are of; null before the first'),
    phase: string(),
    hidden: boolean(),
    rows: list(rowSchema),
    unranked: list(
      object({
        team: string(),
        name: string(),
        reason: string('minFilledOrders by the sample; withdrawn or disqualified at once'),
        filled: number('Counted orders with a fill, by the sample'),
      }),
    ),
    skill: nullable(
      skillSchema,
      'How sure the returns are, by the report; null: too few samples, no report, or hidden',
    ),
  }),
  {
    contest: 'c1',
    at: 1767229200000,
    reportAt: null,
    phase: 'live',
    hidden: false,
    rows: [ROW],
    unranked: [],
    skill: SKILL_SAMPLE,
  },
);
export type ContestBoardView = ViewOf<typeof contestBoardShape>;

/** A team's standing by reports and cases, as of now. */
type Judged = Pick<BoardRowView, 'grades' | 'level' | 'signed' | 'verdict' | 'notes' | 'provisional' | 'decided'>;

function judgedOf(contest: Contest, team: string, reported: BoardAt['reported']): Judged {
  const { report, cases } = contest;
  const row = report?.teams.find((one) => one.team === team);
  const isOpen = cases.some((one) => one.team.id === team && one.state !== 'closed');
  return {
    grades: row?.grades ?? null,
    level: reported.get(team)?.level ?? null,
    signed: reported.get(team)?.signed ?? null,
    verdict: row?.verdict ?? null,
    notes: [...(reported.get(team)?.notes ?? [])],
    provisional: isOpen || row?.verdict === 'REVIEW',
    decided: decidedOn(contest, team),
  };
}

export function boardRowView(
  contest: Contest,
  row: Ranked<BoardStanding<TeamFacts>>,
  reported: BoardAt['reported'],
): BoardRowView {
  return { ...shownRow(row), ...judgedOf(contest, row.standing.team, reported) };
}

/** A team's figures, ranked or apart; null: it is on no board. */
export function standingView(contest: Contest, team: string, { board, reported }: Pick<BoardAt, 'board' | 'reported'>) {
  const ranked = board.rows.find((row) => row.standing.team === team)?.standing;
  const found = ranked ?? board.unranked.find(({ facts }) => facts.team === team);
  if (found === undefined) return null;
  return { ...shownFigures(found.facts, found.metrics), ...judgedOf(contest, team, reported) };
}

/** A team on a board by the report in force, beside the state. */
export interface Reported {
  /** That half of its counted orders reach. */
  readonly level: number | null;
  readonly signed: number | null;
  /** The rules that found something. */
  readonly notes: readonly string[];
}

/** The board of a sample. */
export interface BoardAt {
  readonly atMs: number;
  readonly hidden: boolean;
  readonly board: Board<TeamFacts>;
  readonly reported: ReadonlyMap<string, Reported>;
  /** By the same report; null: it says nothing of it. */
  readonly skill: Skill | null;
}

export function contestBoardView(
  contest: Contest,
  { atMs, hidden, board, reported, skill }: BoardAt,
): ContestBoardView {
  return {
    contest: contest.id,
    at: atMs,
    reportAt: contest.report?.timeMs ?? null,
    phase: contest.phase,
    hidden,
    rows: board.rows.map((row) => boardRowView(contest, row, reported)),
    unranked: board.unranked.map(({ facts: { team, name, filled }, reason }) => ({ team, name, reason, filled })),
    // It is of a later moment than a hidden board may show.
    skill: skill === null || hidden ? null : skillView(skill),
  };
}

const CONFIG = {
  id: 'c1',
  title: 'A contest',
  practice: false,
  startMs: 1767225600000,
  endMs: 1767830400000,
  evidenceUntilMs: 1767916800000,
  boardHiddenFromMs: null,
  coin: 'USDT',
  startBalance: '10000',
  symbols: [{ symbol: 'cmt_btcusdt', maxLeverage: 20 }],
  channels: ['api'],
  maxOrdersPerMinute: 60,
  minFilledOrders: 10,
  publicBundle: 'orders',
  disclosure: { what: 'none', delayMs: 0 },
  rulesetSha256: 'ab'.repeat(32),
  score: { mode: 'return' },
  finalMinutes: 5,
};

export const contestInfoShape = shape(
  object({
    config: schema<object>({ type: 'object', description: 'As in the leaf of the contest' }),
    phase: string(),
    phases: list(object({ phase: string(), t: number(), index: number('Of its leaf') })),
    teams: list(object({ team: string(), name: string(), state: string(), modelClass: string() })),
  }),
  {
    config: CONFIG,
    phase: 'live',
    phases: [{ phase: 'live', t: 1767225600400, index: 12 }],
    teams: [{ team: 't1', name: 'Alpha', state: 'active', modelClass: 'llm' }],
  },
);

const findingSchema = object({
  count: number(),
  evidence: list(
    number(),
    'Leaf indices, the first 50; none until the contest is final, but for the team itself, or where disclosed',
  ),
  limit: nullableString(),
  rule: string('V01 to V18'),
  severity: string('H, M, L, I, REVIEW or INSUFFICIENT'),
  value: nullableString(),
  first: nullableString('The team that was first, where another is concerned'),
  others: list(string(), 'The other teams or accounts that are concerned'),
  touched: nullableNumber('How many counted orders it touches; null: it is not about orders'),
});
const FINDING: Required<Finding> = {
  count: 1,
  evidence: [412],
  limit: '10000',
  rule: 'V03',
  severity: 'L',
  value: '10000',
  first: null,
  others: [],
  touched: null,
};

/** A finding as it is shown; the first version of the rule set says nothing of others. */
export function findingView(finding: Finding): Required<Finding> {
  return { ...finding, first: finding.first ?? null, others: finding.others ?? [], touched: finding.touched ?? null };
}

const decisionSchema = object({
  index: number('Of its leaf'),
  t: number('Epoch ms'),
  outcome: string('cleared, warned or disqualified; of an appeal upheld or overturned'),
  judges: number('How many decided it'),
});

const teamPositionSchema = object({
  id: number('New for every term, from open to fully closed'),
  symbol: string(),
  side: string('LONG or SHORT'),
  leverage: string(),
  size: string(),
  openValue: string('What its size cost, USDT'),
  pnl: nullableString('At the mark; null: the contract has no mark price'),
  t: number('When it was opened, epoch ms'),
});

export function teamPositionView(position: Position): ViewOf<typeof teamPositionShape> {
  const { id, symbol, side, leverage, size, open_value, unrealizePnl, created_time } = positionView(position);
  return { id, symbol, side, leverage, size, openValue: open_value, pnl: unrealizePnl, t: created_time };
}

const teamPositionShape = shape(teamPositionSchema, {
  id: 700000000000012,
  symbol: 'cmt_btcusdt',
  side: 'LONG',
  leverage: '20',
  size: '0.0200',
  openValue: '1790.00000000',
  pnl: '20.00000000',
  t: 1767229100000,
});

export const contestTeamShape = shape(
  object({
    at: number('Of the sample the row is of; 0 before the first'),
    reportAt: nullableNumber('Of the report its coverage, grades, level, verdict and findings are of; null: none yet'),
    row: nullable(rowSchema, 'null: it is not ranked'),
    standing: nullable(standingSchema, 'Ranked or not; null: it is on no board'),
    positions: nullable(
      list(teamPositionSchema),
      'Open ones as of now, not of the sample; null unless the contest is live and discloses them at once',
    ),
    models: list(string()),
    publicKey: nullableString('Ed25519, base64: it signs its AI logs with it; null: it signs none'),
    state: string(),
    findings: list(findingSchema, 'Of the report in force'),
    cases: list(
      object({
        case: string(),
        state: string(),
        outcome: nullableString('cleared, warned or disqualified; overturned'),
        rules: list(string(), 'Of the decision'),
        publicText: string('Of the decision'),
        decisions: list(decisionSchema, 'As their leaves say, the first one first'),
      }),
      'Decided ones',
    ),
    disclosure: object({ what: string(), delayMs: number() }),
  }),
  {
    at: 1767229200000,
    reportAt: 1767229260000,
    row: ROW,
    standing: STANDING,
    positions: [teamPositionShape.sample],
    models: ['some-model*'],
    publicKey: null,
    state: 'active',
    findings: [FINDING],
    cases: [],
    disclosure: { what: 'none', delayMs: 0 },
  },
);

export const contestRulesetShape = shape(
  object({ sha256: string(), index: number('Of its leaf'), ruleset: schema<object>({ type: 'object' }) }),
  { sha256: 'ab'.repeat(32), index: 3, ruleset: JSON.parse(canonicalText(DEFAULT_RULESET)) as object },
);

const caseSchema = object({
  case: string(),
  state: string(),
  dueAt: nullableNumber('Until when the notice may be answered; null when it can not be'),
  appealDueAt: nullableNumber('Until when the decision may be appealed; null when it can not be'),
  outcome: nullableString('cleared, warned or disqualified once decided; overturned'),
  rules: list(string(), 'Of the decision'),
  publicText: nullableString('Of the decision'),
  answers: number('Given, of twenty'),
  files: number('Sent with them, of twenty'),
  said: list(
    object({
      step: string('notice, answer or appeal'),
      at: number(),
      sha256: nullableString(),
      text: nullableString(),
      files: list(object({ name: string(), sha256: string(), size: number('Bytes') })),
    }),
    'The notice, and what you said, in order',
  ),
});
export const contestMeShape = shape(
  object({
    contest: nullableString('null: in none that is not over'),
    team: nullableString(),
    state: nullableString(),
    rank: nullableNumber('By the latest sample; null: unranked'),
    filled: number('Counted orders with a fill, up to now'),
    channels: list(string()),
    symbols: list(string()),
    cases: list(caseSchema),
    findings: list(findingSchema, 'Of the report in force; V16 is told to the team alone'),
  }),
  {
    contest: 'c1',
    team: 't1',
    state: 'active',
    rank: 1,
    filled: 12,
    channels: ['api'],
    symbols: ['cmt_btcusdt'],
    cases: [],
    findings: [FINDING],
  },
);
