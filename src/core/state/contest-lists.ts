/**
 * The lists of contests and teams, which accounts are in one, and for which contracts a live one fixes the mark.
 * Structure only: what becomes of them is decided in `contest/`.
 */
import { invariant } from '../num/invariant.ts';
import type { Contest, Instrument, Team } from './records.ts';
import type { State } from './state.ts';

export function enlistContest(contest: Contest, state: State): void {
  state.contest.contests.set(contest.id, contest);
  if (contest.phase === 'live') state.contest.live++;
}

/** Its account is in the contest until the team is released. */
export function enlistTeam(team: Team): void {
  team.contest.teams.push(team);
  if (!isSeated(team)) return;
  invariant(team.account.team === null, 'CTST-003: an account is in one contest', team, team.account);
  team.account.team = team;
}

export function isOver({ phase }: Contest): boolean {
  return phase === 'final' || phase === 'cancelled';
}

/** Whether the contest still binds the team's account: it is not over, and the team did not leave before the start. */
export function isSeated({ contest, state, track }: Team): boolean {
  return !isOver(contest) && (state !== 'withdrawn' || track !== null);
}

/** Source of a contract's mark now: a live contest may fix the index for its contracts (MARK-009). */
export function markSourceOf({ contest: { contests, live } }: State, { contract }: Instrument): 'median' | 'index' {
  if (contract.markSource === 'index' || live === 0) return contract.markSource;
  for (const { phase, config } of contests.values())
    if (phase === 'live' && config.markSource === 'index' && lists(config, contract.symbol)) return 'index';
  return 'median';
}

function lists({ symbols }: Contest['config'], wanted: string): boolean {
  return symbols.some(({ symbol }) => symbol === wanted);
}
