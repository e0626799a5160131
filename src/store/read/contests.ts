/**
 * The memory of contests: the teams as they were at a past sample, returns over time, and the public leaves of a
 * contest.
 */
import { type MinuteBar, minuteOf, type MinutePayload } from '../../core/standing/minute.ts';
import type { TeamFacts } from '../../core/standing/standing.ts';
import { readFacts } from '../write/contest-rows.ts';
import type { Database } from '../database/db.ts';
import { ofKind, payloadOf } from '../schema/leaf-form.ts';

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
  /** The contract that is held for comparison, and when the contest runs. */
  readonly symbol: string;
  readonly startMs: number;
  readonly endMs: number;
  /** At most this many samples, spread evenly, always with the last one. */
  readonly points: number;
}

export interface ContestSeries {
  readonly at: readonly number[];
  readonly teams: readonly { readonly team: string; readonly last: readonly (string | null)[] }[];
  /** The mark of the contract held for comparison: the lowest and highest of the minute each sample closes. */
  readonly bars: readonly (MinuteBar | null)[];
  readonly firstBar: MinuteBar | null;
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
  const [firstBar = null, ...bars] = await barsAt(database, args, [args.startMs, ...at]);
  return {
    at,
    firstBar,
    bars,
    teams: teams.map((team) => ({ team, last: at.map((one) => found.get(`${one} ${team}`) ?? null) })),
  };
}

async function barsAt(
  { sql: on }: Database,
  { contest, symbol, startMs, endMs }: ContestSeriesArgs,
  at: readonly number[],
): Promise<(MinuteBar | null)[]> {
  const minutes = at.map((moment) => minuteOf(moment, { startMs, endMs }));
  const found = new Map<number, MinuteBar>();
  for (let from = 0; from < minutes.length; from += 200) {
    const rows = await on
      .selectFrom('contest_minute')
      .select(['at_ms', 'payload'])
      .where('contest', '=', contest)
      .where('at_ms', 'in', minutes.slice(from, from + 200))
      .execute();
    for (const { at_ms, payload } of rows) {
      const { bars } = JSON.parse(payload) as MinutePayload;
      const bar = bars.find((one) => one.symbol === symbol);
      if (bar !== undefined) found.set(at_ms, bar);
    }
  }
  return minutes.map((minute) => found.get(minute) ?? null);
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
    .where(ofKind(...kinds))
    .where('uid', 'is', null)
    .orderBy('idx')
    .execute();
  return rows.map((leaf) => ({ index: leaf.idx, kind: leaf.kind, timeMs: leaf.t, payload: payloadOf(leaf) }));
}
