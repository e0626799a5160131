/**
 * Everything of an account that ended, the one that ended last first: its orders, and the plan orders that never became
 * one. Of what ended in one millisecond, orders come first.
 *
 * The orders are numbered (`endedOrders.ts`), the plan orders are not. Behind a cursor both go on from its place, so
 * that a page costs the same wherever it is. A page by its number begins after so many of both together: how many of
 * them are orders is found by halving, and at each step the plan orders that ended later are counted in their index. So
 * a deep page costs what the plan orders before it are, some twenty times over, whatever the orders are.
 */
import type { Database } from '../database/db.ts';
import { countUntil } from '../database/numbered-list.ts';
import type { OrderRecordTable, PlanOrderTable } from '../schema/tables.ts';
import {
  type EndedOrder,
  endedOrderRows,
  type OrderHistoryArgs,
  orderNeverMade,
  orderOf,
  withPlans,
} from './endedOrders.ts';
import { type Page, type PageRequest, pageOf, type Place, type Window } from './paging.ts';

/** An order by its number in its list, or a plan order by its id. */
interface Finished {
  readonly endedMs: number;
  readonly at: number;
  readonly isOrder: boolean;
  readonly item: EndedOrder;
}

/** @throws StoreRefusal `badCursor` */
export async function finishedOrders(database: Database, args: OrderHistoryArgs): Promise<Page<EndedOrder>> {
  const orders = await endedOrderRows(database, args);
  const plans = plansAlone(database, args);

  /** How many of the first `skip` are orders: the number of orders before which fewer than `skip` rows are. */
  async function ordersAmong(skip: number): Promise<number> {
    let low = skip === 0 ? 0 : Math.max(0, skip - (await plans.count(null)));
    let high = skip;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [row] = await orders.read({ after: null, skip: middle, take: 1 });
      if (row === undefined || middle + (await plans.count(row.ended_ms)) >= skip) high = middle;
      else low = middle + 1;
    }
    return high;
  }

  /** The windows of both lists in which the rows of a window of this one are. */
  async function windowsOf({ after, skip, take }: Window): Promise<readonly [Window, PlanWindow]> {
    if (after === null) {
      const first = await ordersAmong(skip);
      return [
        { after, skip: first, take },
        { after, skip: skip - first, take },
      ];
    }
    const { timeMs } = after;
    const id = Math.floor(after.id / 2);
    if (isOfOrder(after))
      return [
        { after: { timeMs, id }, skip, take },
        { after: { timeMs, id: null }, skip, take },
      ];
    const next = (await countUntil(database, orders.list, timeMs - 1)) + 1;
    return [
      { after: { timeMs, id: next }, skip, take },
      { after: { timeMs, id }, skip, take },
    ];
  }

  const read = async (window: Window): Promise<Finished[]> => {
    const [ofOrders, ofPlans] = await windowsOf(window);
    const found = [
      ...(await orders.read(ofOrders)).map((row) => finishedOrder(row, orders.numberIn(row))),
      ...(await plans.read(ofPlans)).map(finishedPlan),
    ];
    return found.sort(laterFirst).slice(0, window.take);
  };
  const letter = args.symbol === null ? 'm' : 'n';
  const { items, ...place } = await pageOf(letter, args, read, ({ item }) => item, placeOf);
  return { ...place, items: await withPlans(database, items) };
}

function finishedOrder(row: OrderRecordTable, at: number): Finished {
  return { endedMs: row.ended_ms, at, isOrder: true, item: orderOf(row) };
}

function finishedPlan(row: PlanOrderTable): Finished {
  return { endedMs: row.updated_ms, at: row.id, isOrder: false, item: orderNeverMade(row) };
}

function laterFirst(a: Finished, b: Finished): number {
  if (a.endedMs !== b.endedMs) return b.endedMs - a.endedMs;
  return a.isOrder === b.isOrder ? b.at - a.at : a.isOrder ? -1 : 1;
}

/** The place of an order has an odd id, that of a plan order an even one. */
function placeOf({ endedMs, at, isOrder }: Finished): Place {
  return { timeMs: endedMs, id: at * 2 + (isOrder ? 1 : 0) };
}

function isOfOrder({ id }: Place): boolean {
  return id % 2 === 1;
}

/** Like `Window`; after the place without an id are all plan orders of its millisecond. */
interface PlanWindow extends Omit<Window, 'after'> {
  readonly after: { readonly timeMs: number; readonly id: number | null } | null;
}

/** The plan orders of an account that never became an order, the last ended first. */
function plansAlone(database: Database, { uid, symbol, startMs, endMs }: Omit<OrderHistoryArgs, keyof PageRequest>) {
  const those = () => {
    let query = database.sql.selectFrom('plan_order').where('uid', '=', uid).where('has_order', '=', 0);
    if (symbol !== null) query = query.where('symbol', '=', symbol);
    if (startMs !== null) query = query.where('created_ms', '>=', startMs);
    return endMs === null ? query : query.where('created_ms', '<=', endMs);
  };
  return {
    /** How many ended after this moment; all of them where it is null. */
    async count(afterMs: number | null): Promise<number> {
      const query = afterMs === null ? those() : those().where('updated_ms', '>', afterMs);
      const { count } = await query.select((on) => on.fn.countAll().as('count')).executeTakeFirstOrThrow();
      return Number(count);
    },
    read({ after, skip, take }: PlanWindow): Promise<PlanOrderTable[]> {
      let query = those().selectAll();
      if (after !== null && after.id === null) query = query.where('updated_ms', '<=', after.timeMs);
      else if (after !== null)
        query = query.where((on) => on(on.refTuple('updated_ms', 'id'), '<', on.tuple(after.timeMs, after.id!)));
      return query.orderBy('updated_ms', 'desc').orderBy('id', 'desc').limit(take).offset(skip).execute();
    },
  };
}
