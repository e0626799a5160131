/**
 * A booking as it is read: its bills in order, each asked for by what it should be. What is left over, what is missing
 * and a sum that is not zero are objections (LEDG-006, FLOW-004).
 */
import { type Big, storedMoney, ZERO } from './decimal.ts';
import { nameOf, takeBill } from './bills.ts';
import { type Model, object, same } from './model.ts';
import type { BillSeen } from './seen.ts';

export interface Expected {
  readonly type: string;
  readonly uid: number;
  /** 0 for the shared part. */
  readonly part: number;
  /** Null: whatever it is, it is checked elsewhere. */
  readonly amount: Big | null;
  readonly fee?: Big;
  /** 0 when none is given. */
  readonly orderId?: number;
  readonly symbol?: string;
}

export class Booking {
  readonly sequence: number;
  readonly timeMs: number;
  readonly #model: Model;
  readonly #bills: readonly BillSeen[];
  #at = 0;
  #sum = ZERO;

  constructor(model: Model, bills: readonly BillSeen[]) {
    this.#model = model;
    this.#bills = bills;
    this.sequence = bills[0]?.match_sequence ?? 0;
    this.timeMs = bills[0]?.time_ms ?? 0;
  }

  /** The next bill, not taken yet. */
  get next(): BillSeen | undefined {
    return this.#bills[this.#at];
  }

  /** Whether the next bill is of this type and part. */
  nextIs(type: string, uid: number, part: number): boolean {
    const { next } = this;
    return next?.business_type === type && next.uid === uid && next.position_id === part;
  }

  /**
   * Takes the next bill for what is expected of it; null, with an objection, when it is another. An amount of 0 is not
   * written.
   */
  take(expected: Expected): Big | null {
    const { type, uid, part, amount, fee = ZERO, orderId = 0, symbol } = expected;
    if (amount?.eq(0) === true && type !== 'start_liquidate' && type !== 'finish_liquidate') return ZERO;
    const bill = this.next;
    if (bill === undefined || !this.nextIs(type, uid, part)) {
      const found = bill === undefined ? 'nothing' : nameOf(bill);
      object(
        this.#model,
        `booking ${this.sequence} needs ${type} of ${uid}/${part} (${amount ?? 'some'}), found ${found}`,
      );
      return null;
    }
    const taken = this.any();
    const name = nameOf(bill);
    if (amount !== null) same(this.#model, `amount of ${name}`, taken, amount);
    same(this.#model, `fee in ${name}`, storedMoney(bill.fill_fee), fee);
    same(this.#model, `order of ${name}`, bill.order_id, orderId);
    if (symbol !== undefined) same(this.#model, `symbol of ${name}`, bill.symbol, symbol);
    return taken;
  }

  /** Takes the next bill, whatever it is. */
  any(): Big {
    const bill = this.next;
    if (bill === undefined) return ZERO;
    this.#at += 1;
    takeBill(this.#model, bill);
    const amount = storedMoney(bill.amount);
    this.#sum = this.#sum.plus(amount);
    return amount;
  }

  /** Nothing may be left, and all of it sums to zero. */
  close(): void {
    while (this.next !== undefined) {
      object(this.#model, `booking ${this.sequence} has no place for ${nameOf(this.next)}`);
      this.any();
    }
    if (!this.#sum.eq(0)) object(this.#model, `booking ${this.sequence} sums to ${this.#sum}`);
  }
}
