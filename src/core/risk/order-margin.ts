/**
 * An order's margin and bounds: need, reserve, limits per position and tier, price band, market protection (MARG-002,
 * MARG-005, ORDR-007, ORDR-008, LIQP-005). Arithmetic only; when it is used is decided in `orders/`.
 */
import type { Side } from '../language/commands.ts';
import type { Contract } from '../language/contract.ts';
import { tierOf, valueOf } from '../language/contract.ts';
import { add, max, mul, mulDivCeil, mulDivFloor, sub } from '../num/mul-div.ts';
import type { Money, Sign, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Holding, Instrument, Position } from '../state/records.ts';
import { startingLoss } from '../positions/figures.ts';
import { equityOf, isKnown } from './margin.ts';

/** Margin, opening fee as taker, and starting loss (MARG-002). */
export function needOf(instrument: Instrument, side: Side, leverage: number, price: Ticks, size: Steps): Money {
  const contract = instrument.contract;
  const value = valueOf(contract, price, size);
  const margin = mulDivCeil(value, 1, leverage);
  const fee = mulDivCeil(value, contract.takerFeeE8, E8);
  return add(add(margin, fee), startingLoss(instrument, side, price, size));
}

/** Sizes plus working opening orders that count towards the position limit of an order on `side` (MARG-005). */
export function exposedSize(holding: Holding, side: Side, isolated: boolean): Steps {
  const long = holding.longSize + holding.openingLong;
  const short = holding.shortSize + holding.openingShort;
  if (!isolated) return long + short;
  return side === 'long' ? long : short;
}

/** The largest value at which `leverage` is allowed: the bound of the last tier that allows it. */
export function valueLimit(contract: Contract, leverage: number): Money {
  let limit: Money = 0;
  for (const tier of contract.tiers) if (tier.maxLeverage >= leverage) limit = tier.bound;
  return limit;
}

/** Whether an exposure allows the leverage (MARG-005). */
export function tierAllows(contract: Contract, value: Money, leverage: number): boolean {
  return tierOf(contract, value).maxLeverage >= leverage;
}

/** The price band on the aggressive side (ORDR-007): a buy may not be above, a sell not below. */
export function bandOf(instrument: Instrument, buy: boolean): Ticks {
  const { contract, mark } = instrument;
  if (buy) return Number(mulDivCeil(mark, E8 + contract.buyLimitRatioE8, E8));
  return Math.max(1, Number(mulDivFloor(mark, E8 - contract.sellLimitRatioE8, E8)));
}

/** The limit P* of a market order (ORDR-008). */
export function protectionOf(instrument: Instrument, buy: boolean): Ticks {
  const { contract, mark } = instrument;
  return Number(
    buy
      ? mulDivFloor(mark, E8 + contract.marketProtectRatioE8, E8)
      : mulDivCeil(mark, E8 - contract.marketProtectRatioE8, E8),
  );
}

/**
 * The worst price at which a close leaves the position's part with nothing owed (LIQP-005), in ticks; `null` while the
 * part's value is unknown, when the test is left out (CLOS-003).
 */
export function worstClosePrice(position: Position): Ticks | null {
  const part = position.part;
  if (!isKnown(part)) return null;
  const { contract, mark } = position.instrument;
  const isolated = position.marginMode === 'isolated';
  const share = isolated ? equityOf(part) : sub(equityOf(part), part.account.held);
  const size = isolated
    ? position.size
    : position.side === 'long'
      ? position.holding.longSize
      : position.holding.shortSize;
  const value = valueOf(contract, mark, size);
  return closeLimitOf(contract, position.sign, size, position.side === 'long' ? sub(value, share) : add(value, share));
}

/**
 * The worst price at which closing `size` of a long still brings in `value` when the taker's fee is paid, or of a short
 * costs no more; in ticks.
 */
export function closeLimitOf({ valueUnit, takerFeeE8 }: Contract, sign: Sign, size: Steps, value: Money): Ticks {
  const perTick = mul(size, valueUnit);
  if (sign === 1) return Number(max(0, mulDivCeil(value, E8, mul(perTick, E8 - takerFeeE8))));
  return Number(max(0, mulDivFloor(value, E8, mul(perTick, E8 + takerFeeE8))));
}
