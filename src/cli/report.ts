/**
 * `outcry report …` and `outcry export bundle`: what the log says of a contest, and its evidence as a file. Exit code 1
 * of a report: not every team is VERIFIED, or two reports differ.
 */
import { askAdmin, askAdminFile } from './admin.ts';
import { askerOf } from './admin-verbs.ts';
import { outsideData } from './folders.ts';
import { decidedTexts, type FoundRow, foundText, legend, RULES, verdictText } from './standings.ts';
import { tableText } from './table.ts';
import { UsageError } from './told.ts';
import { type Call, defineVerb, operand, type Verb, type VerbOption } from './verb.ts';
import { counted } from '../core/text/counted.ts';
import { percent } from './words.ts';

const PERSON: Readonly<Record<string, VerbOption>> = {
  credential: { value: 'FILE', about: 'a file with a token of `outcry admin add`; without it the operator asks' },
};
const REPORT: Readonly<Record<string, VerbOption>> = {
  sha256: { value: 'HASH', about: 'another report than the one in force, by its hash' },
};
/** A whole log is gone through. */
const LONG_MS = 1_800_000;
const VARIANTS = ['public', 'full', 'team'];

interface TeamLine {
  readonly team: string;
  readonly verdict: string;
  readonly counted: number;
  readonly covered: number;
  readonly grades: Readonly<Record<string, number>>;
  /** How many orders are of each. */
  readonly levels: readonly number[];
  readonly findings: readonly FoundRow[];
}

interface Report {
  readonly logSize: number;
  readonly teams: readonly TeamLine[];
  readonly orders: readonly { readonly order: number; readonly orderId: string; readonly grade: string }[];
}

/** @param decided what judges decided about it, if they did */
function teamRow({ team, verdict, counted: orders, covered, findings }: TeamLine, decided?: string | null): string[] {
  const share =
    orders === 0 ? 'no orders' : `${covered} of ${orders} (${percent(Math.floor((covered * 1e6) / orders), 6)})`;
  return [
    team,
    [verdictText(verdict, findings), ...decidedTexts(decided)].join(', '),
    share,
    findings.map((one) => foundText(one, orders)).join('; ') || '-',
  ];
}

function teamsShown(teams: readonly TeamLine[], queue: readonly QueueRow[] = []) {
  const rows = teams.map((line) => teamRow(line, queue.find(({ team }) => team === line.team)?.decided));
  const table = { head: ['team', 'verdict', 'orders with a log', 'found'], rows };
  const text = [
    tableText(table),
    '',
    ...legend({
      verdicts: teams.map(({ verdict }) => verdict),
      grades: teams.flatMap(({ grades }) => Object.keys(grades).filter((grade) => (grades[grade] ?? 0) > 0)),
      levels: teams.flatMap(({ levels }) => levels.flatMap((count, level) => (count > 0 ? [level] : []))),
    }),
  ];
  return { text: text.join('\n'), exitCode: teams.every(({ verdict }) => verdict === 'VERIFIED') ? 0 : 1 };
}

const run = defineVerb({
  name: 'report run',
  about: 'judge a contest again from its leaves, keep the report and record its hash',
  operands: ['CONTEST'],
  options: PERSON,
  more: 'Every leaf is opened with what is stored of it; one that does not open ends it. Exit 1: not all are VERIFIED.',
  async answer(call) {
    const body = { contest: operand(call, 'CONTEST') };
    const path = '/admin/v1/reports/run';
    const made = await askAdmin<Report & { reportSha256: string }>(askerOf(call), 'POST', path, body, LONG_MS);
    const { text, exitCode } = teamsShown(made.teams);
    return { json: made, text: `report ${made.reportSha256} over ${made.logSize} leaves\n${text}`, exitCode };
  },
});

function queryOf(call: Call, sha256: string | undefined): string {
  const query = new URLSearchParams({ contest: operand(call, 'CONTEST'), ...(sha256 === undefined ? {} : { sha256 }) });
  return query.toString();
}

function readReport(call: Call, sha256: string | undefined): Promise<Report> {
  return askAdmin<Report>(askerOf(call), 'GET', `/admin/v1/report?${queryOf(call, sha256)}`, undefined, LONG_MS);
}

/** The teams of a report with what became of their cases. */
async function readQueue(call: Call): Promise<readonly QueueRow[]> {
  const path = `/admin/v1/queue?${queryOf(call, call.options['sha256'])}`;
  return (await askAdmin<{ list: readonly QueueRow[] }>(askerOf(call), 'GET', path)).list;
}

const show = defineVerb({
  name: 'report show',
  about: 'a report of a contest; with --json all of it, as it is hashed',
  operands: ['CONTEST'],
  options: { ...REPORT, ...PERSON },
  async answer(call) {
    const [report, beside] = await Promise.all([readReport(call, call.options['sha256']), readQueue(call)]);
    return { json: report, ...teamsShown(report.teams, beside) };
  },
});

const diff = defineVerb({
  name: 'report diff',
  about: 'what one report of a contest says otherwise than another',
  operands: ['CONTEST', 'HASH', 'OTHER'],
  options: PERSON,
  async answer(call) {
    const [before, after] = await Promise.all(['HASH', 'OTHER'].map((name) => readReport(call, operand(call, name))));
    const teams = changes(
      before!.teams,
      after!.teams,
      ({ team }) => team,
      (line) => teamRow(line).slice(1).join(', '),
    );
    const orders = changes(
      before!.orders,
      after!.orders,
      ({ orderId }) => orderId,
      ({ grade }) => grade,
    );
    const lines = [...teams, ...orders.map((line) => `order ${line}`)];
    const json = { teams, orders };
    return {
      json,
      text: lines.length === 0 ? 'they say the same' : lines.join('\n'),
      exitCode: lines.length === 0 ? 0 : 1,
    };
  },
});

