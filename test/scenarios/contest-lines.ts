/**
 * What can be done with contests in a scenario, and what can be looked at. Times are from the moment the contest is
 * written down: `from 1h to 26h`. The rule set is put, and the log opened, when the first contest asks for them.
 */
import { createHash } from 'node:crypto';
import type { CaseStep, Command, MoveContest } from '../../src/core/language/commands.ts';
import type { CaseOutcome, ContestConfig } from '../../src/core/language/contest-config.ts';
import { contestBoard } from '../../src/core/contest/facts.ts';
import type { Contest } from '../../src/core/state/records.ts';
import { COMMAND_MS, plain } from './acts.ts';
import { run } from './exchange.ts';
import { moneyText } from './figures.ts';
import { caller } from './order-lines.ts';
import { accountId, exchangeOf, type Groups, type Handler, type Play, symbolOf, WHO } from './play.ts';

const RULESET = '{"name":"rules"}';
/** By which moves of triggers count. */
const COUNTING = '{"name":"rules","v":2}';
/** With texts that are public. */
const withTexts = (texts: readonly string[], name = 'rules'): string =>
  JSON.stringify({ commonTemplates: texts, name });
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const HASH = 'ab'.repeat(32);
const REASON = 'a reason';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
function spanMs(text = ''): number {
  const [, count = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  if (unit === '') throw new Error(`'${text}' is no span; 90s, 5m or 26h is`);
  return Number(count) * UNITS_MS[unit]!;
}

/** Said once, before the first contest. */
function openLog(play: Play): void {
  const exchange = exchangeOf(play);
  if (exchange.state.ailog.saltKey !== null) return;
  const saltKey = Buffer.alloc(32, 7).toString('base64');
  run(exchange, { name: 'openAiLog', origin: 'scenario', vkey: 'scenario+0', saltKey }, play.timeMs);
  run(exchange, { name: 'putRuleset', ruleset: RULESET }, play.timeMs);
}

/** `contest c1 of btc 20x from 1h to 26h, evidence until 27h, hidden from 20h, practice, …`. */
function createContest({ id = '', symbol, cap, from, to, options = '' }: Groups, play: Play): Command {
  openLog(play);
  const ruleset = /counting triggers/.test(options) ? COUNTING : /public texts/.test(options) ? withTexts([]) : RULESET;
  if (ruleset !== RULESET) run(exchangeOf(play), { name: 'putRuleset', ruleset }, play.timeMs);
  const nowMs = play.timeMs + COMMAND_MS;
  const option = (pattern: RegExp): string | undefined => pattern.exec(options)?.[1];
  const at = (span: string | undefined): number => nowMs + spanMs(span);
  const final = option(/final (\d+) minutes?/);
  const hidden = option(/hidden from (\S+?)(?:,|$)/);
  const mode = (option(/by (\w+)/) ?? 'return') as ContestConfig['score']['mode'];
  const config: ContestConfig = {
    id,
    title: id,
    practice: /practice/.test(options),
    startMs: at(from),
    endMs: at(to),
    evidenceUntilMs: at(option(/evidence until (\S+?)(?:,|$)/) ?? to),
    boardHiddenFromMs: hidden === undefined ? null : at(hidden),
    coin: 'USDT',
    startBalance: option(/balance (\d+)/) ?? '10000',
    symbols: [{ symbol: symbolOf(symbol), maxLeverage: Number(cap) }],
    channels: /channel web/.test(options) ? ['web'] : ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: Number(option(/at least (\d+) orders/) ?? 0),
    publicBundle: 'orders',
    disclosure: { what: 'none', delayMs: 0 },
    rulesetSha256: /unknown rules/.test(options) ? HASH : hashOf(ruleset),
    score: { mode },
    ...(/marked at index/.test(options) ? { markSource: 'index' as const } : {}),
    ...(final === undefined ? {} : { finalMinutes: Number(final) }),
  };
  return { name: 'createContest', config };
}

function contestOf(play: Play, id = ''): Contest {
  const contest = exchangeOf(play).state.contest.contests.get(id);
  if (contest === undefined) throw new Error(`there is no contest ${id}`);
  return contest;
}

const PHASE: Readonly<Record<string, MoveContest['phase']>> = {
  opens: 'registration',
  ends: 'final',
  'is called off': 'cancelled',
};

function recordReport({ id = '', rows = '' }: Groups, play: Play): Command {
  const teams = rows.split(', ').map((row) => {
    const [team = '', verdict = '', ppm = '0'] = row.split(' ');
    const grades = { A: 0, B: 0, C: 0, D: 0, U: 0, X: 0 };
    return { team, verdict: verdict as 'VERIFIED', coveredPpm: Number(ppm), grades };
  });
  const logSize = exchangeOf(play).state.ailog.nextIndex;
  const root = Buffer.alloc(32).toString('base64');
  return {
    name: 'recordReport',
    contest: id,
    logSize,
    root,
    ruleset: hashOf(RULESET),
    reportSha256: HASH,
    teams,
  };
}

/** `judge jane: propose disqualified in k1 of c1`, `bob: answer with 3 files in k1 of c1`. */
function caseStep({ judge, who, step, files, outcome, about, id = '', contest = '' }: Groups): Command {
  return {
    name: 'caseStep',
    contest,
    case: about === undefined ? id : null,
    team: about ?? null,
    step: step as CaseStep['step'],
    actor: judge ?? who ?? '',
    account: who === undefined ? null : accountId(who),
    textSha256: HASH,
    ...(files === undefined
      ? {}
      : { files: Array.from({ length: Number(files) }, () => ({ name: 'a', sha256: HASH, size: 1 })) }),
    outcome: (outcome ?? null) as CaseOutcome | null,
    rules: outcome === undefined ? [] : ['V03'],
    publicText: outcome === undefined ? null : 'Rule V03, 12 orders',
  };
}

function must(play: Play, what: string, expected: string, actual: string): void {
  play.checks++;
  if (expected !== actual) throw new Error(`expected ${what} ${expected}, found ${actual}`);
}

/** Rank by rank, `t1 12.5%` a team by its return, `out` for the eliminated. */
const board: Handler = (play, { id, rows = '' }) => {
  const contest = contestOf(play, id);
  const found = contestBoard(contest, Math.min(play.timeMs, contest.config.endMs)).rows;
  const shown = found.map(({ score, standing }) =>
    score === null ? `${standing.team} out` : `${standing.team} ${moneyText(standing.metrics.return8 as number)}`,
  );
  must(play, `the board of ${contest.id}`, rows, shown.join(', ') || 'none');
};

const unranked: Handler = (play, { id, rows = '' }) => {
  const found = contestBoard(contestOf(play, id), play.timeMs).unranked;
  must(play, 'unranked', rows, found.map(({ facts, reason }) => `${facts.team} ${reason}`).join(', ') || 'none');
};

const lastLeaves: Handler = (play, { kinds = '' }) =>
  must(play, 'the leaves of the latest command', kinds, exchangeOf(play).leaves.join(', ') || 'none');

/** `by team, reason 'a reason'`: fields of a public leaf that are read by everybody; `none` for one it has not. */
const lastLeafSays: Handler = (play, { fields = '' }) => {
  const { p: payload } = JSON.parse(exchangeOf(play).lastEntry) as { readonly p: Readonly<Record<string, unknown>> };
  for (const field of fields.split(', ')) {
    const [name = '', ...value] = field.split(' ');
    must(play, `${name} in the leaf`, value.join(' '), String(payload[name] ?? 'none'));
  }
};

const ANSWER = '(?: → (?<answer>.+))?$';
const line = (pattern: string): RegExp => new RegExp(`^${pattern}${ANSWER}`);
const IN_CONTEST = '(?<id>c\\w*)';

export const CONTEST_LINES: readonly (readonly [RegExp, Handler])[] = [
  [
    line(
      `contest ${IN_CONTEST} of (?<symbol>\\w+) (?<cap>\\d+)x from (?<from>\\S+) to (?<to>[^\\s,]+)(?:, (?<options>[^→]+?))?`,
    ),
    plain(createContest),
  ],
  [
    line(`contest ${IN_CONTEST} (?<what>opens|ends|is called off)`),
    plain(({ id = '', what = '' }) => ({ name: 'moveContest', contest: id, phase: PHASE[what]! })),
  ],
  [
    line(`contest ${IN_CONTEST} freezes (?<texts>.+?) after (?<before>\\d+)(?<how> and other rules)?`),
    plain(({ id = '', texts = '', before, how }) => ({
      name: 'freezeTemplates',
      contest: id,
      ruleset: withTexts(texts.split(', '), how === undefined ? 'rules' : 'other rules'),
      before: Number(before),
    })),
  ],
  [
    line(`contest ${IN_CONTEST} lasts (?<span>\\S+) longer`),
    plain(({ id = '', span }, play) => ({
      name: 'extendContest',
      contest: id,
      endMs: contestOf(play, id).config.endMs + spanMs(span),
    })),
  ],
  [
    line(`${WHO} enters ${IN_CONTEST} as '(?<name>[^']*)'(?: with (?<members>[^→]+?))?(?<how> as of old)?`),
    plain(({ who = '', id = '', name: teamName = '', members, how }) => ({
      name: 'registerTeam',
      ...caller(who),
      contest: id,
      teamName,
      modelClass: 'llm',
      models: ['model-1'],
      members: members?.split(' ') ?? [who],
      ...(how === undefined ? { membersFrom: 'approval' as const } : {}),
    })),
  ],
  [
    line(
      `team (?<team>t\\d+) of ${IN_CONTEST} is set (?<state>approved|withdrawn)(?<how> without a reason| as of old)?`,
    ),
    plain(({ team = '', id = '', state, how }) => ({
      name: 'setTeam',
      contest: id,
      team,
      state: state as 'approved' | 'withdrawn',
      ...(how === ' as of old' ? {} : { actor: 'jane' }),
      ...(how === undefined && state === 'withdrawn' ? { reason: REASON } : {}),
    })),
  ],
  [
    line(`${WHO} leaves ${IN_CONTEST}`),
    plain(({ who, id = '' }) => ({ name: 'withdrawTeam', ...caller(who), contest: id, reason: REASON })),
  ],
  [
    line(`an organiser (?<what>freezes|unfreezes) ${WHO}(?<how> without a reason)?`),
    plain(({ what, who = '', how }) => ({
      name: 'setAccountFrozen',
      account: accountId(who),
      frozen: what === 'freezes',
      actor: 'jane',
      ...(how === undefined ? { reason: REASON } : {}),
    })),
  ],
  [
    line(`an organiser sets the fees of ${WHO} to (?<maker>[^\\s/]+)/(?<taker>\\S+)`),
    plain(({ who = '', maker = '', taker = '' }) => ({
      name: 'setAccountFees',
      account: accountId(who),
      fees: { makerFee: maker, takerFee: taker },
      actor: 'jane',
    })),
  ],
  [
    line(`an organiser takes ${WHO} off the allowlist`),
    plain(({ who = '' }) => ({
      name: 'setAllowlist',
      account: accountId(who),
      allowed: false,
      reason: '',
      actor: 'operator',
    })),
  ],
  [
    line(`${WHO} adds (?<count>\\d+) models? in ${IN_CONTEST}`),
    plain(({ who, count, id = '' }) => ({
      name: 'setModels',
      ...caller(who),
      contest: id,
      models: Array.from({ length: Number(count) }, (_, at) => `More-${at}`),
    })),
  ],
  [line(`a report of ${IN_CONTEST} says (?<rows>[^→]+?)`), plain(recordReport)],
  [
    line(`jane (?<what>says|pins) in ${IN_CONTEST}(?<words>.*?)`),
    plain(({ what, id = '', words = '' }) => ({
      name: 'postNotice',
      contest: id,
      text: words.trim(),
      pinned: what === 'pins',
      actor: 'jane',
    })),
  ],
  [
    line(`the notice of leaf (?<leaf>\\d+) in ${IN_CONTEST} is (?<change>pinned|unpinned|withdrawn)`),
    plain(({ leaf, id = '', change }) => ({
      name: 'changeNotice',
      contest: id,
      notice: Number(leaf),
      change: change as 'pinned',
      actor: 'jane',
    })),
  ],
  [
    line('an outage from (?<from>\\S+) to (?<to>\\S+) ago is declared'),
    plain(({ from, to }, play) => ({
      name: 'declareOutage',
      fromMs: play.timeMs + COMMAND_MS - spanMs(from),
      toMs: play.timeMs + COMMAND_MS - spanMs(to),
      cause: 'power',
    })),
  ],
  [
    line('(?:judge (?<judge>\\w+)|(?<who>\\w+)): (?<step>open) about (?<about>t\\d+) of (?<contest>c\\w*)'),
    plain(caseStep),
  ],
  [
    line(
      '(?:judge (?<judge>\\w+)|(?<who>\\w+)): (?<step>\\w+)(?: with (?<files>\\d+) files?)?(?: (?<outcome>cleared|warned|disqualified))? in (?<id>k\\d+) of (?<contest>c\\w*)',
    ),
    plain(caseStep),
  ],
  [
    new RegExp(`^contest ${IN_CONTEST} is (?<phase>\\w+)$`),
    (play, { id, phase = '' }) => must(play, 'its phase', phase, contestOf(play, id).phase),
  ],
  [
    new RegExp(`^team (?<team>t\\d+) of ${IN_CONTEST} is (?<state>\\w+)$`),
    (play, { team, id, state = '' }) =>
      must(play, 'its state', state, contestOf(play, id).teams.find((one) => one.id === team)?.state ?? 'none'),
  ],
  [
    new RegExp(`^team (?<team>t\\d+) of ${IN_CONTEST} has (?<count>\\d+) counted orders?$`),
    (play, { team, id, count = '' }) =>
      must(play, 'its orders', count, String(contestOf(play, id).teams.find((one) => one.id === team)?.filled)),
  ],
  [
    new RegExp(`^case (?<case>k\\d+) of ${IN_CONTEST} is (?<state>\\w+)$`),
    (play, { case: name, id, state = '' }) =>
      must(play, 'its state', state, contestOf(play, id).cases.find((one) => one.id === name)?.state ?? 'none'),
  ],
  [new RegExp(`^the board of ${IN_CONTEST} is (?<rows>.+)$`), board],
  [new RegExp(`^unranked in ${IN_CONTEST}: (?<rows>.+)$`), unranked],
  [/^its leaves are (?<kinds>.+)$/, lastLeaves],
  [/^its last leaf says (?<fields>.+)$/, lastLeafSays],
];
