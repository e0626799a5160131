/**
 * recordReport (CTST-009): what the rules found, as far as boards and phases depend on it. Reports follow from the
 * log, so anyone can make one; the one in force is by the rule set the contest froze.
 */
import type { RecordReport } from '../language/commands.ts';
import { conflictingField, invalidField, type Reject } from '../language/rejects.ts';
import type { Contest } from '../state/records.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';
import { announce, type Turn } from '../turn/turn.ts';
import { findContest } from './find.ts';
import { appendPublic } from './leaves.ts';

export function recordReport(turn: Turn, command: RecordReport): Decision<null> {
  const { state, timeMs } = turn;
  const found = findContest(state, command.contest);
  if (!found.ok) return found;
  const contest = found.result;
  const refused = checkReport(contest, command, state.ailog.nextIndex);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  contest.report = { ...command, timeMs };
  const { logSize, reportSha256, root } = command;
  appendPublic(turn, 'report', { contest: contest.id, logSize, reportSha256, root });
  announce(turn, { name: 'contestChanged', contest });
  return accept(null);
}

function checkReport(contest: Contest, { logSize, ruleset, teams }: RecordReport, size: number): Reject | null {
  const { id, phase, config } = contest;
  if (phase !== 'live' && phase !== 'review')
    return conflictingField('contest', `contest ${id} is in ${phase}; a report is recorded in live and review`);
  if (ruleset !== config.rulesetSha256)
    return conflictingField('ruleset', `${ruleset}; contest ${id} is judged by ${config.rulesetSha256}`);
  if (logSize > size) return invalidField('logSize', `${logSize}, and the log has ${size} leaves`);
  const unknown = teams.find(({ team }) => !contest.teams.some((one) => one.id === team));
  if (unknown !== undefined) return invalidField('teams', `${unknown.team}, which is no team of contest ${id}`);
  return new Set(teams.map(({ team }) => team)).size === teams.length ? null : invalidField('teams', 'one twice');
}
