/**
 * Whether an order may be accepted: E02 to E38 in the order of `rejects.ts`, on the unchanged state (ORDR-002).
 *
 * Checks only; the first that fails is the answer. Figures they compute on the way and acceptance needs again, the
 * positions a close freezes on and the plan of its fills, comes back with the yes.
 */
import { checkPhase } from '../permission/permission.ts';
import type { Effect } from '../language/commands.ts';
import type { Contract } from '../language/contract.ts';
import { MAX_TICKS } from '../num/units.ts';
import { valueOf } from '../language/contract.ts';
import type { MatchPlan } from './match.ts';
import { crosses, NOTHING, planMatch } from './match.ts';
import { add } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import type { FrozenPiece, Holding, Instrument, Position } from '../state/records.ts';
import { rulesOf } from '../language/execution.ts';
import type { CommandField, Reject } from '../language/rejects.ts';
import { isBeyondWorst, makerRefusal } from '../risk/maker-test.ts';
import { availableOf } from '../risk/margin.ts';
import { bandOf, exposedSize, needOf, tierAllows, valueLimit, worstClosePrice } from '../risk/order-margin.ts';
import type { State } from '../state/state.ts';
import { refuse, type Refused } from '../turn/outcome.ts';
import type { Draft } from './draft.ts';
import { addressedPositions, freeSize, isFlat, marginModeInForce, positionModeInForce, takingLimit } from './draft.ts';
import { NOT_POSITIVE, OFF_GRID } from './grid.ts';

/** The effects an accepted order will have. */
export interface Permit {
  readonly ok: true;
  readonly positions: readonly Position[];
  readonly plan: MatchPlan;
  /** Cancelled entirely on entry: a post-only that would take, a FOK that does not fill (ORDR-006). */
  readonly dead: 'POST_ONLY_WOULD_TAKE' | 'FOK_NOT_FILLABLE' | null;
  /** The margin an opening order's rest needs, and will hold while it works (MARG-004). */
  readonly restNeed: Money;
}

/** The positions an opening order closes and freezes on: all share these lists, which stay empty. */
const NO_POSITIONS: readonly Position[] = [];
const NO_PIECES: readonly FrozenPiece[] = [];

/** All checks of a new order but E01 (a firing plan order is checked the same way, PLAN-004). */
export function checkOrder(state: State, draft: Draft): Permit | Refused {
  const positions = draft.effect === 'close' ? addressedPositions(draft) : NO_POSITIONS;
  const reject =
    checkTrading(state, draft, draft.effect) ??
    checkOrderSize(draft, positions) ??
    checkPrice(draft) ??
    checkPresets(draft) ??
    checkPair(draft) ??
    checkCounts(state, draft) ??
    (draft.effect === 'close' ? checkClosing(draft, positions) : checkExposure(draft));
  if (reject !== null) return refuse(reject);
  const permit = permitOf(state, draft, positions);
  const shortfall = draft.effect === 'open' && permit.dead === null ? checkMargin(draft, permit) : null;
  return shortfall === null ? permit : refuse(shortfall);
}

/** Checks that the contract is trading (E02) and has a valid mark (E03). */
export function checkTrading(
  state: State,
  { account, instrument }: Pick<Holding, 'account' | 'instrument'>,
  effect: Effect,
): Reject | null {
  const { symbol } = instrument.contract;
  if (instrument.tradingState !== 'TRADING')
    return { reason: 'CONTRACT_NOT_TRADING', symbol, state: instrument.tradingState };
  const early = account.team === null ? null : checkPhase(account, symbol, effect);
  if (early !== null) return early;
  return checkMark(state, instrument);
}

/** Checks that the contract has a valid mark (E03). */
export function checkMark(state: State, instrument: Instrument): Reject | null {
  if (instrument.markValid) return null;
  const ageMs = instrument.indexTimeMs === 0 ? 0 : state.timeMs - instrument.indexTimeMs;
  return {
    reason: 'MARK_PRICE_UNAVAILABLE',
    symbol: instrument.contract.symbol,
    ageMs,
    allowedMs: state.parameters.indexStaleMs,
  };
}

