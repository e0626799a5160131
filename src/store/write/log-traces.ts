/**
 * The traces behind AI logs (docs/evidence.md, Levels), found when they become rows, from the tree as it is then: so a
 * list of orders gives their levels without reading a body. The level itself follows with the order's grade.
 */
import type { Kysely } from 'kysely';
import { type BodyFacts } from '../../core/verification/log-facts.ts';
import { beaconSize, beaconText, type Level } from '../../core/verification/level.ts';
import type { Grade } from '../../core/verification/grade.ts';
import { DEFAULT_TERMS } from '../../core/verification/terms.ts';
import { logRoot } from '../evidence/log-tiles.ts';
import { sha256 } from '../sha256.ts';
import { ofKind, payloadOf } from '../schema/leaf-form.ts';
import type { AiLogTraceTable, Tables } from '../schema/tables.ts';

/** The traces a body gives of its origin. */
export type Trace = Pick<BodyFacts, 'hasTrace' | 'beacon'>;

/** A log by its place in the tree; `trace` is null when its body is gone. */
export interface TracedLog {
  readonly index: number;
  readonly receivedAt: number;
  readonly trace: Trace | null;
}

/** The rows of those logs that have any trace; all leaves before them are rows already. */
export async function traceRows(on: Kysely<Tables>, logs: readonly TracedLog[]): Promise<AiLogTraceTable[]> {
  const rows: AiLogTraceTable[] = [];
  const beacons = new Map<number, Beacon>();
  for (const { index, receivedAt, trace } of logs) {
    const size = trace?.beacon == null ? null : beaconSize(trace.beacon, index);
    let fresh = false;
    if (size !== null) {
      const right = beacons.get(size) ?? (await beaconAt(on, size));
      beacons.set(size, right);
      fresh = right.text === trace?.beacon && receivedAt - right.timeMs <= DEFAULT_TERMS.beaconMaxAgeMs;
    }
    if (trace !== null && (trace.hasTrace || fresh))
      rows.push({ log_index: index, traced: Number(trace.hasTrace), fresh: Number(fresh) });
  }
  return rows;
}

interface Beacon {
  readonly text: string;
  /** Time of the last leaf it covers. */
  readonly timeMs: number;
}

async function beaconAt(on: Kysely<Tables>, size: number): Promise<Beacon> {
  const named = await on
    .selectFrom('tlog_leaf')
    .select(['kind', 't', 'entry'])
    .where(ofKind('key'))
    .where('idx', '<', size)
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirst();
  const last = await on
    .selectFrom('tlog_leaf')
    .select('t')
    .where('idx', '=', size - 1)
    .executeTakeFirst();
  if (named === undefined || last === undefined) return { text: '', timeMs: 0 };
  const { origin } = payloadOf<{ readonly origin: string }>(named);
  return { text: beaconText(sha256, origin, size, await logRoot({ sql: on }, size)), timeMs: last.t };
}

/** The level that a log with this row, or no log, gives an order of this grade. */
export function levelOfTrace(row: Pick<AiLogTraceTable, 'traced' | 'fresh'> | null, grade: Grade): Level {
  if (row?.fresh === 1 && grade === 'A') return 3;
  return row?.traced === 1 ? 2 : 0;
}
