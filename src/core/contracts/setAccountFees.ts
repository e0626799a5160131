/**
 * setAccountFees: trading fees of one account in all contracts (CONT-006), or those of the contracts again.
 *
 * They may not be above any listed contract's fees: reserves and requirements are computed with the contract's rates
 * and so always cover them. Should a contract's fees fall below an account's later, the lower rate counts
 * (`positions/fees.ts`).
 */
import { checkUnbound } from '../permission/permission.ts';
import type { SetAccountFees } from '../language/commands.ts';
import { scaledInteger } from '../num/decimal.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import { conflictingField, type Reject } from '../language/rejects.ts';
import type { AccountFees } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';

export function setAccountFees(turn: Turn, command: SetAccountFees): Decision<null> {
  const fees = command.fees === null ? null : readFees(command.fees);
  const refused = fees === undefined ? invalid('rates have at most 8 decimals') : checkFees(turn.state, fees);
  if (refused !== null) return refuse(refused);
  // Without an actor it is of an older journal, in which those of a contest's accounts could be changed.
  const bound = command.actor === undefined ? null : checkUnbound(turn.state.accounts.get(command.account), 'fees');
  if (bound !== null) return refuse(bound);

  // From here on it must succeed.
  const account = accountOf(turn.state, command.account);
  account.fees = fees as AccountFees | null;
  announce(turn, { name: 'accountChanged', account });
  return accept(null);
}

function readFees({ makerFee, takerFee }: NonNullable<SetAccountFees['fees']>): AccountFees | undefined {
  const makerFeeE8 = rateOf(makerFee);
  const takerFeeE8 = rateOf(takerFee);
  return makerFeeE8 === null || takerFeeE8 === null ? undefined : { makerFeeE8, takerFeeE8 };
}

function rateOf(text: string): number | null {
  const rate = scaledInteger(text, 8);
  return typeof rate === 'number' ? rate : null;
}

function invalid(found: string): Reject {
  return conflictingField('fees', found);
}

function checkFees(state: State, fees: AccountFees | null): Reject | null {
  if (fees === null) return null;
  if (Math.abs(fees.makerFeeE8) > fees.takerFeeE8)
    return invalid('the maker fee may be no larger than the taker fee, either way');
  for (const { contract, tradingState } of state.instruments) {
    if (tradingState === 'DELISTED') continue;
    const { symbol, spec } = contract;
    if (fees.takerFeeE8 > contract.takerFeeE8) return invalid(`the taker fee is above ${spec.takerFee} of ${symbol}`);
    if (fees.makerFeeE8 > contract.makerFeeE8) return invalid(`the maker fee is above ${spec.makerFee} of ${symbol}`);
  }
  return null;
}
