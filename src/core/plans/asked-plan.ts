/**
 * The common part of placePlanOrder and placeTpSlOrder: how they begin, by who asks, where, and whether the order was
 * asked for before; and how they end, with the record taken up.
 */
import type { PlanRequest } from '../language/vocabulary.ts';
import type { Account, Holding, Instrument, PlanOrder } from '../state/records.ts';
import { accountOf, holdingOf } from '../state/state.ts';
import { accept, type Decision, type OrderPlaced, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { checkPermitted } from '../permission/permission.ts';
import type { Reject } from '../language/rejects.ts';
import { checkPlanLimits } from '../orders/key-limits.ts';
import { checkCaller, checkSymbol, instrumentOf } from '../orders/caller.ts';
import { checkClientOrderId } from '../orders/client-order-id.ts';
import { leverageOf, resolveMarginMode } from '../orders/draft.ts';
import { acceptPlan, arm } from '../orders/plan-orders.ts';

/** Decides what can be decided before the order is looked at; else `place` does, given what the account holds there. */
export function askForPlan(
  turn: Turn,
  command: PlanRequest,
  place: (holding: Holding) => Decision<OrderPlaced>,
): Decision<OrderPlaced> {
  const { state } = turn;
  const account = accountOf(state, command.account);
  const refused = checkCaller(account) ?? checkSymbol(state, command.symbol);
  if (refused !== null) return refuse(refused);
  const instrument = instrumentOf(state, command.symbol);
  const closed = account.team === null ? null : checkContest(turn, account, instrument, command);
  if (closed !== null) return refuse(closed);
  const opens = command.name === 'placePlanOrder' && command.effect === 'open';
  const limited = opens ? checkPlanLimits(account, command.keyId, instrument) : null;
  if (limited !== null) return refuse(limited);
  const known = checkClientOrderId(turn, account, command.clientOrderId, command);
  return known ?? place(holdingOf(state, account, instrument));
}

/** Check 17. */
function checkContest(turn: Turn, account: Account, instrument: Instrument, command: PlanRequest): Reject | null {
  const { symbol, side, channel } = command;
  const effect = command.name === 'placePlanOrder' ? command.effect : 'close';
  const leverage = (): number => {
    const holding = holdingOf(turn.state, account, instrument);
    const given = command.name === 'placePlanOrder' ? command.marginMode : null;
    return leverageOf(holding, resolveMarginMode(holding, effect, given), side);
  };
  return checkPermitted(account, { symbol, effect, channel, leverage });
}

/** From here on it must succeed: the plan order waits for its price, or is due. */
export function takeUp(turn: Turn, plan: PlanOrder, { keyId, channel }: PlanRequest): Decision<OrderPlaced> {
  const leafIndex = acceptPlan(turn, plan, keyId, channel);
  arm(turn, plan);
  return accept({ orderId: plan.id, clientOrderId: plan.clientOrderId, replayed: false, leafIndex });
}
