/**
 * `outcry case …`: what judges do. Every step is taken under the judge's own credential, which the exchange compares,
 * so that no one confirms what they proposed.
 */
import { askAdmin, askAdminFile } from './admin.ts';
import { askerOf } from './admin-verbs.ts';
import { readFile } from './files.ts';
import { outsideData } from './folders.ts';
import { shownText } from './table.ts';
import { iso } from './times.ts';
import { UsageError } from './told.ts';
import { type Call, defineVerb, operand, type Verb, type VerbOption } from './verb.ts';

const STEPS = '/admin/v1/cases/step';
const FILE_MS = 60_000;
const NO_CREDENTIAL = '--credential is missing: a step is taken in a name; `outcry admin add NAME --role judge`';
const PERSON: Readonly<Record<string, VerbOption>> = {
  credential: { value: 'FILE', about: 'a file with your own token, of `outcry admin add`' },
};
const TEXT: Readonly<Record<string, VerbOption>> = {
  text: {
    value: 'FILE',
    about: 'the reason or evidence, at most 20000 characters; only those it concerns may read it',
  },
};

/** Asks as the person whose token it is: the operator has no part in cases. */
function askAsJudge<Answer>(call: Call, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  if (call.options['credential'] === undefined) throw new UsageError(NO_CREDENTIAL);
  return askAdmin<Answer>(askerOf(call), method, path, body);
}

interface Step {
  readonly step: string;
  readonly [field: string]: unknown;
}

/** A step's result. */
const DONE: Readonly<Record<string, string>> = {
  open: 'is open',
  notice: 'was told to the team',
  propose: 'has a proposal',
  confirm: 'is decided',
  return: 'has its proposal back',
  uphold: 'is closed: the decision stands',
  overturn: 'is closed: the decision is taken back',
};

/** The next step of a case: by whom, until when, and how. */
const NEXT: Readonly<Record<string, (named: string, one: CaseFound) => string>> = {
  opened: (named) => `outcry case notice ${named} --text FILE --credential FILE`,
  noticed: (named, { answerDueMs }) =>
    `the team may answer until ${iso(answerDueMs)} (POST /capi/v2/contest/answer); then a judge: outcry case propose ` +
    `${named} OUTCOME --rules LIST --public FILE --credential FILE`,
  proposed: (named) => `another judge: outcry case confirm ${named} --credential FILE (or return)`,
  decided: (_, { appealDueMs }) =>
    appealDueMs === null
      ? 'nothing; it closes by itself'
      : `the team may appeal until ${iso(appealDueMs)} (POST /capi/v2/contest/appeal); then it closes by itself`,
  appealed: (named) => `a judge who did neither: outcry case uphold ${named} --credential FILE (or overturn)`,
};

function nextOf(contest: string, one: CaseFound): string {
  return NEXT[one.state]?.(`${contest} ${one.case}`, one) ?? '-';
}

async function take(call: Call, fields: Step): Promise<{ readonly json: unknown; readonly text: string }> {
  const { text } = call.options;
  const contest = operand(call, 'CONTEST');
  const body = { contest, text: text === undefined ? null : readFile(text), ...fields };
  const answer = await askAsJudge<{ case: string }>(call, 'POST', STEPS, body);
  const of = call.operands['TEAM'] === undefined ? '' : ` about team ${call.operands['TEAM']}`;
  const done = `case ${answer.case}${of} ${DONE[fields.step] ?? ''}`;
  // The step is taken whether or not this can be read.
  const found = await casesOf(call).catch(() => []);
  const one = found.find((each) => each.case === answer.case);
  const next = one === undefined ? '-' : nextOf(contest, one);
  return { json: { ...answer, next }, text: next === '-' ? done : `${done}; next: ${next}` };
}

interface CaseFound {
  readonly case: string;
  readonly team: string;
  readonly state: string;
  readonly answerDueMs: number;
  readonly appealDueMs: number | null;
  readonly said: readonly Said[];
}

interface Said {
  readonly step: string;
  readonly actor: string;
  readonly at: number;
  readonly sha256: string | null;
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly size: number }[];
}

async function casesOf(call: Call): Promise<readonly CaseFound[]> {
  const query = new URLSearchParams({ contest: operand(call, 'CONTEST') });
  const path = `/admin/v1/cases?${query.toString()}`;
  return (await askAsJudge<{ readonly list: readonly CaseFound[] }>(call, 'GET', path)).list;
}

