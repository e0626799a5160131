/**
 * A report of a contest, from the stored leaves up to a size: every one opened, and judged in order; and what teams'
 * words have in common, from the same leaves.
 */
import { verifyEd25519 } from '../../bundle/ed25519.ts';
import type { BoardContest } from '../../core/verification/board.ts';
import { type PublicText, publicTextsOf } from '../../core/verification/copies.ts';
import type { Finding } from '../../core/verification/finding.ts';
import { type JudgesDossier, judgesDossiers } from '../../core/verification/judges-dossier.ts';
import { createPastRoots } from '../../core/verification/past-roots.ts';
import { finish, type TeamLine } from '../../core/verification/report.ts';
import type { Ruleset } from '../../core/verification/ruleset.ts';
import { type Skill, skillOf, startSkill, stepSkill } from '../../core/verification/skill.ts';
import { start, step } from '../../core/verification/step.ts';
import type { Database } from '../../store/database/db.ts';
import { sha256 } from '../../store/sha256.ts';
import { type LogFacts, openedLog } from './opened-log.ts';

export interface ReportJob {
  readonly log: LogFacts;
  readonly contest: BoardContest;
  readonly rules: Ruleset;
}

export interface ReportMade {
  readonly logSize: number;
  /** Base64. */
  readonly root: string;
  readonly ruleset: string;
  readonly text: string;
  readonly reportSha256: string;
  readonly teams: readonly TeamLine[];
  readonly toTeams: Readonly<Record<string, readonly Finding[]>>;
  readonly dossiers: readonly JudgesDossier[];
  readonly skill: Skill | null;
}

/** Over all logs of approved teams, also before a contest begins. @throws EvidenceBroken */
export async function makePublicTexts(
  database: Database,
  { log, contest, rules }: ReportJob,
): Promise<readonly PublicText[]> {
  const state = start(sha256, verifyEd25519, rules, contest);
  for await (const { record } of openedLog(database, log)) step(state, record);
  const teams = [...state.teams.values()].filter(({ wasApproved }) => wasApproved);
  return publicTextsOf(
    teams.map((team) => ({ team, deciding: team.logs })),
    state.rules,
  );
}

/** @throws EvidenceBroken */
export async function makeReport(database: Database, { log, contest, rules }: ReportJob): Promise<ReportMade> {
  const roots = createPastRoots(sha256);
  const state = start(sha256, verifyEd25519, rules, contest);
  const skillFold = startSkill(contest);
  for await (const { record } of openedLog(database, log, roots)) {
    step(state, record);
    stepSkill(skillFold, record);
  }
  const skill = skillOf(sha256, skillFold, roots.rootAt);
  const { report, text, reportSha256, everything, toTeams } = finish(state, roots.rootAt);
  const { logSize, root, ruleset, teams } = report;
  const dossiers = judgesDossiers(everything, new Map(teams.map(({ team, findings }) => [team, findings])));
  return { logSize, root, ruleset, text, reportSha256, teams, toTeams: Object.fromEntries(toTeams), dossiers, skill };
}
