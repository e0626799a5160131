/**
 * closePositions (CLOS-007): each position, in list order, loses the working closes frozen on it and is closed in full
 * at market.
 */
import { byId } from '../state/ids.ts';
import type { ClosePositions } from '../language/commands.ts';
import type { Decision, OrderPlaced, PositionClosing, Rows } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Position } from '../state/records.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { checkCaller, checkSymbol } from './caller.ts';
import { checkTrading } from './check-order.ts';
import { closingDraft } from './draft.ts';
import { enterOrder } from './enter-order.ts';
import { cancelRest } from './working.ts';

export function* closePositions(turn: Turn, command: ClosePositions): Rows<readonly PositionClosing[]> {
  const { state } = turn;
  const account = accountOf(state, command.account);
  const refused = checkCaller(account) ?? (command.symbol === null ? null : checkSymbol(state, command.symbol));
  if (refused !== null) return refuse(refused);
  const named = account.holdings.flatMap((holding) =>
    holding === undefined || (command.symbol !== null && holding.instrument.contract.symbol !== command.symbol)
      ? []
      : holding.positions,
  );
  const positions =
    command.positionId === null ? named : named.filter((position) => position.id === command.positionId);
  if (command.positionId !== null && positions.length === 0)
    return refuse({ reason: 'POSITION_NOT_FOUND', id: command.positionId });
  const rows: PositionClosing[] = [];
  for (const position of positions) {
    const { id: positionId, instrument } = position;
    rows.push({ positionId, symbol: instrument.contract.symbol, placed: closeRow(turn, position, command) });
    yield;
  }
  return accept(rows);
}

/** Checks E02, E03 and E24 (it ended in a row before), cancels the closes frozen on it and closes it in full. */
function closeRow(turn: Turn, position: Position, command: ClosePositions): Decision<OrderPlaced> {
  const refused = checkTrading(turn.state, position, 'close');
  if (refused !== null) return refuse(refused);
  if (position.size === 0) return refuse({ reason: 'POSITION_NOT_FOUND', id: position.id });
  for (const order of [...position.closing].sort(byId)) cancelRest(turn, order, 'USER_CANCELED', null);
  return enterOrder(turn, { ...closingDraft(position, position.size), keyId: command.keyId, channel: command.channel });
}
