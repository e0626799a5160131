/**
 * What `engine.apply` answers: accepted with a result, or rejected with the first reason; with what happened as events.
 */
import type { CommandName } from './commands.ts';
import type { Event } from './events.ts';
import type { Id } from './num/units.ts';
import type { Reject } from './rejects.ts';

export interface OrderPlaced {
  readonly orderId: Id;
  readonly clientOrderId: string;
  /** The answer of an earlier equal request; nothing was done now (ORDR-005). */
  readonly replayed: boolean;
  /** Index of the order's leaf, when its account is on the allowlist. */
  readonly leafIndex: number | null;
}

export interface OrderCanceled {
  readonly orderId: Id;
  readonly clientOrderId: string;
}

export type RowOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reject: Reject };

export interface PositionClosing {
  readonly positionId: Id;
  readonly placed: RowOutcome<OrderPlaced>;
}

export interface AiLogRecorded {
  readonly index: number;
  /** Lower-case hex. */
  readonly leafHash: string;
  readonly duplicate: boolean;
  /** False: warn ORDER_NOT_FOUND. True also when no order id was given. */
  readonly orderFound: boolean;
}

export interface Following {
  readonly relationId: Id;
}

/** The result of each command; commands not named here answer `null`. */
export interface Results {
  placeOrder: OrderPlaced;
  placePlanOrder: OrderPlaced;
  placeTpSlOrder: OrderPlaced;
  batchOrders: readonly RowOutcome<OrderPlaced>[];
  cancelOrder: OrderCanceled;
  cancelPlanOrder: OrderCanceled;
  cancelBatchOrders: readonly RowOutcome<OrderCanceled>[];
  cancelAllOrders: readonly OrderCanceled[];
  closePositions: readonly PositionClosing[];
  recordAiLog: AiLogRecorded;
  follow: Following;
}

export type ResultOf<Name extends CommandName> = Name extends keyof Results ? Results[Name] : null;

/** What a command's own file decides. */
export type Decision<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly reject: Reject };

export type Outcome<Result = unknown> = Decision<Result> & {
  readonly sequence: number;
  readonly timeMs: number;
  /** What happened, in order. Records inside are live: read or copy them before the next command. */
  readonly events: readonly Event[];
};

export function accept<Result>(result: Result): Decision<Result> {
  return { ok: true, result };
}

export function refuse(reject: Reject): { readonly ok: false; readonly reject: Reject } {
  return { ok: false, reject };
}
