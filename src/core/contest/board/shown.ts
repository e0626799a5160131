/**
 * A row of the board in words: as the exchange shows it, and as anyone who makes the board again compares it.
 */
import { canonicalText } from '../../num/decimal.ts';
import type { Money } from '../../num/units.ts';
import type { Ranked } from './rank.ts';
import type { BoardStanding, TeamFacts } from './standing.ts';

export type ShownRow = {
  readonly rank: number;
  readonly team: string;
  readonly name: string;
  readonly score: string | null;
  readonly pnl: string;
  readonly return8: string;
  readonly mddPpm: number;
  readonly sharpe6: string | null;
  readonly sortino6: string | null;
  readonly romad6: string | null;
  readonly filled: number;
  readonly coveredPpm: number;
};

export function shownRow({ rank, score, standing }: Ranked<BoardStanding<TeamFacts>>): ShownRow {
  const { facts, metrics, coveredPpm } = standing;
  const { pnl, return8, mddPpm, sharpe6, sortino6, romad6 } = metrics;
  return {
    rank,
    team: facts.team,
    name: facts.name,
    score: textOrNull(score),
    pnl: canonicalText(pnl, 8),
    return8: String(return8),
    mddPpm,
    sharpe6: textOrNull(sharpe6),
    sortino6: textOrNull(sortino6),
    romad6: textOrNull(romad6),
    filled: facts.filled,
    coveredPpm,
  };
}

function textOrNull(value: Money | null): string | null {
  return value === null ? null : String(value);
}
