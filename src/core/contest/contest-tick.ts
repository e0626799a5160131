/**
 * The passing of time in contests (CTST-002, -005, -010): they begin, are sampled, and go into review; decided cases
 * close. Part of every tick, after all else it sets off.
 */
import type { Contest, Instrument, Team } from '../state/records.ts';
import { canonicalText, scaledInteger } from '../num/decimal.ts';
import { invariant } from '../num/invariant.ts';
import { add, sub } from '../num/mul-div.ts';
import type { Money, TimeMs } from '../num/units.ts';
import { appendSealed } from '../ailog/append-leaf.ts';
import { setBalance } from '../ledger/deposit.ts';
import { equityOf } from '../risk/margin.ts';
import { recomputeMark } from '../risk/mark-price.ts';
import { announce, type Turn } from '../turn/turn.ts';
import { countedEquity } from '../standing/last-sample.ts';
import { newTrack, withSample } from '../standing/metrics.ts';
import { dueMoment, type MinuteBar, type MinuteEquity, minuteOf, momentAfter, sealMinute } from '../standing/minute.ts';
import { closeDecided } from './caseStep.ts';
import { factsOf } from './facts.ts';
import { countTurn, markOf } from './count.ts';
import { noteContest } from './leaves.ts';
import { endOrders } from './orders.ts';
import { moveTeam } from './teams.ts';
import { parts } from './parts.ts';

export function contestTick(turn: Turn): void {
  const { contests } = turn.state.contest;
  if (contests.size === 0) return;
  countTurn(turn);
  for (const contest of contests.values()) {
    if (contest.phase === 'registration' && turn.timeMs >= contest.config.startMs) begin(turn, contest);
    while (contest.phase === 'live' && turn.timeMs >= contest.nextSampleMs) sampleNext(turn, contest);
    if (contest.cases.length > 0) closeDecided(turn, contest);
  }
}

/** Approved teams play, each with the same money; a mere applicant does not. */
function begin(turn: Turn, contest: Contest): void {
  const { startMs, startBalance } = contest.config;
  const balance = scaledInteger(startBalance, 8)!;
  invariant(contest.lastSampleMs === 0, 'CTST-002: a contest begins once', contest, contest.lastSampleMs);
  contest.phase = 'live';
  contest.nextSampleMs = startMs;
  turn.state.contest.live++;
  noteContest(turn, contest);
  if (contest.config.markSource === 'index') markAnew(turn, contest);
  for (const team of contest.teams) {
    if (team.state === 'approved' && setBalance(turn, team.account, balance)) {
      invariant(team.track === null, 'CTST-002: a team begins once', contest, team);
      invariant(team.account.team === team, 'CTST-003: an account plays for its team', team, team.account);
      team.track = newTrack(balance);
      moveTeam(turn, team, 'active');
    } else if (team.state === 'approved' || team.state === 'applied') moveTeam(turn, team, 'withdrawn');
  }
  contest.bars = openBars(turn, contest);
  // The money they begin with isn't one of their flows.
  turn.counted = turn.events.length;
}

/** The marks of its contracts are the index from this tick on (MARK-009). */
function markAnew(turn: Turn, { config }: Contest): void {
  for (const { symbol } of config.symbols) {
    const instrument = turn.state.bySymbol.get(symbol);
    if (instrument !== undefined && instrument.indexPrice !== 0) recomputeMark(turn, instrument);
  }
}

/** The sample that is due, and after the one at the end the review. */
function sampleNext(turn: Turn, contest: Contest): void {
  const { config, nextSampleMs } = contest;
  const isFirst = contest.lastSampleMs === 0;
  const momentMs = isFirst ? nextSampleMs : dueMoment(turn.timeMs, config);
  invariant(momentMs > contest.lastSampleMs, 'CTST-005: samples follow each other in time', contest, momentMs);
  invariant(
    momentMs >= config.startMs && momentMs <= config.endMs,
    'CTST-005: a sample is of the contest',
    contest,
    momentMs,
  );
  sample(turn, contest, momentMs);
  contest.lastSampleMs = momentMs;
  contest.nextSampleMs = momentAfter(momentMs, config);
  if (momentMs === config.endMs) review(turn, contest);
}

function sample(turn: Turn, contest: Contest, momentMs: TimeMs): void {
  const equity: MinuteEquity[] = [];
  const out: Team[] = [];
  for (const team of contest.teams) {
    team.filledAtSample = team.filled;
    if (!isSampled(team) || team.track === null) continue;
    invariant(team.track.start > 0, 'CTST-006: a team began with money', team, team.track.start);
    const worth = worthOf(team);
    const adjusted = countedEquity(contest.config, team.latest, { momentMs, equity: sub(worth, team.flows) });
    team.track = withSample(team.track, momentMs - contest.config.startMs, adjusted);
    equity.push({ equity: canonicalText(worth, 8), flows: canonicalText(team.flows, 8), team: team.id });
    if (adjusted <= 0 && team.state === 'active') out.push(team);
  }
  const minute = appendMinute(turn, contest, momentMs, equity);
  for (const team of out) {
    team.eliminatedMs = momentMs;
    moveTeam(turn, team, 'eliminated');
  }
  // As they are now: the same tick may sample once more.
  announce(turn, { name: 'contestSampled', contest, momentMs, equity, ...minute, teams: contest.teams.map(factsOf) });
}

/** Teams that play; and disqualified ones, because an appeal may bring them back. */
function isSampled({ state, eliminatedMs }: Team): boolean {
  return (state === 'active' || state === 'disqualified') && eliminatedMs === 0;
}

/** The account's equity: all its parts (LEDG-004). */
function worthOf({ account }: Team): Money {
  let worth: Money = 0;
  for (const part of parts(account)) worth = add(worth, equityOf(part));
  return worth;
}

function appendMinute(turn: Turn, contest: Contest, momentMs: TimeMs, equity: readonly MinuteEquity[]) {
  const { id, config, fills } = contest;
  const bars = contest.bars.filter(({ high }) => high !== 0).map(barText);
  const { roots, payload } = sealMinute(turn.sha256, { bars, equity, fills });
  const at = minuteOf(momentMs, config);
  const leafIndex = appendSealed(turn, 'minute', 0, { kind: 'minute', v: 1, at, contest: id, ...roots });
  contest.fills = [];
  contest.bars = openBars(turn, contest);
  return { at, leafIndex, payload };
}

function barText({ symbol, high, low }: Contest['bars'][number]): MinuteBar {
  return { high: canonicalText(high, 8), low: canonicalText(low, 8), symbol };
}

/** Bars that begin with the present marks, by symbol; 0 where there is none. */
function openBars({ state }: Turn, { config }: Contest): Contest['bars'] {
  return config.symbols
    .map(({ symbol }) => {
      const price = markOfSymbol(state.bySymbol.get(symbol));
      return { symbol, high: price, low: price };
    })
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function markOfSymbol(instrument: Instrument | undefined): Money {
  return instrument === undefined ? 0 : markOf(instrument);
}

/** Nothing is opened from now on, and nothing waits. */
function review(turn: Turn, contest: Contest): void {
  contest.phase = 'review';
  contest.nextSampleMs = 0;
  contest.bars = [];
  turn.state.contest.live--;
  invariant(
    turn.state.contest.live >= 0,
    'CTST-002: no more contests end than began',
    contest,
    turn.state.contest.live,
  );
  for (const { account, track } of contest.teams) if (track !== null) endOrders(turn, account, 'all');
  noteContest(turn, contest);
}
