/**
 * A report made, kept and recorded (CTST-009): it is durable before its leaf says that there is one.
 */
import type { Contest } from '../../core/state/records.ts';
import { coveredPpmOf } from '../../core/verification/report.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal } from './body.ts';
import { command } from './command.ts';

export type ReportDeps = Pick<AdminDeps, 'store' | 'clock' | 'evidence' | 'sequencer' | 'engine'>;

/** @throws AdminRefusal, ApiError when the contest is in no phase for it, EvidenceBroken when it could not be made */
export async function runReport(deps: ReportDeps, contest: Contest): Promise<object> {
  const { store, clock, evidence } = deps;
  if (contest.phase !== 'live' && contest.phase !== 'review')
    throw new AdminRefusal(`contest ${contest.id} is in ${contest.phase}; a report is made in live and review`);
  const made = await evidence.report(contest);
  const { text: body, teams, toTeams, dossiers, skill, logSize, root, ruleset, reportSha256 } = made;
  const kept = { contest: contest.id, logSize, sha256: reportSha256, body, teams, toTeams, dossiers, skill };
  await store.ask('reportPut', { ...kept, atMs: clock.nowMs() }, 0);
  const lines = teams.map((line) => ({
    team: line.team,
    verdict: line.verdict,
    coveredPpm: coveredPpmOf(line),
    grades: line.grades,
  }));
  const recorded = { contest: contest.id, logSize, root, ruleset, reportSha256, teams: lines };
  const { sequence } = await command(deps, { name: 'recordReport', ...recorded });
  return { contest: contest.id, sequence, logSize, root, ruleset, reportSha256, teams };
}
