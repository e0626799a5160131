/**
 * placeTpSlOrder and modifyTpSlOrder (PLAN-013, PLAN-014): a take-profit or stop-loss bound to one position, and a new
 * trigger for a plan order that has not fired.
 */
import { appendChangeLeaf } from '../ailog/append-leaf.ts';
import type { ModifyTpSlOrder, PlaceTpSlOrder, TriggerBy } from '../language/commands.ts';
import type { Contract } from '../language/contract.ts';
import { watch } from '../matching/trigger-book.ts';
import { canonicalText } from '../num/decimal.ts';
import { invariant } from '../num/invariant.ts';
import type { Steps, Ticks } from '../num/units.ts';
import type { EndedOrder, EndedPlan } from '../state/order.ts';
import type { PlanOrder, Account, Holding, Instrument, Position } from '../state/records.ts';
import type { Decision, OrderPlaced } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Reject } from '../language/rejects.ts';
import type { State } from '../state/state.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { giveId, notePlan } from '../turn/turn.ts';
import { coveredSize } from '../orders/bound-plans.ts';
import { checkCaller } from '../orders/caller.ts';
import { checkMark, checkRange, checkSideOpen, checkSize, checkTrading } from '../orders/check-order.ts';
import { statusOf } from '../orders/client-order-id.ts';
import { oldestFirst } from '../orders/draft.ts';
import { stepsOf, ticksOf } from '../orders/grid.ts';
import { arm, boundTo, directionOf, newPlan, referenceOf } from '../orders/plan-orders.ts';
import { askForPlan, takeUp } from './asked-plan.ts';
import { checkPlanCount, checkTrigger } from './placePlanOrder.ts';

interface Numbers {
  readonly size: number;
  readonly price: number;
  readonly triggerPrice: number;
}

export function placeTpSlOrder(turn: Turn, command: PlaceTpSlOrder): Decision<OrderPlaced> {
  return askForPlan(turn, command, (holding) => placeIn(turn, holding, command));
}

function placeIn(turn: Turn, holding: Holding, command: PlaceTpSlOrder): Decision<OrderPlaced> {
  const { account } = holding;
  const { contract } = holding.instrument;
  const position = addressed(holding, command);
  const numbers = {
    size: command.size === null ? restOf(position, command.kind) : stepsOf(contract, command.size),
    price: command.price === null ? 0 : ticksOf(contract, command.price),
    triggerPrice: ticksOf(contract, command.triggerPrice),
  };
  const reject = checkTpSl(turn.state, account, holding, command, numbers, position);
  if (reject !== null || position === null)
    return refuse(reject ?? { reason: 'POSITION_NOT_FOUND', id: command.positionId ?? 0 });

  // From here on it must succeed.
  const id = giveId(turn);
  const plan = newPlan(turn, {
    ...boundTo(position, command.kind),
    ...numbers,
    id,
    clientOrderId: command.clientOrderId ?? `~${id}`,
    request: command,
    parentId: 0,
    triggerBy: command.triggerBy,
  });
  const taken = takeUp(turn, plan, command);
  invariant(uncovered(position, command.kind) >= 0, 'INV-012: plan orders cover no more than is open', plan, position);
  return taken;
}

/** The named position of the side, or its oldest. */
function addressed(holding: Holding, command: PlaceTpSlOrder): Position | null {
  const sided = oldestFirst(holding.positions.filter((position) => position.side === command.side));
  if (command.positionId === null) return sided[0] ?? null;
  return sided.find((position) => position.id === command.positionId) ?? null;
}

/** Checks trading, size, prices, trigger, count and cover (E02 to E09, E11, E12, E21, E23, E24, E33). */
function checkTpSl(
  state: State,
  account: Account,
  holding: Holding,
  command: PlaceTpSlOrder,
  numbers: Numbers,
  position: Position | null,
): Reject | null {
  const { instrument } = holding;
  return (
    checkTrading(state, holding, 'close') ??
    checkTpSlSize(instrument.contract, command, numbers.size, position) ??
    checkPrices(instrument, numbers.price, command.price) ??
    checkRange(instrument.contract, 'triggerPrice', numbers.triggerPrice, command.triggerPrice) ??
    checkTrigger(instrument, numbers.triggerPrice, command.triggerPrice) ??
    checkSideOfTrigger(instrument, command.kind, command.side === 'long', numbers.triggerPrice, command.triggerBy) ??
    checkPlanCount(state, account) ??
    checkSideOpen(holding, command.side === 'long') ??
    checkCover(position, command, numbers.size)
  );
}

/** Checks the size (E04 to E07); without one and without a position there is none to check. */
function checkTpSlSize(
  contract: Contract,
  { size: text, kind }: PlaceTpSlOrder,
  size: Steps,
  position: Position | null,
): Reject | null {
  if (text === null && position === null) return null;
  return checkSize(contract, size, text ?? canonicalText(size * contract.stepUnit, contract.sizeDecimals), {
    mayBeSmall: text === null || (position !== null && size === uncovered(position, kind)),
    limit: 'maxSizeLimit',
  });
}

