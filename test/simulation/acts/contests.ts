/**
 * Moves of contests: an organiser who keeps one going at a time, teams that apply and are approved when their accounts
 * are flat, outages, reports made of the leaves, and judges and teams who take a case from step to step. What is
 * refused is part of it.
 */
import { createHash } from 'node:crypto';
import { makeReport } from '../../../src/publish/evidence/make-report.ts';
import type { CaseStep } from '../../../src/core/language/commands.ts';
import type { ContestConfig } from '../../../src/core/language/contest-config.ts';
import { isOver } from '../../../src/core/state/contest-lists.ts';
import type { Case, Contest } from '../../../src/core/state/records.ts';
import { canonicalText } from '../../../src/core/text/canonical.ts';
import { coveredPpmOf } from '../../../src/core/verification/report.ts';
import { DEFAULT_RULESET } from '../../../src/core/verification/ruleset.ts';
import { type Exchange, submit } from '../exchange.ts';
import { contestTerms, logFactsOf, withRows } from '../judging.ts';
import type { Move } from '../moves.ts';
import { symbolsOf } from './operating.ts';
import { pick } from './orders.ts';
import type { Act } from './trading.ts';

const RULESET = canonicalText(DEFAULT_RULESET);
const RULESET_SHA256 = createHash('sha256').update(RULESET).digest('hex');
const JUDGES = ['jane', 'mike', 'zoe'];
/** Who applies at once when registration opens. */
const FIRST_TEAMS = 4;

function configOf(exchange: Exchange, { a, b, c }: Move, id: string): ContestConfig {
  const startMs = exchange.world.wallMs + 1_500 + (a % 4_000);
  const endMs = startMs + 6_000 + (b % 30_000);
  return {
    id,
    title: 'Simulated',
    practice: a % 2 === 0,
    startMs,
    endMs,
    evidenceUntilMs: endMs + (c % 4) * 1_000,
    boardHiddenFromMs: b % 3 === 0 ? startMs + 3_000 : null,
    coin: 'USDT',
    startBalance: '2000',
    symbols: symbolsOf(exchange).map((symbol) => ({ symbol, maxLeverage: 50 })),
    channels: ['api'],
    maxOrdersPerMinute: 600,
    minFilledOrders: a % 3,
    publicBundle: 'none',
    disclosure: { what: 'none', delayMs: 0 },
    rulesetSha256: RULESET_SHA256,
    score: pick([{ mode: 'return' }, { mode: 'riskRank' }] as const, c) ?? { mode: 'return' },
    ...(b % 2 === 0 ? { finalMinutes: 1 + (c % 5) } : {}),
    ...(c % 2 === 0 ? { markSource: 'index' as const } : {}),
  };
}

const contestsOf = ({ service }: Exchange): Contest[] => [...service.state.contest.contests.values()];
const presentOf = (exchange: Exchange): Contest | undefined => contestsOf(exchange).find((one) => !isOver(one));

/** The next step of the contest there is, or a new one. */
export const contest: Act = async (exchange, move, person) => {
  const one = presentOf(exchange);
  if (one === undefined) {
    if (contestsOf(exchange).length === 0) await submit(exchange, { name: 'putRuleset', ruleset: RULESET });
    const id = `c${contestsOf(exchange).length + 1}`;
    await submit(exchange, { name: 'createContest', config: configOf(exchange, move, id) });
    await submit(exchange, { name: 'moveContest', contest: id, phase: 'registration' });
    for (let nth = 0; nth < FIRST_TEAMS; nth++)
      await team(exchange, { ...move, index: move.index + nth }, pick(exchange.persons, move.who + nth * 7) ?? person);
    return;
  }
  const { id, phase, config } = one;
  if (phase === 'draft') await submit(exchange, { name: 'moveContest', contest: id, phase: 'registration' });
  if (phase === 'live' && move.b % 3 === 0)
    await submit(exchange, { name: 'extendContest', contest: id, endMs: config.endMs + 500 });
  if (phase === 'review') {
    await report(exchange, move, person);
    await submit(exchange, { name: 'moveContest', contest: id, phase: move.c % 8 === 0 ? 'cancelled' : 'final' });
  }
};

