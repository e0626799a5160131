/**
 * The notes of how far rows of a kind are gone: the last id that was looked at, and the time before which rows may be
 * missing. Written together with what they are about.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../database/db.ts';
import { insertRows } from '../database/insert-rows.ts';
import { HOUSE_OWN, HOUSE_ROWS, type Keeping, MINUTES, minuteOf } from './keep.ts';
import type { Tables } from '../schema/tables.ts';

export interface Place {
  readonly place: number;
  readonly time_ms: number;
}

export async function placeOf(on: Kysely<Tables>, name: string): Promise<Place> {
  const row = await on.selectFrom('kept_from').selectAll().where('name', '=', name).executeTakeFirst();
  return row ?? { place: 0, time_ms: 0 };
}

export async function setPlace(
  database: Database,
  on: Kysely<Tables>,
  name: string,
  { place, time_ms }: Place,
): Promise<void> {
  await insertRows(database, on, 'kept_from', [{ name, place, time_ms }], { replaceBy: ['name'] });
}

/** Notes what the projector no longer writes, because it is past its time already. */
export async function noteUnwritten(
  database: Database,
  on: Kysely<Tables>,
  { keep, nowMs, leavesOut }: Keeping,
): Promise<void> {
  const ages = { [HOUSE_ROWS]: keep.house, [MINUTES]: keep.minutes };
  for (const name of leavesOut.splice(0)) {
    const known = await placeOf(on, name);
    const timeMs = minuteOf(nowMs - (ages[name] ?? 0));
    if (timeMs > known.time_ms) await setPlace(database, on, name, { ...known, time_ms: timeMs });
  }
}

/** Notes that until a time, and at it, the house's own rows were left out. */
export async function noteLeftOut(database: Database, on: Kysely<Tables>, timeMs: number): Promise<void> {
  await setPlace(database, on, HOUSE_OWN, { place: 0, time_ms: timeMs });
}
