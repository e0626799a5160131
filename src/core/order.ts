/**
 * The records of orders and plan orders, and what each execution type means as properties (ORDR-001, -006, -009).
 *
 * Matching reads an order's properties, never its kind's name. Records change only inside `engine.apply`; outside the core
 * they are read-only and true until the next command.
 */
import type { Execution, MarginMode, PlacePlanOrder, PlaceTpSlOrder, PositionMode, Side, Effect, TriggerBy } from './commands.ts';
import type { Id, Money, Steps, Ticks, TimeMs } from './num/units.ts';
import type { Account, Instrument, Position } from './state.ts';

/** What an execution type does with what it finds on the book, and with its rest. */
export interface ExecutionRules {
  /** Cancelled whole instead of taking. */
  readonly makerOnly: boolean;
  /** Cancelled whole unless it fills whole. */
  readonly allOrNothing: boolean;
  /** The rest comes to rest on the book. */
  readonly rests: boolean;
}

const EXECUTIONS: Readonly<Record<Execution, ExecutionRules>> = {
  normal: { makerOnly: false, allOrNothing: false, rests: true },
  postOnly: { makerOnly: true, allOrNothing: false, rests: true },
  fok: { makerOnly: false, allOrNothing: true, rests: false },
  ioc: { makerOnly: false, allOrNothing: false, rests: false },
};

/** What the execution type means. The usual ones by their own names: looking a name up that varies is what costs. */
export function rulesOf(execution: Execution): ExecutionRules {
  if (execution === 'normal') return EXECUTIONS.normal;
  if (execution === 'ioc') return EXECUTIONS.ioc;
  return EXECUTIONS[execution];
}

/** Why an order ended without being filled (`wire.md` 3.4). */
export type CancelReason =
  | 'COULD_NOT_FILL'
  | 'MARGIN_NOT_ENOUGH'
  | 'REDUCE_ONLY_CANCELED'
  | 'LIQUIDATE_CANCELED'
  | 'USER_CANCELED'
  | 'ADMIN_CANCELED';

/** The command row a plan order came from, kept to recognise a repeat (ORDR-005). */
export type PlanRequest = PlacePlanOrder | PlaceTpSlOrder;

/** `open` 0, `partlyFilled` 1, `filled` 2, `canceled` −1. The last two are final. */
export type OrderStatus = 'open' | 'partlyFilled' | 'filled' | 'canceled';

/** A part of a closing order's size, frozen on one position (CLOS-001, CLOS-005). */
export interface FrozenPiece {
  readonly position: Position;
  size: Steps;
}

/** Why there is an order: somebody wants it, or the risk engine makes it (ORDR-013). */
export type OrderCause = 'wanted' | 'reduce' | 'deleverage' | 'liquidation';

export interface Order {
  readonly record: 'order';
  readonly id: Id;
  readonly account: Account;
  readonly instrument: Instrument;
  readonly clientOrderId: string;
  readonly side: Side;
  readonly effect: Effect;
  readonly cause: OrderCause;
  readonly execution: Execution;
  /** 0 for a market order. */
  readonly price: Ticks;
  readonly size: Steps;
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  /** The one position a close is addressed to; 0: all of its side. */
  readonly positionId: Id;
  /** Preset prices in ticks, 0 when none. */
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
  readonly createdMs: TimeMs;
  /** The plan order it fired from, which answers for it. */
  readonly plan: PlanOrder | null;
  /** The modes that the caller named; null where he left them to his settings, and for orders no caller sent. */
  readonly askedMarginMode: MarginMode | null;
  readonly askedPositionMode: PositionMode | null;
  updatedMs: TimeMs;
  status: OrderStatus;
  filled: Steps;
  remaining: Steps;
  /** Σ value, fee (cost positive) and gross realised profit of its fills (ORDR-012). */
  value: Money;
  fee: Money;
  profit: Money;
  /** Reserve of a resting opening order (MARG-004). */
  held: Money;
  cancelReason: CancelReason | null;
  cancelDetail: string | null;
  /** Its slot on the book, −1 while not resting. */
  slot: number;
  /** Where a working close order's remaining size is frozen, in the order it will be filled. */
  pieces: FrozenPiece[];
  /** The latest pair of plan orders its presets made, and how many pairs so far (PLAN-009). */
  pair: PresetPair | null;
  pairCount: number;
  /** Index of its leaf in the AI log, −1 when its account was not on the allowlist. */
  leafIndex: number;
  /** The turn that last announced it as changed. */
  touched: number;
}

