/**
 * A team's step in a case: its text and files are made durable first, then comes the command that names them. Nothing
 * is kept for a step that would be refused.
 */
import { hash } from 'node:crypto';
import type { CaseStep } from '../../core/language/commands.ts';
import { MOST_CASE_FILES } from '../../core/language/contest-config.ts';
import { refusedStep } from '../../core/contest/caseStep.ts';
import { FILE_NAME_NEED, isFileName } from '../../core/text/showable.ts';
import { type Call, accountOf } from '../call/call.ts';
import { resultOf, submitOnce } from '../front/answer/execute.ts';
import { invalid, same } from '../words/errors.ts';
import { rejectError } from '../words/rejects.ts';
import { object, string } from '../shapes/schema.ts';
import { contest } from './contests.ts';
import { type Fields, isGiven, scalarText } from '../call/fields.ts';
import { optional, refined, rows, text, type ValuesOf } from '../call/parameter.ts';

const TEXT_LENGTH = 20_000;
const CASE_ID_LENGTH = 32;
const NAME_LENGTH = 100;
/** In base64 this is the longest string that a body may have. */
const FILE_BYTES = 384 * 1024;

/** The case, and what the team says. */
export const caseParameters = {
  contestId: contest,
  caseId: text('Id of the case'),
  text: refined(text(`What you say, at most ${TEXT_LENGTH} characters`), (said) => {
    if (said.length > TEXT_LENGTH)
      throw invalid('text', same(`found ${said.length} characters, needs at most ${TEXT_LENGTH}`));
    if (said.includes('\0')) throw invalid('text', same('found U+0000, which is in no text'));
    return said;
  }),
};

const fileItem = object({
  name: string(`1 to ${NAME_LENGTH} characters; ${FILE_NAME_NEED}`),
  file: string(`Its bytes in base64, at most ${FILE_BYTES} of them`),
});

interface SentFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

export interface TeamStep {
  readonly contest: string;
  readonly caseId: string;
  readonly text: string | null;
  readonly files: readonly SentFile[];
}

/** The step that was read; 40020 when the case is none of the team's. */
export function caseStepOf(
  { contestId: { id: contestId, cases }, caseId, text: said }: ValuesOf<typeof caseParameters>,
  call: Call,
): TeamStep {
  const account = accountOf(call);
  // Another team's case and one that doesn't exist get the same answer.
  if (!cases.some(({ id, team }) => id === caseId && team.account.id === account))
    throw invalid('caseId', same(`found ${caseId.slice(0, CASE_ID_LENGTH)}, which is no case of yours`));
  return { contest: contestId, caseId, text: said, files: [] };
}

export const caseFiles = optional(
  refined(
    rows(fileItem, `Files, at most ${MOST_CASE_FILES} in the whole case`, { maxItems: MOST_CASE_FILES }),
    (sent): readonly SentFile[] => {
      if (sent.length > MOST_CASE_FILES)
        throw invalid('files', same(`found ${sent.length} files, needs at most ${MOST_CASE_FILES} in the whole case`));
      return sent.map(fileIn);
    },
  ),
  [],
);

function fileIn(row: Fields, at: number): SentFile {
  const wrong = (what: string) => invalid('files', same(`files[${at}]: ${what}`));
  const name = textOf(row, 'name');
  if (name === '' || name.length > NAME_LENGTH)
    throw wrong(`name has ${name.length} characters, needs 1 to ${NAME_LENGTH}`);
  if (!isFileName(name)) throw wrong(`name is ${JSON.stringify(name)}, needs ${FILE_NAME_NEED}`);
  const bytes = bytesOf(textOf(row, 'file'));
  if (bytes === null) throw wrong('file is not base64 as RFC 4648 section 4 has it, with padding');
  if (bytes.length === 0 || bytes.length > FILE_BYTES)
    throw wrong(`file has ${bytes.length} bytes, needs 1 to ${FILE_BYTES}`);
  return { name, sha256: hash('sha256', bytes, 'hex'), bytes };
}

/** Empty when it isn't given. */
function textOf(row: Fields, name: string): string {
  const node = row.get(name);
  return isGiven(node) ? scalarText(node, name) : '';
}

/** The bytes of base64 in the one form there is for them; null for anything else. */
function bytesOf(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : null;
}

/** @param nth of the steps that the request takes */
export async function takeStep(
  call: Call,
  { contest: contestId, caseId, text: said, files }: TeamStep,
  step: 'answer' | 'waive' | 'appeal',
  nth = 0,
) {
  const { store, clock, engine } = call.deps;
  const named = files.map(({ name, sha256, bytes }) => ({ name, sha256, size: bytes.length }));
  const command: CaseStep & { readonly name: 'caseStep' } = {
    name: 'caseStep',
    contest: contestId,
    case: caseId,
    team: null,
    step,
    actor: `account ${accountOf(call)}`,
    account: accountOf(call),
    textSha256: said === null ? null : hash('sha256', said, 'hex'),
    ...(named.length === 0 ? {} : { files: named }),
    outcome: null,
    rules: [],
    publicText: null,
  };
  const prepare = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    const refused = refusedStep(engine.state, command, nowMs);
    if (refused !== null) throw rejectError(refused, engine.state, 'caseStep');
    if (files.length > 0) await store.ask('caseFilesPut', { files, nowMs }, 0);
    if (said !== null) await store.ask('caseTextPut', { text: said, nowMs }, 0);
  };
  const decision = await submitOnce<'caseStep'>(call, command, nth, prepare);
  const done = resultOf(decision, engine.state, 'caseStep');
  return { contestId, case: done.case, step };
}
