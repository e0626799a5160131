/**
 * Records and events of the core as rows of the read store. Reads what it needs right away: the records are live.
 *
 * Only what ended is a row (W-03 final states): the present is asked of the engine. It never computes a figure that the
 * core has.
 */
import { isUserAccount } from '../../core/language/accounts.ts';
import type { Bar, PriceKind } from '../../bars/bar.ts';
import type { KeptGranularity } from '../../bars/granularity.ts';
import type { CopyRelation, Order, PlanOrder } from '../../core/state/records.ts';
import type { CopySkipped, FillMade, FundingSettled, LeafAppended } from '../../core/turn/events.ts';
import type { Bill } from '../../core/language/bills.ts';
import { fillFigures, type FillRole, orderFigures } from '../../core/orders/figures.ts';
import { isFinal } from '../../core/state/order.ts';
import { DEFAULT_TERMS } from '../../core/verification/terms.ts';
import { TILE_HEIGHT, TILE_WIDTH } from '../../core/log/tiles.ts';
import { lifeSpanOf } from './life-span.ts';
import { type NamedOrder, namePrint, namesOf } from './order-names.ts';
import type { NodeTable } from '../schema/log-tables.ts';
import type {
  AiOrderTable,
  BarTable,
  BillTable,
  CopyRelationTable,
  CopySkipTable,
  FillTable,
  FundingRateTable,
  OrderRecordTable,
  PlanOrderTable,
} from '../schema/tables.ts';

export function billRow(bill: Bill): BillTable {
  return {
    id: bill.id,
    uid: bill.account,
    position_id: bill.positionId,
    symbol: bill.symbol,
    business_type: bill.businessType,
    amount: bill.amount,
    balance: bill.balance,
    legacy_balance: bill.legacyBalance,
    fill_fee: bill.fillFee,
    transfer_reason: bill.transferReason,
    time_ms: bill.timeMs,
    order_id: bill.orderId,
    match_sequence: bill.matchSequence,
  };
}

/** The row of an order that ended, before it has its numbers. */
export function orderRow(order: Order): OrderRecordTable {
  const figures = orderFigures(order);
  const { createdMs, updatedMs } = figures;
  return {
    id: figures.id,
    uid: order.account.id,
    symbol: order.instrument.contract.symbol,
    client_order_id: figures.clientOrderId,
    side: figures.side,
    effect: figures.effect,
    cause: figures.cause,
    execution: figures.execution,
    price: figures.price,
    size: figures.size,
    leverage: order.leverage,
    margin_mode: order.marginMode,
    position_mode: order.positionMode,
    position_id: order.positionId,
    take_profit: figures.takeProfit,
    stop_loss: figures.stopLoss,
    from_plan: order.plan === null ? 0 : 1,
    trigger_price: figures.triggerPrice,
    created_ms: createdMs,
    ended_ms: updatedMs,
    status: figures.status === 'filled' ? 'filled' : 'canceled',
    filled: figures.filled,
    value: figures.value,
    fee: figures.fee,
    profit: figures.profit,
    cancel_reason: figures.cancelReason,
    cancel_detail: figures.cancelDetail,
    life_span: isUserAccount(order.account.id) ? lifeSpanOf(createdMs, updatedMs) : null,
    nth: null,
    nth_of_symbol: null,
  };
}

/** Whether the plan order is in historyPlan (PLAN-005): status 2 or −1. */
export function isPlanFinal(plan: PlanOrder): boolean {
  return plan.status === 'canceled' || (plan.status === 'triggered' && plan.order !== null && isFinal(plan.order));
}

/** The row of a plan order that ended (PLAN-006); its figures are those of its order, 0 when it never fired. */
export function planRow(plan: PlanOrder): PlanOrderTable {
  const { order } = plan;
  return {
    id: plan.id,
    uid: plan.account.id,
    symbol: plan.instrument.contract.symbol,
    client_order_id: plan.clientOrderId,
    kind: plan.kind,
    side: plan.side,
    effect: plan.effect,
    margin_mode: plan.marginMode,
    position_mode: plan.positionMode,
    position_id: plan.positionId,
    take_profit: plan.takeProfit,
    stop_loss: plan.stopLoss,
    parent_id: plan.parentId,
    bound_position_id: plan.bound?.id ?? 0,
    size: plan.size,
    price: plan.price,
    trigger_price: plan.triggerPrice,
    trigger_by: plan.triggerBy,
    direction: plan.direction,
    triggered_ms: plan.triggeredMs,
    has_order: order === null ? 0 : 1,
    created_ms: plan.createdMs,
    updated_ms: Math.max(plan.updatedMs, order?.updatedMs ?? 0),
    status: order?.status === 'filled' ? 'filled' : 'canceled',
    filled: order?.filled ?? 0,
    value: order?.value ?? 0,
    fee: order?.fee ?? 0,
    profit: order?.profit ?? 0,
    cancel_reason: order?.cancelReason ?? plan.cancelReason,
    cancel_detail: order?.cancelDetail ?? plan.cancelDetail,
  };
}

