/**
 * A team's step in a case: its text and files are made durable first, then comes the command that names them. Nothing
 * is kept for a step that would be refused.
 */
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import type { CaseStep } from '../../core/language/commands.ts';
import { MOST_CASE_FILES } from '../../core/language/contest-config.ts';
import { refusedStep } from '../../core/contest/caseStep.ts';
import { FILE_NAME_NEED, isFileName } from '../../core/text/showable.ts';
import { type Call, accountOf } from '../front/call.ts';
import { resultOf, submitOnce } from '../front/execute.ts';
import { invalid, same } from '../words/errors.ts';
import { rejectError } from '../words/rejects.ts';
import { contestField, contestIdField } from './contests.ts';
import { type Fields, rowsOf, textOf } from './fields.ts';
import { text } from './schemas.ts';

const TEXT_LENGTH = 20_000;
const CASE_ID_LENGTH = 32;
const NAME_LENGTH = 100;
/** In base64 this is the longest string that a body may have. */
const FILE_BYTES = 384 * 1024;

export const caseIdFields = {
  contestId: contestIdField,
  caseId: text('Id of the case'),
  text: text(`What you say, at most ${TEXT_LENGTH} characters`),
};

export const caseFilesField = Type.Optional(
  Type.Unsafe<readonly { readonly name: string; readonly file: string }[]>(
    Type.Array(
      Type.Object({
        name: Type.String({ description: `1 to ${NAME_LENGTH} characters; ${FILE_NAME_NEED}` }),
        file: Type.String({ description: `Its bytes in base64, at most ${FILE_BYTES} of them` }),
      }),
      { description: `Files, at most ${MOST_CASE_FILES} in the whole case`, maxItems: MOST_CASE_FILES },
    ),
  ),
);

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

export function caseFields(fields: Fields, call: Call): TeamStep {
  const contest = contestField(fields, call, 'contestId');
  const caseId = textOf(fields, 'caseId') ?? '';
  const said = textOf(fields, 'text') ?? '';
  if (said.length > TEXT_LENGTH)
    throw invalid('text', same(`found ${said.length} characters, needs at most ${TEXT_LENGTH}`));
  if (said.includes('\0')) throw invalid('text', same('found U+0000, which is in no text'));
  const account = accountOf(call);
  // Another team's case and one that doesn't exist get the same answer.
  if (!contest.cases.some(({ id, team }) => id === caseId && team.account.id === account))
    throw invalid('caseId', same(`found ${caseId.slice(0, CASE_ID_LENGTH)}, which is no case of yours`));
  return { contest: contest.id, caseId, text: said, files: [] };
}

export function filesField(fields: Fields): readonly SentFile[] {
  const rows = rowsOf(fields, 'files') ?? [];
  if (rows.length > MOST_CASE_FILES)
    throw invalid('files', same(`found ${rows.length} files, needs at most ${MOST_CASE_FILES} in the whole case`));
  return rows.map((row, at) => {
    const wrong = (what: string) => invalid('files', same(`files[${at}]: ${what}`));
    const name = textOf(row, 'name') ?? '';
    if (name === '' || name.length > NAME_LENGTH)
      throw wrong(`name has ${name.length} characters, needs 1 to ${NAME_LENGTH}`);
    if (!isFileName(name)) throw wrong(`name is ${JSON.stringify(name)}, needs ${FILE_NAME_NEED}`);
    const bytes = bytesOf(textOf(row, 'file') ?? '');
    if (bytes === null) throw wrong('file is not base64 as RFC 4648 section 4 has it, with padding');
    if (bytes.length === 0 || bytes.length > FILE_BYTES)
      throw wrong(`file has ${bytes.length} bytes, needs 1 to ${FILE_BYTES}`);
    return { name, sha256: hash('sha256', bytes, 'hex'), bytes };
  });
}

/** The bytes of base64 in the one form there is for them; null for anything else. */
function bytesOf(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : null;
}

/** @param nth of the steps that the request takes */
export async function takeStep(
  call: Call,
  { contest, caseId, text: said, files }: TeamStep,
  step: 'answer' | 'waive' | 'appeal',
  nth = 0,
) {
  const { store, clock, engine } = call.deps;
  const named = files.map(({ name, sha256, bytes }) => ({ name, sha256, size: bytes.length }));
  const command: CaseStep & { readonly name: 'caseStep' } = {
    name: 'caseStep',
    contest,
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
  return { contestId: contest, case: done.case, step };
}
