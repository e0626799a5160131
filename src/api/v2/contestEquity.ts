/** GET /contest/equity: returns of up to twelve teams over time, for lines; no later than the board is shown. */
import { add, mulDivFloor, money, sub } from '../../core/num/mul-div.ts';
import { scaledInteger } from '../../core/num/decimal.ts';
import type { ContestSeries } from '../../store/read/contests.ts';
import { defineRoute } from '../call/route.ts';
import { CONTEST_READ, contest, shownUntil } from '../reading/contests.ts';
import { text, wholeOr } from '../call/parameter.ts';
import { contestEquityShape } from '../shapes/contest-small.ts';
import { invalid, same } from '../words/errors.ts';

const MOST_TEAMS = 12;
const MOST_POINTS = 600;
const E8 = 100_000_000;

export const contestEquity = defineRoute({
  operation: 'contestEquity',
  summary: 'Returns of teams over time',
  ...CONTEST_READ,
  path: '/capi/v2/contest/equity',
  parameters: {
    id: contest,
    teams: text(`Ids of at most ${MOST_TEAMS} teams, separated by commas`),
    points: wholeOr(MOST_POINTS, 'How many samples, spread evenly', 1, MOST_POINTS),
  },
  sample: 'id=c1&teams=t1',
  answer: contestEquityShape,
  errors: ['40019', '40020'],
  parse: ({ id: of, teams: names, points }) => {
    const teams = [...new Set(names.split(','))];
    const stranger = teams.find((id) => !of.teams.some((team) => team.id === id));
    if (teams.length > MOST_TEAMS || stranger !== undefined)
      throw invalid('teams', same(`found ${stranger ?? teams.length}, needs at most ${MOST_TEAMS} ids of its teams`));
    return { of, teams, points };
  },
  handle: async ({ of, teams, points }, { deps: { store, sequencer, clock } }) => {
    const untilMs = shownUntil(of, clock.nowMs()).atMs;
    const { startMs, endMs, symbols } = of.config;
    const symbol = symbols[0]?.symbol ?? '';
    const args = { contest: of.id, teams, untilMs, symbol, startMs, endMs, points };
    const found = await store.ask('contestSeries', args, sequencer.sequence);
    const start = scaledInteger(of.config.startBalance, 8)!;
    const return8 = (last: string | null): string | null =>
      last === null ? null : String(mulDivFloor(sub(money(BigInt(last)), start), E8, start));
    return {
      t: found.at,
      series: found.teams.map(({ team, last }) => ({ team, return8: last.map(return8) })),
      benchmark: heldReturns(found),
    };
  },
});

/** The return of holding the contract from the start on, at the midpoint of each minute's mark. */
function heldReturns({ firstBar, bars }: ContestSeries): (string | null)[] {
  // Twice the midpoint, which is exact.
  const marks = [firstBar, ...bars].map((bar) =>
    bar === null ? null : add(scaledInteger(bar.low, 8)!, scaledInteger(bar.high, 8)!),
  );
  const [first = null, ...rest] = marks;
  return rest.map((mark) =>
    first === null || mark === null ? null : String(mulDivFloor(sub(mark, first), E8, first)),
  );
}
