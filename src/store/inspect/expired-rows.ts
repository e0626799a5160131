/**
 * Rows that a store has let go because they were kept long enough (retention.ts), or never wrote (keep.ts), according
 * to its notes: those may be missing, no others.
 */
import { HOUSE_OWN, HOUSE_ROWS, isHouseOwn, isOfHouse, MINUTES } from '../upkeep/keep.ts';
import { idCode, type LongList } from '../schema/row-codec.ts';
import type { Ask } from '../database/db.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Whether a row of a table may be missing. */
export type IsExpired = (table: string, row: Row) => boolean;

const TIMES = { bill: 'time_ms', fill: 'time_ms', order_record: 'ended_ms' } as const;
const IDS = { bill: 'id', fill: 'order_id', order_record: 'id' } as const;

export async function expiredRows(ask: Ask): Promise<IsExpired> {
  const places = new Map(
    (await ask('SELECT name, place, time_ms FROM kept_from')).map((row) => [
      String(row['name']),
      { place: Number(row['place']), timeMs: Number(row['time_ms']) },
    ]),
  );
  const lists = new Map(
    (await ask('SELECT list, uid, gone FROM kept_list WHERE symbol = -1')).map((row) => [
      `${String(row['list'])} ${String(row['uid'])}`,
      Number(row['gone']),
    ]),
  );
  const isBefore = (name: string, timeMs: number): boolean => timeMs < (places.get(name)?.timeMs ?? 0);
  const isSwept = (name: string, id: number): boolean => id <= (places.get(name)?.place ?? 0);

  return (table, row) => {
    if (table === 'plan_order') return isBefore('users plan_order', Number(row['updated_ms']));
    if (table === 'bar') return row['granularity'] === '1m' && isBefore(MINUTES, Number(row['open_ms']));
    if (!(table in TIMES)) return false;
    const small = table as LongList;
    const timeMs = Number(row[TIMES[small]]);
    const id = idCode(Number(row[IDS[small]]));
    const uid = Number(row['uid']);
    if (isHouseOwn(small, { uid, role: row['role'] }) && timeMs <= (places.get(HOUSE_OWN)?.timeMs ?? 0)) return true;
    if (isOfHouse({ uid, business_type: String(row['business_type']) }))
      return isBefore(HOUSE_ROWS, timeMs) || isSwept(`house ${table}`, id);
    if (table === 'bill') return isBefore('users bill', timeMs) || isSwept('users bill', id);
    return row['nth'] !== null && Number(row['nth']) <= (lists.get(`${table} ${uid}`) ?? 0);
  };
}