/** Somebody applies, and is approved, or sent away again. */
export const team: Act = async (exchange, move, person) => {
  const one = presentOf(exchange);
  if (one === undefined) return;
  const request = { account: person.uid, keyId: 'simulated', channel: 'api' } as const;
  const named = { teamName: `Team ${person.uid}`, modelClass: 'llm', models: ['simulated-*'] } as const;
  const made = await submit(exchange, {
    name: 'registerTeam',
    ...request,
    contest: one.id,
    ...named,
    members: [`m-${person.uid}`],
  });
  if (made === null && move.a % 2 === 0)
    await submit(exchange, { name: 'setModels', ...request, contest: one.id, models: [`other-${move.b % 5}`] });
  const found = presentOf(exchange)?.teams.find(({ account }) => account.id === person.uid);
  if (found === undefined) return;
  const state = move.b % 12 === 0 ? 'withdrawn' : 'approved';
  const act = { actor: 'simulated', reason: 'simulated' };
  await submit(exchange, { name: 'setTeam', contest: one.id, team: found.id, state, ...act });
  if (move.c % 40 === 0)
    await submit(exchange, { name: 'withdrawTeam', ...request, contest: one.id, reason: 'simulated' });
};

export const outage: Act = async (exchange, move) => {
  const now = exchange.world.wallMs;
  const [fromMs, toMs] = [now - 1_000 - move.a, now - (move.b % 1_000)];
  await submit(exchange, { name: 'declareOutage', fromMs, toMs, cause: 'simulated' });
};

/** Judges the contest by the leaves there are, and records what that gave. */
export const report: Act = async (exchange) => {
  const one = presentOf(exchange);
  if (one === undefined || (one.phase !== 'live' && one.phase !== 'review')) return;
  const made = await withRows(exchange, (database) =>
    makeReport(database, {
      log: logFactsOf(exchange, one),
      contest: contestTerms(one),
      rules: DEFAULT_RULESET,
    }),
  );
  const { logSize, root, ruleset, reportSha256 } = made;
  const teams = made.teams.map((line) => {
    const { team: id, verdict, grades } = line;
    return { team: id, verdict, grades, coveredPpm: coveredPpmOf(line) };
  });
  await submit(exchange, { name: 'recordReport', contest: one.id, logSize, root, ruleset, reportSha256, teams });
};

const NEXT: Readonly<Record<Case['state'], readonly CaseStep['step'][]>> = {
  opened: ['notice'],
  noticed: ['waive', 'propose', 'answer'],
  proposed: ['confirm', 'confirm', 'return'],
  decided: ['appeal'],
  appealed: ['uphold', 'overturn'],
  closed: ['appeal'],
};
const BY_TEAM: ReadonlySet<CaseStep['step']> = new Set(['answer', 'waive', 'appeal']);

/** A step that may be next, by whoever of three judges it is, or by the team; sometimes a case is opened. */
export const judge: Act = async (exchange, { a, b, c }) => {
  const one = presentOf(exchange);
  if (one === undefined) return;
  const open = one.cases.filter(({ state }) => state !== 'closed');
  const chosen = b % 6 === 0 ? undefined : pick(open, b);
  const about = chosen === undefined ? pick(one.teams, c) : chosen.team;
  const step = chosen === undefined ? 'open' : (pick(NEXT[chosen.state], c) ?? 'notice');
  const account = chosen !== undefined && BY_TEAM.has(step) ? chosen.team.account.id : null;
  const proposes = step === 'propose';
  await submit(exchange, {
    name: 'caseStep',
    contest: one.id,
    case: chosen?.id ?? null,
    team: chosen === undefined ? (about?.id ?? 't1') : null,
    step,
    actor: account === null ? (pick(JUDGES, a + c) ?? 'jane') : `account ${account}`,
    account,
    textSha256: 'cd'.repeat(32),
    outcome: proposes ? (pick(['disqualified', 'warned', 'cleared'] as const, a) ?? 'warned') : null,
    rules: proposes ? ['V03'] : [],
    publicText: proposes ? 'Rule V03' : null,
  });
};
