/**
 * The ledger refuses what must never be written, whoever asks: postings that do not balance, and funds that owe
 * (INV-001, LEDG-005).
 */
import { describe, expect, it } from 'vitest';
import { turnOn } from '../../../test/scenarios/turn.ts';
import type { Money } from '../num/units.ts';
import { emptyState, type State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { assertBalanced, closeBooking, move, openBooking, post, sharedPart } from './ledger.ts';
import { COMMISSION, EXTERNAL, FEE, INSURANCE, MARKETING } from '../language/accounts.ts';

const USER = 1_000_001;

function begin(): { readonly state: State; readonly turn: Turn } {
  const state = emptyState();
  return { state, turn: turnOn(state, 1_000) };
}

function postTo(account: number, amount: Money): State {
  const { state, turn } = begin();
  post(turn, openBooking(turn), sharedPart(state, account), { amount, businessType: 'transfer_out', symbol: '' });
  return state;
}

describe('funds', () => {
  it.each([INSURANCE, COMMISSION, MARKETING])('of system account %i never owe', (account) => {
    expect(() => postTo(account, -5)).toThrow(
      `INV-001: INSURANCE, COMMISSION and MARKETING never owe (${account}, -5)`,
    );
    expect(sharedPart(postTo(account, 5), account).amount).toBe(5);
  });

  it('may go down to 0', () => {
    const { state, turn } = begin();
    const part = sharedPart(state, INSURANCE);
    const matchSequence = openBooking(turn);
    post(turn, matchSequence, part, { amount: 7, businessType: 'deposit', symbol: '' });
    post(turn, matchSequence, part, { amount: -7, businessType: 'transfer_out', symbol: '' });
    expect(part.amount).toBe(0);
  });

  it.each([EXTERNAL, FEE, USER])('are not what account %i keeps: it may be below 0', (account) => {
    expect(sharedPart(postTo(account, -5), account).amount).toBe(-5);
  });
});

describe('a booking', () => {
  it('closes when its postings sum to 0, and not otherwise', () => {
    const { state, turn } = begin();
    const matchSequence = openBooking(turn);
    post(turn, matchSequence, sharedPart(state, EXTERNAL), { amount: -5, businessType: 'deposit', symbol: '' });
    expect(() => closeBooking(turn)).toThrow('INV-001: the postings of a booking sum to 0 (-5)');
    post(turn, matchSequence, sharedPart(state, USER), { amount: 5, businessType: 'deposit', symbol: '' });
    closeBooking(turn);
  });

  it('begins when the one before balances: what was wrong before does not go on', () => {
    const { state, turn } = begin();
    state.ledgerSum = 3;
    const posting = { amount: 5, businessType: 'deposit', symbol: '' } as const;
    expect(() => move(turn, sharedPart(state, EXTERNAL), sharedPart(state, USER), posting, 'deposit')).toThrow(
      'LEDG-006: a booking begins when the one before balances (3)',
    );
  });

  it('writes no bill for 0', () => {
    const { state, turn } = begin();
    post(turn, openBooking(turn), sharedPart(state, USER), { amount: 0, businessType: 'deposit', symbol: '' });
    expect(turn.events).toEqual([]);
  });
});

describe('after every command', () => {
  it('everything sums to 0', () => {
    const { state } = begin();
    assertBalanced(state);
    state.ledgerSum = -1;
    expect(() => assertBalanced(state)).toThrow('INV-001: the sum over all parts is 0 (-1)');
  });
});
