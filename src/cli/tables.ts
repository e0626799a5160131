/** `outcry export board`, `grades`, `trades` and `prizes`: a contest as tables for a spreadsheet. */
import { askAdminFile } from './admin.ts';
import { askerOf } from './admin-verbs.ts';
import { readFile } from './files.ts';
import { outsideData } from './folders.ts';
import { UsageError } from './told.ts';
import { type Answer, type Call, defineVerb, operand, type Verb, type VerbOption } from './verb.ts';

const OPTIONS: Readonly<Record<string, VerbOption>> = {
  out: { value: 'FILE', about: 'where it goes; CONTEST-TABLE.csv in this folder when not given' },
  credential: { value: 'FILE', about: 'a file with the token of an owner; without it the operator asks' },
};
const FORM =
  'CSV by RFC 4180, in UTF-8 with a byte order mark. Figures are exact decimals, times are UTC. Text that a ' +
  'spreadsheet would compute, such as a team named =1+1, has an apostrophe in front.';
/** All trades of a contest. */
const LONG_MS = 600_000;

async function written(call: Call, table: string, path: string, body?: object): Promise<Answer> {
  const { out = `${operand(call, 'CONTEST')}-${table}.csv` } = call.options;
  outsideData(call.data, out, '--out');
  const bytes = await askAdminFile(askerOf(call), path, out, LONG_MS, body);
  return { json: { file: out, bytes, table }, text: `${out}: ${bytes} bytes` };
}

function tableVerb(table: string, about: string): Verb {
  return defineVerb({
    name: `export ${table}`,
    about,
    operands: ['CONTEST'],
    options: OPTIONS,
    more: FORM,
    answer(call) {
      const query = new URLSearchParams({ contest: operand(call, 'CONTEST'), table });
      return written(call, table, `/admin/v1/tables?${query.toString()}`);
    },
  });
}

const prizes = defineVerb({
  name: 'export prizes',
  about: 'who gets which prize as the board stands, as CSV; final once the contest is',
  operands: ['CONTEST'],
  options: { prizes: { value: 'FILE', about: 'lines such as `1: 5000 USDT` and `2-3: 1000 USDT`' }, ...OPTIONS },
  more: `Teams of one score are named beside each other: the order of ties decided their ranks. ${FORM}`,
  answer(call) {
    const { prizes: path } = call.options;
    if (path === undefined) throw new UsageError('--prizes is missing: a file with lines such as 1: 5000 USDT');
    const body = { contest: operand(call, 'CONTEST'), prizes: readFile(path) };
    return written(call, 'prizes', '/admin/v1/tables/prizes', body);
  },
});

export const tableVerbs: readonly Verb[] = [
  tableVerb('board', 'the board of a contest, as everybody sees it, as CSV'),
  tableVerb('grades', 'the grades and verdicts of the report in force, as CSV'),
  tableVerb('trades', 'all trades of the teams of a contest, as CSV; for its owner alone'),
  prizes,
];
