/**
 * Orders that ended: an account's history, the one that ended last first, and a single one by its id or its caller's
 * (ORDR-012, PLAN-005).
 *
 * The history is numbered in the order of ends and narrowed by creation. An order that had ended by a moment was also
 * created by then; one that ended later may have been, and those few were at work at that moment: they are found by the
 * span of their lives (`life-span.ts`) and included or left out one by one. So a bound far back costs as much as a near
 * one.
 */
import { sql } from 'kysely';
import type { OrderFigures } from '../../core/orders/figures.ts';
import type { Database } from '../database/db.ts';
import { LIFE_SPANS, longestLifeMs, SHORT_LIFE_MS } from '../write/life-span.ts';
import { countUntil, type NumberedList, type NumberRange, rangeOf, rowsOf } from '../database/numbered-list.ts';
import { type ListLetter, type Page, type PageRequest, pageOf, type Window } from './paging.ts';
import { decodeRows, idCode, symbolCode } from '../schema/row-codec.ts';
import type { OrderRecordTable, PlanOrderTable, Tables } from '../schema/tables.ts';

export interface OrderHistoryArgs extends PageRequest {
  readonly uid: number;
  readonly symbol: string | null;
  /** By creation time, both ends inclusive. */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** An order that ended and its contract, in whose ticks and steps its figures are. */
export interface EndedOrder extends OrderFigures {
  readonly symbol: string;
}

/** @throws StoreRefusal `badCursor` */
export async function orderHistory(database: Database, args: OrderHistoryArgs): Promise<Page<EndedOrder>> {
  const { read, numberIn } = await endedOrderRows(database, args);
  const letter: ListLetter = args.symbol === null ? 'o' : 'h';
  const { items, ...place } = await pageOf(letter, args, read, orderOf, (row) => ({
    timeMs: row.ended_ms,
    id: numberIn(row),
  }));
  return { ...place, items: await withPlans(database, items) };
}

/** A list of orders that ended, as it is read. */
interface EndedOrderRows {
  readonly list: NumberedList;
  readonly read: (window: Window) => Promise<OrderRecordTable[]>;
  /** The number of a row in this list, by which places in it are named. */
  readonly numberIn: (row: OrderRecordTable) => number;
}

/** The rows of an account that fit, the last ended first. */
export async function endedOrderRows(
  database: Database,
  { uid, symbol, startMs, endMs }: Omit<OrderHistoryArgs, keyof PageRequest>,
): Promise<EndedOrderRows> {
  const list: NumberedList = { table: 'order_record', uid, symbol, orderId: null };
  const number = symbol === null ? 'nth' : 'nth_of_symbol';
  const range = await rangeOf(database, list, startMs, endMs);
  const isIn = (row: OrderRecordTable): boolean => startMs === null || row.created_ms >= startMs;
  const late = endMs === null ? [] : (await atWork(database, list, endMs)).filter(isIn);
  const early = startMs === null ? [] : (await atWork(database, list, startMs - 1)).map((row) => row[number]!);

  const read = async ({ after, skip, take }: Window): Promise<OrderRecordTable[]> => {
    const past = after === null ? skip : late.filter((row) => row[number]! >= after.id).length;
    const first = late.slice(past, past + take);
    const top = topOf(range, early, Math.max(0, past - late.length), after?.id ?? null);
    let query = database.sql
      .selectFrom('order_record')
      .selectAll()
      .where(rowsOf(list))
      .where(number, '<=', top)
      .where(number, '>', range.from);
    if (startMs !== null) query = query.where('created_ms', '>=', startMs);
    const rest = await query
      .orderBy(number, 'desc')
      .limit(take - first.length)
      .execute();
    return [...first, ...(await decodeRows(database.sql, 'order_record', rest))];
  };
  return { list, read, numberIn: (row) => row[number]! };
}

/** With what the plan orders were that some of them had been. */
export async function withPlans(database: Database, orders: readonly EndedOrder[]): Promise<EndedOrder[]> {
  const fired = orders.flatMap(({ id, triggerPrice }) => (triggerPrice === 0 ? [] : [id]));
  if (fired.length === 0) return [...orders];
  const rows = await database.sql
    .selectFrom('plan_order')
    .select(['id', 'kind', 'direction', 'trigger_by'])
    .where('id', 'in', fired)
    .execute();
  const plans = new Map(
    rows.map(({ id, kind, direction, trigger_by: triggerBy }) => [id, { kind, direction, triggerBy }]),
  );
  return orders.map((order) => ({ ...order, plan: plans.get(order.id) ?? null }));
}

/**
 * The number at which a page begins that leaves `skip` rows out, or those down to `after`. Rows that are left out
 * anyway (`early`, in no particular order) don't count.
 */
function topOf({ to }: NumberRange, early: readonly number[], skip: number, after: number | null): number {
  if (after !== null) return Math.min(to, after - 1);
  let top = to - skip;
  for (const number of early.filter((one) => one <= to).sort((a, b) => b - a)) if (number > top) top -= 1;
  return top;
}

/** The orders of a list that were at work at a moment and ended after it, the last ended first. */
async function atWork(database: Database, list: NumberedList, timeMs: number): Promise<OrderRecordTable[]> {
  const number = list.symbol === null ? 'nth' : 'nth_of_symbol';
  const from = await countUntil(database, list, timeMs);
  const to = await countUntil(database, list, timeMs + SHORT_LIFE_MS);
  const short = await database.sql
    .selectFrom('order_record')
    .selectAll()
    .where(rowsOf(list))
    .where(number, '>', from)
    .where(number, '<=', to)
    .where('created_ms', '<=', timeMs)
    .where('life_span', 'is', null)
    .execute();
  const long = await sql<Tables['order_record']>`${longLives(list, timeMs)}`.execute(database.sql);
  const rows = await decodeRows(database.sql, 'order_record', [...short, ...long.rows]);
  return rows.sort((a, b) => b[number]! - a[number]!);
}

/** Those that lived long, by how long they did. */
export function longLives({ uid, symbol }: NumberedList, timeMs: number) {
  const ofSymbol = symbol === null ? sql`` : sql`AND symbol = ${symbolCode(symbol)}`;
  const ofSpan = (span: number) => sql`SELECT * FROM order_record
    WHERE uid = ${uid} AND life_span = ${span} AND created_ms <= ${timeMs}
      AND created_ms > ${timeMs - longestLifeMs(span)} AND ended_ms > ${timeMs} ${ofSymbol}`;
  return sql.join(LIFE_SPANS.map(ofSpan), sql` UNION ALL `);
}

export interface EndedOrderArgs {
  readonly uid: number;
  /** One of the two; the id when both are given. */
  readonly orderId: number | null;
  readonly clientOrderId: string | null;
}

/** An ended order, of any age; of several with a client order id the youngest. Null when there is none. */
export async function endedOrder(database: Database, args: EndedOrderArgs): Promise<EndedOrder | null> {
  const found = await orderRecord(database, args);
  const [order = null] = found === null ? [] : await withPlans(database, [found]);
  if (order !== null && args.orderId !== null) return order;
  const plan = await planOrder(database, args);
  return order === null || (plan !== null && plan.id > order.id) ? plan : order;
}

async function orderRecord(database: Database, { uid, orderId, clientOrderId }: EndedOrderArgs) {
  const ours = database.sql.selectFrom('order_record').selectAll().where('uid', '=', uid);
  const named =
    orderId === null
      ? ours.where('client_order_id', '=', clientOrderId).where('nth', 'is not', null)
      : ours.where('id', '=', idCode(orderId));
  const row = await named.orderBy('id', 'desc').limit(1).executeTakeFirst();
  const [record] = await decodeRows(database.sql, 'order_record', row === undefined ? [] : [row]);
  return record === undefined ? null : orderOf(record);
}

/** A plan order that never became an order. */
async function planOrder(database: Database, { uid, orderId, clientOrderId }: EndedOrderArgs) {
  const ours = database.sql.selectFrom('plan_order').selectAll().where('uid', '=', uid);
  const named = orderId === null ? ours.where('client_order_id', '=', clientOrderId) : ours.where('id', '=', orderId);
  const row = await named.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? null : orderNeverMade(row);
}

/** A plan order as the order it never became. */
export function orderNeverMade(row: PlanOrderTable): EndedOrder {
  const rest = { cause: 'wanted', execution: 'normal', ended_ms: row.updated_ms } as const;
  const { kind, direction, trigger_by: triggerBy } = row;
  return { ...orderOf({ ...row, ...rest }), plan: { kind, direction, triggerBy } };
}

type Shown = Omit<
  OrderRecordTable,
  | 'uid'
  | 'leverage'
  | 'margin_mode'
  | 'position_mode'
  | 'position_id'
  | 'from_plan'
  | 'life_span'
  | 'nth'
  | 'nth_of_symbol'
>;

export function orderOf(row: Shown): EndedOrder {
  return {
    id: row.id,
    symbol: row.symbol,
    clientOrderId: row.client_order_id,
    side: row.side,
    effect: row.effect,
    cause: row.cause,
    execution: row.execution,
    price: row.price,
    size: row.size,
    takeProfit: row.take_profit,
    stopLoss: row.stop_loss,
    triggerPrice: row.trigger_price,
    createdMs: row.created_ms,
    updatedMs: row.ended_ms,
    status: row.status,
    filled: row.filled,
    value: row.value,
    fee: row.fee,
    profit: row.profit,
    cancelReason: row.cancel_reason,
    cancelDetail: row.cancel_detail,
    plan: null,
  };
}