/** Checks the size of an order entering now (E04 to E07). */
function checkOrderSize(draft: Draft, positions: readonly Position[]): Reject | null {
  const { contract } = draft.instrument;
  const isMarketOpening = draft.effect === 'open' && draft.price === 0;
  const isSmall = draft.size < contract.minSize;
  return checkSize(contract, draft.size, draft.fields?.size ?? '', {
    mayBeSmall: isSmall && mayBeSmall(draft, positions),
    limit: draft.sizeLimited ? (isMarketOpening ? 'maxSizeMarket' : 'maxSizeLimit') : null,
  });
}

/** Sizes allowed beside the contract's steps; `limit` null: any large one. */
interface SizeBounds {
  /** Less than the contract's least size: it closes all there is to close. */
  readonly mayBeSmall: boolean;
  readonly limit: 'maxSizeLimit' | 'maxSizeMarket' | null;
}

/** Checks a size (E04 to E07). */
export function checkSize(contract: Contract, size: Steps, text: string, bounds: SizeBounds): Reject | null {
  const { symbol, minSize } = contract;
  if (size === NOT_POSITIVE) return { reason: 'SIZE_NOT_POSITIVE', symbol, text };
  if (size === OFF_GRID) return { reason: 'SIZE_NOT_MULTIPLE_OF_STEP', symbol, text };
  if (size < minSize && !bounds.mayBeSmall) return { reason: 'SIZE_TOO_SMALL', symbol, text, min: minSize };
  const { limit } = bounds;
  if (limit === null || size <= contract[limit]) return null;
  return { reason: 'SIZE_TOO_LARGE', symbol, text, max: contract[limit], limit };
}

/**
 * A close of all that is free, and one that fires: it was looked at when it was placed, and what protects a position
 * must not lapse.
 */
function mayBeSmall(draft: Draft, positions: readonly Position[]): boolean {
  return draft.effect === 'close' && (draft.plan !== null || draft.size === freeSize(positions));
}

/** Checks the range of one price that is on the grid (E09). */
export function checkRange(contract: Contract, field: CommandField, price: Ticks, text: string | null): Reject | null {
  if (price <= 0 || (price >= contract.minPrice && price <= MAX_TICKS)) return null;
  return { reason: 'PRICE_OUT_OF_RANGE', symbol: contract.symbol, field, text: text ?? '' };
}

/** Checks the prices: on the tick, in range, within the band (E08 to E10). */
function checkPrice(draft: Draft): Reject | null {
  const { contract } = draft.instrument;
  if (draft.price < 0)
    return { reason: 'PRICE_NOT_MULTIPLE_OF_TICK', symbol: contract.symbol, text: draft.fields?.price ?? '' };
  return (
    checkRange(contract, 'price', draft.price, draft.fields?.price ?? null) ??
    checkRange(contract, 'takeProfit', draft.takeProfit, draft.fields?.takeProfit ?? null) ??
    checkRange(contract, 'stopLoss', draft.stopLoss, draft.fields?.stopLoss ?? null) ??
    checkBand(draft)
  );
}

function checkBand(draft: Draft): Reject | null {
  const { instrument, buy, price } = draft;
  if (price === 0) return null;
  const bound = bandOf(instrument, buy);
  if (buy ? price <= bound : price >= bound) return null;
  const { contract, mark } = instrument;
  const ratioE8 = buy ? contract.buyLimitRatioE8 : contract.sellLimitRatioE8;
  return { reason: 'PRICE_OUT_OF_BAND', symbol: contract.symbol, buy, price, bound, mark, ratioE8 };
}

/** E13 to E17 of an order entering now: presets are compared with its limit price, or the mark (PLAN-008). */
function checkPresets(draft: Draft): Reject | null {
  const reference = draft.price > 0 ? draft.price : draft.instrument.mark;
  return checkPresetPrices(draft, draft.instrument.contract, reference, draft.fields);
}

