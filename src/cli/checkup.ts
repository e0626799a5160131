/**
 * `outcry checkup`: what a bot did wrong in a rehearsal that runs, and how its run went; its run as files for a
 * notebook. With `--strict` the exit code says whether anything fails, for CI.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckupView, RUN_FORMS, RUN_TABLES, type RunForm } from '../api/call/checkups.ts';
import type { RehearsalClock } from '../api/call/rehearsal.ts';
import { again, figureRows, markdownOf, profitRows, utc } from '../rehearsal/checkup/markdown.ts';
import { askAdmin, askAdminFile } from './admin.ts';
import { spanOf } from './clock.ts';
import { folderAt } from './folders.ts';
import { tableText } from './table.ts';
import { timeOf } from './times.ts';
import { EXIT, failing, UsageError, VerbFailed } from './told.ts';
import { type Answer, type Call, defineVerb, type Verb } from './verb.ts';

const PATH = '/admin/v1/rehearsal';
/** All requests on file are read, up to a gigabyte of them. */
const TIMEOUT_MS = 300_000;

export const checkupVerb: Verb = defineVerb({
  name: 'checkup',
  about: 'say what a bot did wrong in a rehearsal, and how its run went',
  operands: ['[UID]'],
  options: {
    md: { about: 'print it as Markdown' },
    since: { value: 'TIME', about: 'pass over what is older: ISO 8601 with a zone, or a span back such as 6h' },
    strict: { about: 'exit with code 1 when a finding fails' },
    export: { value: 'FOLDER', about: 'write orders, fills, bills, equity over time and the report there as files' },
    format: { value: 'FORMAT', about: 'of these files: csv (default) or parquet' },
  },
  more: 'Without UID it is the account that sent signed requests; of several, a line each.',
  async answer(call) {
    const { options, operands, switches, data } = call;
    if (switches.has('md') && switches.has('json')) throw new UsageError('--md and --json exclude each other');
    const form = formOf(options['format'], options['export']);
    const since = await sinceOf(call);
    const uids = operands['UID'] === undefined ? await accountsIn(data) : [uidOf(operands['UID'])];
    if (options['export'] !== undefined) return exported(call, uids, since, options['export'], form);
    const reports: CheckupView[] = [];
    for (const uid of uids) reports.push(await reportOf(data, uid, since));
    const hasFailed = reports.some(({ findings }) => findings.some(({ severity }) => severity === 'fail'));
    return {
      json: operands['UID'] === undefined ? { checkups: reports } : reports[0],
      text: switches.has('md') ? reports.map(markdownOf).join('\n') : textOf(reports),
      exitCode: switches.has('strict') && hasFailed ? EXIT.refused : EXIT.done,
    };
  },
});

const query = (uid: number, since: number | null, more = ''): string =>
  `?uid=${uid}${since === null ? '' : `&since=${since}`}${more}`;

const reportOf = (data: string, uid: number, since: number | null): Promise<CheckupView> =>
  askAdmin(data, 'GET', `${PATH}/checkup${query(uid, since)}`, undefined, TIMEOUT_MS);

/** @throws VerbFailed when there is none */
async function accountsIn(data: string): Promise<readonly number[]> {
  const path = `${PATH}/checkup`;
  const { list: accounts } = await askAdmin<{ list: readonly number[] }>(data, 'GET', path, undefined, TIMEOUT_MS);
  if (accounts.length === 0)
    throw new VerbFailed('no account has sent a signed request yet; name one to see it anyhow');
  return accounts;
}

function uidOf(text: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw new UsageError(`UID is '${text}', needs an account number`);
  return Number(text);
}

/** A moment, or so far back from where the rehearsal's time has come to. */
async function sinceOf({ data, options: { since } }: Call): Promise<number | null> {
  if (since === undefined) return null;
  const back = spanOf(since);
  if (back === null) return timeOf(since, '--since');
  const { virtualMs } = await askAdmin<RehearsalClock>(data, 'GET', '/admin/clock');
  return virtualMs - back;
}

function formOf(given: string | undefined, folder: string | undefined): RunForm {
  if (given !== undefined && folder === undefined) throw new UsageError('--format is of --export, which is not given');
  const form = RUN_FORMS.find((one) => one === (given ?? RUN_FORMS[0]));
  if (form === undefined) throw new UsageError(`--format is '${given}', needs ${RUN_FORMS.join(' or ')}`);
  return form;
}

/** Files of those names that are there are replaced. */
async function exported(
  { data, switches }: Call,
  uids: readonly number[],
  since: number | null,
  given: string,
  form: RunForm,
): Promise<Answer> {
  const [uid, ...others] = uids as [number, ...number[]];
  if (others.length > 0) throw new UsageError(`--export is of one account; there are ${uids.join(', ')}`);
  if (switches.has('md')) throw new UsageError('--md and --export exclude each other');
  const folder = folderAt(given);
  await failing(async () => mkdirSync(folder, { recursive: true }), `${folder} can't be made: `);
  const report = await reportOf(data, uid, since);
  const file = (name: string): string => join(folder, name);
  await failing(
    async () => writeFileSync(file('checkup.json'), `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 }),
    '',
  );
  const files = [{ file: file('checkup.json') }];
  for (const table of RUN_TABLES) {
    const path = file(`${table}.${form}`);
    const more = `&table=${table}&format=${form}`;
    await askAdminFile(data, `${PATH}/export${query(uid, since, more)}`, path, TIMEOUT_MS);
    files.push({ file: path });
  }
  const hasFailed = report.findings.some(({ severity }) => severity === 'fail');
  return {
    json: { account: report.account, files: files.map((one) => one.file) },
    text: files.map((one) => one.file).join('\n'),
    ...(report.period.isComplete
      ? {}
      : { note: 'not all of the run is in them: of each list the newest 200,000 are read' }),
    exitCode: switches.has('strict') && hasFailed ? EXIT.refused : EXIT.done,
  };
}

function textOf(reports: readonly CheckupView[]): Answer['text'] {
  const [only, ...others] = reports;
  if (only !== undefined && others.length === 0) return reportText(only);
  const count = ({ findings }: CheckupView, severity: string): number =>
    findings.filter((one) => one.severity === severity).length;
  return {
    head: ['ACCOUNT', 'SCORE', 'FAIL', 'WARN', 'NOTE', 'RETURN', 'FINDINGS'],
    rows: reports.map((one) => [
      one.account,
      one.score,
      ...['fail', 'warn', 'note'].map((severity) => count(one, severity)),
      one.figures.return === null ? null : `${(one.figures.return * 100).toFixed(2)} %`,
      one.findings.map(({ id }) => id).join(' '),
    ]),
  };
}

function reportText(report: CheckupView): string {
  const { run, account, period, score, findings } = report;
  const profits = profitRows(report);
  return [
    `REHEARSAL  checkup of ${account}: ${score} of 100`,
    `${run}, ${utc(period.fromMs)} to ${utc(period.toMs)}`,
    again(report),
    '',
    ...findings.flatMap(({ id, severity, count, what, fix, evidence }) => [
      `${id}  ${severity}  ${count}×  ${what}`,
      `     fix: ${fix}`,
      ...(evidence.length === 0 ? [] : [`     requests ${evidence.join(', ')}`]),
    ]),
    ...(findings.length === 0 ? ['nothing found'] : []),
    '',
    tableText({ head: ['FIGURE', 'VALUE'], rows: figureRows(report) }),
    ...(profits.length === 0
      ? []
      : ['', tableText({ head: ['CONTRACT', 'PROFIT', 'FEES', 'FUNDING', 'NET'], rows: profits })]),
  ].join('\n');
}
