/**
 * A contract as an operator writes it and the journal keeps it: the fields of its specification and their kinds
 * (CONT-001 to -004). What the figures mean and whether they go together is decided in `contract.ts`.
 */
import { DECIMAL, integer, listOf, oneOf, optional, partly, recordOf, text, type TypeOf } from './kinds.ts';

/** Above every tier (ARIT-007). */
export const MAX_LEVERAGE = 125;
const MAX_TIERS = 100;

/** A tier as written: upper bound of the value in USDT (inclusive), maximum leverage, maintenance rate in percent. */
const TIER = recordOf({ bound: DECIMAL, maxLeverage: integer(1, MAX_LEVERAGE), ratePercent: DECIMAL });

/** Its name for good. */
const NAME = { id: integer(1, Number.MAX_SAFE_INTEGER), symbol: text(1, 32) };

/** Sizes are in base units, prices and values in USDT, ratios and rates plain (0.0006). */
const CHANGEABLE = {
  base: text(1, 32),
  tick: DECIMAL,
  step: DECIMAL,
  minPrice: DECIMAL,
  minSize: DECIMAL,
  maxSizeLimit: DECIMAL,
  maxSizeMarket: DECIMAL,
  maxPositionSize: DECIMAL,
  contractVal: DECIMAL,
  makerFee: DECIMAL,
  takerFee: DECIMAL,
  liquidateFeeRate: DECIMAL,
  buyLimitRatio: DECIMAL,
  sellLimitRatio: DECIMAL,
  marketProtectRatio: DECIMAL,
  tiers: listOf(TIER, MAX_TIERS),
  /** Minutes that divide a day. */
  intervalMin: integer(1, 1_440),
  interest: DECIMAL,
  fundingCap: DECIMAL,
  /** −fundingCap when not given. */
  fundingFloor: optional(DECIMAL),
  impactNotional: DECIMAL,
  markSource: oneOf('median', 'index'),
};

export const CONTRACT_SPEC = recordOf({ ...NAME, ...CHANGEABLE });
/** The states a listed contract may be set to. */
export const CONTRACT_CHANGE = recordOf(partly(CHANGEABLE));

export type TierSpec = TypeOf<typeof TIER>;
export type ContractSpec = TypeOf<typeof CONTRACT_SPEC>;
export type ContractChange = TypeOf<typeof CONTRACT_CHANGE>;
