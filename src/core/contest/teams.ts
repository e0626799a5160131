/**
 * registerTeam, setTeam, withdrawTeam and setModels (CTST-003): who takes part, with which account, under which name,
 * by which models; and how a team's state changes, which is always a leaf.
 */
import type { RegisterTeam, SetModels, SetTeam, WithdrawTeam } from '../language/commands.ts';
import type { TeamState } from '../language/contest-words.ts';
import { FIRST_USER } from '../language/accounts.ts';
import { conflictingField, invalidField, type Reject } from '../language/rejects.ts';
import { checkCaller } from '../orders/caller.ts';
import { allow } from '../ailog/setAllowlist.ts';
import { invariant } from '../num/invariant.ts';
import { enlistTeam, isOver, isSeated } from '../state/contest-lists.ts';
import type { Account, Contest, Team } from '../state/records.ts';
import { accountOf, type State } from '../state/state.ts';
import { plainTeamName } from '../text/team-name.ts';
import { accept, type Decision, refuse, type TeamRegistered } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { MOST_TEAMS } from './createContest.ts';
import { findContest, findTeam, ownTeam } from './find.ts';
import { noteTeam, type TeamAct } from './leaves.ts';
import { endOrders } from './orders.ts';

/** A team may have named so many models, patterns counted. */
const MOST_MODELS = 20;

export function registerTeam(turn: Turn, command: RegisterTeam): Decision<TeamRegistered> {
  const { state } = turn;
  const account = accountOf(state, command.account);
  const found = findContest(state, command.contest);
  if (!found.ok) return found;
  const contest = found.result;
  const refused = checkCaller(account) ?? checkEntry(state, contest, account, command);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  const { teamName: name, members, modelClass, models } = command;
  const team: Team = {
    contest,
    id: `t${contest.teams.length + 1}`,
    account,
    name,
    members,
    modelClass,
    models: known([], models),
    publicKey: command.publicKey ?? null,
    state: 'applied',
    approved: -1,
    eliminatedMs: 0,
    track: null,
    latest: [],
    flows: 0,
    filled: 0,
    filledAtSample: 0,
    liquidations: 0,
    volume: 0,
    fees: 0,
    funding: 0,
  };
  enlistTeam(team);
  const { actor, reason } = command;
  noteTeam(turn, team, actor === undefined ? null : { by: 'organiser', actor, reason: reason! });
  return accept({ team: team.id });
}

function checkEntry(state: State, contest: Contest, account: Account, command: RegisterTeam): Reject | null {
  const { id, phase, teams } = contest;
  if (account.id < FIRST_USER) return invalidField('account', `${account.id}, which is no account of a user`);
  if (phase !== 'registration') return conflictingField('contest', `contest ${id} is in ${phase}, not in registration`);
  if (account.team !== null)
    return conflictingField('account', `account ${account.id} is in contest ${account.team.contest.id} already`);
  if (teams.length >= MOST_TEAMS) return conflictingField('contest', `contest ${id} has ${MOST_TEAMS} teams already`);
  const name = plainTeamName(command.teamName);
  if (name.length === 0) return invalidField('teamName', `'${command.teamName}', which has no letter and no digit`);
  if (teams.some((one) => plainTeamName(one.name) === name))
    return conflictingField('teamName', `'${command.teamName}' is taken`);
  if (command.members.length === 0) return invalidField('members', 'none; at least one is needed');
  if (command.actor !== undefined && command.reason === undefined)
    return invalidField('reason', 'none; everybody may read why an organiser entered a team');
  return command.membersFrom === undefined
    ? checkAsApplied(state, command)
    : checkMembers(state, command.members, null);
}

/**
 * A member is in at most one contest that is not over, by its code, whose case does not count. Only approved teams hold
 * their members: an application claims nothing, so that nobody keeps others out by naming them.
 */
function checkMembers(state: State, members: readonly string[], own: Team | null): Reject | null {
  const wanted = new Set(members.map((one) => one.toLowerCase()));
  if (wanted.size !== members.length) return invalidField('members', 'one twice; case does not count');
  for (const contest of state.contest.contests.values())
    for (const team of contest.teams) {
      if (team === own || team.state === 'applied' || !isSeated(team)) continue;
      const taken = team.members.find((one) => wanted.has(one.toLowerCase()));
      if (taken !== undefined) return conflictingField('members', `'${taken}' is in a team already`);
    }
  return null;
}

/** As it was decided before: each letter counts, and who only applied holds its members. */
function checkAsApplied(state: State, { members }: RegisterTeam): Reject | null {
  const wanted = new Set(members);
  if (wanted.size !== members.length) return invalidField('members', 'one twice');
  for (const contest of state.contest.contests.values()) {
    if (isOver(contest)) continue;
    for (const team of contest.teams) {
      const taken = isSeated(team) ? team.members.find((one) => wanted.has(one)) : undefined;
      if (taken !== undefined) return conflictingField('members', `'${taken}' is in a team already`);
    }
  }
  return null;
}

/** Compared in lower case, each once. */
function known(models: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...models, ...more.map((one) => one.toLowerCase())])];
}

