/** The rates a fill is charged at: the contract's, or the account's where these are lower (CONT-006). */
import type { Contract } from '../language/contract.ts';
import type { RateE8 } from '../num/units.ts';
import type { Account } from '../state/records.ts';

export function makerFeeRateOf({ fees }: Account, { makerFeeE8 }: Contract): RateE8 {
  return fees === null ? makerFeeE8 : Math.min(fees.makerFeeE8, makerFeeE8);
}

export function takerFeeRateOf({ fees }: Account, { takerFeeE8 }: Contract): RateE8 {
  return fees === null ? takerFeeE8 : Math.min(fees.takerFeeE8, takerFeeE8);
}
