/**
 * The published liquidation price against its definition, not against a formula (LIQP-001, INV-014): at that price the
 * part is in violation, one tick better it is not.
 */
import { Big } from './decimal.ts';
import { markOf, type Model, object, type Position, partOfPosition, positionsIn } from './model.ts';
import { isKnown, isViolated } from './risk.ts';

export function checkLiquidationPrice(model: Model, position: Position, shown: string | null): void {
  const part = partOfPosition(model, position);
  const name = `position ${position.id} of ${position.uid}`;
  if ((shown !== null) !== isKnown(model, part))
    return object(
      model,
      `${name} shows the liquidation price ${shown}, its part is ${isKnown(model, part) ? '' : 'not '}known`,
    );
  if (shown === null) return;
  const { symbol, tick } = position.contract;
  let net = new Big(0);
  for (const one of positionsIn(model, part))
    if (one.contract.symbol === symbol) net = net.plus(one.size.times(one.sign));
  const at = (price: Big): boolean =>
    isViolated(model, part, (other) => (other === symbol ? price : markOf(model, other)));
  if (new Big(shown).eq(0)) {
    // Never by price: a long not even at one tick.
    if (net.gt(0) && at(tick)) object(model, `${name} shows no liquidation price, and is in violation at ${tick}`);
    if (net.lt(0)) object(model, `${name} is net short and shows no liquidation price`);
    return;
  }
  const price = new Big(shown);
  const better = net.gt(0) ? price.plus(tick) : price.minus(tick);
  if (net.eq(0)) object(model, `${name} is hedged whole and shows the liquidation price ${shown}`);
  else if (!at(price)) object(model, `${name} is not in violation at its liquidation price ${shown}`);
  else if (at(better)) object(model, `${name} is in violation at ${better} already, shown is ${shown}`);
}