export function setTeam(turn: Turn, command: SetTeam): Decision<null> {
  const found = findContest(turn.state, command.contest);
  if (!found.ok) return found;
  const named = findTeam(found.result, command.team);
  if (!named.ok) return named;
  const team = named.result;
  const { actor, reason, state: wanted } = command;
  const refused =
    wanted === 'approved'
      ? (checkApproval(team) ?? checkTerms(team, actor) ?? checkSeats(turn.state, team, actor))
      : (checkWithdrawal(team) ?? checkRemoval(team, command));
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  if (wanted === 'approved') approve(turn, team);
  else moveTeam(turn, team, 'withdrawn', actor === undefined ? null : { by: 'organiser', actor, reason: reason! });
  return accept(null);
}

/** The account must be flat: from then on it can't trade, so it starts flat as well. */
function checkApproval({ contest, account, state, id }: Team): Reject | null {
  if (contest.phase !== 'registration')
    return conflictingField('contest', `contest ${contest.id} is in ${contest.phase}, not in registration`);
  if (state !== 'applied') return conflictingField('state', `team ${id} is ${state}, not applied`);
  const held = account.holdings.reduce((sum, one) => sum + (one?.positions.length ?? 0), 0);
  if (held > 0 || account.workingOrders > 0 || account.plans.size > 0)
    return conflictingField(
      'team',
      `account ${account.id} has ${held} positions, ${account.workingOrders} orders and ${account.plans.size} plan orders; none may be left`,
    );
  if (account.copyRole !== null && (account.copyRole.lead !== null || account.copyRole.bound.size > 0))
    return conflictingField('team', `account ${account.id} takes part in copy trading`);
  return null;
}

/** All trade on the same terms, which `setAccountFees` leaves as they are until the contest is over. */
function checkTerms({ account }: Team, actor: string | undefined): Reject | null {
  if (account.fees === null || actor === undefined) return null;
  return conflictingField('team', `account ${account.id} has trading fees of its own; it needs those of everybody`);
}

/** Two applications may name one member; the second can't be approved. */
function checkSeats(state: State, team: Team, actor: string | undefined): Reject | null {
  return actor === undefined ? null : checkMembers(state, team.members, team);
}

function approve(turn: Turn, team: Team): void {
  const { account, contest } = team;
  invariant(account.team === team, 'CTST-003: an account is in one contest', team, account);
  invariant(team.approved === -1, 'CTST-003: a team is approved once', team, team.approved);
  if (!account.allowed) allow(turn, account, true, `contest ${contest.id}`);
  team.state = 'approved';
  team.approved = noteTeam(turn, team);
}

function checkWithdrawal({ contest, id, state }: Team): Reject | null {
  if (isOver(contest)) return conflictingField('contest', `contest ${contest.id} is ${contest.phase}`);
  if (state === 'applied' || state === 'approved' || state === 'active') return null;
  return conflictingField('state', `team ${id} is ${state}, and stays so`);
}

/** A team that plays leaves by its own will, or by a case (CTST-010): an organiser decides only on starters. */
function checkRemoval({ contest, id }: Team, { actor, reason }: SetTeam): Reject | null {
  if (actor === undefined) return null;
  if (contest.phase !== 'registration')
    return conflictingField(
      'state',
      `contest ${contest.id} is in ${contest.phase}: team ${id} withdraws by a request of its own, or is disqualified in a case`,
    );
  return reason === undefined ? invalidField('reason', 'none; everybody may read why a team was withdrawn') : null;
}

export function withdrawTeam(turn: Turn, { account: uid, contest: id, reason }: WithdrawTeam): Decision<null> {
  const account = accountOf(turn.state, uid);
  const found = findContest(turn.state, id);
  if (!found.ok) return found;
  const own = ownTeam(found.result, account, id);
  if (!own.ok) return own;
  const refused = checkCaller(account) ?? checkWithdrawal(own.result);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  moveTeam(turn, own.result, 'withdrawn', { by: 'team', reason });
  return accept(null);
}

/** A team's new state, with what it does to its orders and to its account; the leaf says whose act it was, if any's. */
export function moveTeam(turn: Turn, team: Team, state: TeamState, act: TeamAct | null = null): void {
  invariant(team.state !== state, 'CTST-003: a move changes the state of a team', team, state);
  invariant(state !== 'active' || team.track !== null, 'CTST-002: who plays has begun', team, state);
  invariant(state !== 'eliminated' || team.eliminatedMs > 0, 'CTST-005: who is out by a sample is so since then', team);
  team.state = state;
  if (team.track !== null && state !== 'active') endOrders(turn, team.account, 'openings');
  if (!isSeated(team)) team.account.team = null;
  noteTeam(turn, team, act);
}

export function setModels(turn: Turn, { account: uid, contest: id, models }: SetModels): Decision<null> {
  const { state } = turn;
  const account = accountOf(state, uid);
  const found = findContest(state, id);
  if (!found.ok) return found;
  const own = ownTeam(found.result, account, id);
  if (!own.ok) return own;
  const team = own.result;
  const all = known(team.models, models);
  const refused = checkCaller(account) ?? checkModels(team, all);
  if (refused !== null) return refuse(refused);
  if (all.length === team.models.length) return accept(null);

  // From here on it must succeed.
  team.models = all;
  noteTeam(turn, team);
  return accept(null);
}

function checkModels({ contest }: Team, all: readonly string[]): Reject | null {
  if (isOver(contest)) return conflictingField('contest', `contest ${contest.id} is ${contest.phase}`);
  if (all.length <= MOST_MODELS) return null;
  return conflictingField('models', `${all.length} with those before, at most ${MOST_MODELS}`);
}
