/**
 * Every reason the exchange says no, in order of precedence (ORDR-002, `docs/rules.md`): of those that apply, the first
 * is the answer.
 *
 * A reject is a value, journaled like any outcome; it changes nothing and uses no id. Each reason carries what its
 * message needs, in the core's units; `api/words/errors.ts` turns it into the public words.
 */
import type { Phase } from './contest-words.ts';
import type { Command, ContractTradingState, MarginMode, OrderFields, PositionMode } from './commands.ts';
import type { AccountId, Id, Money, Steps, Ticks, TimeMs } from '../num/units.ts';
import type { KeyLimit } from './key-limits.ts';
import type { PlanKind } from './vocabulary.ts';

type FieldOf<One> = One extends Command ? Exclude<keyof One, 'name'> : never;

/** A field of a command, or of one of its orders. The API knows what callers call it. */
export type CommandField = FieldOf<Command> | keyof OrderFields;

/** A field is wrong by itself, or does not go with other fields or with the state. */
export type Cause = 'invalid' | 'conflict';

/** The figures each reason reports. Amounts in their core units; `text` is the caller's own decimal. */
export interface RejectDetails {
  // Decided before the engine's list (docs/api.md, Order of checks, 13 to 17).
  ACCOUNT_FROZEN: { account: AccountId };
  AI_LOG_NOT_ALLOWED: { account: AccountId };
  /** `field` is one of the command's, or the path of something inside one. */
  PARAMETER_INVALID: { field: string; cause: Cause; found: string };
  /** `operation`: what was asked. */
  OPERATION_NOT_PERMITTED: { operation: string };
  /** `allowed`: those that are; none for who may open nothing more. */
  SYMBOL_NOT_PERMITTED: { symbol: string; allowed: readonly string[] };
  LEVERAGE_TOO_HIGH: { asked: number; cap: number };
  /** The key was stopped, or has expired; for good. */
  KEY_ENDED: { keyId: string; expired: boolean; endedMs: TimeMs };
  /** `asked` and `max` of those that are amounts, else 0. */
  KEY_LIMIT_EXCEEDED: { limit: KeyLimit; symbol: string; asked: Money; max: Money };
  ORDER_NOT_FOUND: { id: string };
  // E01 to E38.
  DUPLICATE_CLIENT_OID: { clientOrderId: string; ageMs: number; orderId: Id };
  /** Its own state, or the phase of the account's contest. */
  CONTRACT_NOT_TRADING: { symbol: string; state: ContractTradingState | Phase };
  MARK_PRICE_UNAVAILABLE: { symbol: string; ageMs: number; allowedMs: number };
  SIZE_NOT_POSITIVE: { symbol: string; text: string };
  SIZE_NOT_MULTIPLE_OF_STEP: { symbol: string; text: string };
  SIZE_TOO_SMALL: { symbol: string; text: string; min: Steps };
  SIZE_TOO_LARGE: { symbol: string; text: string; max: Steps; limit: 'maxSizeLimit' | 'maxSizeMarket' };
  PRICE_NOT_MULTIPLE_OF_TICK: { symbol: string; text: string };
  PRICE_OUT_OF_RANGE: { symbol: string; field: CommandField; text: string };
  PRICE_OUT_OF_BAND: { symbol: string; buy: boolean; price: Ticks; bound: Ticks; mark: Ticks; ratioE8: number };
  TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK: { symbol: string; text: string };
  TRIGGER_PRICE_WRONG_SIDE: {
    symbol: string;
    kind: PlanKind;
    long: boolean;
    greater: boolean;
    reference: Ticks;
    by: 'last' | 'mark';
    price: Ticks;
  };
  PRESET_NOT_ALLOWED_ON_CLOSE: { long: boolean };
  PRESET_TP_NOT_MULTIPLE_OF_TICK: { symbol: string; text: string };
  PRESET_SL_NOT_MULTIPLE_OF_TICK: { symbol: string; text: string };
  PRESET_TP_WRONG_SIDE: { symbol: string; long: boolean; reference: Ticks; price: Ticks };
  PRESET_SL_WRONG_SIDE: { symbol: string; long: boolean; reference: Ticks; price: Ticks };
  MARGIN_MODE_MISMATCH: { symbol: string; now: MarginMode; asked: MarginMode };
  SEPARATED_MODE_MISMATCH: { symbol: string; now: PositionMode; asked: PositionMode };
  TOO_MANY_OPEN_ORDERS: { count: number; max: number };
  TOO_MANY_PLAN_ORDERS: { count: number; max: number };
  TOO_MANY_SEPARATED_POSITIONS: { symbol: string; count: number; max: number };
  POSITION_SIDE_INVALID: { symbol: string; long: boolean };
  POSITION_NOT_FOUND: { id: Id };
  POSITION_NOT_ISOLATED: { id: Id; mode: MarginMode };
  LEVERAGE_SIDES_DIFFER: { long: number; short: number };
  LEVERAGE_BLOCKED_BY_OPEN_ORDERS: { symbol: string; working: number; plans: number };
  MODE_SWITCH_WITH_OPEN_POSITION: { symbol: string };
  MODE_SWITCH_WITH_OPEN_ORDERS: { symbol: string; working: number; plans: number };
  PLAN_ORDER_NOT_MODIFIABLE: { status: 'triggered' | 'filled' | 'canceled' };
  /** `clientOrderId` null: it was asked for by id, and has ended. */
  ORDER_NOT_CANCELABLE: { orderId: Id; clientOrderId: string | null; status: 'filled' | 'canceled' };
  /** `heldBy` is the oldest order that blocks, 0 when none does. */
  CLOSE_SIZE_EXCEEDS_POSITION: {
    symbol: string;
    size: Steps;
    closable: Steps;
    positionId: Id;
    held: Steps;
    heldBy: Id;
  };
  TPSL_SIZE_EXCEEDS_POSITION: { symbol: string; kind: PlanKind; size: Steps; free: Steps; positionId: Id };
  CLOSE_PRICE_BEYOND_BANKRUPTCY: { symbol: string; price: Ticks; worst: Ticks };
  POSITION_LIMIT_EXCEEDED: { symbol: string; total: Steps; max: Steps };
  LEVERAGE_TIER_EXCEEDED: { symbol: string; value: Money; leverage: number; max: Money };
  MARGIN_REMOVAL_TOO_LARGE: { max: Money; asked: Money };
  INSUFFICIENT_MARGIN: { need: Money; available: Money };
  // Only operator commands.
  AMOUNT_INVALID: { text: string };
  SYSTEM_LIMIT: { max: Money; total: Money };
  BALANCE_NOT_ENOUGH: { available: Money; asked: Money };
  INDEX_INVALID: { symbol: string; found: string; need: string };
  CONTRACT_IN_USE: { symbol: string; positions: number; orders: number; plans: number };
  COPY_INVALID: { found: string; need: string };
  IDEMPOTENCY_KEY_REUSED: { key: string };
}