/** What an order said: a repeat that says the same is answered as the first time (ORDR-005). In units, so equal means equal by value. */
export type OrderContent = Readonly<
  Pick<
    Order,
    | 'instrument'
    | 'side'
    | 'effect'
    | 'execution'
    | 'size'
    | 'price'
    | 'takeProfit'
    | 'stopLoss'
    | 'askedMarginMode'
    | 'askedPositionMode'
    | 'positionId'
  >
>;

/**
 * What is kept of an ended order until its client order id is free again (ORDR-004): what a repeat or a late cancel needs. Its full
 * figures are in the events, its content in `ended-orders.ts`.
 */
export interface EndedOrder {
  readonly record: 'ended';
  readonly id: Id;
  readonly account: Account;
  readonly clientOrderId: string;
  readonly createdMs: TimeMs;
  readonly leafIndex: number;
  readonly status: 'filled' | 'canceled';
  /** Where it is written down. */
  readonly row: number;
}

/** Whatever answers to an order id or a client order id; a fired plan order answers for its order. */
export type AnyOrder = Order | EndedOrder | PlanOrder;

export interface PresetPair {
  readonly takeProfit: PlanOrder | null;
  readonly stopLoss: PlanOrder | null;
}

export type PlanKind = 'normal' | 'takeProfit' | 'stopLoss';
/** `untriggered` until fired; then `triggered` and its order tells the rest; `canceled` when it ended before or at firing. */
export type PlanStatus = 'untriggered' | 'triggered' | 'canceled';

export interface PlanOrder {
  readonly record: 'plan';
  readonly id: Id;
  readonly account: Account;
  readonly instrument: Instrument;
  readonly clientOrderId: string;
  /** What the caller sent; null when a preset made it. */
  readonly request: PlanRequest | null;
  readonly kind: PlanKind;
  readonly side: Side;
  readonly effect: Effect;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly positionId: Id;
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
  /** The opening order whose preset made it; 0 otherwise. */
  readonly parentId: Id;
  /** The position it closes and ends with (PLAN-007). */
  readonly bound: Position | null;
  readonly createdMs: TimeMs;
  /** The other of a preset pair. */
  partner: PlanOrder | null;
  updatedMs: TimeMs;
  status: PlanStatus;
  size: Steps;
  /** Execution limit, 0 for market. */
  price: Ticks;
  triggerPrice: Ticks;
  triggerBy: TriggerBy;
  direction: 'up' | 'down';
  /** When it fired, 0 before. */
  triggeredMs: TimeMs;
  /** Its order since it fired; has the same id. */
  order: Order | null;
  cancelReason: CancelReason | null;
  cancelDetail: string | null;
  /** Waiting for the follow-up loop of the present turn. */
  due: boolean;
  /** Index of its leaf in the AI log, −1 when its account was not on the allowlist. */
  leafIndex: number;
  touched: number;
  /** Its place among its account's untriggered plan orders. */
  place: number;
}

/** The codes of order types (ORDR-001): what callers send is 1 to 4, what the risk engine makes 5 to 10. */
const TYPE_CODES: Readonly<Record<OrderCause, Readonly<Record<Side, string>>>> = {
  wanted: { long: '3', short: '4' },
  reduce: { long: '5', short: '6' },
  deleverage: { long: '7', short: '8' },
  liquidation: { long: '9', short: '10' },
};

/** The code of an order's type; plan orders are always wanted. */
export function typeCodeOf(side: Side, effect: Effect, cause: OrderCause = 'wanted'): string {
  if (effect === 'open') return side === 'long' ? '1' : '2';
  return TYPE_CODES[cause][side];
}

/** Whether an order is on the book. */
export function isWorking(order: Order): boolean {
  return order.slot >= 0;
}

/** Whether nothing can change the order any more. */
export function isFinal(order: Order): boolean {
  return order.status === 'filled' || order.status === 'canceled';
}

/** Buying or selling: opening a long and closing a short buy. */
export function isBuy(side: Side, effect: Effect): boolean {
  return (side === 'long') === (effect === 'open');
}
