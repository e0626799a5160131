/**
 * Plain lookups on the records of copy trading (section 18 of the rules): what a copy's closes brought, an account's
 * role. Who becomes what is decided beside this file.
 */
import { add, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import type { Account, CopyRole, Position } from '../state/records.ts';

/**
 * The profit of a position's closes so far: Σ (realised − fee − open fee and funding fee that went with the size)
 * (COPY-005).
 */
export function netProfitOf(position: Position): Money {
  const openFees = sub(position.cumOpenFee, position.openFee);
  const fundingFees = sub(position.cumFundingFee, position.fundingFee);
  return sub(position.realised, add(position.cumCloseFee, add(openFees, fundingFees)));
}

/** The account's role, made on first need. */
export function roleOf(account: Account): CopyRole {
  account.copyRole ??= { lead: null, bound: new Map() };
  return account.copyRole;
}
