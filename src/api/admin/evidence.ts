/**
 * The evidence of a contest (CTST-009): reports made and recorded, whom to look at first, and bundles of the evidence.
 * Whoever takes bodies along is written down.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Case, Contest } from '../../core/state/records.ts';
import { coveredPpmOf } from '../../core/verification/report.ts';
import type { ReportSummary } from '../../store/reports.ts';
import type { ApiDeps } from '../front/deps.ts';
import type { SentFile } from '../front/sent-file.ts';
import {
  AdminRefusal,
  type AdminRoute,
  type Body,
  get,
  nullableTextIn,
  open,
  type Person,
  post,
  textIn,
} from './body.ts';
import { command } from './command.ts';

const READERS = ['owner', 'judge', 'auditor'] as const;

export function evidenceRoutes(deps: ApiDeps): AdminRoute[] {
  const { store, clock, evidence } = deps;
  return [
    open(
      ['owner'],
      post('/admin/v1/reports/run', (fields) => runReport(deps, contestIn(deps, fields))),
    ),
    open(
      READERS,
      get('/admin/v1/reports', async (fields) => {
        const contest = contestIn(deps, fields);
        return { report: contest.report, list: await store.ask('reportList', { contest: contest.id }, 0) };
      }),
    ),
    open(
      READERS,
      get('/admin/v1/report', async (fields) => {
        const contest = contestIn(deps, fields);
        const body = await store.ask('reportBody', { contest: contest.id, sha256: reportIn(contest, fields) }, 0);
        if (body === null) throw new AdminRefusal(`there is no such report of contest ${contest.id}`);
        // As it is, and not written again: its bytes are what is hashed.
        return Readable.from([Buffer.from(body)]);
      }),
    ),
    open(
      READERS,
      get('/admin/v1/queue', async (fields) => {
        const contest = contestIn(deps, fields);
        const args = { contest: contest.id, sha256: reportIn(contest, fields) };
        const found = await store.ask('reportSummary', args, 0);
        if (found === null) throw new AdminRefusal(`there is no such report of contest ${contest.id}`);
        return { report: args.sha256, list: queueOf(contest, found) };
      }),
    ),
    open(
      READERS,
      get('/admin/v1/bundle', async (fields, person) => {
        const contest = contestIn(deps, fields);
        const variant = textIn(fields, 'variant', 'public');
        if (variant === 'public') return sent(await evidence.bundle({ contest, variant }));
        mustRead(person);
        const team = variant === 'team' ? teamIn(contest, fields) : null;
        if (team === null && variant !== 'full')
          throw new AdminRefusal(`variant is '${variant}', needs public, full or team`);
        const what = `bundle of contest ${contest.id}, ${team === null ? 'in full' : `of team ${team.id}`}`;
        await store.ask('bodyReadNote', { atMs: clock.nowMs(), name: person.name, role: person.role, what }, 0);
        const wanted =
          team === null
            ? ({ contest, variant: 'full' } as const)
            : ({ contest, variant: 'team', uid: team.account.id } as const);
        return sent(await evidence.bundle(wanted));
      }),
    ),
  ];
}

/** Bodies are for judges and auditors; who runs the contest has no part in judging it. */
function mustRead({ name, role }: Person): void {
  if (role === 'owner') throw new AdminRefusal(`${name} is owner; bodies are for a judge or an auditor`);
}

/** The report is durable before its leaf says that there is one. */
async function runReport(deps: ApiDeps, contest: Contest): Promise<object> {
  const { store, clock, evidence } = deps;
  if (contest.phase !== 'live' && contest.phase !== 'review')
    throw new AdminRefusal(`contest ${contest.id} is in ${contest.phase}; a report is made in live and review`);
  const { text, teams, toTeams, logSize, root, ruleset, reportSha256 } = await evidence.report(contest);
  const kept = { contest: contest.id, logSize, sha256: reportSha256, body: text, teams, toTeams, atMs: clock.nowMs() };
  await store.ask('reportPut', kept, 0);
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

interface QueueRow {
  readonly team: string;
  readonly name: string;
  readonly verdict: string;
  /** Findings that a person must look at, and that are counted by the verdict. */
  readonly high: readonly string[];
  readonly medium: readonly string[];
  readonly coveredPpm: number;
  readonly case: { readonly case: string; readonly state: string; readonly dueAt: number | null } | null;
}

/** The teams, those to look at first. */
function queueOf(contest: Contest, { teams }: ReportSummary): QueueRow[] {
  const rows = teams.map((line): QueueRow => {
    const of = (severity: string): string[] =>
      line.findings.flatMap((finding) => (finding.severity === severity ? finding.rule : []));
    const last = contest.cases.findLast(({ team }) => team.id === line.team);
    return {
      team: line.team,
      name: contest.teams.find(({ id }) => id === line.team)?.name ?? '',
      verdict: line.verdict,
      high: of('H'),
      medium: of('M'),
      coveredPpm: coveredPpmOf(line),
      case: last === undefined ? null : caseOf(last),
    };
  });
  return rows.sort((a, b) => weightOf(b) - weightOf(a) || (a.team < b.team ? -1 : 1));
}

function caseOf({ id, state, answerDueMs }: Case): QueueRow['case'] {
  return { case: id, state, dueAt: state === 'noticed' ? answerDueMs : null };
}

function weightOf({ verdict, high, medium }: QueueRow): number {
  const base = verdict === 'VERIFIED' ? 0 : verdict === 'REVIEW' ? 1 : 2;
  return base * 10_000 + high.length * 100 + medium.length;
}

function contestIn({ engine }: ApiDeps, fields: Body): Contest {
  const id = textIn(fields, 'contest');
  const contest = engine.state.contest.contests.get(id);
  if (contest === undefined) throw new AdminRefusal(`contest is '${id}', which is none`);
  return contest;
}

function teamIn({ id, teams }: Contest, fields: Body) {
  const found = textIn(fields, 'team');
  const team = teams.find((one) => one.id === found);
  if (team === undefined) throw new AdminRefusal(`team is '${found}', which is none of contest ${id}`);
  return team;
}

/** The report that is asked for; the recorded one when none is named. */
function reportIn({ id, report }: Contest, fields: Body): string {
  const found = nullableTextIn(fields, 'sha256') ?? report?.reportSha256 ?? null;
  if (found === null) throw new AdminRefusal(`contest ${id} has no report yet`);
  return found;
}

function sent({ path, remove }: SentFile): Readable {
  return createReadStream(path).once('close', remove);
}
