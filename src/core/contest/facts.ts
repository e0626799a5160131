/**
 * The facts about a contest's teams that its board is made of: what they did up to the latest sample, and what
 * judges decided.
 */
import type { CaseWord } from '../language/contest-config.ts';
import type { Contest, Team } from '../state/records.ts';
import { type Board, boardOf, type TeamFacts } from '../standing/standing.ts';

export interface StateFacts extends TeamFacts {
  readonly record: Team;
}

export function factsOf(record: Team): StateFacts {
  const { id, name, state, track, approved, eliminatedMs, filledAtSample, contest } = record;
  const coveredPpm = contest.report?.teams.find(({ team }) => team === id)?.coveredPpm ?? 0;
  return { record, team: id, name, state, track, coveredPpm, approved, eliminatedMs, filled: filledAtSample };
}

export function contestBoard(contest: Contest, atMs: number): Board<StateFacts> {
  const { startMs, minFilledOrders, score } = contest.config;
  return boardOf({ startMs, minFilledOrders, score }, atMs, contest.teams.map(factsOf));
}

/** How the last case about a team stands that was decided; null: none was. */
export function decidedOn({ cases }: Contest, team: string): CaseWord | null {
  const last = cases.findLast((one) => one.team.id === team && one.proposal?.confirmedBy != null);
  if (last === undefined) return null;
  if (last.overturned) return 'overturned';
  return last.appealed && last.state === 'closed' ? 'upheld' : (last.proposal?.outcome ?? null);
}
