/**
 * placePlanOrder (PLAN-001, PLAN-002): an order that waits for a price. It reserves and freezes nothing; band, closable
 * size, limits and margin are checked when it fires.
 */
import type { PlacePlanOrder } from '../language/commands.ts';
import { MAX_TICKS } from '../num/units.ts';
import type { Id, Steps } from '../num/units.ts';
import type { PlanOrder, Account, Holding, Instrument } from '../state/records.ts';
import type { Decision, OrderPlaced } from '../turn/outcome.ts';
import { refuse } from '../turn/outcome.ts';
import type { Reject } from '../language/rejects.ts';
import type { State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { giveId } from '../turn/turn.ts';
import { checkPair, checkPresetPrices, checkRange, checkSize, checkTrading } from '../orders/check-order.ts';
import { addressedPositions, freeSize, resolveMarginMode, resolvePositionMode } from '../orders/draft.ts';
import { presetOf, stepsOf, ticksOf } from '../orders/grid.ts';
import { directionOf, newPlan, referenceOf } from '../orders/plan-orders.ts';
import { askForPlan, takeUp } from './asked-plan.ts';

/** The plan order in core units. */
interface PlanDraft {
  readonly holding: Holding;
  readonly side: PlacePlanOrder['side'];
  readonly effect: PlacePlanOrder['effect'];
  readonly size: number;
  readonly price: number;
  readonly triggerPrice: number;
  readonly takeProfit: number;
  readonly stopLoss: number;
  readonly marginMode: PlanOrder['marginMode'];
  readonly positionMode: PlanOrder['positionMode'];
  readonly positionId: Id;
}

export function placePlanOrder(turn: Turn, command: PlacePlanOrder): Decision<OrderPlaced> {
  return askForPlan(turn, command, (holding) => placeIn(turn, holding, command));
}

function placeIn(turn: Turn, holding: Holding, command: PlacePlanOrder): Decision<OrderPlaced> {
  const { state } = turn;
  const { account, instrument } = holding;
  const draft = planDraftOf(holding, command);
  const reject = checkPlan(state, instrument, draft, command) ?? checkPlanCount(state, account);
  if (reject !== null) return refuse(reject);

  // From here on it must succeed.
  return takeUp(turn, recordOf(turn, account, draft, command), command);
}

function planDraftOf(holding: Holding, command: PlacePlanOrder): PlanDraft {
  const { contract } = holding.instrument;
  return {
    holding,
    side: command.side,
    effect: command.effect,
    size: stepsOf(contract, command.size),
    price: command.price === null ? 0 : ticksOf(contract, command.price),
    triggerPrice: ticksOf(contract, command.triggerPrice),
    takeProfit: presetOf(contract, command.takeProfit),
    stopLoss: presetOf(contract, command.stopLoss),
    marginMode: resolveMarginMode(holding, command.effect, command.marginMode),
    positionMode: resolvePositionMode(holding, command.effect, command.positionMode),
    positionId: command.effect === 'close' ? (command.positionId ?? 0) : 0,
  };
}

/** Checks the order it is to become (E02 to E09, E11, E13 to E19). */
function checkPlan(state: State, instrument: Instrument, draft: PlanDraft, command: PlacePlanOrder): Reject | null {
  const reference = draft.price > 0 ? draft.price : draft.triggerPrice;
  const marketOpen = draft.effect === 'open' && draft.price === 0;
  return (
    checkTrading(state, draft.holding, draft.effect) ??
    checkSize(instrument.contract, draft.size, command.size, {
      mayBeSmall: draft.size === closableNow(draft),
      limit: marketOpen ? 'maxSizeMarket' : 'maxSizeLimit',
    }) ??
    checkPlanPrices(instrument, draft, command) ??
    checkPresetPrices(draft, instrument.contract, reference, command) ??
    checkPair(draft)
  );
}

/** All that a close could close if it fired now; nothing for an opening order. */
function closableNow(draft: PlanDraft): Steps {
  return draft.effect === 'close' ? freeSize(addressedPositions({ ...draft, bound: null })) : 0;
}

/** Checks execute price and trigger price, then the range of all (E08, E09, E11). */
function checkPlanPrices(instrument: Instrument, draft: PlanDraft, command: PlacePlanOrder): Reject | null {
  const { contract } = instrument;
  if (draft.price < 0)
    return { reason: 'PRICE_NOT_MULTIPLE_OF_TICK', symbol: contract.symbol, text: command.price ?? '' };
  return (
    checkRange(contract, 'price', draft.price, command.price) ??
    checkRange(contract, 'triggerPrice', draft.triggerPrice, command.triggerPrice) ??
    checkRange(contract, 'takeProfit', draft.takeProfit, command.takeProfit) ??
    checkRange(contract, 'stopLoss', draft.stopLoss, command.stopLoss) ??
    checkTrigger(instrument, draft.triggerPrice, command.triggerPrice)
  );
}

/** Checks that the trigger price is above 0 and on its tick (E11). */
export function checkTrigger(instrument: Instrument, triggerPrice: number, text: string): Reject | null {
  if (triggerPrice > 0 && triggerPrice <= MAX_TICKS) return null;
  return { reason: 'TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK', symbol: instrument.contract.symbol, text };
}

/** Checks that the account may have one more plan order (E21). */
export function checkPlanCount(state: State, account: Account): Reject | null {
  const max = state.parameters.maxPlanOrders;
  return account.ownPlans < max ? null : { reason: 'TOO_MANY_PLAN_ORDERS', count: account.ownPlans, max };
}

function recordOf(
  turn: Turn,
  account: Account,
  { holding: { instrument }, ...draft }: PlanDraft,
  command: PlacePlanOrder,
): PlanOrder {
  const id = giveId(turn);
  return newPlan(turn, {
    ...draft,
    id,
    account,
    instrument,
    clientOrderId: command.clientOrderId ?? `~${id}`,
    request: command,
    kind: 'normal',
    parentId: 0,
    bound: null,
    triggerBy: command.triggerBy,
    direction: directionOf(draft.triggerPrice, referenceOf(instrument, command.triggerBy)),
  });
}