/** One side of a fill, before it has its numbers. */
export function fillRow(fill: FillMade, role: FillRole, timeMs: number): FillTable {
  const figures = fillFigures(fill, role, timeMs);
  const { order, nth } = fill[role];
  return {
    id: figures.id,
    nth_of_order: nth,
    role,
    uid: order.account.id,
    order_id: figures.orderId,
    position_id: figures.positionId,
    symbol: fill.instrument.contract.symbol,
    side: figures.side,
    effect: figures.effect,
    cause: figures.cause,
    margin_mode: figures.marginMode,
    position_mode: figures.positionMode,
    price: figures.price,
    size: figures.size,
    value: figures.value,
    fee: figures.fee,
    liquidate_fee: figures.liquidateFee,
    realised: figures.realised,
    match_sequence: fill.matchSequence,
    time_ms: timeMs,
    nth: null,
    nth_of_symbol: null,
  };
}

export function fundingRow({ instrument, ...event }: FundingSettled, sequence: number): FundingRateTable {
  return {
    symbol: instrument.contract.symbol,
    funding_ms: event.fundingMs,
    sequence,
    rate: event.rateE8,
    mark: event.mark,
    match_sequence: event.matchSequence,
    paid: event.paid,
    received: event.received,
    dust: event.dust,
  };
}

export function barRow(symbol: string, price: PriceKind, granularity: KeptGranularity, bar: Bar): BarTable {
  const { openMs, open, high, low, close, size, value, trades, boughtSize, boughtValue } = bar;
  return {
    symbol,
    price_kind: price,
    granularity,
    open_ms: openMs,
    open: String(open),
    high: String(high),
    low: String(low),
    close: String(close),
    size: String(size),
    value: String(value),
    trades,
    bought_size: String(boughtSize),
    bought_value: String(boughtValue),
  };
}

export function relationRow({ id, lead, follower, ...relation }: CopyRelation): CopyRelationTable {
  return {
    id,
    lead: lead.account.id,
    follower: follower.id,
    copy_ratio: relation.copyRatioE8,
    margin_mode: relation.marginMode,
    created_ms: relation.createdMs,
    ended_ms: relation.endedMs,
  };
}

export function skipRow(
  { relation, leadPosition, ...skip }: CopySkipped,
  sequence: number,
  place: number,
  timeMs: number,
) {
  return {
    sequence,
    place,
    relation_id: relation.id,
    lead: relation.lead.account.id,
    follower: relation.follower.id,
    lead_position_id: leadPosition.id,
    symbol: leadPosition.instrument.contract.symbol,
    side: leadPosition.side,
    effect: skip.effect,
    reason: skip.reason,
    time_ms: timeMs,
  } satisfies CopySkipTable;
}

/** The fields of an order leaf's header that are used here (docs/ai-log.md 4). */
interface OrderLeafHeader {
  readonly channel: string;
  readonly clientOid: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly triggerPrice: string | null;
  readonly type: string;
}

/** The order of an order leaf, and what logs can find it by. */
export function aiOrderRow(leaf: LeafAppended, placedAt: number): { row: AiOrderTable; named: NamedOrder } {
  const header = JSON.parse(leaf.header ?? '{}') as OrderLeafHeader;
  const byCaller = header.channel === 'api' || header.channel === 'web';
  const isPlan = header.triggerPrice !== null;
  const { clientOid } = header;
  const [leafIndex, orderId, uid] = [leaf.index, Number(header.orderId), leaf.account];
  return {
    row: {
      leaf_index: leafIndex,
      order_id: orderId,
      uid,
      symbol: header.symbol,
      type: header.type,
      placed_at: placedAt,
      counted: byCaller && !isPlan ? 1 : 0,
      waits_for_fill: byCaller && isPlan ? 1 : 0,
      grade: 'U',
      deciding_log: null,
      deciding_how: null,
      mark: null,
      late_ms: DEFAULT_TERMS.lateMs,
      name: namePrint(uid, clientOid),
    },
    named: { leafIndex, orderId, placedAt, names: namesOf(uid, header.orderId, clientOid) },
  };
}

/** The rows of the tiles that a leaf filled; `nodes` as its event has them. */
export function nodeRows(leaf: number, nodes: LeafAppended['nodes']): NodeTable[] {
  const rows: NodeTable[] = [];
  for (let level = 1; level * TILE_HEIGHT <= nodes.length; level++) {
    const hash = nodes[level * TILE_HEIGHT - 1] as Uint8Array;
    rows.push({ level, idx: Math.floor(leaf / TILE_WIDTH ** level), hash: hash.slice() });
  }
  return rows;
}
