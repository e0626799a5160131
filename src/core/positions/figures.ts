/**
 * Figures of a position that are shown but not stored (POSN-006): profit at the mark, margin at the mark, isolated
 * margin.
 */
import type { Side } from '../language/commands.ts';
import { valueOf } from '../language/contract.ts';
import { add, mulDivCeil, mulDivFloor, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import type { Instrument, Order, Position } from '../state/records.ts';

/** s·(S·M·u − openValue); `null` iff the contract has no valid mark (W-01). */
export function unrealisedProfitOf(position: Position): Money | null {
  const { contract, mark, markValid } = position.instrument;
  if (!markValid) return null;
  const value = valueOf(contract, mark, position.size);
  return position.sign === 1 ? sub(value, position.openValue) : sub(position.openValue, value);
}

/** ceil(S·M·u/l); 0 without a valid mark. */
export function marginSizeOf(position: Position): Money {
  const { contract, mark, markValid } = position.instrument;
  return markValid ? mulDivCeil(valueOf(contract, mark, position.size), 1, position.leverage) : 0;
}

/** amount + s·openValue of its own part; 0 when SHARED. */
export function isolatedMarginOf(position: Position): Money {
  return position.marginMode === 'isolated' ? add(position.part.amount, position.part.openValue) : 0;
}

/** max(0, s·(p − M))·q·u: the loss an opening at `price` starts with at the mark (MARG-002). */
export function startingLoss(instrument: Instrument, side: Side, price: Ticks, size: Steps): Money {
  const worse = side === 'long' ? price - instrument.mark : instrument.mark - price;
  return worse > 0 ? valueOf(instrument.contract, worse, size) : 0;
}

/** The part of its reserve that a fill of `size` frees (MARG-004). */
export function freedBy(order: Order, size: Steps): Money {
  return size === order.remaining ? order.held : mulDivFloor(order.held, size, order.remaining);
}
