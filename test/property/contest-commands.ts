/**
 * What organisers, teams and judges do in a random walk: contests that last seconds, so that a walk sees them begin, be
 * sampled and end; teams that apply, are approved, or go; cases that judges take on while others do the same.
 */
import { createHash } from 'node:crypto';
import type { ContestConfig } from '../../src/core/language/contest-config.ts';
import type { CaseStep, Command } from '../../src/core/language/commands.ts';
import type { Case, Contest, Team } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import { caller, PEOPLE, pick, type Resolve, SYMBOLS } from './wish.ts';

/** A rule set with so many texts that are public. */
const rulesetWith = (count: number): string => {
  const commonTemplates = Array.from({ length: count }, (_, nth) => `text ${nth}`);
  return JSON.stringify({ commonTemplates, name: 'walk' });
};
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const RULESET = rulesetWith(0);
const RULESET_SHA256 = hashOf(RULESET);
const MOST_TEXTS = 9;
export const JUDGES = ['jane', 'mike', 'zoe'] as const;

export const putRuleset: Command = { name: 'putRuleset', ruleset: RULESET };

/** A contest of these moments in one contract. */
export function contestConfig(id: string, startMs: number, endMs: number, more: Partial<ContestConfig>): ContestConfig {
  return {
    id,
    title: 'A walk',
    practice: false,
    startMs,
    endMs,
    evidenceUntilMs: endMs,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '2000',
    symbols: SYMBOLS.slice(0, 2).map((symbol) => ({ symbol, maxLeverage: 20 })),
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 0,
    publicBundle: 'none',
    disclosure: { what: 'none', delayMs: 0 },
    rulesetSha256: RULESET_SHA256,
    score: { mode: 'return' },
    ...more,
  };
}

const contestsOf = ({ contest }: State): Contest[] => [...contest.contests.values()];
/** One of those of which it is true, else any; none without a contest. */
function oneOf(state: State, nth: number, fits: (contest: Contest) => boolean): Contest | undefined {
  const all = contestsOf(state);
  return pick(all.filter(fits), nth) ?? pick(all, nth);
}

export const createContest: Resolve = (state, { a, b, c }) => {
  if (state.ailog.saltKey === null) return null;
  const startMs = state.timeMs + 200 + (b % 3_000);
  const endMs = startMs + 500 + c * 40;
  const more = {
    practice: a % 3 === 0,
    evidenceUntilMs: endMs + (a % 4) * 300,
    boardHiddenFromMs: a % 2 === 0 ? startMs + 250 : null,
    minFilledOrders: b % 3,
    score: pick([{ mode: 'return' }, { mode: 'riskRank' }] as const, c)!,
    ...(b % 2 === 0 ? { markSource: 'index' as const } : {}),
    ...(c % 2 === 0 ? { finalMinutes: 1 + (c % 5) } : {}),
  };
  return { name: 'createContest', config: contestConfig(`c${(a % 4) + 1}`, startMs, endMs, more) };
};

/** Mostly the move that is next. */
export const moveContest: Resolve = (state, { a, b }) => {
  const isNext = ({ phase, report }: Contest): boolean => phase === 'draft' || (phase === 'review' && report !== null);
  const contest = b % 9 === 0 ? oneOf(state, a, isNext) : pick(contestsOf(state).filter(isNext), a);
  if (contest === undefined) return null;
  const next = contest.phase === 'draft' ? 'registration' : 'final';
  const phase = b % 12 === 0 ? 'cancelled' : next;
  return { name: 'moveContest', contest: contest.id, phase };
};

/** Mostly one more text for a contest that has not begun. */
export const freezeTemplates: Resolve = (state, { a, b }) => {
  const contest = oneOf(state, a, ({ phase }) => phase === 'registration' || phase === 'draft');
  if (contest === undefined) return null;
  const counts = Array.from({ length: MOST_TEXTS }, (_, count) => count);
  const before = counts.find((count) => hashOf(rulesetWith(count)) === contest.config.rulesetSha256) ?? 0;
  return { name: 'freezeTemplates', contest: contest.id, ruleset: rulesetWith(before + (b % 3)), before };
};

export const extendContest: Resolve = (state, { a, b }) => {
  const contest = oneOf(state, a, ({ phase }) => phase === 'live');
  return contest === undefined
    ? null
    : { name: 'extendContest', contest: contest.id, endMs: contest.config.endMs + (b % 600) };
};

export const registerTeam: Resolve = (state, wish) => {
  const contest = oneOf(state, wish.a, ({ phase }) => phase === 'registration');
  if (contest === undefined) return null;
  const free = PEOPLE.filter((one) => (state.accounts.get(one)?.team ?? null) === null);
  const account = wish.c % 4 === 0 ? caller(wish).account : pick(free, wish.who);
  if (account === undefined) return null;
  const members = [`m-${account}${wish.b % 5 === 0 ? 'x' : ''}`];
  const names = { teamName: `Team ${wish.b % 9}`, modelClass: 'llm', models: ['some-model*'], members } as const;
  return { name: 'registerTeam', ...caller(wish), account, contest: contest.id, ...names };
};

