/**
 * How a liquidation ends (LIQD-013): the remaining debt is paid by the insurance fund, then by the winners on the other
 * side, then by the exchange; an isolated part gives the rest to SHARED.
 */
import { closeBooking, mark, openBooking, post, sharedPart } from '../ledger/ledger.ts';
import { FEE, INSURANCE } from '../language/accounts.ts';
import { invariant } from '../num/invariant.ts';
import { add, max, min, mulDivFloor, neg, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { moveMargin } from '../positions/move-margin.ts';
import { assertPartSpent } from '../positions/open-position.ts';
import { equityOf } from '../risk/margin.ts';
import type { Part, Position } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import type { ClosedAtMark, Winner } from './deleverage.ts';

/**
 * L9 of the part; `position` is the isolated one it was made for, `null` for SHARED. The bills of a debt name the
 * contract that was closed at the mark, the last if there were several; without one they name that of the markers.
 */
export function finish(
  turn: Turn,
  part: Part,
  position: Position | null,
  symbol: string,
  { winners, symbol: closedSymbol }: ClosedAtMark,
): void {
  if (part.positions.length === 0 && part.amount < 0) makeGood(turn, part, closedSymbol ?? symbol, winners);
  if (position !== null && part.positions.length === 0) {
    if (part.amount !== 0) {
      moveMargin(turn, openBooking(turn), position, neg(part.amount), 0);
      closeBooking(turn);
    }
    assertPartSpent(position);
  }
  const isOwing = part.positions.length === 0 && part.amount < 0;
  invariant(!isOwing, 'LIQD-013: who has nothing open owes nothing', part.account, part.amount);
  mark(turn, part, 'finish_liquidate', symbol);
}

/** One booking that brings the part to 0. */
export function makeGood(turn: Turn, part: Part, symbol: string, winners: readonly Winner[]): void {
  const owed = neg(part.amount);
  invariant(owed > 0, 'LIQD-013: only a debt is made good', part.account, owed);
  const matchSequence = openBooking(turn);
  const fix = { businessType: 'order_fix_margin_amount', symbol } as const;
  const pay = (payer: Part, amount: Money): void => post(turn, matchSequence, payer, { ...fix, amount: neg(amount) });
  post(turn, matchSequence, part, { ...fix, amount: owed });
  const fund = sharedPart(turn.state, INSURANCE);
  const insured = min(owed, fund.amount);
  pay(fund, insured);
  const rest = sub(owed, insured);
  const shared = shareLoss(rest, winners, pay);
  const borne = sub(rest, shared);
  invariant(rest >= 0, 'LIQD-013: the fund pays no more than is owed', part.account, rest);
  invariant(borne >= 0, 'LIQD-013: winners pay no more than is owed', part.account, borne);
  pay(sharedPart(turn.state, FEE), borne);
  closeBooking(turn);
  invariant(part.amount === 0, 'LIQD-013: a debt is made good whole', part.account, part.amount);
  announce(turn, { name: 'lossShared', account: part.account.id, symbol, owed, insured, shared, borne });
}

/** Winners pay in proportion to what they had won, the first also the remainder, none more than that or than it has. */
function shareLoss(loss: Money, winners: readonly Winner[], pay: (payer: Part, amount: Money) => void): Money {
  const ordered = [...winners].sort((a, b) =>
    a.profit === b.profit ? a.position.id - b.position.id : a.profit > b.profit ? -1 : 1,
  );
  let total: Money = 0;
  for (const { profit } of ordered) total = add(total, profit);
  const shares = ordered.map(({ profit }) => mulDivFloor(loss, profit, total));
  let given: Money = 0;
  for (const share of shares) given = add(given, share);
  let paid: Money = 0;
  ordered.forEach(({ position, profit }, at) => {
    const payer = position.size > 0 ? position.part : position.account.shared;
    const share = at === 0 ? add(shares[0]!, sub(loss, given)) : shares[at]!;
    const amount = min(min(share, profit), max(0, equityOf(payer)));
    invariant(amount >= 0, 'LIQD-013: a winner pays, and gets nothing', position, amount);
    pay(payer, amount);
    paid = add(paid, amount);
  });
  return paid;
}
