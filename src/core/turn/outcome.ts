/**
 * The answer of `engine.apply`: accepted with a result, or rejected with the first reason; with what happened as
 * events.
 */
import type { CommandName } from '../language/commands.ts';
import type { Event } from './events.ts';
import type { Id } from '../num/units.ts';
import type { Reject } from '../language/rejects.ts';

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

export interface PositionClosing {
  readonly positionId: Id;
  readonly symbol: string;
  readonly placed: Decision<OrderPlaced>;
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

export interface TeamRegistered {
  readonly team: string;
}

export interface CaseStepped {
  readonly case: string;
}

/** The result of each command; commands not named here answer `null`. */
export interface Results {
  placeOrder: OrderPlaced;
  placePlanOrder: OrderPlaced;
  placeTpSlOrder: OrderPlaced;
  batchOrders: readonly Decision<OrderPlaced>[];
  cancelOrder: OrderCanceled;
  cancelPlanOrder: OrderCanceled;
  cancelBatchOrders: readonly Decision<OrderCanceled>[];
  cancelAllOrders: readonly OrderCanceled[];
  closePositions: readonly PositionClosing[];
  recordAiLog: AiLogRecorded;
  follow: Following;
  putRuleset: { readonly sha256: string };
  freezeTemplates: { readonly sha256: string };
  registerTeam: TeamRegistered;
  /** Of its leaf, by which it is changed. */
  postNotice: { readonly index: number };
  caseStep: CaseStepped;
}

export type ResultOf<Name extends CommandName> = Name extends keyof Results ? Results[Name] : null;

/** A value, or the reason it was refused. */
export interface Refused {
  readonly ok: false;
  readonly reject: Reject;
}

/** The decision of a command's file; also of a step of it that finds or makes something, or can't. */
export type Decision<Result> = { readonly ok: true; readonly result: Result } | Refused;

/**
 * The decisions of a command of rows. It yields after each row, and everything the row set off is carried out before
 * the next begins.
 */
export type Rows<Result> = Generator<void, Decision<Result>>;

export type Outcome<Result = unknown> = Decision<Result> & {
  readonly sequence: number;
  readonly timeMs: number;
  /** The events, in order. Records inside are live: read or copy them before the next command. */
  readonly events: readonly Event[];
};

export function accept<Result>(result: Result): Decision<Result> {
  return { ok: true, result };
}

export function refuse(reject: Reject): Refused {
  return { ok: false, reject };
}
