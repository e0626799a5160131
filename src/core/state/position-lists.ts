/**
 * The lists an open position is in: those of its holding and its part, the positions of the state, the holders of its
 * contract. Structure only: when a position begins and ends is decided in `positions/`.
 */
import { invariant } from '../num/invariant.ts';
import type { Holding, Part, Position } from './records.ts';
import type { State } from './state.ts';

/** In list order: contract id, long before short, id. */
function comesBefore(a: Position, b: Position): boolean {
  if (a.instrument !== b.instrument) return a.instrument.contract.id < b.instrument.contract.id;
  if (a.side !== b.side) return a.side === 'long';
  return a.id < b.id;
}

/** The list with the position in its place, of just its size: one that grew in place keeps room for 16 more. */
function withPosition(list: readonly Position[], position: Position): Position[] {
  let at = list.length;
  while (at > 0 && comesBefore(position, list[at - 1]!)) at--;
  return list.toSpliced(at, 0, position);
}

/** The SHARED part has positions in one more contract. */
function enlist(part: Part, holding: Holding): void {
  let at = part.holdings.length;
  while (at > 0 && holding.instrument.contract.id < part.holdings[at - 1]!.instrument.contract.id) at--;
  part.holdings = part.holdings.toSpliced(at, 0, holding);
}

/** Puts a new position into every list. */
export function enlistPosition(state: State, position: Position): void {
  const { id, account, holding, part, instrument } = position;
  const { marginMode } = position;
  invariant(part.account === account && holding.account === account, 'LEDG-001: a part is of the account', position);
  invariant(
    (part.positionId === id) === (marginMode === 'isolated'),
    'INV-004: what is isolated has its part',
    position,
  );
  if (part === account.shared && holding.positions.length === 0) enlist(part, holding);
  holding.positions = withPosition(holding.positions, position);
  part.positions = withPosition(part.positions, position);
  state.positions.set(id, position);
  instrument.positions.set(id, position);
  instrument.holders.set(account.id, holding);
}

/** Takes an ended one out of all of them. */
export function delistPosition(state: State, position: Position): void {
  const { holding, part, instrument } = position;
  const ofHolding = holding.positions.indexOf(position);
  const ofPart = part.positions.indexOf(position);
  invariant(ofHolding >= 0, 'INV-004: a holding lists its positions until they end', position);
  invariant(ofPart >= 0, 'INV-004: a part lists its positions until they end', position);
  holding.positions.splice(ofHolding, 1);
  part.positions.splice(ofPart, 1);
  state.positions.delete(position.id);
  instrument.positions.delete(position.id);
  if (holding.positions.length > 0) return;
  const wasHolder = instrument.holders.delete(position.account.id);
  invariant(wasHolder, 'INV-002: who has a position is a holder', position);
  const at = part.holdings.indexOf(holding);
  invariant(at >= 0 === (part.positionId === 0), 'LEDG-001: SHARED money lists its holdings', position, at);
  if (at >= 0) part.holdings.splice(at, 1);
}
