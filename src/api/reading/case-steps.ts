/** A team's step in a case: the text made durable first, then the command that names it. */
import { type Call, accountOf } from '../front/call.ts';
import { resultOf, submitIdempotent } from '../front/execute.ts';
import { invalid, same } from '../words/errors.ts';
import { contestField, contestIdField } from './contests.ts';
import { type Fields, textOf } from './fields.ts';
import { text } from './schemas.ts';

const TEXT_LENGTH = 20_000;
const CASE_ID_LENGTH = 32;

export const caseIdFields = {
  contestId: contestIdField,
  caseId: text('Id of the case'),
  text: text(`What you say, at most ${TEXT_LENGTH} characters`),
};

export interface TeamStep {
  readonly contest: string;
  readonly caseId: string;
  readonly text: string | null;
}

export function caseFields(fields: Fields, call: Call): TeamStep {
  const contest = contestField(fields, call, 'contestId');
  const caseId = textOf(fields, 'caseId') ?? '';
  const said = textOf(fields, 'text') ?? '';
  if (said.length > TEXT_LENGTH)
    throw invalid('text', same(`found ${said.length} characters, needs at most ${TEXT_LENGTH}`));
  const account = accountOf(call);
  // Another team's case and one that is none are answered alike.
  if (!contest.cases.some(({ id, team }) => id === caseId && team.account.id === account))
    throw invalid('caseId', same(`found ${caseId.slice(0, CASE_ID_LENGTH)}, which is no case of yours`));
  return { contest: contest.id, caseId, text: said };
}

export async function takeStep(
  call: Call,
  { contest, caseId, text: said }: TeamStep,
  step: 'answer' | 'waive' | 'appeal',
) {
  const { store, clock, engine } = call.deps;
  const stored = said === null ? null : await store.ask('caseTextPut', { text: said, nowMs: clock.nowMs() }, 0);
  const outcome = await submitIdempotent<'caseStep'>(call, {
    name: 'caseStep',
    contest,
    case: caseId,
    team: null,
    step,
    actor: `account ${accountOf(call)}`,
    account: accountOf(call),
    textSha256: stored?.sha256 ?? null,
    outcome: null,
    rules: [],
    publicText: null,
  });
  const done = resultOf(outcome, engine.state, 'caseStep');
  return { contestId: contest, case: done.case, step };
}
