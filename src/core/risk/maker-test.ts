/**
 * Whether a resting order may be filled now (BOOK-005, CLOS-004): an opening one must cover the loss it would start
 * with out of its own reserve; a closing one must not be worse than the worst close price of any position it is frozen
 * on.
 */
import { valueOf } from '../language/contract.ts';
import { add, mulDivCeil } from '../num/mul-div.ts';
import type { Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Order, Position } from '../state/records.ts';
import { freedBy, startingLoss } from '../positions/figures.ts';
import { worstClosePrice } from './order-margin.ts';

/** Whether closing the position at `price` is worse than its worst close price (CLOS-003). */
export function isBeyondWorst(position: Position, price: Ticks): boolean {
  const worst = worstClosePrice(position);
  if (worst === null) return false;
  return position.side === 'long' ? price < worst : price > worst;
}

/** The cancel detail of a maker that may not be filled by `size`, or null. */
export function makerRefusal(maker: Order, size: Steps): string | null {
  return maker.effect === 'open' ? openingRefusal(maker, size) : closingRefusal(maker);
}

function openingRefusal(maker: Order, size: Steps): string | null {
  const loss = startingLoss(maker.instrument, maker.side, maker.price, size);
  if (loss === 0) return null;
  const contract = maker.instrument.contract;
  const fee = mulDivCeil(valueOf(contract, maker.price, size), contract.makerFeeE8, E8);
  return add(loss, fee) <= freedBy(maker, size) ? null : 'RESERVE_TOO_SMALL';
}

function closingRefusal(maker: Order): string | null {
  for (const piece of maker.pieces)
    if (isBeyondWorst(piece.position, maker.price)) return 'CLOSE_PRICE_BEYOND_BANKRUPTCY';
  return null;
}