/** E13 to E17 against a reference price. */
export function checkPresetPrices(
  order: Pick<Draft, 'effect' | 'side' | 'takeProfit' | 'stopLoss'>,
  contract: Contract,
  reference: Ticks,
  texts: { readonly takeProfit: string | null; readonly stopLoss: string | null } | null,
): Reject | null {
  const { takeProfit, stopLoss } = order;
  if (takeProfit === 0 && stopLoss === 0) return null;
  const long = order.side === 'long';
  const { symbol } = contract;
  if (order.effect === 'close') return { reason: 'PRESET_NOT_ALLOWED_ON_CLOSE', long };
  if (takeProfit < 0) return { reason: 'PRESET_TP_NOT_MULTIPLE_OF_TICK', symbol, text: texts?.takeProfit ?? '' };
  if (stopLoss < 0) return { reason: 'PRESET_SL_NOT_MULTIPLE_OF_TICK', symbol, text: texts?.stopLoss ?? '' };
  if (takeProfit > 0 && !(long ? takeProfit > reference : takeProfit < reference))
    return { reason: 'PRESET_TP_WRONG_SIDE', symbol, long, reference, price: takeProfit };
  if (stopLoss > 0 && !(long ? stopLoss < reference : stopLoss > reference))
    return { reason: 'PRESET_SL_WRONG_SIDE', symbol, long, reference, price: stopLoss };
  return null;
}

/** E18, E19: while not flat an opening order must mean the pair in force (MODE-002). */
export function checkPair(draft: Pick<Draft, 'effect' | 'holding' | 'marginMode' | 'positionMode'>): Reject | null {
  const { holding } = draft;
  if (draft.effect === 'close' || isFlat(holding)) return null;
  const { symbol } = holding.instrument.contract;
  const marginMode = marginModeInForce(holding);
  if (draft.marginMode !== marginMode)
    return { reason: 'MARGIN_MODE_MISMATCH', symbol, now: marginMode, asked: draft.marginMode };
  const positionMode = positionModeInForce(holding);
  if (draft.positionMode === positionMode) return null;
  return { reason: 'SEPARATED_MODE_MISMATCH', symbol, now: positionMode, asked: draft.positionMode };
}

/** Checks the number of open orders (E20) and of separated positions (E22). */
function checkCounts(state: State, draft: Draft): Reject | null {
  const { maxOpenOrders, maxSeparated } = state.parameters;
  const { account, holding } = draft;
  if (draft.price > 0 && rulesOf(draft.execution).rests && account.workingOrders >= maxOpenOrders)
    return { reason: 'TOO_MANY_OPEN_ORDERS', count: account.workingOrders, max: maxOpenOrders };
  const count = holding.positions.length + holding.workingOpenings;
  if (draft.effect === 'open' && draft.positionMode === 'separated' && count >= maxSeparated)
    return {
      reason: 'TOO_MANY_SEPARATED_POSITIONS',
      symbol: draft.instrument.contract.symbol,
      count,
      max: maxSeparated,
    };
  return null;
}

/** Checks that there is a position on that side (E23). */
export function checkSideOpen(holding: Holding, long: boolean): Reject | null {
  if ((long ? holding.longSize : holding.shortSize) > 0) return null;
  return { reason: 'POSITION_SIDE_INVALID', symbol: holding.instrument.contract.symbol, long };
}

/** Checks that a close has its side (E23), position (E24), size (E32) and a price it may have (E34). */
function checkClosing(draft: Draft, positions: readonly Position[]): Reject | null {
  const noSide = checkSideOpen(draft.holding, draft.side === 'long');
  if (noSide !== null) return noSide;
  if (positions.length === 0) return { reason: 'POSITION_NOT_FOUND', id: draft.positionId };
  const closable = freeSize(positions);
  if (draft.size > closable) return closeTooLarge(draft, positions, closable);
  if (draft.price === 0) return null;
  for (const position of frozenOn(positions, draft.size))
    if (isBeyondWorst(position, draft.price))
      return {
        reason: 'CLOSE_PRICE_BEYOND_BANKRUPTCY',
        symbol: draft.instrument.contract.symbol,
        price: draft.price,
        worst: worstClosePrice(position) ?? 0,
      };
  return null;
}

function closeTooLarge(draft: Draft, positions: readonly Position[], closable: number): Reject {
  const blocking = positions.find((position) => position.closing.length > 0);
  const order = blocking?.closing[0];
  return {
    reason: 'CLOSE_SIZE_EXCEEDS_POSITION',
    symbol: draft.instrument.contract.symbol,
    size: draft.size,
    closable,
    positionId: (blocking ?? positions[0]!).id,
    held: order?.pieces.find((piece) => piece.position === blocking)?.size ?? 0,
    heldBy: order?.id ?? 0,
  };
}

