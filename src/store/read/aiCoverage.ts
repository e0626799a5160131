/**
 * How many of an account's counted orders have a log in time, and which do not (docs/ai-log.md 11; docs/evidence.md,
 * Grades).
 *
 * Covered are the grades A, B and C. An order without a log is `open` until the last moment at which one can still
 * cover it.
 */
import { sql } from 'kysely';
import { deadlinesOf, type Grade, type Outage } from '../../core/verification/grade.ts';
import { DEFAULT_TERMS } from '../../core/verification/terms.ts';
import type { Database } from '../database/db.ts';
import { outagesOf } from '../write/outages.ts';
import { decodeRows, symbolCode, wordCode } from '../schema/row-codec.ts';
import { type FollowedRow, mayFollow, type OrderRow, withOpenings } from './ai-order-rows.ts';
import { leafAt } from './leaves.ts';

export interface AiCoverageArgs {
  readonly uid: number;
  readonly symbol: string | null;
  /** By the time the order was accepted, both ends inclusive. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** The moment that deadlines are compared with. */
  readonly nowMs: number;
}

export interface UncoveredOrder {
  readonly orderId: string;
  readonly symbol: string;
  /** `type` as on the wire, 1 to 4. */
  readonly type: string;
  readonly placedAtMs: number;
  /** The last moment at which a log still gives grade B, and grade C: after that none covers it. */
  readonly timelyUntilMs: number;
  readonly lateUntilMs: number;
}

export interface AiCoverage {
  readonly counted: number;
  readonly covered: number;
  /** Millionths, rounded down; 0 when nothing is counted. */
  readonly coveredPpm: number;
  readonly grades: Readonly<Record<Grade, number>>;
  /** Orders that can still be covered, most urgent first; at most 100. */
  readonly open: readonly UncoveredOrder[];
  /** Orders that are too late, or whose log says otherwise, newest first; at most 100. */
  readonly uncovered: readonly UncoveredOrder[];
}

const SHOWN = 100;

export async function aiCoverage(database: Database, args: AiCoverageArgs): Promise<AiCoverage> {
  const grades: Record<Grade, number> = { A: 0, B: 0, C: 0, D: 0, U: 0, X: 0 };
  const orders = counted(database, args, await leavesBetween(database, args));
  const sums = await orders
    .select(['grade', sql<number>`COUNT(*)`.as('count')])
    .groupBy('grade')
    .execute();
  const rows = await decodeRows(database.sql, 'ai_order', sums);
  for (const { grade, count } of rows) grades[grade] = count;
  const followed = await followersOf(database, args);
  for (const { grade, opening } of followed) {
    grades[grade] -= 1;
    grades[(opening as OrderRow).grade] += 1;
  }
  const isOwn = ({ leaf_index: leaf }: { readonly leaf_index: number }): boolean =>
    !followed.some((one) => one.leaf_index === leaf);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const covered = grades.A + grades.B + grades.C;
  const lateUntil = sql<number>`placed_at + late_ms`;
  const [none, wrong] = [[gradeCode('U')], [gradeCode('D'), gradeCode('X')]];
  const listed = orders
    .select(['leaf_index', 'order_id', 'symbol', 'type', 'placed_at', lateUntil.as('late_until')])
    .limit(SHOWN + followed.length);
  const open = await listed
    .where('grade', 'in', none)
    .where(lateUntil, '>=', args.nowMs)
    .orderBy(lateUntil)
    .orderBy('leaf_index')
    .execute();
  const uncovered = await listed
    .where((eb) => eb.or([eb('grade', 'in', wrong), eb.and([eb('grade', 'in', none), eb(lateUntil, '<', args.nowMs)])]))
    .orderBy('leaf_index', 'desc')
    .execute();
  const outages = open.length + uncovered.length === 0 ? [] : await outagesOf(database.sql);
  const shown = async (listedRows: typeof open): Promise<UncoveredOrder[]> =>
    (await decodeRows(database.sql, 'ai_order', listedRows.filter(isOwn).slice(0, SHOWN))).map((row) =>
      uncoveredOrder(row, outages),
    );
  return {
    counted: total,
    covered,
    coveredPpm: total === 0 ? 0 : Math.floor((covered * 1_000_000) / total),
    grades,
    open: await shown(open),
    uncovered: await shown(uncovered),
  };
}

type Leaves = readonly [after: number | null, last: number | null];

/** Times as leaves: those are in the index over grades. */
async function leavesBetween(database: Database, { startMs, endMs }: AiCoverageArgs): Promise<Leaves> {
  return [
    startMs === null ? null : await leafAt(database, startMs - 1),
    endMs === null ? null : await leafAt(database, endMs),
  ];
}

function counted(database: Database, { uid, symbol }: AiCoverageArgs, [after, last]: Leaves) {
  let query = database.sql.selectFrom('ai_order').where('uid', '=', uid).where('counted', '=', 1);
  if (symbol !== null) query = query.where('symbol', '=', symbolCode(symbol));
  if (after !== null) query = query.where('leaf_index', '>', after);
  if (last !== null) query = query.where('leaf_index', '<=', last);
  return query;
}

/** Those of the counted orders that follow an opening instead of a log of their own. */
async function followersOf(database: Database, args: AiCoverageArgs): Promise<readonly FollowedRow[]> {
  const { uid, symbol } = args;
  const [after, last] = await leavesBetween(database, args);
  let query = mayFollow(database, uid);
  if (symbol !== null) query = query.where('symbol', '=', symbolCode(symbol));
  if (after !== null) query = query.where('leaf_index', '>', after);
  if (last !== null) query = query.where('leaf_index', '<=', last);
  return (await withOpenings(database, query)).filter(({ opening }) => opening !== null);
}

function gradeCode(grade: Grade): number {
  return wordCode('ai_order', 'grade', grade);
}

interface Row {
  readonly leaf_index: number;
  readonly order_id: number;
  readonly symbol: string;
  readonly type: string;
  readonly placed_at: number;
  readonly late_until: number;
}

function uncoveredOrder(row: Row, outages: readonly Outage[]): UncoveredOrder {
  const { symbol, type, placed_at: placedAtMs, late_until: lateUntilMs } = row;
  const { timelyUntil: timelyUntilMs } = deadlinesOf(placedAtMs, outages, DEFAULT_TERMS);
  return { orderId: String(row.order_id), symbol, type, placedAtMs, timelyUntilMs, lateUntilMs };
}