export const setTeam: Resolve = (state, { a, b }) => {
  const contest = oneOf(state, a, ({ teams }) => teams.some(({ state: now }) => now === 'applied'));
  const team = contest === undefined ? undefined : (pick(contest.teams.filter(isNew), b) ?? pick(contest.teams, b));
  if (contest === undefined || team === undefined) return null;
  const wanted = b % 9 === 0 ? 'withdrawn' : 'approved';
  // Without its actor, as in older journals, a command is decided by the rules of then.
  const act = b % 2 === 0 ? {} : { actor: 'jane', reason: 'a walk' };
  return { name: 'setTeam', contest: contest.id, team: team.id, state: wanted, ...act };
};

export const withdrawTeam: Resolve = (state, wish) => {
  const contest = oneOf(state, wish.a, ({ phase, teams }) => teams.length > 0 && phase !== 'final');
  const account = pick(contest?.teams ?? [], wish.b)?.account.id;
  if (contest === undefined || account === undefined || wish.c % 3 > 0) return null;
  return { name: 'withdrawTeam', ...caller(wish), account, contest: contest.id, reason: 'a walk' };
};

const isNew = ({ state }: Team): boolean => state === 'applied';

export const setModels: Resolve = (state, wish) => {
  const contest = oneOf(state, wish.a, ({ teams }) => teams.length > 0);
  return contest === undefined
    ? null
    : { name: 'setModels', ...caller(wish), contest: contest.id, models: [`model-${wish.b % 30}`] };
};

export const declareOutage: Resolve = ({ timeMs }, { a, b }) => ({
  name: 'declareOutage',
  fromMs: timeMs - a - 1,
  toMs: timeMs - (b % 2 === 0 ? 0 : a),
  cause: 'walk',
});

const isShown = ({ phase }: Contest): boolean => phase !== 'draft' && phase !== 'cancelled';

export const postNotice: Resolve = (state, { a, b }) => {
  const contest = oneOf(state, a, isShown);
  if (contest === undefined) return null;
  return { name: 'postNotice', contest: contest.id, text: `walk ${b}`, pinned: b % 2 === 0, actor: 'walker' };
};

export const changeNotice: Resolve = (state, { a, b, c }) => {
  const contest = oneOf(state, a, isShown);
  if (contest === undefined) return null;
  const change = (['pinned', 'unpinned', 'withdrawn'] as const)[c % 3]!;
  return {
    name: 'changeNotice',
    contest: contest.id,
    notice: b % (state.ailog.nextIndex + 1),
    change,
    actor: 'walker',
  };
};

export const recordReport: Resolve = (state, { a, b, c }) => {
  const contest = oneOf(state, a, ({ phase }) => phase === 'live' || phase === 'review');
  if (contest === undefined) return null;
  const verdict = (nth: number) =>
    b % 2 === 0 ? 'VERIFIED' : pick(['VERIFIED', 'REVIEW', 'INSUFFICIENT'] as const, b + nth)!;
  const grades = { A: b % 7, B: 0, C: 0, D: 0, U: c % 3, X: 0 };
  return {
    name: 'recordReport',
    contest: contest.id,
    logSize: Math.min(state.ailog.nextIndex, c),
    root: Buffer.alloc(32, 7).toString('base64'),
    ruleset: RULESET_SHA256,
    reportSha256: 'ab'.repeat(32),
    teams: contest.teams.map(({ id: team }, nth) => ({ team, verdict: verdict(nth), coveredPpm: c * 1_000, grades })),
  };
};

const NEXT: Readonly<Record<Case['state'], readonly CaseStep['step'][]>> = {
  opened: ['notice'],
  noticed: ['waive', 'waive', 'propose', 'answer'],
  proposed: ['confirm', 'confirm', 'return'],
  decided: ['appeal'],
  appealed: ['uphold', 'overturn'],
  closed: ['appeal'],
};
const BY_TEAM: ReadonlySet<CaseStep['step']> = new Set(['answer', 'waive', 'appeal']);

/** A step that is next, by whoever of three judges it is, or by the team; sometimes a case is opened. */
export const caseStep: Resolve = (state, { a, b, c }) => {
  const contest = oneOf(state, a, ({ phase }) => phase === 'live' || phase === 'review');
  if (contest === undefined) return null;
  const one =
    b % 8 === 0
      ? undefined
      : pick(
          contest.cases.filter(({ state: now }) => now !== 'closed'),
          b,
        );
  const isDue = one !== undefined && one.answerDueMs <= state.timeMs;
  const step = one === undefined ? 'open' : one.state === 'noticed' && isDue ? 'propose' : pick(NEXT[one.state], c)!;
  const account = one !== undefined && BY_TEAM.has(step) ? one.team.account.id : null;
  return {
    name: 'caseStep',
    contest: contest.id,
    case: one?.id ?? null,
    team: one === undefined ? (pick(contest.teams, c)?.id ?? 't1') : null,
    step,
    actor: account === null ? pick(JUDGES, a + c)! : `account ${account}`,
    account,
    textSha256: 'cd'.repeat(32),
    ...(step === 'answer' && a % 2 === 0 ? { files: [{ name: 'a file', sha256: 'ef'.repeat(32), size: 1 + b }] } : {}),
    outcome: step === 'propose' ? pick(['disqualified', 'warned', 'disqualified'] as const, a)! : null,
    rules: step === 'propose' ? ['V03'] : [],
    publicText: step === 'propose' ? 'Rule V03' : null,
  };
};