/** The positions that a close of `size` freezes on. */
function frozenOn(positions: readonly Position[], size: number): readonly Position[] {
  let left = size;
  return positions.filter((position) => {
    const free = position.size - position.frozen;
    const used = left > 0 && free > 0;
    left -= free;
    return used;
  });
}

/** Checks the position limit (E35) and the tier of the leverage (E36), by MARG-005. */
function checkExposure(draft: Draft): Reject | null {
  const { contract, mark } = draft.instrument;
  const { symbol } = contract;
  const total = exposedSize(draft.holding, draft.side, draft.marginMode === 'isolated') + draft.size;
  const value = valueOf(contract, mark, total);
  if (total > contract.maxPositionSize || value > contract.maxPositionValue)
    return { reason: 'POSITION_LIMIT_EXCEEDED', symbol, total, max: contract.maxPositionSize };
  if (tierAllows(contract, value, draft.leverage)) return null;
  return {
    reason: 'LEVERAGE_TIER_EXCEEDED',
    symbol,
    value,
    leverage: draft.leverage,
    max: valueLimit(contract, draft.leverage),
  };
}

/**
 * The fills the order would make, the margin its rest needs, and whether it is cancelled on entry (BOOK-003, ORDR-006).
 */
function permitOf(state: State, draft: Draft, positions: readonly Position[]): Permit {
  const { instrument, buy } = draft;
  const rules = rulesOf(draft.execution);
  const limit = closingLimit(draft, positions);
  const takes = crosses(instrument, buy, limit);
  if (rules.makerOnly && takes)
    return { ok: true, positions, plan: NOTHING, dead: 'POST_ONLY_WOULD_TAKE', restNeed: 0 };
  const plan = takes ? planOf(state, draft, positions, limit) : NOTHING;
  if (rules.allOrNothing && plan.filled < draft.size)
    return { ok: true, positions, plan, dead: 'FOK_NOT_FILLABLE', restNeed: 0 };
  const rest = draft.price > 0 && rules.rests && !plan.endedAtOwn ? draft.size - plan.filled : 0;
  const restNeed =
    rest > 0 && draft.effect === 'open' ? needOf(instrument, draft.side, draft.leverage, draft.price, rest) : 0;
  return { ok: true, positions, plan, dead: null, restNeed };
}

function planOf(state: State, draft: Draft, positions: readonly Position[], limit: Ticks): MatchPlan {
  const { account, instrument, buy, size } = draft;
  const pieces = draft.effect === 'close' ? piecesOf(positions, size) : NO_PIECES;
  return planMatch(
    { account, instrument, buy, limit, size, pieces },
    state.parameters.selfTradePrevention,
    makerRefusal,
  );
}

function piecesOf(positions: readonly Position[], size: number): { position: Position; size: number }[] {
  const pieces: { position: Position; size: number }[] = [];
  let left = size;
  for (const position of positions) {
    const part = Math.min(left, position.size - position.frozen);
    if (part > 0) pieces.push({ position, size: part });
    left -= part;
  }
  return pieces;
}

/** A market close takes no worse than the worst close price of what it freezes on (CLOS-003). */
function closingLimit(draft: Draft, positions: readonly Position[]): Ticks {
  let limit = takingLimit(draft);
  if (draft.effect !== 'close' || draft.price > 0) return limit;
  for (const position of frozenOn(positions, draft.size)) {
    const worst = worstClosePrice(position);
    if (worst !== null) limit = draft.buy ? Math.min(limit, worst) : Math.max(limit, worst);
  }
  return limit;
}

/** E38: planned fills at their prices and the rest on the book must fit into the available amount (MARG-003). */
function checkMargin(draft: Draft, permit: Permit): Reject | null {
  const { instrument, side, leverage } = draft;
  let need = permit.restNeed;
  for (const step of permit.plan.steps)
    if (step.size > 0) need = add(need, needOf(instrument, side, leverage, step.price, step.size));
  if (need === 0) return null;
  const available = availableOf(draft.account);
  return need <= available ? null : { reason: 'INSUFFICIENT_MARGIN', need, available };
}
