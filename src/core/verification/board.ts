/**
 * The board at any minute, from leaves alone (CTST-005 to -007, -012): teams, their samples, their filled orders, and
 * what the reports in force said about coverage. It is made by the same functions as the exchange's own board, so
 * anyone who has the leaves finds the same rows (docs/evidence.md, Board).
 *
 * Leaves come by index. After a minute's leaf `boardNow` gives the board of its moment; after the last leaf of the
 * contest, the final one.
 */
import { countedEquity, type Sampled } from '../standing/last-sample.ts';
import { momentOf } from '../standing/minute.ts';
import { newTrack, type Track, withSample } from '../standing/metrics.ts';
import type { Score } from '../standing/rank.ts';
import { type Board, boardOf, type TeamFacts } from '../standing/standing.ts';
import type { TeamState } from '../language/contest-words.ts';
import { scaledInteger } from '../num/decimal.ts';
import { sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import type { ContestFacts, LeafRecord, MinuteRecord, OrderRecord, TeamRecord } from './records.ts';

/** The part of a contest's configuration that its boards need. */
export interface BoardContest extends ContestFacts {
  readonly score: Score;
  readonly finalMinutes?: number;
}

/** Millionths of each team's traded value that a report covers; null when that can't be told from what is known. */
export type CoveredOf = (report: ReportRecord) => ReadonlyMap<string, number> | null;
export type ReportRecord = LeafRecord & { readonly kind: 'report' };

interface Standing {
  readonly team: string;
  name: string;
  state: TeamState;
  track: Track | null;
  readonly latest: Sampled[];
  /** Leaf index of its approval, −1 before. */
  approved: number;
  eliminatedMs: number;
  filled: number;
}

export interface BoardFold {
  readonly contest: BoardContest;
  readonly startBalance: Money;
  readonly teams: Map<string, Standing>;
  readonly byUid: Map<string, Standing>;
  /** Counted orders with no fill so far, by order id. */
  readonly unfilled: Map<string, Standing>;
  endMs: number;
  /** Time of the latest sample; 0 before the first. */
  atMs: number;
  report: ReportRecord | null;
}

export function startBoard(contest: BoardContest): BoardFold {
  const startBalance = scaledInteger(contest.startBalance, 8) ?? 0;
  const { endMs } = contest;
  return {
    contest,
    startBalance,
    teams: new Map(),
    byUid: new Map(),
    unfilled: new Map(),
    endMs,
    atMs: 0,
    report: null,
  };
}

/** Takes in one leaf. */
export function stepBoard(fold: BoardFold, leaf: LeafRecord): void {
  switch (leaf.kind) {
    case 'team':
      return takeTeam(fold, leaf);
    case 'order':
      return takeOrder(fold, leaf);
    case 'minute':
      return takeMinute(fold, leaf);
    case 'contest':
      if (leaf.id === fold.contest.id) fold.endMs = leaf.endMs;
      return;
    case 'report':
      if (leaf.contest === fold.contest.id) fold.report = leaf;
      return;
    default:
  }
}

function takeTeam(fold: BoardFold, { index, payload, uid }: TeamRecord): void {
  if (payload.contest !== fold.contest.id) return;
  let team = fold.teams.get(payload.team);
  if (team === undefined) {
    const { team: id, name, state } = payload;
    team = { team: id, name, state, track: null, latest: [], approved: -1, eliminatedMs: 0, filled: 0 };
    fold.teams.set(id, team);
  }
  if (uid !== null) fold.byUid.set(uid, team);
  team.state = payload.state;
  if (payload.state === 'approved' && team.approved < 0) team.approved = index;
  if (payload.state === 'active') team.track ??= newTrack(fold.startBalance);
}

/** An order that counts for a team: its own, placed while the contest ran. */
function takeOrder(fold: BoardFold, { t, header }: OrderRecord): void {
  const { contest, byUid, unfilled, endMs } = fold;
  const team = byUid.get(header.uid);
  if (team === undefined || (header.channel !== 'api' && header.channel !== 'web')) return;
  if (t >= contest.startMs && t < endMs) unfilled.set(header.orderId, team);
}

function takeMinute(fold: BoardFold, { at, contest, records }: MinuteRecord): void {
  if (contest !== fold.contest.id || records === null) return;
  const rules = { ...fold.contest, endMs: fold.endMs };
  const momentMs = momentOf(at, rules);
  for (const { orderId } of records.fills) {
    const team = fold.unfilled.get(orderId);
    if (team === undefined) continue;
    team.filled += 1;
    fold.unfilled.delete(orderId);
  }
  for (const { team: id, equity, flows } of records.equity) {
    const team = fold.teams.get(id);
    if (team === undefined || team.track === null) continue;
    const sampled = sub(scaledInteger(equity, 8) ?? 0, scaledInteger(flows, 8) ?? 0);
    const adjusted = countedEquity(rules, team.latest, { momentMs, equity: sampled });
    team.track = withSample(team.track, momentMs - rules.startMs, adjusted);
    if (adjusted > 0 || team.state !== 'active') continue;
    team.state = 'eliminated';
    team.eliminatedMs = momentMs;
  }
  fold.atMs = momentMs;
}

/**
 * The board according to the leaves so far; `isComplete` is false when a report's coverage was unavailable for ties.
 */
export function boardNow(
  fold: BoardFold,
  atMs: number,
  coveredOf: CoveredOf,
): { readonly board: Board<TeamFacts>; readonly isComplete: boolean } {
  const covered = fold.report === null ? new Map<string, number>() : coveredOf(fold.report);
  const { startMs, minFilledOrders, score } = fold.contest;
  const teams = [...fold.teams.values()].map((team) => ({ ...team, coveredPpm: covered?.get(team.team) ?? 0 }));
  return { board: boardOf({ startMs, minFilledOrders, score }, atMs, teams), isComplete: covered !== null };
}
