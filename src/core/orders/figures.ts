/** Figures of an order that are shown but not stored (ORDR-012, ARIT-006). */
import { divHalfUp, mul } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import type { Order } from '../state/records.ts';

/** Σ value / Σ size, half up, as a count of 10^−(priceDecimals + 2); 0 while nothing is filled. */
export function averagePriceOf(order: Order): Money {
  if (order.filled === 0) return 0;
  const contract = order.instrument.contract;
  // value is 1e-8 USDT, filled·stepE8 is 1e-8 base: their quotient is USDT per base.
  return divHalfUp(mul(order.value, 10 ** (contract.priceDecimals + 2)), mul(order.filled, contract.stepE8));
}