const caseList = defineVerb({
  name: 'case list',
  about: 'the cases of a contest',
  operands: ['CONTEST'],
  options: PERSON,
  async answer(call) {
    const found = await casesOf(call);
    const contest = operand(call, 'CONTEST');
    const rows = found.map((one) => [one.case, one.team, one.state, nextOf(contest, one)]);
    return { json: found, text: { head: ['case', 'team', 'state', 'next'], rows } };
  },
});

const show = defineVerb({
  name: 'case show',
  about: 'what was said in a case; that you read it is written down',
  operands: ['CONTEST', 'CASE'],
  options: PERSON,
  async answer(call) {
    const id = operand(call, 'CASE');
    const found = (await casesOf(call)).find((one) => one.case === id);
    if (found === undefined) throw new UsageError(`CASE is '${id}', which is none of the contest`);
    const said: (Omit<Said, 'sha256'> & { readonly text: string | null })[] = [];
    for (const { sha256, ...step } of found.said) {
      const path = `/admin/v1/text?sha256=${sha256}`;
      const read = sha256 === null ? null : await askAsJudge<{ readonly text: string }>(call, 'GET', path);
      said.push({ ...step, text: read?.text ?? null });
    }
    const lines = said.map(({ step, actor, at, text, files }) =>
      [
        `${iso(at)} ${step} by ${actor}`,
        ...(text === null ? [] : [shownText(text)]),
        ...files.map(
          ({ name, sha256, size }) => `file ${sha256}, ${size} bytes: ${shownText(name).replaceAll('\n', ' ')}`,
        ),
      ].join('\n'),
    );
    return { json: { ...found, said }, text: lines.join('\n\n') };
  },
});

const file = defineVerb({
  name: 'case file',
  about: 'save a file that a team sent in a case; that you read it is written down',
  operands: ['SHA256'],
  options: { out: { value: 'FILE', about: 'where it goes; the name its sender gave is not used' }, ...PERSON },
  async answer(call) {
    const { out, credential } = call.options;
    if (out === undefined) throw new UsageError('--out is missing: the file it goes to');
    if (credential === undefined) throw new UsageError(NO_CREDENTIAL);
    outsideData(call.data, out, '--out');
    const query = new URLSearchParams({ sha256: operand(call, 'SHA256') });
    const bytes = await askAdminFile(askerOf(call), `/admin/v1/file?${query.toString()}`, out, FILE_MS);
    return { json: { file: out, bytes }, text: `${out}: ${bytes} bytes` };
  },
});

const open = defineVerb({
  name: 'case open',
  about: 'open a case about a team, with a reason',
  operands: ['CONTEST', 'TEAM'],
  options: { ...TEXT, ...PERSON },
  async answer(call) {
    if (call.options['text'] === undefined) throw new UsageError('--text is missing: a case names its reason');
    return take(call, { step: 'open', team: operand(call, 'TEAM') });
  },
});

const propose = defineVerb({
  name: 'case propose',
  about: 'propose how a case ends; another judge confirms or returns it',
  operands: ['CONTEST', 'CASE', 'OUTCOME'],
  options: {
    rules: { value: 'LIST', about: 'the rules it rests on, such as V03,V10; public' },
    public: { value: 'FILE', about: 'what everybody will read: rules, counts, leaf indices, no prompts' },
    ...TEXT,
    ...PERSON,
  },
  more: 'OUTCOME is cleared, warned or disqualified. It can be proposed once the answer of the team is due, or waived.',
  async answer(call) {
    const { rules, public: publicText } = call.options;
    if (rules === undefined || publicText === undefined)
      throw new UsageError('--rules and --public are missing: a proposal names its rules and says why');
    return take(call, {
      step: 'propose',
      case: operand(call, 'CASE'),
      outcome: operand(call, 'OUTCOME'),
      rules: rules.split(',').map((one) => one.trim()),
      publicText: readFile(publicText).trim(),
    });
  },
});

function stepVerb(step: string, about: string): Verb {
  return defineVerb({
    name: `case ${step}`,
    about,
    operands: ['CONTEST', 'CASE'],
    options: { ...TEXT, ...PERSON },
    answer: (call) => take(call, { step, case: operand(call, 'CASE') }),
  });
}

export const caseVerbs: readonly Verb[] = [
  caseList,
  show,
  file,
  open,
  stepVerb('notice', 'tell the team, with the whole evidence; it has 72 hours to answer'),
  propose,
  stepVerb('confirm', 'confirm what another judge proposed'),
  stepVerb('return', 'give a proposal of another judge back'),
  stepVerb('uphold', 'refuse an appeal, as a judge who took no part'),
  stepVerb('overturn', 'grant an appeal, as a judge who took no part'),
];
