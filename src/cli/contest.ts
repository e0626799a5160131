/**
 * `outcry contest …`, `team …`, `outage …`: an organiser's work, through the administration of the running exchange.
 * The board is read as everybody reads it.
 */
import { askAdmin, askPublic, publicUrl } from './admin.ts';
import { CONTEST_TIMES } from '../core/language/contest-config.ts';
import { configIn, rulesetOf } from './contest-file.ts';
import { readObject } from './files.ts';
import { teamRegister } from './team-register.ts';
import { type ApartRow, boardText, type SkillFigures, skillText, type StandingRow } from './standings.ts';
import { iso, isoAndAway, span, timeOf } from './times.ts';
import { shownText } from './table.ts';
import { EXIT, UsageError, VerbFailed } from './told.ts';
import { type Call, defineVerb, operand, type Verb } from './verb.ts';

interface TeamRow {
  readonly team: string;
  readonly uid: number;
  readonly name: string;
  readonly state: string;
  readonly modelClass: string;
  readonly models: readonly string[];
  readonly members: readonly string[];
  readonly filled: number;
}

interface ContestRow {
  readonly id: string;
  readonly phase: string;
  readonly config: { readonly title: string; readonly startMs: number; readonly endMs: number };
  readonly teams: readonly TeamRow[];
}

const CONTESTS = '/admin/v1/contests';

async function contestsIn(data: string): Promise<readonly ContestRow[]> {
  return (await askAdmin<{ list: readonly ContestRow[] }>(data, 'GET', CONTESTS)).list;
}

const list = defineVerb({
  name: 'contest list',
  about: 'the contests, drafts among them',
  async answer({ data }) {
    const found = await contestsIn(data);
    const rows = found.map(({ id, phase, config: { title, startMs, endMs }, teams }) => [
      id,
      phase,
      iso(startMs),
      iso(endMs),
      teams.length,
      title,
    ]);
    return { json: found, text: { head: ['contest', 'phase', 'start', 'end', 'teams', 'title'], rows } };
  },
});

const create = defineVerb({
  name: 'contest create',
  about: 'write down a contest as a draft, or a draft anew',
  operands: ['FILE'],
  options: { ruleset: { value: 'FILE', about: 'the rules it is judged by, as JSON: what is not the usual one' } },
  more:
    'FILE is its config as JSON (docs/rules.md, CTST-001): id, startMs, endMs and symbols must be there, the rest has ' +
    'usual values. Times may be text such as 2026-12-01T00:00:00Z. The rule set is made public first.',
  async answer(call) {
    const ruleset = rulesetOf(call.options['ruleset']);
    const config = configIn(operand(call, 'FILE'), ruleset.sha256);
    await askAdmin(call.data, 'POST', '/admin/v1/rulesets', { ruleset: ruleset.text });
    const answer = await askAdmin<{ contest: string; timeMs: number }>(call.data, 'POST', CONTESTS, { config });
    const { contest, timeMs } = answer;
    const [startMs, endMs] = [timeOf(config['startMs'], 'startMs'), timeOf(config['endMs'], 'endMs')];
    const text = [
      `contest ${contest} is a draft; nobody sees it until \`outcry contest open ${contest}\``,
      `it starts at ${isoAndAway(startMs, timeMs)} and ends at ${isoAndAway(endMs, timeMs)}`,
    ].join('\n');
    return { json: { ...answer, rulesetSha256: ruleset.sha256 }, text };
  },
});

const check = defineVerb({
  name: 'contest check',
  about: 'say all that is wrong with a contest that is written down; nothing is done',
  operands: ['FILE'],
  options: { ruleset: { value: 'FILE', about: 'as of `contest create`' } },
  async answer(call) {
    const [path, rules] = [operand(call, 'FILE'), call.options['ruleset']];
    const body = { config: readObject(path), ruleset: rules === undefined ? {} : readObject(rules) };
    const answer = await askAdmin<{ faults: readonly { field: string; msg: string }[] }>(
      call.data,
      'POST',
      `${CONTESTS}/check`,
      body,
    );
    const lines = answer.faults.map(({ field, msg }) => shownText(`${field} ${msg}`));
    const isRight = lines.length === 0;
    const text = isRight ? `nothing is wrong; next: outcry contest create ${path}` : lines.join('\n');
    return { json: answer, text, exitCode: isRight ? EXIT.done : EXIT.refused };
  },
});