/** Lines of what is there once only, or says something else. */
function changes<One>(
  before: readonly One[],
  after: readonly One[],
  nameOf: (one: One) => string,
  textOf: (one: One) => string,
): string[] {
  const texts = new Map(before.map((one) => [nameOf(one), textOf(one)]));
  const changed = after.flatMap((one) => {
    const name = nameOf(one);
    const was = texts.get(name);
    texts.delete(name);
    return was === textOf(one) ? [] : [`${name}: ${was ?? 'not there'} -> ${textOf(one)}`];
  });
  return [...changed, ...[...texts].map(([name, was]) => `${name}: ${was} -> not there`)];
}

const queue = defineVerb({
  name: 'report queue',
  about: 'the teams of a contest, those a judge should look at first',
  operands: ['CONTEST'],
  options: { ...REPORT, ...PERSON },
  async answer(call) {
    const list = await readQueue(call);
    const rows = list.map(({ team, name, verdict, high, medium, case: one, decided }) => [
      team,
      name,
      verdict,
      named(high),
      named(medium),
      one === null ? '-' : [`${one.case} ${one.state}`, ...decidedTexts(decided)].join(', '),
    ]);
    return { json: list, text: { head: ['team', 'name', 'verdict', 'must be looked at', 'notes', 'case'], rows } };
  },
});

function named(rules: readonly string[]): string {
  return rules.map((rule) => `${rule} ${RULES[rule] ?? ''}`).join('; ') || '-';
}

interface Templates {
  readonly phase: string;
  readonly frozen: readonly string[];
  readonly list: readonly {
    readonly id: string;
    readonly text: string;
    readonly teams: number;
    readonly logs: number;
  }[];
}

const templates = defineVerb({
  name: 'report templates',
  about: 'the words so many teams of a contest send that they must be public; freezes them before its start',
  operands: ['CONTEST'],
  options: {
    freeze: { value: 'IDS', about: 'add these to its rules for good, or `all`: they accuse nobody; until its start' },
    ...PERSON,
  },
  more: [
    'A text counts from three teams on, the first of which sent it again and again, as numbers of its rules say. Read',
    'each before you freeze it: what is frozen is public, and V08 and V09 pass over it. From the start on this only',
    'prints.',
  ].join('\n'),
  async answer(call) {
    const contest = operand(call, 'CONTEST');
    const { freeze } = call.options;
    const path = '/admin/v1/templates';
    const query = new URLSearchParams({ contest }).toString();
    const seen = await askAdmin<Templates>(askerOf(call), 'GET', `${path}?${query}`, undefined, LONG_MS);
    if (freeze === undefined) return { json: seen, text: templatesShown(contest, seen) };
    const texts = freeze === 'all' ? freeze : freeze.split(',').map((id) => id.trim());
    type Frozen = { readonly frozen: readonly string[]; readonly rulesetSha256: string };
    const done = await askAdmin<Frozen>(askerOf(call), 'POST', path, { contest, texts }, LONG_MS);
    const { frozen, rulesetSha256 } = done;
    const said = `${counted(frozen.length, 'text')} frozen; contest ${contest} is judged by rule set ${rulesetSha256}`;
    return { json: done, text: [...frozen, said].join('\n') };
  },
});

function templatesShown(contest: string, { phase, frozen, list }: Templates): string {
  const isOpen = phase === 'draft' || phase === 'registration';
  const rows = list.map(({ id, text, teams, logs }) => [id, teams, logs, text]);
  return [
    ...frozen.map((text) => `frozen: ${text}`),
    list.length === 0
      ? 'no text is sent by so many teams that it must be public'
      : tableText({ head: ['id', 'teams', 'logs', 'text'], rows }),
    ...(list.length === 0
      ? []
      : [
          isOpen
            ? `\`outcry report templates ${contest} --freeze IDS\` adds those that are public to its rules, until it starts`
            : `contest ${contest} is in ${phase}: its rules are fixed`,
        ]),
  ].join('\n');
}

interface QueueRow {
  readonly team: string;
  readonly name: string;
  readonly verdict: string;
  readonly high: readonly string[];
  readonly medium: readonly string[];
  readonly case: { readonly case: string; readonly state: string } | null;
  readonly decided: string | null;
}

const bundle = defineVerb({
  name: 'export bundle',
  about: "a contest's evidence as one file, for `outcry verify`",
  operands: ['CONTEST'],
  options: {
    out: { value: 'FILE', about: 'where it goes, as .tar.gz' },
    variant: { value: VARIANTS.join('|'), about: 'what everybody may see (default), all, or what is one team’s own' },
    team: { value: 'TEAM', about: 'whose, with --variant team' },
    ...PERSON,
  },
  more: 'full and team need the token of a judge or an auditor, and it is written down that they took it.',
  async answer(call) {
    const { out, variant = 'public', team } = call.options;
    if (out === undefined) throw new UsageError('--out is missing: the file it goes to');
    if (!VARIANTS.includes(variant)) throw new UsageError(`--variant is '${variant}', needs ${VARIANTS.join(', ')}`);
    outsideData(call.data, out, '--out');
    if ((variant === 'team') !== (team !== undefined)) throw new UsageError('--team goes with --variant team');
    const query = new URLSearchParams({
      contest: operand(call, 'CONTEST'),
      variant,
      ...(team === undefined ? {} : { team }),
    });
    const bytes = await askAdminFile(askerOf(call), `/admin/v1/bundle?${query.toString()}`, out, LONG_MS);
    return { json: { file: out, bytes, variant }, text: `${out}: ${bytes} bytes` };
  },
});

export const reportVerbs: readonly Verb[] = [run, show, diff, queue, templates, bundle];
