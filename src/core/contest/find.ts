/** Contests, teams and cases by name, or the refusal of one that isn't there. */
import type { CommandField, Reject } from '../language/rejects.ts';
import { conflictingField, invalidField } from '../language/rejects.ts';
import type { Account, Case, Contest, Team } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';

function found<What>(is: What | undefined, field: CommandField, name: string): Decision<What> {
  return is === undefined ? refuse(invalidField(field, `${name}, which is none`)) : accept(is);
}

export function findContest(state: State, id: string): Decision<Contest> {
  return found(state.contest.contests.get(id), 'contest', id);
}

export function findTeam({ teams }: Contest, id: string): Decision<Team> {
  return found(
    teams.find((one) => one.id === id),
    'team',
    id,
  );
}

export function findCase({ cases }: Contest, id: string): Decision<Case> {
  return found(
    cases.find((one) => one.id === id),
    'case',
    id,
  );
}

/** The account's own team in the contest. */
export function ownTeam({ teams }: Contest, account: Account, contest: string): Decision<Team> {
  return found(
    teams.findLast((one) => one.account === account),
    'contest',
    contest,
  );
}

/** Nothing of a contest is recorded without a log. */
export function checkLog({ ailog }: State, field: CommandField): Reject | null {
  return ailog.saltKey === null ? conflictingField(field, 'the AI log is not open yet') : null;
}