const show = defineVerb({
  name: 'contest show',
  about: 'the config of a contest as JSON, for `contest create` to read',
  operands: ['CONTEST'],
  async answer(call) {
    const query = new URLSearchParams({ contest: operand(call, 'CONTEST') });
    const path = `${CONTESTS}/draft?${query.toString()}`;
    const { config } = await askAdmin<{ config: Readonly<Record<string, unknown>> }>(call.data, 'GET', path);
    const { rulesetSha256: _, ...rest } = config;
    const times = Object.fromEntries(
      CONTEST_TIMES.map((name) => [name, typeof rest[name] === 'number' ? iso(rest[name]) : null]),
    );
    const shown = { ...rest, ...times };
    return { json: shown, text: JSON.stringify(shown, null, 2) };
  },
});

function moveVerb(name: string, phase: string, about: string, said: string, asksTwice = false): Verb {
  return defineVerb({
    name: `contest ${name}`,
    about,
    operands: ['CONTEST'],
    ...(asksTwice ? { options: { yes: { about: 'it is meant: this can not be taken back' } } } : {}),
    async answer(call) {
      const contest = operand(call, 'CONTEST');
      if (asksTwice && !call.switches.has('yes'))
        throw new UsageError(`this can not be taken back; say --yes if contest ${contest} is meant`);
      const answer = await askAdmin(call.data, 'POST', `${CONTESTS}/move`, { contest, phase });
      return { json: answer, text: `contest ${contest} ${said}` };
    },
  });
}

const extend = defineVerb({
  name: 'contest extend',
  about: 'let a live contest end later',
  operands: ['CONTEST', 'TIME'],
  more: 'TIME is the new end, such as 2026-12-08T00:00:00Z: after the present one, until its evidenceUntilMs.',
  async answer(call) {
    const [contest, endMs] = [operand(call, 'CONTEST'), timeOf(operand(call, 'TIME'), 'TIME')];
    const path = `${CONTESTS}/extend`;
    const answer = await askAdmin<{ timeMs: number }>(call.data, 'POST', path, { contest, endMs });
    return { json: answer, text: `contest ${contest} ends at ${isoAndAway(endMs, answer.timeMs)}` };
  },
});

interface Board {
  readonly at: number;
  readonly phase: string;
  readonly hidden: boolean;
  readonly rows: readonly StandingRow[];
  readonly unranked: readonly ApartRow[];
  readonly skill: SkillFigures | null;
}

const board = defineVerb({
  name: 'contest board',
  data: 'address',
  about: 'the board of a contest, as everybody sees it',
  operands: ['CONTEST'],
  options: {
    at: { value: 'TIME', about: 'as it was then; now when not given' },
  },
  async answer(call) {
    const { at } = call.options;
    const query = new URLSearchParams({ id: operand(call, 'CONTEST') });
    if (at !== undefined) query.set('at', String(timeOf(at, '--at')));
    const found = await askBoard(publicUrl(call), `/capi/v2/contest/leaderboard?${query.toString()}`);
    return { json: found, text: shown(found) };
  },
});

/** A refusal names whom it was asked of: there may be more than one exchange on a machine. */
async function askBoard(url: string, path: string): Promise<Board> {
  const answer = await askPublic<Board & { readonly code?: string; readonly msg?: string; readonly hint?: string }>(
    url,
    path,
  );
  const { code, msg = code, hint } = answer;
  if (code === undefined) return answer;
  throw new VerbFailed(`${url} says: ${hint === undefined || hint === null ? msg : `${msg}: ${hint}`}`);
}

