/**
 * An order that has not been accepted yet, as a caller, a firing plan order or a close-all wants it, in core units
 * (FLOW-002). Resolved against the account's settings here; whether it may be is decided in `check-order.ts`.
 */
import type { Effect, MarginMode, OrderFields, PlaceOrder, PositionMode, Side } from '../language/commands.ts';
import type { Execution } from '../language/execution.ts';
import type { Id, Steps, Ticks } from '../num/units.ts';
import type { OrderCause } from '../language/vocabulary.ts';
import type { PlanOrder, Account, Holding, Instrument, Position } from '../state/records.ts';
import { isBuy } from '../state/order.ts';
import { protectionOf } from '../risk/order-margin.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { limitOf, presetOf, stepsOf } from './grid.ts';

export interface Draft {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly holding: Holding;
  /** null: named `~<own id>` (ORDR-004). */
  readonly clientOrderId: string | null;
  /** The caller's own words; null where there is no caller. */
  readonly fields: OrderFields | null;
  readonly side: Side;
  readonly effect: Effect;
  readonly cause: OrderCause;
  readonly execution: Execution;
  readonly buy: boolean;
  /** 0 for market, or a code of `grid.ts`. */
  readonly price: Ticks;
  readonly size: Steps;
  /** 0 for none, or a code. */
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
  /** The pair an opening order means (MODE-002). */
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly leverage: number;
  readonly positionId: Id;
  /** The one position a bound plan order or a close-all closes. */
  readonly bound: Position | null;
  readonly plan: PlanOrder | null;
  /** Whether E07 applies: not to closePositions and bound plan orders that fire (ORDR-002). */
  readonly sizeLimited: boolean;
  /** null: no key sent it. */
  readonly keyId: string | null;
  readonly channel: 'api' | 'web' | 'plan' | 'system';
}

/** The leverage in force for an order of this side and mode (MODE-005). */
export function leverageOf(holding: Holding, marginMode: MarginMode, side: Side): number {
  if (marginMode === 'cross') return holding.crossLeverage;
  return side === 'long' ? holding.isolatedLongLeverage : holding.isolatedShortLeverage;
}

/** No position, no working order, no untriggered opening plan order (MODE-002). */
export function isFlat(holding: Holding): boolean {
  return holding.positions.length === 0 && holding.workingOrders === 0 && holding.openingPlans === 0;
}

/** The pair in force: the set one while flat (MODE-002). */
export function marginModeInForce(holding: Holding): MarginMode {
  return isFlat(holding) ? holding.setMarginMode : holding.marginMode;
}

export function positionModeInForce(holding: Holding): PositionMode {
  return isFlat(holding) ? holding.setPositionMode : holding.positionMode;
}

/**
 * The margin mode of an order: an opening one means what it gives, else the set one; a close is of the one in force.
 */
export function resolveMarginMode(holding: Holding, effect: Effect, given: MarginMode | null): MarginMode {
  return effect === 'close' ? marginModeInForce(holding) : (given ?? holding.setMarginMode);
}

/** The position mode of an order, found the same way. */
export function resolvePositionMode(holding: Holding, effect: Effect, given: PositionMode | null): PositionMode {
  return effect === 'close' ? positionModeInForce(holding) : (given ?? holding.setPositionMode);
}

/** The draft of one row a caller sent (ORDR-001). */
export function draftOf(
  turn: Turn,
  account: Account,
  instrument: Instrument,
  fields: OrderFields,
  request: PlaceOrder,
): Draft {
  const holding = holdingOf(turn.state, account, instrument);
  const { contract } = instrument;
  const marginMode = resolveMarginMode(holding, fields.effect, fields.marginMode);
  return {
    account,
    instrument,
    holding,
    clientOrderId: fields.clientOrderId,
    fields,
    side: fields.side,
    effect: fields.effect,
    cause: 'wanted',
    execution: fields.execution,
    buy: isBuy(fields.side, fields.effect),
    price: limitOf(contract, fields.price),
    size: stepsOf(contract, fields.size),
    takeProfit: presetOf(contract, fields.takeProfit),
    stopLoss: presetOf(contract, fields.stopLoss),
    marginMode,
    positionMode: resolvePositionMode(holding, fields.effect, fields.positionMode),
    leverage: leverageOf(holding, marginMode, fields.side),
    positionId: fields.effect === 'close' ? (fields.positionId ?? 0) : 0,
    bound: null,
    plan: null,
    sizeLimited: true,
    keyId: request.keyId,
    channel: request.channel,
  };
}

/** The fields shared by orders that no request names field by field: at market, without presets. */
export const AT_MARKET = {
  clientOrderId: null,
  fields: null,
  cause: 'wanted',
  execution: 'normal',
  price: 0,
  takeProfit: 0,
  stopLoss: 0,
  plan: null,
  keyId: null,
  channel: 'system',
} as const satisfies Partial<Draft>;

/** The draft of a market close of `size` of this one position, however large. */
export function closingDraft(position: Position, size: Steps): Draft {
  const { account, instrument, holding, side, marginMode, positionMode, leverage, id } = position;
  return {
    ...AT_MARKET,
    account,
    instrument,
    holding,
    side,
    effect: 'close',
    buy: isBuy(side, 'close'),
    size,
    marginMode,
    positionMode,
    leverage,
    positionId: id,
    bound: position,
    sizeLimited: false,
  };
}

/**
 * The limit an order takes at: its price, or P* of a market order (ORDR-008); a market close's is made stricter later.
 */
export function takingLimit(draft: Draft): Ticks {
  return draft.price > 0 ? draft.price : protectionOf(draft.instrument, draft.buy);
}

/** The positions a close addresses, in the order they are closed (CLOS-001, CLOS-005). */
export function addressedPositions(
  draft: Pick<Draft, 'holding' | 'side' | 'positionId' | 'bound'>,
): readonly Position[] {
  if (draft.bound !== null) return draft.bound.size > 0 ? [draft.bound] : [];
  const sided = draft.holding.positions.filter((position) => position.side === draft.side);
  if (draft.positionId !== 0) return sided.filter((position) => position.id === draft.positionId);
  return sided.length < 2 ? sided : oldestFirst(sided);
}

/** By match sequence of its opening, then id: first in, first out. */
export function oldestFirst(positions: readonly Position[]): readonly Position[] {
  return [...positions].sort((a, b) => a.createdSequence - b.createdSequence || a.id - b.id);
}

/** Σ size not frozen by working close orders. */
export function freeSize(positions: readonly Position[]): Steps {
  let free = 0;
  for (const position of positions) free += position.size - position.frozen;
  return free;
}
