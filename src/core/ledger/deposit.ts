/**
 * Money in, out and between accounts: operator commands, done immediately (LEDG-008, LEDG-009, ARIT-007). How much may
 * leave an account is a matter of risk and is asked of the caller.
 */
import type { Deposit, Transfer, Withdraw } from '../language/commands.ts';
import { scaledInteger } from '../num/decimal.ts';
import { checkUnbound } from '../permission/permission.ts';
import { invariant } from '../num/invariant.ts';
import { add, neg, sub } from '../num/mul-div.ts';
import type { AccountId, Money } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Decision } from '../turn/outcome.ts';
import type { Reject } from '../language/rejects.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Account } from '../state/records.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { COMMISSION, EXTERNAL, FIRST_USER } from '../language/accounts.ts';
import { move, sharedPart } from './ledger.ts';

/** The sum of all deposits less withdrawals may not pass 10^10 USDT (ARIT-007). */
const MAX_DEPOSITED: Money = 10n ** 10n * BigInt(E8);

/** How much may leave a user's SHARED part (MARG-006). */
export type Withdrawable = (account: Account) => Money;

/** A positive amount in 1e-8, or null. */
function amountOf(text: string): Money | null {
  const amount = scaledInteger(text, 8);
  return amount === null || amount <= 0 ? null : amount;
}

/** COMMISSION holds what copy trading put there and nothing else (INV-013): no operator adds to it or takes from it. */
function checkCommission(account: AccountId): Reject | null {
  if (account !== COMMISSION) return null;
  return {
    reason: 'COPY_INVALID',
    found: `account ${COMMISSION}`,
    need: "another one: it holds followers' money until settlement",
  };
}

export function deposit(turn: Turn, command: Deposit): Decision<null> {
  const { state } = turn;
  const bound = checkUnbound(state.accounts.get(command.account), 'deposit');
  if (bound !== null) return refuse(bound);
  const amount = amountOf(command.amount);
  if (amount === null) return refuse({ reason: 'AMOUNT_INVALID', text: command.amount });
  const total = add(state.deposited, amount);
  if (total > MAX_DEPOSITED) return refuse({ reason: 'SYSTEM_LIMIT', max: MAX_DEPOSITED, total });

  const refused = checkCommission(command.account);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  state.deposited = total;
  const part = accountOf(state, command.account).shared;
  move(turn, sharedPart(state, EXTERNAL), part, { amount, businessType: 'deposit', symbol: '' }, 'deposit');
  return accept(null);
}

export function withdraw(turn: Turn, command: Withdraw, withdrawable: Withdrawable): Decision<null> {
  const { state } = turn;
  const bound = checkUnbound(state.accounts.get(command.account), 'withdrawal');
  if (bound !== null) return refuse(bound);
  const amount = amountOf(command.amount);
  if (amount === null) return refuse({ reason: 'AMOUNT_INVALID', text: command.amount });
  const account = accountOf(state, command.account);
  const available = withdrawable(account);
  if (amount > available) return refuse({ reason: 'BALANCE_NOT_ENOUGH', available, asked: amount });
  const refused = checkCommission(command.account);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  state.deposited = sub(state.deposited, amount);
  move(turn, account.shared, sharedPart(state, EXTERNAL), { amount, businessType: 'withdraw', symbol: '' }, 'withdraw');
  assertKept(account);
  return accept(null);
}

/** MARG-006: a withdrawal leaves what the account's orders reserve, profit not counted. */
function assertKept({ id, shared, held }: Account): void {
  const kept = add(shared.amount, shared.openValue);
  invariant(kept >= held, 'MARG-006: what is reserved does not leave', id, kept);
}

/** Between accounts; a gift or refund comes from MARKETING or goes back to it, by its reason (LEDG-009). */
export function transfer(turn: Turn, command: Transfer, withdrawable: Withdrawable): Decision<null> {
  const { state } = turn;
  const { accounts } = state;
  const bound =
    checkUnbound(accounts.get(command.from), 'transfer') ?? checkUnbound(accounts.get(command.to), 'transfer');
  if (bound !== null) return refuse(bound);
  const amount = amountOf(command.amount);
  if (amount === null) return refuse({ reason: 'AMOUNT_INVALID', text: command.amount });
  const from = accountOf(state, command.from);
  const available = command.from >= FIRST_USER ? withdrawable(from) : from.shared.amount;
  if (amount > available) return refuse({ reason: 'BALANCE_NOT_ENOUGH', available, asked: amount });
  const refused = checkCommission(command.from) ?? checkCommission(command.to);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  const posting = { amount, businessType: 'transfer_out', symbol: '', transferReason: command.reason } as const;
  move(turn, from.shared, accountOf(state, command.to).shared, posting, 'transfer_in');
  if (command.from >= FIRST_USER) assertKept(from);
  return accept(null);
}

/**
 * One deposit or withdrawal that leaves the SHARED part of an account without positions at `target` (CTST-002); false
 * when there may be no more deposits.
 */
export function setBalance(turn: Turn, account: Account, target: Money): boolean {
  const { state } = turn;
  invariant(target > 0, 'CTST-002: a team begins with money', account, target);
  invariant(account.shared.positions.length === 0, 'CTST-003: a team begins flat', account);
  const change = sub(target, account.shared.amount);
  const total = add(state.deposited, change);
  if (total > MAX_DEPOSITED) return false;
  state.deposited = total;
  const [from, to] = [sharedPart(state, EXTERNAL), account.shared];
  if (change > 0) move(turn, from, to, { amount: change, businessType: 'deposit', symbol: '' }, 'deposit');
  else if (change < 0) move(turn, to, from, { amount: neg(change), businessType: 'withdraw', symbol: '' }, 'withdraw');
  invariant(
    account.shared.amount === target,
    'CTST-002: all begin with the same money',
    account,
    account.shared.amount,
  );
  return true;
}
