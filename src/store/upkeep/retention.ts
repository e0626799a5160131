/**
 * Lets go of rows that are older than they are kept (keep.ts), a few hundred at a time, between the store's other work.
 *
 * Bills, and all rows of the house, are gone through by id, oldest first, each row once: ids and times rise together.
 * How far it came is written in the same transaction, so a process that is killed at any instant resumes from there.
 * Users' orders and fills are let go list by list from their first number on; the numbers of the others stay as they
 * are.
 */
import { type Kysely, sql } from 'kysely';
import { FEE, FIRST_HOUSE, LAST_HOUSE } from '../../core/language/accounts.ts';
import type { PriceKind } from '../../bars/bar.ts';
import type { Database } from '../database/db.ts';
import { insertRows } from '../database/insert-rows.ts';
import { type Keeping, MINUTES, minuteOf } from './keep.ts';
import { placeOf, setPlace } from './kept-from.ts';
import { countUntil, type NumberedTable } from '../database/numbered-list.ts';
import { type LongList, wordCode } from '../schema/row-codec.ts';
import { giveBackSpace } from './space.ts';
import type { Tables } from '../schema/tables.ts';
import type { Step } from './steps.ts';

/** Rows looked at, or let go, in one transaction: a few milliseconds. */
const MOST_ROWS = 500;
const HOUSE = sql<boolean>`uid BETWEEN ${sql.lit(FIRST_HOUSE)} AND ${sql.lit(LAST_HOUSE)}`;
const INCOME = sql<boolean>`(uid = ${sql.lit(FEE)}
  AND business_type = ${sql.lit(wordCode('bill', 'business_type', 'order_fill_fee_income'))})`;

/** Everything that is let go, as steps to be taken in turn; each says whether it has more. */
export async function retentionSteps(database: Database, keeping: Keeping): Promise<readonly Step[]> {
  const { keep } = keeping;
  for (const table of ['bill', 'fill', 'order_record'] as const)
    keeping.swept[table] = (await placeOf(database.sql, `house ${table}`)).place;
  const trades = keep.trades === null ? keep.users : Math.min(keep.trades, keep.users ?? keep.trades);
  return [
    ...(keep.house === null ? [] : houseSteps(database, keeping, keep.house)),
    ...(keep.users === null
      ? []
      : [
          userBills(database, keeping, keep.users),
          plans(database, keeping, keep.users),
          lists(database, 'order_record', keeping, keep.users),
        ]),
    ...(trades === null ? [] : [lists(database, 'fill', keeping, trades)]),
    ...(keep.minutes === null ? [] : [minutes(database, keeping, keep.minutes)]),
    () => giveBackSpace(database),
  ];
}

interface Walk {
  readonly name: string;
  readonly table: LongList;
  /** Looks at rows up to this time, and up to the id `last` as it is stored. */
  readonly untilMs: number;
  readonly last: number;
  readonly isGone: ReturnType<typeof sql<boolean>>;
  /** Called before anything is let go, with the last id that is looked at. */
  readonly reaching?: (place: number) => void;
}

/**
 * The columns by which the rows of a table are gone through: ids, and times that rise with them. For a fill it is its
 * order's id.
 */
const WALKED = {
  bill: { id: 'id', time: 'time_ms' },
  fill: { id: 'order_id', time: 'order_id' },
  order_record: { id: 'id', time: 'created_ms' },
} as const;

/** Looks at the next rows of a table and lets go of the ones it should. */
async function walk(database: Database, { name, table, untilMs, last, isGone, reaching }: Walk): Promise<boolean> {
  const rows = sql.table(table);
  const id = sql.ref(WALKED[table].id);
  const time = sql.ref(WALKED[table].time);
  return database.transaction('rebuildable', async (on) => {
    const from = await placeOf(on, name);
    const found = await sql<{ id: number; at: number }>`SELECT ${id} AS id, ${time} AS at FROM ${rows}
      WHERE ${id} > ${from.place} ORDER BY ${id} LIMIT ${MOST_ROWS}`.execute(on);
    const old = found.rows.filter((row) => row.id <= last && (table === 'fill' || row.at < untilMs));
    const place = old.at(-1)?.id ?? from.place;
    reaching?.(place);
    if (place > from.place)
      await sql`DELETE FROM ${rows} WHERE ${id} > ${from.place} AND ${id} <= ${place} AND ${isGone}`.execute(on);
    if (place > from.place || minuteOf(untilMs) > from.time_ms)
      await setPlace(database, on, name, { place, time_ms: minuteOf(untilMs) });
    return old.length === MOST_ROWS;
  });
}

function houseSteps(database: Database, keeping: Keeping, ageMs: number): Step[] {
  const { swept } = keeping;
  const step =
    (table: LongList, isGone: Walk['isGone'], last: () => number): Step =>
    () =>
      walk(database, {
        name: `house ${table}`,
        table,
        untilMs: keeping.nowMs - ageMs,
        last: last(),
        isGone,
        reaching: (place) => (swept[table] = Math.max(swept[table], place)),
      });
  const all = (): number => Infinity;
  return [
    step('bill', sql`(${HOUSE} OR ${INCOME})`, all),
    step('order_record', HOUSE, all),
    // Their orders were placed by then.
    step('fill', HOUSE, () => swept.order_record),
  ];
}