function shown({ at, phase, hidden, rows, unranked, skill }: Board): string {
  const when = at === 0 ? 'before the first sample' : `as of ${iso(at)}`;
  return `${phase}, ${when}${hidden ? ', hidden since' : ''}\n${boardText(rows, unranked)}${skillText(skill)}`;
}

const teamList = defineVerb({
  name: 'team list',
  about: 'the teams of a contest, with their accounts',
  operands: ['CONTEST'],
  async answer(call) {
    const id = operand(call, 'CONTEST');
    const found = (await contestsIn(call.data)).find((one) => one.id === id);
    if (found === undefined) throw new VerbFailed(`there is no contest '${id}'; \`outcry contest list\` names them`);
    const rows = found.teams.map(({ team, uid, state, modelClass, filled, name, models }) => [
      team,
      uid,
      state,
      modelClass,
      filled,
      name,
      models.join(', '),
    ]);
    const head = ['team', 'account', 'state', 'class', 'filled', 'name', 'models'];
    return { json: found.teams, text: { head, rows } };
  },
});

async function setTeam(call: Call, state: string): Promise<{ readonly json: unknown; readonly text: string }> {
  const [contest, team] = [operand(call, 'CONTEST'), operand(call, 'TEAM')];
  const { reason = null } = call.options;
  const answer = await askAdmin(call.data, 'POST', '/admin/v1/teams', { contest, team, state, reason });
  return { json: answer, text: `team ${team} of contest ${contest} is ${state}` };
}

const approve = defineVerb({
  name: 'team approve',
  about: 'let a team take part; its account must hold nothing',
  operands: ['CONTEST', 'TEAM'],
  answer: (call) => setTeam(call, 'approved'),
});

const state = defineVerb({
  name: 'team state',
  about: 'set the state of a team: withdrawn takes it out for good, before the start',
  operands: ['CONTEST', 'TEAM', 'STATE'],
  options: { reason: { value: 'TEXT', about: 'why it is withdrawn; public' } },
  more: 'Once the contest is live a team leaves by a request of its own (POST contest/withdraw), or by a case.',
  async answer(call) {
    const wanted = operand(call, 'STATE');
    if (wanted === 'disqualified')
      throw new UsageError('a team is disqualified by two judges in a case; see `outcry case --help`');
    if (wanted === 'withdrawn' && call.options['reason'] === undefined)
      throw new UsageError('--reason is missing: everybody may read why');
    return setTeam(call, wanted);
  },
});

const outage = defineVerb({
  name: 'outage declare',
  about: 'say that the exchange could not be reached, which moves the deadlines of AI logs',
  operands: ['FROM', '[TO]'],
  options: { cause: { value: 'TEXT', about: 'what it was; public' } },
  more: 'FROM and TO are times such as 2026-12-01T10:00:00Z, over already and at most 24 hours back; TO is now when not given.',
  async answer(call) {
    const { cause } = call.options;
    if (cause === undefined) throw new UsageError('--cause is missing: everybody may read what it was');
    const to = call.operands['TO'];
    const answer = await askAdmin<{ fromMs: number; toMs: number; timeMs: number }>(
      call.data,
      'POST',
      '/admin/v1/outages',
      {
        fromMs: timeOf(operand(call, 'FROM'), 'FROM'),
        toMs: to === undefined ? null : timeOf(to, 'TO'),
        cause,
      },
    );
    const { fromMs, toMs, timeMs } = answer;
    const ended = `${iso(fromMs)} to ${isoAndAway(toMs, timeMs)}`;
    return { json: answer, text: `an outage from ${ended} is declared; it lasted ${span(toMs - fromMs)}` };
  },
});

export const contestVerbs: readonly Verb[] = [
  list,
  show,
  check,
  create,
  moveVerb('open', 'registration', 'open a draft for registration; its config is fixed from then on', 'takes teams'),
  extend,
  moveVerb('cancel', 'cancelled', 'call a contest off and release its accounts', 'is called off', true),
  moveVerb('final', 'final', 'end a contest after its review; the board is final', 'is final', true),
  board,
  teamList,
  teamRegister,
  approve,
  state,
  outage,
];
