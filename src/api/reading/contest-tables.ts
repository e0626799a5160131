/**
 * Tables of a contest for a spreadsheet: its board, grades and prizes as everybody may know them, and its trades, which
 * the organiser has whole and everybody else as far as they are disclosed.
 *
 * Figures are exact decimals, times ISO 8601 in UTC. The board is the one that everybody sees: while it is hidden, that
 * of the moment it was hidden.
 */
import { canonicalText } from '../../core/num/decimal.ts';
import { money } from '../../core/num/mul-div.ts';
import { decidedOn } from '../../core/contest/facts.ts';
import type { Contest, Instrument, Team } from '../../core/state/records.ts';
import { coveredPpmOf } from '../../core/verification/report.ts';
import { openUntilMs } from '../../store/read/activity-args.ts';
import type { CallDeps } from '../call/deps.ts';
import { type BoardRowView, type ContestBoardView, contestBoardView } from '../shapes/contest.ts';
import { fillView } from '../shapes/fill.ts';
import type { Cell, CsvTable } from '../words/csv.ts';
import { boardAt } from './contests.ts';
import { shownAccounts } from './disclosure.ts';
import type { Prize } from './prize-list.ts';

type Deps = Pick<CallDeps, 'store' | 'sequencer' | 'clock' | 'engine' | 'webApp'>;

/** The tables that can be had without saying more. */
export const TABLES = ['board', 'grades', 'trades'] as const;
type TableName = (typeof TABLES)[number];

/** A table as everybody may have it; null: it is not for everybody, or there is none yet. */
export async function publicTable(name: TableName, contest: Contest, deps: Deps): Promise<CsvTable | null> {
  if (name === 'board') return boardTable(contest, deps);
  return name === 'grades' ? gradesTable(contest, deps) : disclosedTrades(contest, deps);
}

const FIGURES = ['score', 'return', 'pnl_usdt', 'max_drawdown', 'sharpe', 'sortino', 'romad', 'filled_orders'];
const JUDGED = ['ai_coverage', 'evidence_level', 'verdict', 'notes', 'decided'];
const GRADES = ['A', 'B', 'C', 'D', 'U', 'X'] as const;
const PAGE = 1_000;

export async function boardTable(contest: Contest, deps: Deps): Promise<CsvTable> {
  const board = await boardNow(contest, deps);
  const common = [contest.id, board.phase, iso(board.at), board.hidden, iso(board.reportAt)];
  const ranked = board.rows.map((row) => [
    row.rank,
    row.team,
    row.name,
    'ranked',
    ...figuresOf(row),
    fraction(row.coveredPpm, 6),
    row.level,
    row.verdict,
    row.notes.join(' '),
    row.decided,
    row.provisional,
    ...common,
  ]);
  const none = Array.from<Cell>({ length: FIGURES.length + JUDGED.length }).fill(null);
  const apart = board.unranked.map(({ team, name, reason, filled }) => [
    null,
    team,
    name,
    reason,
    ...none.with(FIGURES.length - 1, filled),
    null,
    ...common,
  ]);
  return {
    head: [
      'rank',
      'team',
      'name',
      'state',
      ...FIGURES,
      ...JUDGED,
      'provisional',
      'contest',
      'phase',
      'sampled_at',
      'hidden',
      'reported_at',
    ],
    rows: [...ranked, ...apart],
  };
}

/** By the report in force; null: there is none yet. */
export async function gradesTable(contest: Contest, { store }: Deps): Promise<CsvTable | null> {
  const { report } = contest;
  if (report === null) return null;
  const found = await store.ask('reportSummary', { contest: contest.id, sha256: report.reportSha256 }, 0);
  const teams = new Map(contest.teams.map((team) => [team.id, team]));
  const rows = (found?.teams ?? []).map((line) => [
    line.team,
    teams.get(line.team)?.name ?? '',
    line.counted,
    line.covered,
    fraction(coveredPpmOf(line), 6),
    ...GRADES.map((grade) => line.grades[grade] ?? 0),
    line.verdict,
    line.findings.map(({ rule }) => rule).join(' '),
    decidedOn(contest, line.team),
    contest.id,
    iso(report.timeMs),
    report.reportSha256,
  ]);
  return {
    head: [
      'team',
      'name',
      'counted_orders',
      'orders_with_log',
      'ai_coverage',
      ...GRADES.map((one) => `grade_${one}`),
      'verdict',
      'notes',
      'decided',
      'contest',
      'reported_at',
      'report_sha256',
    ],
    rows,
  };
}

