/**
 * Money over random walks: it balances after every command, every part's bills are a chain, and isolated money comes
 * and goes whole (LEDG-006, LEDG-007, BILL-002, INV-001, INV-002, INV-004, INV-011). Recounted here from bills and
 * parts, not taken from the engine's sums.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill } from '../../src/core/language/bills.ts';
import { add } from '../../src/core/num/mul-div.ts';
import type { Money } from '../../src/core/num/units.ts';
import { equityOf } from '../../src/core/risk/margin.ts';
import type { Part } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import type { Exchange } from '../scenarios/exchange.ts';
import { moves } from './commands.ts';
import { take } from './walk.ts';

const EXTERNAL = 1;

function partsOf(state: State): Part[] {
  const parts = [...state.accounts.values()].map((account) => account.shared);
  for (const position of state.positions.values()) if (position.part.positionId !== 0) parts.push(position.part);
  return parts;
}

const sumOf = (amounts: readonly Money[]): Money => amounts.reduce<Money>((sum, amount) => add(sum, amount), 0);

/** Each booking's postings, by its number, sum to 0. */
function unbalanced(bills: readonly Bill[]): number[] {
  const bookings = new Map<number, Money>();
  for (const bill of bills) bookings.set(bill.matchSequence, add(bookings.get(bill.matchSequence) ?? 0, bill.amount));
  return [...bookings].filter(([, sum]) => sum !== 0).map(([booking]) => booking);
}

/**
 * Where a part's chain breaks: balance before + amount = balance after. Ends with the balance of every part that ever
 * had a bill.
 */
function followChains(bills: readonly Bill[]): { readonly breaks: Bill[]; readonly last: Map<string, Money> } {
  const last = new Map<string, Money>();
  const breaks = bills.filter((bill) => {
    const part = `${bill.account} ${bill.positionId}`;
    const expected = add(last.get(part) ?? 0, bill.amount);
    last.set(part, bill.balance);
    return expected !== bill.balance;
  });
  return { breaks, last };
}

function holdChains({ bills, state }: Exchange): void {
  const { breaks, last } = followChains(bills);
  expect(breaks).toEqual([]);
  for (const part of partsOf(state)) {
    expect(last.get(`${part.account.id} ${part.positionId}`) ?? 0).toBe(part.amount);
    last.delete(`${part.account.id} ${part.positionId}`);
  }
  // What is left are the parts of isolated positions that ended: at exactly 0.
  expect([...last.values()].filter((amount) => amount !== 0)).toEqual([]);
}

describe('money', () => {
  it('sums to zero after every command, amounts and equities alike', () => {
    fc.assert(
      fc.property(moves(120), (list) => {
        take(list, (_outcome, _command, { exchange: { state } }) => {
          const parts = partsOf(state);
          expect(sumOf(parts.map((part) => part.amount))).toBe(0);
          expect(sumOf(parts.map((part) => equityOf(part)))).toBe(0);
          expect(state.accounts.get(EXTERNAL)!.shared.amount <= 0).toBe(true);
        });
      }),
    );
  });

  it('moves only in bookings that balance, and the bills of every part are a chain', () => {
    fc.assert(
      fc.property(moves(160), (list) => {
        const { exchange } = take(list, undefined, { copying: true });
        const { bills } = exchange;
        expect(unbalanced(bills)).toEqual([]);
        holdChains(exchange);
        const markers = ['start_liquidate', 'finish_liquidate'];
        expect(bills.filter((bill) => bill.amount === 0 && !markers.includes(bill.businessType))).toEqual([]);
        for (const [index, bill] of bills.entries()) {
          const before = bills[index - 1];
          if (before === undefined) continue;
          expect(bill.id).toBeGreaterThan(before.id);
          expect(bill.matchSequence).toBeGreaterThanOrEqual(before.matchSequence);
          expect(bill.timeMs).toBeGreaterThanOrEqual(before.timeMs);
        }
      }),
    );
  });

  it('is exact beyond what a double can hold', () => {
    fc.assert(
      fc.property(moves(120), (list) => {
        const { exchange } = take(list, undefined, { scale: 20_000 });
        const parts = partsOf(exchange.state);
        expect(sumOf(parts.map((part) => part.amount))).toBe(0);
        expect(sumOf(parts.map((part) => equityOf(part)))).toBe(0);
        expect(parts.some((part) => typeof part.amount === 'bigint')).toBe(true);
        expect(unbalanced(exchange.bills)).toEqual([]);
        holdChains(exchange);
      }),
    );
  });

  it('is neither made nor lost by a fill: what one side pays the other gets, and the fees go to FEE', () => {
    fc.assert(
      fc.property(moves(120), (list) => {
        const { exchange } = take(list);
        const billsOf = Map.groupBy(exchange.bills, ({ matchSequence }) => matchSequence);
        for (const fill of exchange.fills) {
          const bills = billsOf.get(fill.matchSequence) ?? [];
          const fees = sumOf(
            bills.filter((bill) => bill.businessType === 'order_fill_fee_income').map((bill) => bill.amount),
          );
          expect(fees).toBe(add(fill.taker.fee, fill.maker.fee));
          expect(sumOf(bills.map((bill) => bill.fillFee))).toBe(fees);
        }
      }),
    );
  });
});
