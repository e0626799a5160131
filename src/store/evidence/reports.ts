/** Reports of contests, as they were made: by contest and hash, and never changed. */
import type { Finding } from '../../core/verification/finding.ts';
import type { JudgesDossier } from '../../core/verification/judges-dossier.ts';
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
  readonly atMs: number;
}

/** A report without the lines of its orders. */
export type ReportSummary = Omit<ReportPut, 'body' | 'dossiers'>;

/** Answers when it is durable; the same report again changes nothing. */
export async function reportPut(database: Database, put: ReportPut): Promise<null> {
  const { contest, logSize, sha256, body, teams, toTeams, dossiers, atMs } = put;
  const row = { contest, log_size: logSize, sha256, body, at_ms: atMs };
  const texts = { teams: JSON.stringify(teams), to_teams: JSON.stringify(toTeams) };
  await database.transaction('durable', async (on) => {
    await on
      .insertInto('report')
      .values({ ...row, ...texts })
      .onConflict((conflict) => conflict.columns(['contest', 'log_size', 'sha256']).doNothing())
      .execute();
    for (const dossier of dossiers)
      await on
        .insertInto('report_dossier')
        .values({ contest, sha256, team: dossier.team, body: JSON.stringify(dossier) })
        .onConflict((conflict) => conflict.columns(['contest', 'sha256', 'team']).doNothing())
        .execute();
  });
  return null;
}

export interface ReportArgs {
  readonly contest: string;
  readonly sha256: string;
}

export async function reportSummary({ sql }: Database, { contest, sha256 }: ReportArgs): Promise<ReportSummary | null> {
  const row = await sql
    .selectFrom('report')
    .select(['log_size', 'teams', 'to_teams', 'at_ms'])
    .where('contest', '=', contest)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    contest,
    sha256,
    logSize: row.log_size,
    teams: JSON.parse(row.teams) as TeamLine[],
    toTeams: JSON.parse(row.to_teams) as ReportPut['toTeams'],
    atMs: row.at_ms,
  };
}

/** The report's JCS; null when there is no such report. */
export async function reportBody({ sql }: Database, { contest, sha256 }: ReportArgs): Promise<string | null> {
  const query = sql.selectFrom('report').select('body').where('contest', '=', contest).where('sha256', '=', sha256);
  return (await query.executeTakeFirst())?.body ?? null;
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
