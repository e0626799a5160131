/** Reports of contests, as they were made: by contest and hash, and never changed. */
import type { Finding } from '../../core/verification/finding.ts';
import type { JudgesDossier } from '../../core/verification/judges-dossier.ts';
import { canonicalText } from '../../core/text/canonical.ts';
import type { Skill } from '../../core/verification/skill.ts';
import type { TeamLine } from '../../core/verification/report.ts';
import type { Database } from '../database/db.ts';

export interface ReportPut {
  readonly contest: string;
  readonly logSize: number;
  /** SHA-256 of the body, in hex. */
  readonly sha256: string;
  /** JCS of the report. */
  readonly body: string;
  readonly teams: readonly TeamLine[];
  /** The findings that are told only to the team, by team. */
  readonly toTeams: Readonly<Record<string, readonly Finding[]>>;
  /** The judges' material, by team. */
  readonly dossiers: readonly JudgesDossier[];
  /** Null: too few samples. Of reports from before there was such a thing there is none either. */
  readonly skill: Skill | null;
  readonly atMs: number;
}

/** No team's id: the row of what was made of all teams together. */
const ALL_TEAMS = '';

/** A report without the lines of its orders. */
export type ReportSummary = Omit<ReportPut, 'body' | 'dossiers'>;

/** Answers when it is durable; the same report again changes nothing. */
export async function reportPut(database: Database, put: ReportPut): Promise<null> {
  const { contest, logSize, sha256, body, teams, toTeams, dossiers, skill, atMs } = put;
  const material = dossiers.map((one) => ({ team: one.team, text: JSON.stringify(one) }));
  if (skill !== null) material.push({ team: ALL_TEAMS, text: canonicalText(skill) });
  const row = { contest, log_size: logSize, sha256, body, at_ms: atMs };
  const texts = { teams: JSON.stringify(teams), to_teams: JSON.stringify(toTeams) };
  await database.transaction('durable', async (on) => {
    await on
      .insertInto('report')
      .values({ ...row, ...texts })
      .onConflict((conflict) => conflict.columns(['contest', 'log_size', 'sha256']).doNothing())
      .execute();
    for (const { team, text } of material)
      await on
        .insertInto('report_dossier')
        .values({ contest, sha256, team, body: text })
        .onConflict((conflict) => conflict.columns(['contest', 'sha256', 'team']).doNothing())
        .execute();
  });
  return null;
}

export interface ReportArgs {
  readonly contest: string;
  readonly sha256: string;
}

export async function reportSummary(
  database: Database,
  { contest, sha256 }: ReportArgs,
): Promise<ReportSummary | null> {
  const row = await database.sql
    .selectFrom('report')
    .select(['log_size', 'teams', 'to_teams', 'at_ms'])
    .where('contest', '=', contest)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (row === undefined) return null;
  const skill = await reportSkill(database, { contest, sha256 });
  return {
    contest,
    sha256,
    logSize: row.log_size,
    teams: JSON.parse(row.teams) as TeamLine[],
    toTeams: JSON.parse(row.to_teams) as ReportPut['toTeams'],
    skill: skill === null ? null : (JSON.parse(skill) as Skill),
    atMs: row.at_ms,
  };
}

/** The report's JCS; null when there is no such report. */
export async function reportBody({ sql }: Database, { contest, sha256 }: ReportArgs): Promise<string | null> {
  const query = sql.selectFrom('report').select('body').where('contest', '=', contest).where('sha256', '=', sha256);
  return (await query.executeTakeFirst())?.body ?? null;
}

/** JCS of how sure the returns are by this report; null: nothing was said of it. */
export async function reportSkill({ sql }: Database, { contest, sha256 }: ReportArgs): Promise<string | null> {
  const query = sql.selectFrom('report_dossier').select('body').where('contest', '=', contest);
  return (await query.where('sha256', '=', sha256).where('team', '=', ALL_TEAMS).executeTakeFirst())?.body ?? null;
}

/** The judges' material on a team; null when this report has nothing on it. */
export async function reportDossier(
  { sql }: Database,
  { contest, sha256, team }: ReportArgs & { readonly team: string },
): Promise<JudgesDossier | null> {
  const query = sql.selectFrom('report_dossier').select('body').where('contest', '=', contest);
  const row = await query.where('sha256', '=', sha256).where('team', '=', team).executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.body) as JudgesDossier);
}

export interface ReportItem {
  readonly logSize: number;
  readonly sha256: string;
  readonly atMs: number;
}

/** The reports of a contest, newest first. */
export async function reportList({ sql }: Database, { contest }: { readonly contest: string }): Promise<ReportItem[]> {
  const query = sql.selectFrom('report').select(['log_size', 'sha256', 'at_ms']).where('contest', '=', contest);
  const rows = await query.orderBy('at_ms', 'desc').orderBy('log_size', 'desc').execute();
  return rows.map(({ log_size: logSize, sha256, at_ms: atMs }) => ({ logSize, sha256, atMs }));
}
