/**
 * One bill after the other: numbers rise, times do not fall, every part's balance continues where it was, and the
 * figure people call wallet balance is the amount with the open values (BILL-001, BILL-002, LEDG-003, INV-011). Applies
 * the amount to the part.
 */
import { type Big, storedMoney, sum, ZERO } from './decimal.ts';
import { type Model, object, partOf, positionsIn, same } from './model.ts';
import type { BillSeen } from './seen.ts';

const TYPES = new Set(
  (
    'deposit withdraw transfer_in transfer_out margin_move_in margin_move_out position_open_long position_open_short ' +
    'position_close_long position_close_short position_funding order_fill_fee_income order_liquidate_fee_income start_liquidate ' +
    'finish_liquidate order_fix_margin_amount tracking_follow_pay tracking_system_pre_receive tracking_follow_back ' +
    'tracking_trader_income tracking_third_party_share'
  ).split(' '),
);
/** Only these say the fee of a fill. */
const OF_TRADES = /^position_(open|close)_/;
/** Written though they move nothing. */
const MARKERS = new Set(['start_liquidate', 'finish_liquidate']);
/** EXTERNAL and FEE may owe; the funds never. */
const FUNDS = new Set([3, 4, 5]);

export function nameOf(bill: BillSeen): string {
  return `bill ${bill.id} (${bill.business_type} of ${bill.uid}${bill.position_id === 0 ? '' : `/${bill.position_id}`})`;
}

/** Takes the next bill into the books. */
export function takeBill(model: Model, bill: BillSeen): void {
  const name = nameOf(bill);
  if (!TYPES.has(bill.business_type)) object(model, `${name} is of no known type`);
  if (bill.id <= model.lastBillId) object(model, `${name} comes after bill ${model.lastBillId}`);
  if (bill.time_ms < model.lastTimeMs)
    object(model, `${name} is of ${bill.time_ms}, one before it of ${model.lastTimeMs}`);
  model.lastBillId = bill.id;
  model.lastTimeMs = bill.time_ms;
  const part = partOf(model, bill.uid, bill.position_id);
  const amount = storedMoney(bill.amount);
  if (amount.eq(0) !== MARKERS.has(bill.business_type)) object(model, `${name} has the amount ${amount}`);
  if (!OF_TRADES.test(bill.business_type) && bill.fill_fee !== 0)
    object(model, `${name} has the fee ${bill.fill_fee} of a fill, and is of none`);
  part.amount = part.amount.plus(amount);
  same(model, `balance of ${name}`, storedMoney(bill.balance), part.amount);
  same(
    model,
    `legacy balance of ${name}`,
    storedMoney(bill.legacy_balance),
    part.amount.plus(openValueIn(model, bill)),
  );
  if (FUNDS.has(bill.uid) && part.amount.lt(0)) object(model, `${name} leaves fund ${bill.uid} at ${part.amount}`);
}

/** Σ s·open_value of the part. */
function openValueIn(model: Model, bill: BillSeen): Big {
  if (bill.uid <= 5) return ZERO;
  return sum(
    positionsIn(model, partOf(model, bill.uid, bill.position_id)).map(({ openValue, sign }) => openValue.times(sign)),
  );
}
