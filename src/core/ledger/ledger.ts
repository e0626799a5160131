/**
 * The double-entry ledger: money moves here and nowhere else (LEDG-001, -002, -006, -007, BILL-001).
 *
 * A booking takes one match sequence number and is a list of postings whose sum is 0; each posting changes one
 * collateral part and writes one bill. The running sum over all parts is kept in the state and asserted to be 0 when a
 * booking closes (INV-001).
 */
import { INSURANCE, MARKETING } from '../language/accounts.ts';
import type { TransferReason } from '../language/commands.ts';
import { invariant } from '../num/invariant.ts';
import { add, neg } from '../num/mul-div.ts';
import type { AccountId, Id, Money } from '../num/units.ts';
import type { Part } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce, giveId, giveMatchSequence, noteAmount, noteMoney } from '../turn/turn.ts';
import type { BusinessType } from '../language/bills.ts';

export interface Posting {
  readonly amount: Money;
  readonly businessType: BusinessType;
  readonly symbol: string;
  readonly fillFee?: Money;
  readonly transferReason?: TransferReason;
  readonly orderId?: Id;
}

/** The SHARED part of an account, system accounts too. */
export function sharedPart(state: State, account: AccountId): Part {
  return accountOf(state, account).shared;
}

/** The match sequence number of a new booking. */
export function openBooking(turn: Turn): number {
  invariant(
    turn.state.ledgerSum === 0,
    'LEDG-006: a booking begins when the one before balances',
    turn.state.ledgerSum,
  );
  return giveMatchSequence(turn);
}

/** INSURANCE, COMMISSION and MARKETING may never owe (LEDG-005). */
function isFund(account: AccountId): boolean {
  return account >= INSURANCE && account <= MARKETING;
}

/** Writes one posting and its bill. A posting of 0 is not written (FLOW-004). */
export function post(turn: Turn, matchSequence: number, part: Part, posting: Posting): void {
  if (posting.amount !== 0) write(turn, matchSequence, part, posting);
}

/** As `post`, of a part of which this changes the money alone: most need not be looked at for it. */
export function postAlone(turn: Turn, matchSequence: number, part: Part, posting: Posting): void {
  if (posting.amount !== 0) write(turn, matchSequence, part, posting, noteAmount);
}

/** Marks the start or the end of a part's liquidation: a bill of 0 with its own number (FLOW-004, FLOW-005). */
export function mark(
  turn: Turn,
  part: Part,
  businessType: 'start_liquidate' | 'finish_liquidate',
  symbol: string,
): void {
  write(turn, giveMatchSequence(turn), part, { amount: 0, businessType, symbol });
}

function write(
  turn: Turn,
  matchSequence: number,
  part: Part,
  posting: Posting,
  note: (turn: Turn, part: Part, amount: Money) => void = noteMoney,
): void {
  const { timeMs, state } = turn;
  invariant(
    matchSequence === state.nextMatchSequence - 1,
    'LEDG-006: a posting is of the booking that is open',
    matchSequence,
  );
  part.amount = add(part.amount, posting.amount);
  part.updatedMs = timeMs;
  const { id } = part.account;
  invariant(part.amount >= 0 || !isFund(id), 'INV-001: INSURANCE, COMMISSION and MARKETING never owe', id, part.amount);
  turn.state.ledgerSum = add(turn.state.ledgerSum, posting.amount);
  note(turn, part, posting.amount);
  announce(turn, {
    name: 'billPosted',
    bill: {
      id: giveId(turn),
      account: part.account.id,
      positionId: part.positionId,
      symbol: posting.symbol,
      amount: posting.amount,
      businessType: posting.businessType,
      balance: part.amount,
      legacyBalance: add(part.amount, part.openValue),
      fillFee: posting.fillFee ?? 0,
      transferReason: posting.transferReason ?? 'UNKNOWN_TRANSFER_REASON',
      timeMs: turn.timeMs,
      orderId: posting.orderId ?? 0,
      matchSequence,
    },
  });
}

/** Asserts that everything booked so far balances (INV-001). */
export function closeBooking(turn: Turn): void {
  invariant(turn.state.ledgerSum === 0, 'INV-001: the postings of a booking sum to 0', turn.state.ledgerSum);
}

/** A booking of one amount from one part to another. */
export function move(turn: Turn, from: Part, to: Part, outgoing: Posting, incoming: BusinessType): void {
  invariant(outgoing.amount > 0, 'LEDG-008: what moves is above 0', from.account, outgoing.amount);
  const matchSequence = openBooking(turn);
  post(turn, matchSequence, from, { ...outgoing, amount: neg(outgoing.amount) });
  post(turn, matchSequence, to, { ...outgoing, businessType: incoming });
  closeBooking(turn);
}

/** Checked after every command, in production too: everything sums to 0 (INV-001). */
export function assertBalanced(state: State): void {
  invariant(state.ledgerSum === 0, 'INV-001: the sum over all parts is 0', state.ledgerSum);
}
