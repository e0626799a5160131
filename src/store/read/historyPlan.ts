/**
 * An account's plan orders that ended, newest created first (PLAN-005): filled, or cancelled, even after a part was
 * filled.
 */
import type { Effect, MarginMode, PositionMode, Side, TriggerBy } from '../../core/language/commands.ts';
import type { Money } from '../../core/num/units.ts';
import type { CancelReason, PlanKind } from '../../core/language/vocabulary.ts';
import type { Database } from '../database/db.ts';
import { type Page, type PageRequest, pageOf, type Window } from './paging.ts';
import type { EndStatus, PlanOrderTable } from '../schema/tables.ts';

export interface HistoryPlanArgs extends PageRequest {
  readonly uid: number;
  /** Null: in all contracts. */
  readonly symbol: string | null;
  /** By creation time, both ends inclusive (W-05). */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** The meaning of `delegateType` 1–4. */
  readonly type: { readonly side: Side; readonly effect: Effect } | null;
}

/** A plan order that ended. Prices in ticks and sizes in steps of its contract; 0 for no price, id or time. */
export interface EndedPlanOrder {
  readonly id: number;
  readonly account: number;
  readonly symbol: string;
  readonly clientOrderId: string;
  readonly kind: PlanKind;
  readonly side: Side;
  readonly effect: Effect;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly positionId: number;
  readonly takeProfit: number;
  readonly stopLoss: number;
  /** The opening order whose preset made it. */
  readonly parentId: number;
  readonly boundPositionId: number;
  readonly size: number;
  /** Execution limit; 0 for market. */
  readonly price: number;
  readonly triggerPrice: number;
  readonly triggerBy: TriggerBy;
  readonly direction: 'up' | 'down';
  readonly triggeredMs: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly status: EndStatus;
  /** Figures of its order (ORDR-012): Σ size, value, fee and gross profit of its fills. */
  readonly filled: number;
  readonly value: Money;
  readonly fee: Money;
  readonly profit: Money;
  readonly cancelReason: CancelReason | null;
  readonly cancelDetail: string | null;
}

/** @throws StoreRefusal `badCursor` */
export async function historyPlan(database: Database, args: HistoryPlanArgs): Promise<Page<EndedPlanOrder>> {
  const { symbol, type } = args;
  let query = database.sql.selectFrom('plan_order').selectAll().where('uid', '=', args.uid);
  if (symbol !== null) query = query.where('symbol', '=', symbol);
  if (type !== null) query = query.where('side', '=', type.side).where('effect', '=', type.effect);
  if (args.startMs !== null) query = query.where('created_ms', '>=', args.startMs);
  if (args.endMs !== null) query = query.where('created_ms', '<=', args.endMs);
  const newest = query.orderBy('created_ms', 'desc').orderBy('id', 'desc');
  const read = ({ after, skip, take }: Window): Promise<PlanOrderTable[]> => {
    const rest =
      after === null
        ? newest
        : newest.where((eb) => eb(eb.refTuple('created_ms', 'id'), '<', eb.tuple(after.timeMs, after.id)));
    return rest.limit(take).offset(skip).execute();
  };
  return pageOf('p', args, read, planOf, (row) => ({ timeMs: row.created_ms, id: row.id }));
}

function planOf(row: PlanOrderTable): EndedPlanOrder {
  return {
    id: row.id,
    account: row.uid,
    symbol: row.symbol,
    clientOrderId: row.client_order_id,
    kind: row.kind,
    side: row.side,
    effect: row.effect,
    marginMode: row.margin_mode,
    positionMode: row.position_mode,
    positionId: row.position_id,
    takeProfit: row.take_profit,
    stopLoss: row.stop_loss,
    parentId: row.parent_id,
    boundPositionId: row.bound_position_id,
    size: row.size,
    price: row.price,
    triggerPrice: row.trigger_price,
    triggerBy: row.trigger_by,
    direction: row.direction,
    triggeredMs: row.triggered_ms,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    status: row.status,
    filled: row.filled,
    value: row.value,
    fee: row.fee,
    profit: row.profit,
    cancelReason: row.cancel_reason,
    cancelDetail: row.cancel_detail,
  };
}
