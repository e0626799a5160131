/**
 * The order in which a judge reads teams, and the dossier of one (docs/evidence.md, Dossier): from the report in force
 * or a named one, along with the state of its cases. Anything taken from bodies is for judges and auditors, and their
 * reading it is recorded.
 */
import { decidedOn } from '../../core/contest/facts.ts';
import type { Case, Contest, Team } from '../../core/state/records.ts';
import type { JudgesDossier } from '../../core/verification/judges-dossier.ts';
import { coveredPpmOf, type TeamLine } from '../../core/verification/report.ts';
import type { ReportSummary } from '../../store/evidence/reports.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, type Body, get, nullableTextIn, open, textIn } from './body.ts';

const READERS = ['owner', 'judge', 'auditor'] as const;

export function queueRoutes(deps: AdminDeps): AdminRoute[] {
  const { store, clock } = deps;
  return [
    open(
      READERS,
      get('/admin/v1/queue', async (fields) => {
        const contest = contestIn(deps, fields);
        const found = await summaryOf(deps, contest, fields);
        return { contest: contest.id, report: found.sha256, at: found.atMs, list: queueOf(contest, found) };
      }),
    ),
    open(
      READERS,
      get('/admin/v1/dossier', async (fields, { name, role }) => {
        const contest = contestIn(deps, fields);
        const team = teamIn(contest, fields);
        const found = await summaryOf(deps, contest, fields);
        const line = found.teams.find((one) => one.team === team.id);
        if (line === undefined) throw new AdminRefusal(`the report says nothing of team ${team.id}: it did not play`);
        const args = { contest: contest.id, sha256: found.sha256, team: team.id };
        const dossier = await store.ask('reportDossier', args, 0);
        const isJudge = role !== 'owner';
        const what = `dossier of team ${team.id} of contest ${contest.id}`;
        if (isJudge) await store.ask('bodyReadNote', { atMs: clock.nowMs(), name, role, what }, 0);
        return {
          contest: contest.id,
          report: found.sha256,
          at: found.atMs,
          ...teamView(contest, team, line),
          dossier: dossier === null || isJudge ? dossier : withoutBodies(dossier),
        };
      }),
    ),
  ];
}

/** The team as the report and its cases describe it. */
function teamView(contest: Contest, { id, account, name, state, modelClass, models }: Team, line: TeamLine) {
  return {
    team: id,
    uid: account.id,
    name,
    state,
    modelClass,
    models,
    ...judgedOf(line),
    levels: line.levels,
    notionalCounted: line.notionalCounted,
    notionalCovered: line.notionalCovered,
    findings: line.findings,
    cases: contest.cases.flatMap((one) => (one.team.id === id ? caseOf(one) : [])),
  };
}

/** For whoever runs the contest: not a word of a body. */
function withoutBodies({ templates, grounding, ...rest }: JudgesDossier): JudgesDossier {
  return {
    ...rest,
    templates: { ...templates, clusters: templates.clusters.map((one) => ({ ...one, text: null })) },
    grounding: { ...grounding, misses: grounding.misses.map((one) => ({ ...one, claimed: null })) },
  };
}

/** The teams, in the order to look at them. */
function queueOf(contest: Contest, { teams }: ReportSummary) {
  const rows = teams.map((line) => {
    const of = (severity: string): string[] =>
      line.findings.flatMap((finding) => (finding.severity === severity ? finding.rule : []));
    const last = contest.cases.findLast(({ team }) => team.id === line.team);
    return {
      team: line.team,
      name: contest.teams.find(({ id }) => id === line.team)?.name ?? '',
      high: of('H'),
      medium: of('M'),
      ...judgedOf(line),
      case: last === undefined ? null : caseOf(last),
      decided: decidedOn(contest, line.team),
    };
  });
  return rows.sort((a, b) => weightOf(b) - weightOf(a) || (a.team < b.team ? -1 : 1));
}

type Weighed = Pick<TeamLine, 'verdict'> & { readonly high: readonly string[]; readonly medium: readonly string[] };

function weightOf({ verdict, high, medium }: Weighed): number {
  const base = verdict === 'VERIFIED' ? 0 : verdict === 'REVIEW' ? 1 : 2;
  return base * 10_000 + high.length * 100 + medium.length;
}

function judgedOf(line: TeamLine) {
  const { verdict, coverage, counted, covered, grades } = line;
  const notes = line.findings.map(({ rule }) => rule);
  return { verdict, notes, coverage, counted, covered, coveredPpm: coveredPpmOf(line), grades };
}

function caseOf({ id, state, answerDueMs }: Case) {
  return { case: id, state, dueAt: state === 'noticed' ? answerDueMs : null };
}

export function contestIn({ engine }: AdminDeps, fields: Body): Contest {
  const id = textIn(fields, 'contest');
  const contest = engine.state.contest.contests.get(id);
  if (contest === undefined) throw new AdminRefusal(`contest is '${id}', which is none`);
  return contest;
}

export function teamIn({ id, teams }: Contest, fields: Body): Team {
  const found = textIn(fields, 'team');
  const team = teams.find((one) => one.id === found);
  if (team === undefined) throw new AdminRefusal(`team is '${found}', which is none of contest ${id}`);
  return team;
}

/** The report asked for; the recorded one when none is named. */
export function reportIn({ id, report }: Contest, fields: Body): string {
  const found = nullableTextIn(fields, 'sha256') ?? report?.reportSha256 ?? null;
  if (found === null) throw new AdminRefusal(`contest ${id} has no report yet`);
  return found;
}

async function summaryOf({ store }: AdminDeps, contest: Contest, fields: Body): Promise<ReportSummary> {
  const found = await store.ask('reportSummary', { contest: contest.id, sha256: reportIn(contest, fields) }, 0);
  if (found === null) throw new AdminRefusal(`there is no such report of contest ${contest.id}`);
  return found;
}
