/**
 * closePositions (CLOS-007): each position, in list order, loses the working closes frozen on it and is closed whole at market.
 */
import type { ClosePositions } from '../commands.ts';
import type { Decision, OrderPlaced, PositionClosing } from '../outcome.ts';
import { accept, refuse } from '../outcome.ts';
import type { Position } from '../state.ts';
import { accountOf } from '../state.ts';
import type { Turn } from '../turn.ts';
import { checkCaller, checkSymbol } from './caller.ts';
import { checkTrading } from './check-order.ts';
import { closingDraft } from './draft.ts';
import { enterOrder } from './enter-order.ts';
import { followUp } from './follow-ups.ts';
import { cancelRest } from './working.ts';

export function closePositions(turn: Turn, command: ClosePositions): Decision<readonly PositionClosing[]> {
  const { state } = turn;
  const account = accountOf(state, command.account);
  const refused = checkCaller(account) ?? (command.symbol === null ? null : checkSymbol(state, command.symbol));
  if (refused !== null) return refuse(refused);
  const named = account.holdings.flatMap((holding) =>
    holding === undefined || (command.symbol !== null && holding.instrument.contract.symbol !== command.symbol)
      ? []
      : holding.positions,
  );
  const positions = command.positionId === null ? named : named.filter((position) => position.id === command.positionId);
  if (command.positionId !== null && positions.length === 0)
    return refuse({ reason: 'POSITION_NOT_FOUND', id: command.positionId });
  const rows: PositionClosing[] = [];
  for (const position of positions) {
    const row = closeRow(turn, position, command);
    rows.push({ positionId: position.id, placed: row.ok ? { ok: true, value: row.result } : { ok: false, reject: row.reject } });
    followUp(turn);
  }
  return accept(rows);
}

/** E02, E03, E24 (it ended in a row before); then the closes frozen on it go and it is closed whole. */
function closeRow(turn: Turn, position: Position, command: ClosePositions): Decision<OrderPlaced> {
  const refused = checkTrading(turn.state, position.instrument);
  if (refused !== null) return refuse(refused);
  if (position.size === 0) return refuse({ reason: 'POSITION_NOT_FOUND', id: position.id });
  for (const order of [...position.closing].sort((a, b) => a.id - b.id)) cancelRest(turn, order, 'USER_CANCELED', null);
  return enterOrder(turn, { ...closingDraft(position, position.size), keyId: command.keyId, channel: command.channel });
}
