/**
 * The contracts as the operator published them: what the auditor needs of them, in decimals. Maintenance amounts are
 * its own sum over the tiers (CONT-002), not the exchange's.
 */
import { Big, ZERO } from './decimal.ts';

/** The fields of a published contract that the auditor reads. */
export interface PublishedContract {
  readonly symbol: string;
  readonly tick: string;
  readonly step: string;
  readonly makerFee: string;
  readonly takerFee: string;
  readonly liquidateFeeRate: string;
  readonly fundingCap: string;
  readonly tiers: readonly { readonly bound: string; readonly maxLeverage: number; readonly ratePercent: string }[];
}

export interface Tier {
  readonly bound: Big;
  readonly rate: Big;
  readonly amount: Big;
}

export interface Contract {
  readonly symbol: string;
  readonly tick: Big;
  readonly step: Big;
  readonly makerFee: Big;
  readonly takerFee: Big;
  readonly liquidateFee: Big;
  readonly fundingCap: Big;
  readonly tiers: readonly Tier[];
}

export function contractOf(published: PublishedContract): Contract {
  const tiers: Tier[] = [];
  for (const { bound, ratePercent } of published.tiers) {
    const before = tiers.at(-1);
    const rate = new Big(ratePercent).div(100);
    const amount = before === undefined ? ZERO : before.amount.plus(before.bound.times(rate.minus(before.rate)));
    tiers.push({ bound: new Big(bound), rate, amount });
  }
  return {
    symbol: published.symbol,
    tick: new Big(published.tick),
    step: new Big(published.step),
    makerFee: new Big(published.makerFee),
    takerFee: new Big(published.takerFee),
    liquidateFee: new Big(published.liquidateFeeRate),
    fundingCap: new Big(published.fundingCap),
    tiers,
  };
}

/** What a value must hold: maintenance of its tier and the fee to close (MARG-012). */
export function requirementOf(contract: Contract, value: Big): Big {
  if (value.eq(0)) return ZERO;
  const tier = contract.tiers.find(({ bound }) => value.lte(bound)) ?? contract.tiers.at(-1);
  if (tier === undefined) throw new Error(`${contract.symbol} was published without tiers`);
  return value.times(tier.rate.plus(contract.takerFee)).minus(tier.amount);
}
