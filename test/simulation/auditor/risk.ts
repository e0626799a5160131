/**
 * What a part is worth, what it must hold and what is free, in the auditor's own words (LEDG-004, MARG-001, -011, -012,
 * -013), at the last published marks.
 */
import { type Big, ceilMoney, floorMoney, larger, share, sum, ZERO } from './decimal.ts';
import { requirementOf } from './contracts.ts';
import { markOf, type Model, type Part, type Position, positionsIn } from './model.ts';

export function valueAt(position: Position, price: Big): Big {
  return position.size.times(price);
}

export function markValue(model: Model, position: Position): Big {
  return valueAt(position, markOf(model, position.contract.symbol));
}

/** Marks, with one of them replaced for a what-if. */
export interface Prices {
  (symbol: string): Big;
}

export function marksOf(model: Model): Prices {
  return (symbol) => markOf(model, symbol);
}

export function equityAt(model: Model, part: Part, prices: Prices): Big {
  let equity = part.amount;
  for (const position of positionsIn(model, part))
    equity = equity.plus(valueAt(position, prices(position.contract.symbol)).times(position.sign));
  return equity;
}

/** Per contract on the net of its sides. */
export function requirementAt(model: Model, part: Part, prices: Prices): Big {
  const nets = new Map<string, { readonly contract: Position['contract']; size: Big }>();
  for (const { contract, size, sign } of positionsIn(model, part)) {
    const net = nets.get(contract.symbol) ?? { contract, size: ZERO };
    net.size = net.size.plus(size.times(sign));
    nets.set(contract.symbol, net);
  }
  return sum(
    [...nets.values()].map(({ contract, size }) => requirementOf(contract, size.abs().times(prices(contract.symbol)))),
  );
}

export function isViolated(model: Model, part: Part, prices: Prices = marksOf(model)): boolean {
  return positionsIn(model, part).length > 0 && equityAt(model, part, prices).lte(requirementAt(model, part, prices));
}

/** Whether every contract the part has a position in has a valid mark. */
export function isKnown(model: Model, part: Part): boolean {
  return positionsIn(model, part).every(({ contract }) => model.marks.get(contract.symbol)?.valid === true);
}

/** max(IM, floor(req) + 1e-8), 0 without positions. */
export function usedIn(model: Model, part: Part): Big {
  const positions = positionsIn(model, part);
  if (positions.length === 0) return ZERO;
  const margin = sum(positions.map((position) => share(ceilMoney, markValue(model, position), 1, position.leverage)));
  return larger(margin, floorMoney(requirementAt(model, part, marksOf(model))).plus('1e-8'));
}

/** What new orders may use. */
export function availableIn(model: Model, part: Part, frozen: Big): Big {
  if (!isKnown(model, part)) return ZERO;
  return larger(ZERO, equityAt(model, part, marksOf(model)).minus(usedIn(model, part)).minus(frozen));
}
