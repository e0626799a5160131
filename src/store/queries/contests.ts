/**
 * What is remembered of contests: the teams as they were at a past sample, returns over time, and what the public
 * leaves say of a contest.
 */
import { sql } from 'kysely';
import type { TeamFacts } from '../../core/contest/board/standing.ts';
import { readFacts } from '../contest-rows.ts';
import type { Database } from '../db.ts';

export interface ContestAtArgs {
  readonly contest: string;
  readonly atMs: number;
}

/** The latest sample at or before a moment; null before the first. */
export async function contestAt(
  database: Database,
  { contest, atMs }: ContestAtArgs,
): Promise<{ readonly atMs: number; readonly teams: readonly TeamFacts[] } | null> {
  const latest = await database.sql
    .selectFrom('contest_point')
    .select('at_ms')
    .where('contest', '=', contest)
    .where('at_ms', '<=', atMs)
    .orderBy('at_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest === undefined) return null;
  const rows = await database.sql
    .selectFrom('contest_point')
    .select('facts')
    .where('contest', '=', contest)
    .where('at_ms', '=', latest.at_ms)
    .execute();
  return { atMs: latest.at_ms, teams: rows.map(({ facts }) => readFacts(facts)) };
}

export interface ContestSeriesArgs {
  readonly contest: string;
  readonly teams: readonly string[];
  readonly untilMs: number;
  /** At most so many samples, spread evenly, the last one always. */
  readonly points: number;
}

export interface ContestSeries {
  readonly at: readonly number[];
  readonly teams: readonly { readonly team: string; readonly last: readonly (string | null)[] }[];
}

/** Adjusted equity over time, in 1e-8. */
export async function contestSeries(database: Database, args: ContestSeriesArgs): Promise<ContestSeries> {
  const { contest, teams, untilMs, points } = args;
  const moments = await database.sql
    .selectFrom('contest_point')
    .select('at_ms')
    .distinct()
    .where('contest', '=', contest)
    .where('at_ms', '<=', untilMs)
    .orderBy('at_ms')
    .execute();
  const at = spread(
    moments.map(({ at_ms }) => at_ms),
    points,
  );
  const found = new Map<string, string>();
  for (let from = 0; from < at.length; from += 200) {
    const rows = await database.sql
      .selectFrom('contest_point')
      .select(['team', 'at_ms', 'facts'])
      .where('contest', '=', contest)
      .where('at_ms', 'in', at.slice(from, from + 200))
      .where('team', 'in', [...teams, ''])
      .execute();
    for (const { team, at_ms, facts } of rows) found.set(`${at_ms} ${team}`, String(readFacts(facts).track?.last));
  }
  return { at, teams: teams.map((team) => ({ team, last: at.map((one) => found.get(`${one} ${team}`) ?? null) })) };
}

function spread(all: readonly number[], most: number): number[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, nth) => all[Math.floor(((nth + 1) * all.length) / most) - 1]!);
}

export interface PublicLeaf {
  readonly index: number;
  readonly kind: string;
  readonly timeMs: number;
  readonly payload: unknown;
}

/** Public leaves of these kinds, oldest first: they are few. */
export async function publicLeaves(
  database: Database,
  { kinds }: { readonly kinds: readonly string[] },
): Promise<PublicLeaf[]> {
  const rows = await database.sql
    .selectFrom('tlog_leaf')
    .select(['idx', 'kind', 't', 'entry'])
    .where('kind', 'in', kinds)
    .where('uid', 'is', null)
    .orderBy('idx')
    .execute();
  return rows.map(({ idx, kind, t, entry }) => ({
    index: idx,
    kind,
    timeMs: t,
    payload: (JSON.parse(entry) as { readonly p: unknown }).p,
  }));
}

export interface LeavesArgs {
  readonly kind: string | null;
  /** Hex of its hash. */
  readonly leaf: string | null;
  /** Below this index; null: from the newest. */
  readonly before: number | null;
  readonly limit: number;
}

/** Leaves as the public sees them, newest first. */
export async function leaves(
  database: Database,
  { kind, leaf, before, limit }: LeavesArgs,
): Promise<{ readonly index: number; readonly k: string; readonly t: number }[]> {
  let query = database.sql.selectFrom('tlog_leaf').select(['idx', 'kind', 't']);
  if (kind !== null) query = query.where('kind', '=', kind);
  if (leaf !== null) query = query.where(sql<boolean>`hash = ${Buffer.from(leaf, 'hex')}`);
  if (before !== null) query = query.where('idx', '<', before);
  const rows = await query.orderBy('idx', 'desc').limit(limit).execute();
  return rows.map(({ idx, kind: k, t }) => ({ index: idx, k, t }));
}
