/**
 * Closing without the book: deleveraging at the bankruptcy value (ADL-001 to -004, LIQD-011) and, as the last resort,
 * at the mark (LIQD-012).
 *
 * Opposite positions are closed against the liquidated one in rank order, with no fee and no insurance, and the last
 * price does not move.
 */
import { valueOf } from '../language/contract.ts';
import { invariant } from '../num/invariant.ts';
import { add, divCeil, divFloor, mul, mulDivFloor, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { cancelRest, workingOrders } from '../orders/working.ts';
import { unrealisedProfitOf } from '../positions/figures.ts';
import { equityOf } from '../risk/margin.ts';
import type { Account, Instrument, Position } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import { closePair } from './engine-order.ts';
import type { Carried, Exposure } from './exposure.ts';
import { carriedBy, carryOff, positionsOf } from './exposure.ts';
import type { Ranked, Ranks } from './rank.ts';
import { positionsOfSide, rankedAgainst } from './rank.ts';

/** A position that wins the loss of a close at the mark, and its profit before that (LIQD-013). */
export interface Winner {
  readonly position: Position;
  readonly profit: Money;
}

/** The part a liquidation closed at the mark: in which contract last, null for none, and who had won in all of them. */
export interface ClosedAtMark {
  readonly symbol: string | null;
  readonly winners: readonly Winner[];
}

/**
 * Closes the exposure at its bankruptcy value against ranked positions; positions that could not pay are skipped
 * (ADL-003).
 */
export function deleverage(turn: Turn, exposure: Exposure, carried: Carried, ranks: Ranks): void {
  const { instrument, sign, part } = exposure;
  const rank = ranks.against(instrument, sign);
  for (const changed of turn.parts) ranks.noteChanged(changed);
  const passed: Ranked[] = [];
  while (exposure.size > 0) {
    const next = rank.take();
    if (next === null) break;
    passed.push(next);
    const { position } = next;
    const size = Math.min(exposure.size, position.size);
    const value = carriedBy(carried, size);
    if (position.account === part.account || !canClose(position, size, value)) continue;
    carryOff(carried, size, value);
    closeAgainst(turn, exposure, position, size, value);
  }
  // Parts that changed meanwhile are noted in the turn and scored again before the next is deleveraged.
  for (const one of passed) rank.giveBack(one);
}

/** Whether the winner's part stays at or above 0 when it closes for `value`. */
function canClose({ part, sign, instrument }: Position, size: Steps, value: Money): boolean {
  const atMark = valueOf(instrument.contract, instrument.mark, size);
  const gain = sign === 1 ? sub(value, atMark) : sub(atMark, value);
  return add(equityOf(part), gain) >= 0;
}

/**
 * Closes the rest at the mark against any opposite position, ranked ones first, the account's own included. Open
 * interest is equal on both sides, so it suffices. Returns who had won on the other side, to share what is lost
 * (LIQD-013).
 */
export function closeAtMark(turn: Turn, exposure: Exposure): Winner[] {
  const { instrument, sign, part } = exposure;
  const ranked = rankedAgainst(instrument, sign, part.account);
  const all = positionsOfSide(instrument, sign === 1 ? -1 : 1);
  const winners = winnersAmong(all, part.account);
  announce(turn, { name: 'closedAtMark', account: part.account.id, instrument, size: exposure.size });
  for (const opposite of [...ranked, ...all]) {
    if (exposure.size === 0) break;
    const size = Math.min(exposure.size, opposite.size);
    if (size > 0) closeAgainst(turn, exposure, opposite, size, valueOf(instrument.contract, instrument.mark, size));
  }
  invariant(exposure.size === 0, 'LIQD-012: the other side suffices', part.account, exposure.size);
  return winners;
}

function winnersAmong(positions: readonly Position[], loser: Account): Winner[] {
  return positions.flatMap((position) => {
    const profit = position.account === loser ? null : unrealisedProfitOf(position);
    return profit !== null && profit > 0 ? [{ position, profit }] : [];
  });
}

/**
 * The other side's working orders in the contract go; then one pair of orders and one booking per piece of the
 * liquidated side.
 */
function closeAgainst(turn: Turn, exposure: Exposure, opposite: Position, size: Steps, value: Money): void {
  invariant(opposite.sign !== exposure.sign, 'ADL-001: a position is closed against the other side', opposite, size);
  invariant(size >= 1 && size <= opposite.size, 'ADL-001: no more is closed than is open', opposite, size);
  cancelWorking(turn, opposite.account, exposure.instrument);
  invariant(opposite.frozen === 0, 'ADL-004: no close is left that is frozen on it', opposite, opposite.frozen);
  let left = size;
  let leftValue = value;
  for (const position of positionsOf(exposure)) {
    if (left === 0) break;
    const piece = Math.min(left, position.size);
    const pieceValue = piece === left ? leftValue : mulDivFloor(value, piece, size);
    const worstAhead = piece === left ? 0 : priceFor(opposite, piece, pieceValue);
    closePair(
      turn,
      { position, cause: 'liquidation' },
      { position: opposite, cause: 'deleverage' },
      piece,
      pieceValue,
      worstAhead,
    );
    left -= piece;
    leftValue = sub(leftValue, pieceValue);
  }
  invariant(left === 0 && leftValue === 0, 'ADL-001: all of a close is booked', opposite, leftValue);
  exposure.size -= size;
  invariant(exposure.size >= 0, 'ADL-001: no more is closed than was open', opposite, exposure.size);
}

/** The price of a value in whole ticks, rounded against the position. */
function priceFor({ sign, instrument }: Position, size: Steps, value: Money): Ticks {
  const perTick = mul(size, instrument.contract.valueUnit);
  return Math.max(1, Number(sign === 1 ? divFloor(value, perTick) : divCeil(value, perTick)));
}

function cancelWorking(turn: Turn, account: Account, instrument: Instrument): void {
  const orders = workingOrders(account, (order) => order.instrument === instrument);
  for (const order of orders) cancelRest(turn, order, 'LIQUIDATE_CANCELED', 'DELEVERAGED');
}
