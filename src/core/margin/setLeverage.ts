/**
 * setLeverage (MODE-005, MODE-006, MODE-007): the leverage of later orders, and of the combined positions open now. A
 * separated position keeps its leverage for life.
 */
import type { SetLeverage, Side } from '../language/commands.ts';
import { valueOf } from '../language/contract.ts';
import { closeBooking } from '../ledger/ledger.ts';
import { invariant } from '../num/invariant.ts';
import { add, max, mulDivCeil, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import { isolatedMarginOf } from '../positions/figures.ts';
import { moveMargin } from '../positions/move-margin.ts';
import type { Reject } from '../language/rejects.ts';
import { availableOf, equityOf, isKnown, markValueOf, requirementFloorOf } from '../risk/margin.ts';
import { exposedSize, tierAllows, valueLimit } from '../risk/order-margin.ts';
import type { Account, Holding, Position } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { accountOf, holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { giveMatchSequence, noteAccount, noteHolding, touchPosition } from '../turn/turn.ts';
import { leverageCap } from '../permission/permission.ts';
import { checkCaller, checkSymbol, instrumentOf } from '../orders/caller.ts';
import { checkMark } from '../orders/check-order.ts';
import { isFlat, marginModeInForce } from '../orders/draft.ts';

/** A position and the leverage it is to take. */
interface Change {
  readonly position: Position;
  readonly leverage: number;
}

export function setLeverage(turn: Turn, command: SetLeverage): Decision<null> {
  const { state } = turn;
  const account = accountOf(state, command.account);
  const refused = checkCaller(account) ?? checkSymbol(state, command.symbol) ?? checkRange(state, account, command);
  if (refused !== null) return refuse(refused);
  const holding = holdingOf(state, account, instrumentOf(state, command.symbol));
  if (alreadySet(holding, command)) return accept(null);
  const changes = changesOf(holding, command);
  const reject = checkChange(state, holding, command, changes);
  if (reject !== null) return refuse(reject);

  // From here on it must succeed.
  if (command.marginMode === 'cross') holding.crossLeverage = command.long;
  else {
    holding.isolatedLongLeverage = command.long;
    holding.isolatedShortLeverage = command.short;
  }
  applyChanges(turn, changes);
  noteHolding(turn, holding);
  noteAccount(turn, account);
  invariant(alreadySet(holding, command), 'MODE-005: what was asked for is in force', account, command.symbol);
  return accept(null);
}

/** LEVERAGE_TOO_HIGH above tier 1's maximum, or a lower cap of a contest. */
function checkRange(state: State, account: Account, command: SetLeverage): Reject | null {
  const cap = leverageCap(account, command.symbol, instrumentOf(state, command.symbol).contract.maxLeverage);
  const asked = Math.max(command.long, command.short);
  return asked > cap ? { reason: 'LEVERAGE_TOO_HIGH', asked, cap } : null;
}

function alreadySet(holding: Holding, { marginMode, long, short }: SetLeverage): boolean {
  if (marginMode === 'cross') return holding.crossLeverage === long && holding.crossLeverage === short;
  return holding.isolatedLongLeverage === long && holding.isolatedShortLeverage === short;
}

function newLeverage(command: SetLeverage, side: Side): number {
  return side === 'long' ? command.long : command.short;
}

/** Combined positions of the mode whose leverage changes. */
function changesOf(holding: Holding, command: SetLeverage): readonly Change[] {
  return holding.positions
    .filter((position) => position.marginMode === command.marginMode && position.positionMode === 'combined')
    .map((position) => ({ position, leverage: newLeverage(command, position.side) }))
    .filter((change) => change.leverage !== change.position.leverage);
}

/** Checks the mark (E03), margin mode (E18), sides (E26), open orders (E27), tiers (E36) and funds (E38). */
function checkChange(state: State, holding: Holding, command: SetLeverage, changes: readonly Change[]): Reject | null {
  const { symbol } = command;
  const combined = holding.positions.some((p) => p.marginMode === command.marginMode && p.positionMode === 'combined');
  const noMark = combined ? checkMark(state, holding.instrument) : null;
  if (noMark !== null) return noMark;
  const now = marginModeInForce(holding);
  if (!isFlat(holding) && now !== command.marginMode)
    return { reason: 'MARGIN_MODE_MISMATCH', symbol, now, asked: command.marginMode };
  const { long, short } = command;
  if (command.marginMode === 'cross' && long !== short) return { reason: 'LEVERAGE_SIDES_DIFFER', long, short };
  if (holding.workingOrders > 0 || holding.plans > 0)
    return { reason: 'LEVERAGE_BLOCKED_BY_OPEN_ORDERS', symbol, working: holding.workingOrders, plans: holding.plans };
  return checkTiers(holding, changes) ?? checkFunds(holding, changes);
}

/** Checks E36 per scope: cross as a whole, then each isolated side that changes. */
function checkTiers(holding: Holding, changes: readonly Change[]): Reject | null {
  const { contract, mark } = holding.instrument;
  for (const { position, leverage } of changes) {
    const value = valueOf(contract, mark, exposedSize(holding, position.side, position.marginMode === 'isolated'));
    if (!tierAllows(contract, value, leverage))
      return {
        reason: 'LEVERAGE_TIER_EXCEEDED',
        symbol: contract.symbol,
        value,
        leverage,
        max: valueLimit(contract, leverage),
      };
  }
  return null;
}

/**
 * The amount taken from SHARED when an isolated position takes a lower leverage; nothing is given back for a higher
 * one.
 */
function moveOf({ position, leverage }: Change): Money {
  if (position.marginMode !== 'isolated') return 0;
  return max(0, sub(mulDivCeil(markValueOf(position), 1, leverage), isolatedMarginOf(position)));
}

/** E38: the SHARED part must carry the new margins: equity − used' − frozen − moves ≥ 0. */
function checkFunds(holding: Holding, changes: readonly Change[]): Reject | null {
  if (changes.length === 0) return null;
  const { account } = holding;
  const { shared } = account;
  let moves: Money = 0;
  for (const change of changes) moves = add(moves, moveOf(change));
  const used = usedWith(account.shared.positions, changes, requirementFloorOf(shared));
  const need = add(used, moves);
  const available = isKnown(shared) ? max(0, sub(equityOf(shared), account.held)) : 0;
  if (need <= available) return null;
  const extra = sub(
    need,
    shared.positions.length === 0 ? 0 : usedWith(shared.positions, [], requirementFloorOf(shared)),
  );
  return { reason: 'INSUFFICIENT_MARGIN', need: extra, available: availableOf(account) };
}

/** max(IM, floor(req/E8) + 1) with the leverages of `changes` in place. */
function usedWith(positions: readonly Position[], changes: readonly Change[], requirementFloor: Money): Money {
  if (positions.length === 0) return 0;
  let margin: Money = 0;
  for (const position of positions) {
    const leverage = changes.find((change) => change.position === position)?.leverage ?? position.leverage;
    margin = add(margin, mulDivCeil(markValueOf(position), 1, leverage));
  }
  return max(margin, add(requirementFloor, 1));
}

/** One match sequence number for all positions it touches; margin moves share it (FLOW-005). */
function applyChanges(turn: Turn, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const matchSequence = giveMatchSequence(turn);
  for (const change of changes) {
    const { position, leverage } = change;
    const { maxLeverage } = position.instrument.contract;
    invariant(
      leverage >= 1 && leverage <= maxLeverage,
      'MODE-005: a leverage is in the range of the contract',
      position,
    );
    invariant(position.frozen === 0, 'MODE-006: leverage changes while nothing works', position, position.frozen);
    moveMargin(turn, matchSequence, position, moveOf(change), 0);
    position.leverage = leverage;
    touchPosition(turn, position, matchSequence);
  }
  closeBooking(turn);
}
