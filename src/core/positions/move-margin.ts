/**
 * Moves margin between an account's SHARED part and an isolated position's part, as one booking's two postings
 * (MARG-008, BILL-003).
 */
import { post } from '../ledger/ledger.ts';
import { invariant } from '../num/invariant.ts';
import { neg } from '../num/mul-div.ts';
import type { Id, Money } from '../num/units.ts';
import { isShared } from '../state/parts.ts';
import type { Position } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';

/**
 * Posts `amount` from SHARED into the position's part, or out of it when negative; 0 posts nothing.
 * @param orderId the order of the fill it belongs to, 0 when none
 */
export function moveMargin(turn: Turn, matchSequence: number, position: Position, amount: Money, orderId: Id): void {
  const { part, account } = position;
  const { symbol } = position.instrument.contract;
  invariant(amount === 0 || !isShared(part), 'MARG-008: margin moves only to what is isolated', position, amount);
  const [from, to] = amount >= 0 ? [account.shared, part] : [part, account.shared];
  const moved = amount >= 0 ? amount : neg(amount);
  post(turn, matchSequence, from, { amount: neg(moved), businessType: 'margin_move_out', symbol, orderId });
  post(turn, matchSequence, to, { amount: moved, businessType: 'margin_move_in', symbol, orderId });
}
