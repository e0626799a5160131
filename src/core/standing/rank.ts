/**
 * Scores and ranks (CTST-007): the three modes, and the total order that leaves no two teams equal.
 *
 * Pure: standings in, ranked rows out, whatever the order they come in.
 */
import { money, neg } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import type { Metrics } from './metrics.ts';

/** The figures that a composite score weighs, in millionths that sum to 10⁶. */
const WEIGHED = ['return', 'mdd', 'sharpe', 'sortino'] as const;
type Weighed = (typeof WEIGHED)[number];
export type Weights = { readonly [Name in Weighed]?: number };

export interface Score {
  readonly mode: 'return' | 'riskRank' | 'composite';
  /** Of `composite`. */
  readonly weights?: Weights;
}

/** A team that is ranked: active to the end, or eliminated. */
export interface Standing {
  readonly team: string;
  readonly metrics: Metrics;
  /** Covered notional, in millionths. */
  readonly coveredPpm: number;
  /** Leaf index of its approval. */
  readonly approved: number;
  /** When it was eliminated, or null. */
  readonly eliminatedMs: number | null;
}

/** `score` is null for the eliminated. */
export interface Ranked<One extends Standing> {
  readonly rank: number;
  readonly score: Money | null;
  readonly standing: One;
}

const E6 = 1_000_000n;

/** All standings, the first rank first. */
export function rankOf<One extends Standing>(score: Score, standings: readonly One[]): Ranked<One>[] {
  const playing = standings.filter(({ eliminatedMs }) => eliminatedMs === null);
  const scores = scoresOf(score, playing);
  const scored = playing.map((standing, at) => ({ standing, score: scores[at]! })).toSorted(byScore);
  const out = standings.filter(({ eliminatedMs }) => eliminatedMs !== null).toSorted(byElimination);
  return [
    ...scored.map(({ standing, score: points }, at) => ({ rank: at + 1, score: points, standing })),
    ...out.map((standing, at) => ({ rank: scored.length + at + 1, score: null, standing })),
  ];
}

/** The score of each, in their order. */
function scoresOf({ mode, weights = {} }: Score, playing: readonly Standing[]): readonly Money[] {
  if (mode === 'return') return playing.map(({ metrics }) => metrics.return8);
  return mode === 'riskRank' ? riskRanks(playing) : composites(weights, playing);
}

/** Winners by the sum of two ranks; all others after them, by their return. */
function riskRanks(playing: readonly Standing[]): readonly Money[] {
  const winners = playing.filter(({ metrics }) => metrics.return8 > 0);
  const behind = BigInt(-2 * winners.length - 1);
  const sharpe = winners.map(({ metrics }) => metrics.sharpe6);
  const calm = winners.map(({ metrics }) => -metrics.mddPpm);
  return playing.map(({ metrics }) => {
    if (metrics.return8 <= 0) return money(behind + BigInt(metrics.return8));
    return neg(1 + above(sharpe, metrics.sharpe6) + 1 + above(calm, -metrics.mddPpm));
  });
}

/** How many values are better than this one; null is the worst. */
function above(values: readonly (Money | null)[], value: Money | null): number {
  return values.filter((other) => compare(other, value) > 0).length;
}

/** Above 0 when `a` is the larger; null is the least, and equals null. */
function compare(a: Money | null, b: Money | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return a > b ? 1 : a < b ? -1 : 0;
}

const FIGURE: { readonly [Name in Weighed]: (metrics: Metrics) => Money | null } = {
  return: ({ return8 }) => return8,
  mdd: ({ mddPpm }) => 0 - mddPpm,
  sharpe: ({ sharpe6 }) => sharpe6,
  sortino: ({ sortino6 }) => sortino6,
};

/** Σ weight · the part of the others that a team leaves behind. */
function composites(weights: Weights, playing: readonly Standing[]): readonly Money[] {
  const sums = playing.map(() => 0n);
  for (const name of WEIGHED) {
    const weight = weights[name] ?? 0;
    if (weight === 0) continue;
    const values = playing.map(({ metrics }) => FIGURE[name](metrics));
    for (const [at, value] of values.entries()) sums[at] = sums[at]! + BigInt(weight) * partBehind(values, value);
  }
  return sums.map((sum) => money(sum / E6));
}

/** ⌊10⁶·(2·worse + equal) / (2·(N − 1))⌋; 10⁶ when it is alone. */
function partBehind(values: readonly (Money | null)[], value: Money | null): bigint {
  const others = BigInt(values.length - 1);
  if (others === 0n) return E6;
  const worse = values.filter((other) => compare(other, value) < 0).length;
  const equal = values.filter((other) => compare(other, value) === 0).length - 1;
  return (E6 * BigInt(2 * worse + equal)) / (2n * others);
}

function byScore(
  a: { readonly standing: Standing; readonly score: Money },
  b: { readonly standing: Standing; readonly score: Money },
): number {
  return (
    compare(b.score, a.score) ||
    a.standing.metrics.mddPpm - b.standing.metrics.mddPpm ||
    compare(b.standing.metrics.sharpe6, a.standing.metrics.sharpe6) ||
    b.standing.coveredPpm - a.standing.coveredPpm ||
    a.standing.approved - b.standing.approved
  );
}

/** Those who lasted longer rank higher. */
function byElimination(a: Standing, b: Standing): number {
  return (b.eliminatedMs ?? 0) - (a.eliminatedMs ?? 0) || a.approved - b.approved;
}
