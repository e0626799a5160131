/**
 * A row of the board in words: as the exchange shows it, and as anyone who makes the board again compares it.
 */
import { canonicalText } from '../num/decimal.ts';
import type { Money } from '../num/units.ts';
import type { Metrics } from './metrics.ts';
import type { Ranked } from './rank.ts';
import type { BoardStanding, TeamFacts } from './standing.ts';

/** A team's figures, ranked or not. */
export type ShownFigures = {
  readonly pnl: string;
  readonly return8: string;
  readonly mddPpm: number;
  readonly sharpe6: string | null;
  readonly sortino6: string | null;
  readonly romad6: string | null;
  readonly filled: number;
  readonly coveredPpm: number;
};

export type ShownRow = ShownFigures & {
  readonly rank: number;
  readonly team: string;
  readonly name: string;
  readonly score: string | null;
};

export function shownRow({ rank, score, standing }: Ranked<BoardStanding<TeamFacts>>): ShownRow {
  const { facts, metrics } = standing;
  const { team, name } = facts;
  return { rank, team, name, score: textOrNull(score), ...shownFigures(facts, metrics) };
}

export function shownFigures({ filled, coveredPpm }: TeamFacts, metrics: Metrics): ShownFigures {
  const { pnl, return8, mddPpm, sharpe6, sortino6, romad6 } = metrics;
  return {
    pnl: canonicalText(pnl, 8),
    return8: String(return8),
    mddPpm,
    sharpe6: textOrNull(sharpe6),
    sortino6: textOrNull(sortino6),
    romad6: textOrNull(romad6),
    filled,
    coveredPpm,
  };
}

function textOrNull(value: Money | null): string | null {
  return value === null ? null : String(value);
}
