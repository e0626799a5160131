/** setMarginMode (MODE-004): the pair of margin mode and position mode an account starts from in a contract. */
import type { SetMarginMode } from '../language/commands.ts';
import { invariant } from '../num/invariant.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import { accountOf, holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { noteHolding } from '../turn/turn.ts';
import { checkCaller, checkSymbol, instrumentOf } from '../orders/caller.ts';
import { isFlat, marginModeInForce, positionModeInForce } from '../orders/draft.ts';

export function setMarginMode(turn: Turn, command: SetMarginMode): Decision<null> {
  const { state } = turn;
  const { symbol, marginMode, positionMode } = command;
  const account = accountOf(state, command.account);
  const refused = checkCaller(account) ?? checkSymbol(state, symbol);
  if (refused !== null) return refuse(refused);
  const holding = holdingOf(state, account, instrumentOf(state, symbol));
  const inForce = marginModeInForce(holding) === marginMode && positionModeInForce(holding) === positionMode;
  if (!inForce && !isFlat(holding)) {
    if (holding.positions.length > 0) return refuse({ reason: 'MODE_SWITCH_WITH_OPEN_POSITION', symbol });
    return refuse({
      reason: 'MODE_SWITCH_WITH_OPEN_ORDERS',
      symbol,
      working: holding.workingOrders,
      plans: holding.openingPlans,
    });
  }

  // From here on it must succeed.
  holding.setMarginMode = marginMode;
  holding.setPositionMode = positionMode;
  invariant(marginModeInForce(holding) === marginMode, 'MODE-004: the mode that was set is in force', account, symbol);
  noteHolding(turn, holding);
  return accept(null);
}
