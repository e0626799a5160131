/**
 * Where contests and teams are kept, and which accounts are in one. Structure only: what becomes of them is decided in
 * `contest/`.
 */
import type { Contest, Team } from './records.ts';
import type { State } from './state.ts';

export function enlistContest(contest: Contest, state: State): void {
  state.contest.contests.set(contest.id, contest);
  if (contest.phase === 'live') state.contest.live++;
}

/** Its account is in the contest until the team is released. */
export function enlistTeam(team: Team): void {
  team.contest.teams.push(team);
  if (isSeated(team)) team.account.team = team;
}

export function isOver({ phase }: Contest): boolean {
  return phase === 'final' || phase === 'cancelled';
}

/** Whether the contest still binds the team's account: it is not over, and the team did not leave before the start. */
export function isSeated({ contest, state, track }: Team): boolean {
  return !isOver(contest) && (state !== 'withdrawn' || track !== null);
}
