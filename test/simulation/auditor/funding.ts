/**
 * One funding pass, recomputed: who owes by position, no more than what leaves its part above its requirement; who
 * receives in proportion; what is left over to the insurance fund (FUND-005, FUND-006). The bills must be these, in
 * this order.
 */
import { type Big, ceilMoney, floorMoney, larger, share, smaller, storedMoney, ZERO } from './decimal.ts';
import type { Booking } from './booking.ts';
import { contractIn, markOf, type Model, object, type Part, type Position, partOfPosition, same } from './model.ts';
import { equityAt, type Prices, requirementAt } from './risk.ts';
import type { FundingSeen } from './seen.ts';

const INSURANCE = 3;

export function takeFunding(model: Model, booking: Booking, funding: FundingSeen): void {
  const contract = contractIn(model, funding.symbol);
  const rate = storedMoney(funding.rate);
  const name = `funding of ${funding.symbol} at ${rate}`;
  if (rate.abs().gt(contract.fundingCap)) object(model, `${name} is beyond the cap of ${contract.fundingCap}`);
  const open = [...model.positions.values()].filter((one) => one.contract === contract).toSorted((a, b) => a.id - b.id);
  const paying = rate.gt(0) ? 1 : -1;
  const mark = markAt(model, funding);
  const prices: Prices = (symbol) => (symbol === funding.symbol ? mark : markOf(model, symbol));
  let pool = ZERO;
  for (const position of open.filter(({ sign }) => sign === paying)) {
    const due = ceilMoney(position.size.times(mark).times(rate.abs()));
    const paid = smaller(due, headroomOf(model, partOfPosition(model, position), prices));
    pool = pool.plus(paid);
    book(booking, position, paid.times(-1));
  }
  const receivers = open.filter(({ sign }) => sign !== paying);
  const total = receivers.reduce((sum, { size }) => sum.plus(size), ZERO);
  let given = ZERO;
  for (const position of receivers) {
    const amount = share(floorMoney, pool, position.size, total);
    given = given.plus(amount);
    book(booking, position, amount);
  }
  booking.take({
    type: 'position_funding',
    uid: INSURANCE,
    part: 0,
    amount: pool.minus(given),
    symbol: funding.symbol,
  });
  same(model, `what was paid in the ${name}`, storedMoney(funding.paid), pool);
  same(model, `what was received in the ${name}`, storedMoney(funding.received), given);
  same(model, `dust of the ${name}`, storedMoney(funding.dust), pool.minus(given));
}

/**
 * The mark the pass was made at: the one that is seen after it, but for a tick that also began a contest whose mark is
 * the index (MARK-009): that changed the mark after the pass, and what is seen is the index.
 */
function markAt(model: Model, { symbol, mark }: FundingSeen): Big {
  const [said, seen] = [storedMoney(mark), markOf(model, symbol)];
  const became = model.marks.get(symbol)?.index ?? ZERO;
  if (!said.eq(seen) && !seen.eq(became)) object(model, `funding of ${symbol} at a mark of ${said}, seen is ${seen}`);
  return said;
}

/** The largest amount that leaves the part above its requirement. */
function headroomOf(model: Model, part: Part, prices: Prices): Big {
  const spare = equityAt(model, part, prices).minus(requirementAt(model, part, prices));
  return larger(ZERO, ceilMoney(spare).minus('1e-8'));
}

function book(booking: Booking, position: Position, amount: Big): void {
  if (amount.eq(0)) return;
  position.fundingFee = position.fundingFee.minus(amount);
  position.cumFundingFee = position.cumFundingFee.minus(amount);
  position.updatedSequence = booking.sequence;
  booking.take({
    type: 'position_funding',
    uid: position.uid,
    part: position.isolated ? position.id : 0,
    amount,
    symbol: position.contract.symbol,
  });
}
