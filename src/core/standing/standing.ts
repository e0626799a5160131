/**
 * The board (CTST-007): what is known of each team at a moment, in; the ranked rows and those listed apart, out.
 *
 * Pure, and the one place that says who is ranked: the exchange, the read store and the verifier all ask here.
 */
import type { TeamState } from '../language/contest-words.ts';
import { type Metrics, metricsOf, type Track } from './metrics.ts';
import { type Ranked, rankOf, type Score, type Standing } from './rank.ts';

export interface TeamFacts {
  readonly team: string;
  readonly name: string;
  readonly state: TeamState;
  readonly track: Track | null;
  readonly coveredPpm: number;
  readonly approved: number;
  /** 0: it is not. */
  readonly eliminatedMs: number;
  /** Counted orders with a fill by the moment of the track's last sample. */
  readonly filled: number;
}

export interface BoardRules {
  readonly startMs: number;
  readonly minFilledOrders: number;
  readonly score: Score;
}

/** A ranked team and what it was ranked by. */
export interface BoardStanding<One extends TeamFacts> extends Standing {
  readonly facts: One;
}

export type Apart = 'minFilledOrders' | 'withdrawn' | 'disqualified';

export interface Board<One extends TeamFacts> {
  readonly rows: readonly Ranked<BoardStanding<One>>[];
  readonly unranked: readonly { readonly facts: One; readonly reason: Apart; readonly metrics: Metrics }[];
}

/** The board at a moment; teams that never started are on none. */
export function boardOf<One extends TeamFacts>(rules: BoardRules, atMs: number, teams: readonly One[]): Board<One> {
  const standings: BoardStanding<One>[] = [];
  const unranked: Board<One>['unranked'][number][] = [];
  for (const facts of teams) {
    if (facts.track === null) continue;
    const metrics = metricsOf(facts.track, Math.max(0, atMs - rules.startMs));
    const reason = whyApart(rules, facts);
    if (reason !== null) {
      unranked.push({ facts, reason, metrics });
      continue;
    }
    const { team, coveredPpm, approved, eliminatedMs } = facts;
    const outMs = eliminatedMs === 0 ? null : eliminatedMs;
    standings.push({ facts, team, metrics, coveredPpm, approved, eliminatedMs: outMs });
  }
  return { rows: rankOf(rules.score, standings), unranked };
}

function whyApart({ minFilledOrders }: BoardRules, { state, filled }: TeamFacts): Apart | null {
  if (state === 'disqualified' || state === 'withdrawn') return state;
  return filled < minFilledOrders ? 'minFilledOrders' : null;
}
