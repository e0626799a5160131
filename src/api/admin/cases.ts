/**
 * Cases (CTST-010): the steps of judges, each under the name of their own credential, which is what the core compares.
 * The operator has no part in them.
 */
import { appealDueOf } from '../../core/contest/caseStep.ts';
import type { CaseStep } from '../../core/language/commands.ts';
import type { Case } from '../../core/state/records.ts';
import { canonicalText } from '../../core/text/canonical.ts';
import type { CaseSaid } from '../../store/evidence/case-texts.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, type Body, get, nullableTextIn, open, post, textIn, textsIn } from './body.ts';
import { command } from './command.ts';

const TEXT_LENGTH = 20_000;

export function caseRoutes(deps: AdminDeps): AdminRoute[] {
  const { store, clock, engine, sequencer } = deps;
  return [
    open(
      ['owner', 'judge', 'auditor'],
      get('/admin/v1/cases', async (fields) => {
        const contest = engine.state.contest.contests.get(textIn(fields, 'contest'));
        if (contest === undefined)
          throw new AdminRefusal(`contest is ${JSON.stringify(fields['contest'])}, which is none`);
        const said = await store.ask('caseSaid', { contest: contest.id, uid: null }, sequencer.sequence);
        const team = nullableTextIn(fields, 'team');
        const cases = contest.cases.filter((one) => team === null || one.team.id === team);
        return { list: cases.map((one) => ({ ...caseRow(one), said: saidIn(one, said) })) };
      }),
    ),
    open(
      ['judge'],
      post('/admin/v1/cases/step', async (fields, { name: actor }) => {
        const text = nullableTextIn(fields, 'text') ?? (await textOfReport(deps, fields));
        if (text !== null && (text.length > TEXT_LENGTH || !text.isWellFormed() || text.includes('\0')))
          throw new AdminRefusal(
            `text has ${text.length} characters, needs at most ${TEXT_LENGTH}, none of them U+0000 or half a pair`,
          );
        // Durable before the step that names it; a text that no step names does no harm.
        const stored = text === null ? null : await store.ask('caseTextPut', { text, nowMs: clock.nowMs() }, 0);
        const { result, sequence } = await command(deps, {
          name: 'caseStep',
          contest: textIn(fields, 'contest'),
          case: nullableTextIn(fields, 'case'),
          team: nullableTextIn(fields, 'team'),
          step: textIn(fields, 'step') as CaseStep['step'],
          actor,
          account: null,
          textSha256: stored?.sha256 ?? null,
          outcome: nullableTextIn(fields, 'outcome') as CaseStep['outcome'],
          rules: textsIn(fields, 'rules'),
          publicText: nullableTextIn(fields, 'publicText'),
        });
        return { ...result, sequence };
      }),
    ),
  ];
}

/**
 * The text of a case's opening or notice when none is given: the findings about the team in the report in force, word
 * for word. Null where there are none, and for other steps.
 */
async function textOfReport({ store, engine }: AdminDeps, fields: Body): Promise<string | null> {
  const step = textIn(fields, 'step');
  const contest = engine.state.contest.contests.get(textIn(fields, 'contest'));
  if ((step !== 'open' && step !== 'notice') || contest === undefined || contest.report === null) return null;
  const named = nullableTextIn(fields, 'case');
  const team = contest.cases.find(({ id }) => id === named)?.team.id ?? nullableTextIn(fields, 'team');
  const sha256 = contest.report.reportSha256;
  const found = await store.ask('reportSummary', { contest: contest.id, sha256 }, 0);
  const line = found?.teams.find((one) => one.team === team);
  return line === undefined ? null : canonicalText({ contest: contest.id, report: sha256, team: line });
}

function caseRow(one: Case) {
  const { id, team, openedBy, state, answerDueMs, answers, files, proposal, decidedMs, appealed, overturned } = one;
  return {
    case: id,
    team: team.id,
    openedBy,
    state,
    answerDueMs,
    answers,
    files,
    proposal,
    decidedMs,
    appealDueMs: appealDueOf(one),
    appealed,
    overturned,
  };
}

/** The steps taken; texts and files are read by their hashes, and each such read is recorded. */
function saidIn({ id }: Case, said: readonly CaseSaid[]) {
  return said.flatMap((one) => {
    const { step, actor, atMs: at, sha256, files } = one;
    return one.case === id ? { step, actor, at, sha256, files } : [];
  });
}
