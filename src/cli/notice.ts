/** `outcry notice …`: what an organiser says to everybody about a contest, each word of it in the log. */
import { askAdmin } from './admin.ts';
import { askerOf } from './admin-verbs.ts';
import { iso } from './times.ts';
import { UsageError } from './told.ts';
import { type Call, defineVerb, operand, type Verb, type VerbOption } from './verb.ts';

const NOTICES = '/admin/v1/notices';
const PERSON: Readonly<Record<string, VerbOption>> = {
  credential: { value: 'FILE', about: 'a file with the token of an owner; without it the operator asks' },
};

interface NoticeRow {
  readonly index: number;
  readonly t: number;
  readonly text: string;
  readonly pinned: boolean;
  readonly withdrawn?: number;
}

const add = defineVerb({
  name: 'notice add',
  about: 'say something to everybody about a contest; a leaf of the log has every word',
  operands: ['CONTEST', 'TEXT'],
  options: { pin: { about: 'keep it above the others' }, ...PERSON },
  more: 'TEXT is one line of at most 1,000 characters, in any script. It can be withdrawn, and stays in the log.',
  async answer(call) {
    const contest = operand(call, 'CONTEST');
    const body = { contest, text: operand(call, 'TEXT'), pinned: call.switches.has('pin') };
    const answer = await askAdmin<{ index: number }>(askerOf(call), 'POST', NOTICES, body);
    return { json: answer, text: `notice ${answer.index} of contest ${contest} is out` };
  },
});

const list = defineVerb({
  name: 'notice list',
  about: 'what was said to everybody about a contest, newest first',
  operands: ['CONTEST'],
  options: PERSON,
  async answer(call) {
    const query = new URLSearchParams({ contest: operand(call, 'CONTEST') });
    const path = `${NOTICES}?${query.toString()}`;
    const { list: found } = await askAdmin<{ list: readonly NoticeRow[] }>(askerOf(call), 'GET', path);
    const rows = found.map(({ index, t, text, ...rest }) => [index, iso(t), stateOf(rest), text]);
    return { json: found, text: { head: ['notice', 'since', 'state', 'text'], rows } };
  },
});

function stateOf({ pinned, withdrawn }: Pick<NoticeRow, 'pinned' | 'withdrawn'>): string {
  return withdrawn === undefined ? (pinned ? 'pinned' : '-') : `withdrawn by leaf ${withdrawn}`;
}

/** The leaf of a notice, as `notice list` shows it. */
function noticeOf(call: Call): number {
  const text = operand(call, 'NOTICE');
  if (!/^[0-9]{1,15}$/.test(text))
    throw new UsageError(`NOTICE is '${text}', needs the number that \`outcry notice list\` shows`);
  return Number(text);
}

function changeVerb(name: string, change: string, about: string): Verb {
  return defineVerb({
    name: `notice ${name}`,
    about,
    operands: ['CONTEST', 'NOTICE'],
    options: PERSON,
    async answer(call) {
      const body = { contest: operand(call, 'CONTEST'), notice: noticeOf(call), change };
      const answer = await askAdmin(askerOf(call), 'POST', `${NOTICES}/change`, body);
      return { json: answer, text: `notice ${body.notice} of contest ${body.contest} is ${change}` };
    },
  });
}

export const noticeVerbs: readonly Verb[] = [
  add,
  list,
  changeVerb('pin', 'pinned', 'keep a notice above the others'),
  changeVerb('unpin', 'unpinned', 'let a notice take its place among the others again'),
  changeVerb('withdraw', 'withdrawn', 'take a notice back; that it was said stays in the log'),
];
