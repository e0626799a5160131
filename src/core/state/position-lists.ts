/**
 * The lists an open position is in: those of its holding and its part, the positions of the state, the holders of its
 * contract. Structure only: when a position begins and ends is decided in `positions/`.
 */
import type { Holding, Part, Position } from './records.ts';
import type { State } from './state.ts';

/** In list order: contract id, long before short, id. */
function comesBefore(a: Position, b: Position): boolean {
  if (a.instrument !== b.instrument) return a.instrument.contract.id < b.instrument.contract.id;
  if (a.side !== b.side) return a.side === 'long';
  return a.id < b.id;
}

function insert(list: Position[], position: Position): void {
  let at = list.length;
  while (at > 0 && comesBefore(position, list[at - 1]!)) at--;
  list.splice(at, 0, position);
}

/** The SHARED part has positions in one more contract. */
function enlist(part: Part, holding: Holding): void {
  let at = part.holdings.length;
  while (at > 0 && holding.instrument.contract.id < part.holdings[at - 1]!.instrument.contract.id) at--;
  part.holdings.splice(at, 0, holding);
}

/** Puts a new position into every list. */
export function enlistPosition(state: State, position: Position): void {
  const { id, account, holding, part, instrument } = position;
  if (part === account.shared && holding.positions.length === 0) enlist(part, holding);
  insert(holding.positions, position);
  insert(part.positions, position);
  state.positions.set(id, position);
  instrument.holders.set(account.id, holding);
}

/** Takes an ended one out of all of them. */
export function delistPosition(state: State, position: Position): void {
  const { holding, part, instrument } = position;
  holding.positions.splice(holding.positions.indexOf(position), 1);
  part.positions.splice(part.positions.indexOf(position), 1);
  state.positions.delete(position.id);
  if (holding.positions.length > 0) return;
  instrument.holders.delete(position.account.id);
  const at = part.holdings.indexOf(holding);
  if (at >= 0) part.holdings.splice(at, 1);
}