/** Checks the execute price: on its tick (E08) and in range (E09). */
function checkPrices(instrument: Instrument, price: number, text: string | null): Reject | null {
  if (price < 0) return { reason: 'PRICE_NOT_MULTIPLE_OF_TICK', symbol: instrument.contract.symbol, text: text ?? '' };
  return checkRange(instrument.contract, 'price', price, text);
}

/** E12: strictly beyond the reference; TP of a long and SL of a short above, the others below. */
function checkSideOfTrigger(
  instrument: Instrument,
  kind: 'takeProfit' | 'stopLoss',
  long: boolean,
  price: Ticks,
  triggerBy: TriggerBy,
): Reject | null {
  const reference = referenceOf(instrument, triggerBy);
  const greater = (kind === 'takeProfit') === long;
  if (greater ? price > reference : price < reference) return null;
  const by = triggerBy === 'mark' ? 'mark' : 'last';
  return {
    reason: 'TRIGGER_PRICE_WRONG_SIDE',
    symbol: instrument.contract.symbol,
    kind,
    long,
    greater,
    reference,
    by,
    price,
  };
}

/** Checks that the position exists (E24) and has enough size not yet covered (E33). */
function checkCover(position: Position | null, command: PlaceTpSlOrder, size: number): Reject | null {
  if (position === null) return { reason: 'POSITION_NOT_FOUND', id: command.positionId ?? 0 };
  const free = uncovered(position, command.kind);
  if (size <= free) return null;
  return {
    reason: 'TPSL_SIZE_EXCEEDS_POSITION',
    symbol: command.symbol,
    kind: command.kind,
    size,
    free: Math.max(0, free),
    positionId: position.id,
  };
}

/** The part of the position that no untriggered order of the kind would close yet. */
function uncovered(position: Position, kind: PlaceTpSlOrder['kind']): Steps {
  return position.size - coveredSize(position, kind);
}

/** The size where none is asked for: what is not covered yet, or all where everything is, which is then too much. */
function restOf(position: Position | null, kind: PlaceTpSlOrder['kind']): Steps {
  if (position === null) return 0;
  const free = uncovered(position, kind);
  return free > 0 ? free : position.size;
}

/** New trigger, price and trigger type of an untriggered plan order (PLAN-014). */
export function modifyTpSlOrder(turn: Turn, command: ModifyTpSlOrder): Decision<null> {
  const { state } = turn;
  const account = accountOf(state, command.account);
  const refused = checkCaller(account);
  if (refused !== null) return refuse(refused);
  const known = state.orders.get(command.orderId);
  const plan = known?.record === 'order' ? undefined : known;
  const asked = plan?.record === 'ended' ? plan.plan : plan;
  if (plan === undefined || plan.account !== account || !asked)
    return refuse({ reason: 'ORDER_NOT_FOUND', id: String(command.orderId) });
  const { instrument } = asked;
  const price = command.price === null ? 0 : ticksOf(instrument.contract, command.price);
  const triggerPrice = ticksOf(instrument.contract, command.triggerPrice);
  const reject = checkModification(state, asked, command, price, triggerPrice) ?? checkUntriggered(plan);
  if (reject !== null || plan.record === 'ended') return refuse(reject!);

  // From here on it must succeed.
  plan.price = price;
  plan.triggerPrice = triggerPrice;
  plan.triggerBy = command.triggerBy;
  if (plan.kind === 'normal') plan.direction = directionOf(triggerPrice, referenceOf(instrument, command.triggerBy));
  notePlan(turn, plan);
  appendChangeLeaf(turn, plan, command);
  if (plan.kind === 'normal') arm(turn, plan);
  else watch(instrument.triggers, plan);
  return accept(null);
}

/** Checks the mark (E03), the execute price (E08, E09) and the trigger price (E09, E11, E12). */
function checkModification(
  state: State,
  { instrument, kind, side }: EndedPlan,
  command: ModifyTpSlOrder,
  price: number,
  triggerPrice: number,
): Reject | null {
  return (
    checkMark(state, instrument) ??
    checkPrices(instrument, price, command.price) ??
    checkRange(instrument.contract, 'triggerPrice', triggerPrice, command.triggerPrice) ??
    checkTrigger(instrument, triggerPrice, command.triggerPrice) ??
    (kind === 'normal' ? null : checkSideOfTrigger(instrument, kind, side === 'long', triggerPrice, command.triggerBy))
  );
}

/** Checks that the order is still untriggered (E30). */
function checkUntriggered(plan: PlanOrder | EndedOrder): Reject | null {
  if (plan.status === 'untriggered') return null;
  const status = statusOf(plan);
  return {
    reason: 'PLAN_ORDER_NOT_MODIFIABLE',
    status: status === 'filled' || status === 'canceled' ? status : 'triggered',
  };
}
