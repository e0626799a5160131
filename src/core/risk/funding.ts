/**
 * Funding: the rate of a period and its settlement between the two sides of a contract (FUND-003 to -007, MARK-005).
 *
 * A pass is one booking with one match sequence number: payers by position id, then receivers by position id, then the
 * dust to INSURANCE. A payer gives only so much that its part stays above its requirement, so funding alone never
 * liquidates; receivers share the amount collected. No risk check happens inside a pass; the follow-up loop looks after
 * all passes. One walk over its open positions: linear.
 */
import { invariant } from '../num/invariant.ts';
import { closeBooking, openBooking, post, postAlone, sharedPart } from '../ledger/ledger.ts';
import { INSURANCE } from '../language/accounts.ts';
import { add, divHalfUp, max, min, mul, mulDivCeil, mulDivFloor, neg, sub } from '../num/mul-div.ts';
import type { Money, RateE8, TimeMs } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Contract } from '../language/contract.ts';
import type { Instrument, Position } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { announce, touchPosition } from '../turn/turn.ts';
import { canSpare } from './guards.ts';
import { markValueOf } from './margin.ts';
import { nextFundingTime } from './mark-price.ts';
import { averagePremium, clearPremium } from './premium.ts';
import { isSafe, spareOf } from './risk.ts';

/** How far the dampener pulls the average premium towards the interest, in rateE8 (FUND-003). */
const DAMPENER_E8 = 50_000;
/** The period that interest and premium are quoted for. */
const QUOTED_MS = 480 * 60_000;

function clamp(value: Money, low: Money, high: Money): Money {
  return max(low, min(high, value));
}

/** The rate the running period would be settled at if it ended now. */
export function formingRateOf(instrument: Instrument, timeMs: TimeMs): RateE8 {
  return rateOf(instrument.contract, averagePremium(instrument, timeMs));
}

/** The rate of a period with an average premium (FUND-003). */
export function rateOf(contract: Contract, average: Money): RateE8 {
  const { interestE8, intervalMs, fundingFloorE8, fundingCapE8 } = contract;
  const damped = add(average, clamp(sub(interestE8, average), -DAMPENER_E8, DAMPENER_E8));
  return Number(clamp(divHalfUp(mul(damped, intervalMs), QUOTED_MS), fundingFloorE8, fundingCapE8));
}

/** ceil(V·|F|): the funding owed by a position of this mark value (FUND-005). */
export function fundingDueOf(value: Money, rateE8: RateE8): Money {
  return mulDivCeil(value, Math.abs(rateE8), E8);
}

/**
 * Funding of a contract whose boundary has come: fixed and settled with a valid mark, else 0 and nothing is paid
 * (FUND-004).
 */
export function passDueFunding(turn: Turn, instrument: Instrument): void {
  const { nextFundingMs, contract } = instrument;
  if (nextFundingMs === 0 || turn.timeMs < nextFundingMs) return;
  const rateE8 = instrument.markValid ? formingRateOf(instrument, turn.timeMs) : 0;
  clearPremium(instrument);
  instrument.nextFundingMs = nextFundingTime(instrument, turn.timeMs);
  settle(turn, instrument, rateE8, instrument.nextFundingMs - contract.intervalMs);
}

/**
 * Fixes the rate and makes the pass at the present mark. A rate of 0, or no open position, books nothing and takes no
 * number.
 * @param fundingMs the time the settlement is known by: its boundary, or the operator's command
 */
export function settle(turn: Turn, instrument: Instrument, rateE8: RateE8, fundingMs: TimeMs): void {
  const { fundingFloorE8, fundingCapE8, symbol } = instrument.contract;
  const isWithin = rateE8 === 0 || (rateE8 >= fundingFloorE8 && rateE8 <= fundingCapE8);
  invariant(isWithin, 'FUND-003: a rate is between floor and cap', symbol, rateE8);
  instrument.fundingRateE8 = rateE8;
  const pays = rateE8 !== 0 && instrument.longSize > 0;
  const totals = pays ? settlePass(turn, instrument, rateE8) : NOTHING;
  const mark = instrument.markValid ? mul(instrument.mark, instrument.contract.tickE8) : 0;
  announce(turn, { name: 'fundingSettled', instrument, rateE8, fundingMs, mark, ...totals });
}

interface Totals {
  readonly matchSequence: number;
  readonly paid: Money;
  readonly received: Money;
  readonly dust: Money;
}

const NOTHING: Totals = { matchSequence: 0, paid: 0, received: 0, dust: 0 };

function settlePass(turn: Turn, instrument: Instrument, rateE8: RateE8): Totals {
  const matchSequence = openBooking(turn);
  const payingSign = rateE8 > 0 ? 1 : -1;
  const receivers: Position[] = [];
  let pool: Money = 0;
  for (const position of instrument.positions.values()) {
    if (position.sign !== payingSign) receivers.push(position);
    else pool = add(pool, pay(turn, matchSequence, position, rateE8));
  }
  const received = share(turn, matchSequence, receivers, pool, instrument.longSize);
  const dust = sub(pool, received);
  const { symbol } = instrument.contract;
  invariant(dust >= 0, 'FUND-006: no more is received than was paid', symbol, dust);
  invariant(dust <= receivers.length, 'FUND-006: less than one unit each is left over', symbol, dust);
  post(turn, matchSequence, sharedPart(turn.state, INSURANCE), {
    amount: dust,
    businessType: 'position_funding',
    symbol,
  });
  closeBooking(turn);
  return { matchSequence, paid: pool, received, dust };
}

/** FUND-005: the amount due, but no more than its part can spare now. */
function pay(turn: Turn, matchSequence: number, position: Position, rateE8: RateE8): Money {
  const { part } = position;
  const due = fundingDueOf(markValueOf(position), rateE8);
  const paid = canSpare(part, due) ? due : min(due, max(0, spareOf(part)));
  invariant(paid >= 0, 'FUND-005: who pays funding pays', position, paid);
  book(turn, matchSequence, position, neg(paid));
  invariant(
    paid === 0 || canSpare(part, 0) || isSafe(part),
    'INV-014: funding leaves every payer its margin',
    position,
    paid,
  );
  return paid;
}

/** FUND-006: floor(pool·S/Σ S) each. Returns how much was given out. */
function share(turn: Turn, matchSequence: number, receivers: readonly Position[], pool: Money, size: number): Money {
  let received: Money = 0;
  let sizes = 0;
  for (const position of receivers) {
    sizes += position.size;
    const amount = mulDivFloor(pool, position.size, size);
    book(turn, matchSequence, position, amount);
    received = add(received, amount);
  }
  invariant(sizes === size, 'INV-002: the receivers are all of their side', sizes, size);
  return received;
}

/** Posts the amount a position gets (or pays, when negative); a change of 0 leaves its record as it was. */
function book(turn: Turn, matchSequence: number, position: Position, amount: Money): void {
  if (amount === 0) return;
  position.fundingFee = sub(position.fundingFee, amount);
  position.cumFundingFee = sub(position.cumFundingFee, amount);
  touchPosition(turn, position, matchSequence);
  const { symbol } = position.instrument.contract;
  postAlone(turn, matchSequence, position.part, { amount, businessType: 'position_funding', symbol });
}
