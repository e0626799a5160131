/** Limits of what the operator may do with money, whatever is there (LEDG-008, INV-013, ARIT-007). */
import { describe, expect, it } from 'vitest';
import { turnOn } from '../../../test/scenarios/turn.ts';
import { accountOf, emptyState, type State } from '../state/state.ts';
import { deposit, transfer, withdraw } from './deposit.ts';
import { COMMISSION, EXTERNAL } from '../language/accounts.ts';

const USER = 1_000_001;

/** A user and COMMISSION have 100 e8 each, and all of it may leave. */
function begin() {
  const state = emptyState();
  for (const id of [USER, COMMISSION]) accountOf(state, id).shared.amount = 100;
  accountOf(state, EXTERNAL).shared.amount = -200;
  state.deposited = 200;
  return { state, turn: turnOn(state, 1_000) };
}

const amountOf = (state: State, account: number) => accountOf(state, account).shared.amount;
const refusal = {
  ok: false,
  reject: {
    reason: 'COPY_INVALID',
    found: 'account 4',
    need: "another one: it holds followers' money until settlement",
  },
};

describe('COMMISSION', () => {
  it('is not paid into', () => {
    const { turn, state } = begin();
    expect(deposit(turn, { name: 'deposit', account: COMMISSION, amount: '1' })).toEqual(refusal);
    const command = {
      name: 'transfer',
      from: USER,
      to: COMMISSION,
      amount: '0.000001',
      reason: 'USER_TRANSFER',
    } as const;
    expect(transfer(turn, command, () => 100)).toEqual(refusal);
    expect([amountOf(state, USER), amountOf(state, COMMISSION), state.deposited]).toEqual([100, 100, 200]);
  });

  it('pays nothing out', () => {
    const { turn, state } = begin();
    expect(withdraw(turn, { name: 'withdraw', account: COMMISSION, amount: '0.000001' }, () => 100)).toEqual(refusal);
    const command = {
      name: 'transfer',
      from: COMMISSION,
      to: USER,
      amount: '0.000001',
      reason: 'USER_TRANSFER',
    } as const;
    expect(transfer(turn, command, () => 100)).toEqual(refusal);
    expect([amountOf(state, USER), amountOf(state, COMMISSION), state.deposited]).toEqual([100, 100, 200]);
  });
});

describe('an amount', () => {
  it.each(['0', '-0.000001', '0.000000001'])('%j is none', (amount) => {
    const { turn } = begin();
    const none = { ok: false, reject: { reason: 'AMOUNT_INVALID', text: amount } };
    expect(deposit(turn, { name: 'deposit', account: USER, amount })).toEqual(none);
    expect(withdraw(turn, { name: 'withdraw', account: USER, amount }, () => 100)).toEqual(none);
    const command = { name: 'transfer', from: USER, to: USER + 1, amount, reason: 'USER_TRANSFER' } as const;
    expect(transfer(turn, command, () => 100)).toEqual(none);
  });

  it('may take the total to 10,000,000,000 USDT and no further', () => {
    const { turn, state } = begin();
    state.deposited = 0;
    expect(deposit(turn, { name: 'deposit', account: USER, amount: '10000000000.00000001' })).toEqual({
      ok: false,
      reject: { reason: 'SYSTEM_LIMIT', max: 10n ** 18n, total: 10n ** 18n + 1n },
    });
    expect(state.deposited).toBe(0);
  });

  it('that leaves is what may leave at most, and the reject says how much that is', () => {
    const { turn, state } = begin();
    const command = { name: 'withdraw', account: USER, amount: '0.00000061' } as const;
    expect(withdraw(turn, command, () => 60)).toEqual({
      ok: false,
      reject: { reason: 'BALANCE_NOT_ENOUGH', available: 60, asked: 61 },
    });
    expect(withdraw(turn, { ...command, amount: '0.0000006' }, () => 60).ok).toBe(true);
    expect([amountOf(state, USER), state.deposited]).toEqual([40, 140]);
  });
});
