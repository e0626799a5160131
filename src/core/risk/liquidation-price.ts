/**
 * The liquidation price as a figure (LIQP-001 to -004): the first tick at which the part's requirement is no longer
 * covered, everything else at its present mark. Read on demand; nothing is decided with it.
 *
 * Maintenance is the upper envelope of its tiers (CONT-002), so the extreme over all tiers finds the right one by
 * itself.
 */
import { ceilDiv, floorDiv } from '../num/bigint.ts';
import type { Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Position } from '../state/records.ts';
import { valueOf } from '../language/contract.ts';
import { contractRequirement, equityOf, isKnown, requirementE16Of } from './margin.ts';
import { netSizeOf } from '../state/parts.ts';

const SCALE = BigInt(E8);

/**
 * The price at which a net holding of `size` steps is liquidated, when the rest of its part has `base` (1e-8, what is
 * left apart from this holding's value) and needs `other` (1e-16).
 */
function solve(position: Position, long: boolean, size: bigint, base: bigint, other: bigint): Ticks {
  const contract = position.instrument.contract;
  const perTick = size * BigInt(contract.valueUnit);
  let price: bigint | null = null;
  for (const tier of contract.tiers) {
    const rate = BigInt(tier.rateE8 + contract.takerFeeE8);
    const amount = BigInt(tier.amount);
    const candidate = long
      ? floorDiv(other - (amount + base) * SCALE, perTick * (SCALE - rate))
      : ceilDiv((base + amount) * SCALE - other, perTick * (SCALE + rate));
    if (price === null || (long ? candidate > price : candidate < price)) price = candidate;
  }
  return price === null || price <= 0n ? 0 : Number(price);
}

/** Σ long − Σ short of the position's part in its contract. */
function netOfPart(position: Position): Steps {
  if (position.marginMode === 'isolated') return position.sign * position.size;
  return netSizeOf(position.holding);
}

/**
 * Liquidation price in ticks; 0: no price can liquidate it; `null`: unknown for want of a valid mark (W-01).
 * Source: LIQP-002 (isolated) is LIQP-003 with nothing else in the part.
 */
export function liquidationPriceOf(position: Position): Ticks | null {
  if (!isKnown(position.part)) return null;
  const net = netOfPart(position);
  if (net === 0) return 0;
  const { contract, mark } = position.instrument;
  const size = BigInt(Math.abs(net));
  const value = valueOf(contract, mark, Math.abs(net));
  const own = contractRequirement(contract, value);
  const base = BigInt(equityOf(position.part)) - (net > 0 ? BigInt(value) : -BigInt(value));
  const other = requirementE16Of(position.part) - (BigInt(own.floor) * SCALE + BigInt(own.rest));
  return solve(position, net > 0, size, base, other);
}