export type RejectReason = keyof RejectDetails;
export type Reject = {
  [Reason in RejectReason]: { readonly reason: Reason } & Readonly<RejectDetails[Reason]>;
}[RejectReason];
export type RejectOf<Reason extends RejectReason> = Extract<Reject, { reason: Reason }>;

/** All reasons in order of precedence. */
export const REJECT_REASONS: readonly RejectReason[] = [
  'ACCOUNT_FROZEN',
  'AI_LOG_NOT_ALLOWED',
  'PARAMETER_INVALID',
  'OPERATION_NOT_PERMITTED',
  'SYMBOL_NOT_PERMITTED',
  'LEVERAGE_TOO_HIGH',
  'KEY_ENDED',
  'KEY_LIMIT_EXCEEDED',
  'ORDER_NOT_FOUND',
  'DUPLICATE_CLIENT_OID',
  'CONTRACT_NOT_TRADING',
  'MARK_PRICE_UNAVAILABLE',
  'SIZE_NOT_POSITIVE',
  'SIZE_NOT_MULTIPLE_OF_STEP',
  'SIZE_TOO_SMALL',
  'SIZE_TOO_LARGE',
  'PRICE_NOT_MULTIPLE_OF_TICK',
  'PRICE_OUT_OF_RANGE',
  'PRICE_OUT_OF_BAND',
  'TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK',
  'TRIGGER_PRICE_WRONG_SIDE',
  'PRESET_NOT_ALLOWED_ON_CLOSE',
  'PRESET_TP_NOT_MULTIPLE_OF_TICK',
  'PRESET_SL_NOT_MULTIPLE_OF_TICK',
  'PRESET_TP_WRONG_SIDE',
  'PRESET_SL_WRONG_SIDE',
  'MARGIN_MODE_MISMATCH',
  'SEPARATED_MODE_MISMATCH',
  'TOO_MANY_OPEN_ORDERS',
  'TOO_MANY_PLAN_ORDERS',
  'TOO_MANY_SEPARATED_POSITIONS',
  'POSITION_SIDE_INVALID',
  'POSITION_NOT_FOUND',
  'POSITION_NOT_ISOLATED',
  'LEVERAGE_SIDES_DIFFER',
  'LEVERAGE_BLOCKED_BY_OPEN_ORDERS',
  'MODE_SWITCH_WITH_OPEN_POSITION',
  'MODE_SWITCH_WITH_OPEN_ORDERS',
  'PLAN_ORDER_NOT_MODIFIABLE',
  'ORDER_NOT_CANCELABLE',
  'CLOSE_SIZE_EXCEEDS_POSITION',
  'TPSL_SIZE_EXCEEDS_POSITION',
  'CLOSE_PRICE_BEYOND_BANKRUPTCY',
  'POSITION_LIMIT_EXCEEDED',
  'LEVERAGE_TIER_EXCEEDED',
  'MARGIN_REMOVAL_TOO_LARGE',
  'INSUFFICIENT_MARGIN',
  'AMOUNT_INVALID',
  'SYSTEM_LIMIT',
  'BALANCE_NOT_ENOUGH',
  'INDEX_INVALID',
  'CONTRACT_IN_USE',
  'COPY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
];

/** A field that is wrong by itself. */
export function invalidField(field: CommandField, found: string): RejectOf<'PARAMETER_INVALID'> {
  return { reason: 'PARAMETER_INVALID', field, cause: 'invalid', found };
}

/** A field that does not go with others, or with the state. */
export function conflictingField(field: CommandField, found: string): RejectOf<'PARAMETER_INVALID'> {
  return { reason: 'PARAMETER_INVALID', field, cause: 'conflict', found };
}