/** The prizes of ranks as they stand; `equal_score_with` names the teams that only the order of ties tells apart. */
export async function prizeTable(contest: Contest, deps: Deps, prizes: readonly Prize[]): Promise<CsvTable> {
  const board = await boardNow(contest, deps);
  const isFinal = board.phase === 'final';
  const rows = prizes.flatMap(({ first, last, prize }) =>
    Array.from({ length: last - first + 1 }, (_, nth) => prizeRow(board, first + nth, prize, isFinal)),
  );
  return {
    head: [
      'rank',
      'prize',
      'team',
      'name',
      'score',
      'return',
      'equal_score_with',
      'verdict',
      'decided',
      'status',
      'contest',
      'sampled_at',
    ],
    rows,
  };
}

function prizeRow({ rows, contest, at }: ContestBoardView, rank: number, prize: string, isFinal: boolean): Cell[] {
  const row = rows.find((one) => one.rank === rank);
  const end = [contest, iso(at)];
  if (row === undefined) return [rank, prize, null, null, null, null, null, null, null, 'no team', ...end];
  const equal = rows.filter(({ score, team }) => score !== null && score === row.score && team !== row.team);
  return [
    rank,
    prize,
    row.team,
    row.name,
    row.score,
    fraction(row.return8, 8),
    equal.map(({ team }) => team).join(' '),
    row.verdict,
    row.decided,
    isFinal ? 'final' : 'provisional',
    ...end,
  ];
}

/** A stretch of what an account did, and whose it was. */
interface Stretch {
  readonly team: Pick<Team, 'id' | 'name'>;
  readonly uid: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** All trades of its teams while it lasted, for whoever runs it; a team's newest first. */
export function allTrades(contest: Contest, deps: Deps): CsvTable {
  const { startMs, evidenceUntilMs: endMs } = contest.config;
  return tradeTable(
    contest.teams.map((team) => ({ team, uid: team.account.id, startMs, endMs })),
    deps,
    true,
  );
}

/** The part of them that is public by now; null: nothing, now or later. */
function disclosedTrades(contest: Contest, deps: Deps): CsvTable | null {
  const nowMs = deps.clock.nowMs();
  const shown = shownAccounts(deps, contest);
  if (contest.config.disclosure.what === 'none') return null;
  const stretches = shown.map((one) => ({
    team: { id: one.team ?? '', name: one.name },
    uid: one.uid,
    startMs: one.fromMs,
    endMs: Math.min(one.untilMs, openUntilMs(one, nowMs)),
  }));
  return tradeTable(
    stretches.filter(({ startMs, endMs }) => startMs <= endMs),
    deps,
    false,
  );
}

function tradeTable(stretches: readonly Stretch[], deps: Deps, hasAccounts: boolean): CsvTable {
  return {
    head: [
      'time',
      'team',
      'name',
      ...(hasAccounts ? ['account'] : []),
      'symbol',
      'order',
      'fill',
      'direction',
      'side',
      'role',
      'price',
      'size',
      'value_usdt',
      'fee_usdt',
      'liquidation_fee_usdt',
      'realised_pnl_usdt',
      'forced',
    ],
    rows: tradeRows(stretches, deps, hasAccounts),
  };
}

async function* tradeRows(stretches: readonly Stretch[], deps: Deps, hasAccounts: boolean): AsyncGenerator<Cell[]> {
  const { store, sequencer, engine } = deps;
  for (const { team, uid, startMs, endMs } of stretches) {
    let cursor: string | null = null;
    do {
      const asked = { uid, symbol: null, orderId: null, startMs, endMs, limit: PAGE, page: 0, cursor };
      const page: Awaited<ReturnType<typeof store.ask<'fills'>>> = await store.ask('fills', asked, sequencer.sequence);
      for (const fill of page.items) {
        const one = fillView(engine.state.bySymbol.get(fill.symbol) as Instrument, fill);
        yield [
          iso(one.createdTime),
          team.id,
          team.name,
          ...(hasAccounts ? [uid] : []),
          one.symbol,
          String(one.orderId),
          String(one.tradeId),
          one.direction,
          one.orderSide,
          one.role,
          one.fillPrice,
          one.fillSize,
          one.fillValue,
          one.fillFee,
          one.liquidateFee,
          one.realizePnl,
          one.liquidateType,
        ];
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

async function boardNow(contest: Contest, deps: Deps): Promise<ContestBoardView> {
  return contestBoardView(contest, await boardAt(contest, { deps }, null));
}

function figuresOf(row: BoardRowView): Cell[] {
  return [
    row.score,
    fraction(row.return8, 8),
    row.pnl,
    fraction(row.mddPpm, 6),
    ...[row.sharpe6, row.sortino6, row.romad6].map((value) => (value === null ? null : fraction(value, 6))),
    row.filled,
  ];
}

/** A whole number of 10^-digits as a decimal, exactly. */
function fraction(value: string | number, digits: number): string {
  return canonicalText(money(BigInt(value)), digits);
}

function iso(timeMs: number | null): string | null {
  return timeMs === null || timeMs === 0 ? null : new Date(timeMs).toISOString();
}
