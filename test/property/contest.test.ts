/**
 * Contests in random walks (CTST-001 to -010): whatever organisers, teams, judges and traders do in whatever order, a
 * phase is never skipped or taken back, an account is in one contest at most, nobody decides about what is their own,
 * and the board of a sample is the one that its leaves say.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/core/engine.ts';
import { contestBoard } from '../../src/core/contest/facts.ts';
import { newTrack, withSample } from '../../src/core/standing/metrics.ts';
import { type Board, boardOf, type TeamFacts } from '../../src/core/standing/standing.ts';
import { scaledInteger } from '../../src/core/num/decimal.ts';
import { floorDiv } from '../../src/core/num/bigint.ts';
import { money, sub } from '../../src/core/num/mul-div.ts';
import type { Money } from '../../src/core/num/units.ts';
import { isOver, isSeated } from '../../src/core/state/contest-lists.ts';
import type { Contest } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import type { ContestSampled } from '../../src/core/turn/events.ts';
import { sha256 } from '../scenarios/exchange.ts';
import { moves } from './commands.ts';
import { take } from './walk.ts';

const NEXT: Readonly<Record<Contest['phase'], readonly Contest['phase'][]>> = {
  draft: ['draft', 'registration', 'cancelled'],
  registration: ['registration', 'live', 'review', 'cancelled'],
  live: ['live', 'review', 'cancelled'],
  review: ['review', 'final', 'cancelled'],
  final: ['final'],
  cancelled: ['cancelled'],
};

const contestsIn = ({ contest }: State): Contest[] => [...contest.contests.values()];

/** What must hold at any moment. */
function check(state: State): void {
  const seated = contestsIn(state)
    .filter((contest) => !isOver(contest))
    .flatMap(({ teams }) => teams.filter(isSeated).map(({ account }) => account.id));
  expect(new Set(seated).size, `accounts ${seated.join(', ')}`).toBe(seated.length);
  for (const { phase, teams, cases } of contestsIn(state)) {
    for (const { proposal, state: now, team, overturned, decidedMs } of cases) {
      if (proposal !== null) expect(proposal.confirmedBy).not.toBe(proposal.by);
      if (decidedMs !== 0) expect(proposal?.confirmedBy ?? null).not.toBeNull();
      const isOut = now === 'decided' && proposal?.outcome === 'disqualified' && !overturned;
      if (isOut && phase !== 'final') expect(team.state).toBe('disqualified');
    }
    for (const { id: team, state: now } of teams)
      if (now === 'disqualified')
        expect(cases.filter((one) => one.team.id === team && one.proposal?.outcome === 'disqualified')).not.toEqual([]);
  }
  const live = contestsIn(state).filter(({ phase }) => phase === 'live');
  expect(state.contest.live).toBe(live.length);
}

describe('contests in random walks', () => {
  it('keep their phases, their seats and their judges apart', () => {
    fc.assert(
      fc.property(moves(120, true), (list) => {
        const before = new Map<string, Contest['phase']>([['c1', 'registration']]);
        take(
          list,
          (_outcome, _command, { exchange: { state } }) => {
            check(state);
            for (const { id, phase } of contestsIn(state)) {
              expect(NEXT[before.get(id) ?? 'draft'], `contest ${id}`).toContain(phase);
              before.set(id, phase);
            }
          },
          { contesting: true },
        );
      }),
    );
  });

  it('have a board that follows from the samples in their leaves', () => {
    let compared = 0;
    fc.assert(
      fc.property(moves(120, true), (list) => {
        const { journal } = take(list, undefined, { contesting: true });
        const engine = createEngine(sha256);
        const samples = journal.flatMap(({ timeMs, command }, nth) => {
          const { events } = engine.apply({ sequence: nth + 1, timeMs, command });
          return events.filter((event) => event.name === 'contestSampled');
        });
        for (const contest of contestsIn(engine.state)) compared += Number(compare(contest, samples));
      }),
    );
    expect(compared).toBeGreaterThan(10);
  });
});

function middleOf(values: readonly Money[]): Money {
  const sorted = values.map(BigInt).sort((a, b) => (a < b ? -1 : 1));
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return money(floorDiv(low + high, 2n));
}

/** The board of the state beside one folded anew from the equities that were sampled; false without enough samples. */
function compare(contest: Contest, all: readonly ContestSampled[]): boolean {
  const samples = all.filter((one) => one.contest === contest);
  const last = samples.at(-1);
  const { startMs, startBalance, minFilledOrders, score, finalMinutes = 1, endMs } = contest.config;
  if (last === undefined || contest.lastSampleMs !== last.momentMs) return false;
  const teams = contestBoard(contest, last.momentMs);
  const facts = [...teams.rows.map(({ standing }) => standing.facts), ...teams.unranked.map((one) => one.facts)];
  const anew = facts.map((one) => {
    let track = newTrack(scaledInteger(startBalance, 8)!);
    const recent: Money[] = [];
    for (const { equity, momentMs } of samples) {
      const sample = equity.find(({ team }) => team === one.team);
      if (sample === undefined) continue;
      const adjusted = sub(scaledInteger(sample.equity, 8)!, scaledInteger(sample.flows, 8)!);
      if (momentMs > Math.max(startMs, endMs - finalMinutes * 60_000)) recent.push(adjusted);
      track = withSample(track, momentMs - startMs, momentMs === endMs ? middleOf(recent) : adjusted);
    }
    return { ...one, track };
  });
  const board = boardOf({ startMs, minFilledOrders, score }, last.momentMs, anew);
  const shown = ({ rows }: Pick<Board<TeamFacts>, 'rows'>) =>
    rows.map(({ rank, score: points, standing }) => [rank, points, standing.team]);
  expect(shown(board)).toEqual(shown(teams));
  return facts.length > 0;
}