function userBills(database: Database, keeping: Keeping, ageMs: number): Step {
  const isGone = sql<boolean>`NOT (${HOUSE} OR ${INCOME})`;
  return () =>
    walk(database, { name: 'users bill', table: 'bill', untilMs: keeping.nowMs - ageMs, last: Infinity, isGone });
}

/** Plan orders end in no particular order: all are looked at, again and again, a few hundred at a time. */
function plans(database: Database, keeping: Keeping, ageMs: number): Step {
  let after = 0;
  return async () => {
    const untilMs = keeping.nowMs - ageMs;
    const next = await database.sql
      .selectFrom('plan_order')
      .select(['id', 'updated_ms'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(MOST_ROWS)
      .execute();
    const old = next.filter((row) => row.updated_ms < untilMs).map(({ id }) => id);
    await database.transaction('rebuildable', async (on) => {
      if (old.length > 0) await on.deleteFrom('plan_order').where('id', 'in', old).execute();
      await setPlace(database, on, 'users plan_order', { place: 0, time_ms: minuteOf(untilMs) });
    });
    after = next.at(-1)?.id ?? 0;
    return next.length === MOST_ROWS;
  };
}

/** One account's list after another. */
function lists(database: Database, table: NumberedTable, keeping: Keeping, ageMs: number): Step {
  let uid = 0;
  return async () => {
    const more = await letListGo(database, table, uid, keeping.nowMs - ageMs);
    if (more) return true;
    const rows = sql.table(table);
    const found = await sql<{ uid: number | null }>`SELECT uid FROM ${rows} WHERE uid > ${uid} AND nth IS NOT NULL
      ORDER BY uid, nth LIMIT 1`.execute(database.sql);
    uid = found.rows[0]?.uid ?? 0;
    return uid !== 0;
  };
}

/** Lets go of the oldest rows of an account's list, and notes in each of its lists how far it came. */
async function letListGo(database: Database, table: NumberedTable, uid: number, untilMs: number): Promise<boolean> {
  if (uid === 0) return false;
  const list = { table, uid, symbol: null, orderId: null };
  const gone = await goneOf(database.sql, table, uid);
  const until = Math.min(await countUntil(database, list, untilMs - 1), gone + MOST_ROWS);
  if (until <= gone) return false;
  const rows = sql.table(table);
  const these = sql`FROM ${rows} WHERE uid = ${uid} AND nth > ${gone} AND nth <= ${until}`;
  await database.transaction('rebuildable', async (on) => {
    const { rows: ends } = await sql<{
      symbol: number;
      gone: number;
    }>`SELECT symbol, MAX(nth_of_symbol) AS gone ${these}
      GROUP BY symbol`.execute(on);
    const all = [{ symbol: -1, gone: until }, ...ends].map((end) => ({ list: table, uid, ...end }));
    await insertRows(database, on, 'kept_list', all, { replaceBy: ['list', 'uid', 'symbol'] });
    await sql`DELETE ${these}`.execute(on);
  });
  return true;
}

async function goneOf(on: Kysely<Tables>, table: NumberedTable, uid: number): Promise<number> {
  const row = await on
    .selectFrom('kept_list')
    .select('gone')
    .where('list', '=', table)
    .where('uid', '=', uid)
    .where('symbol', '=', -1)
    .executeTakeFirst();
  return row?.gone ?? 0;
}

const PRICES: readonly PriceKind[] = ['last', 'mark', 'index'];

/** First says from when on candles of a minute are known, so that none is made up in their place. */
function minutes(database: Database, keeping: Keeping, ageMs: number): Step {
  let symbol = '';
  return async () => {
    const untilMs = minuteOf(keeping.nowMs - ageMs);
    if ((await placeOf(database.sql, MINUTES)).time_ms < untilMs)
      await setPlace(database, database.sql, MINUTES, { place: 0, time_ms: untilMs });
    const found = await sql<{ symbol: string | null }>`SELECT MIN(symbol) AS symbol FROM bar
      WHERE symbol > ${symbol}`.execute(database.sql);
    symbol = found.rows[0]?.symbol ?? '';
    for (const price of symbol === '' ? [] : PRICES) {
      const old = database.sql
        .selectFrom('bar')
        .select('open_ms')
        .where('symbol', '=', symbol)
        .where('price_kind', '=', price)
        .where('granularity', '=', '1m')
        .where('open_ms', '<', untilMs)
        .orderBy('open_ms')
        .limit(MOST_ROWS);
      const last = (await old.execute()).at(-1)?.open_ms;
      if (last === undefined) continue;
      await sql`DELETE FROM bar WHERE symbol = ${symbol} AND price_kind = ${price} AND granularity = '1m'
        AND open_ms <= ${last}`.execute(database.sql);
    }
    return symbol !== '';
  };
}
