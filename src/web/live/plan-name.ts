/**
 * Orders that wait, by the name traders have for them.
 */
import type { PushedOrder } from '../../client/index.ts';

export type WaitingName = 'order' | 'plan' | 'takeProfit' | 'stopLoss';

export function isPlan({ triggerPrice }: Pick<PushedOrder, 'triggerPrice'>): boolean {
  return triggerPrice !== '0';
}

/**
 * A take profit, a stop loss, a plan order that is neither, or a plain order.
 * @param last the newest price; a plain plan order that closes is told as a stop loss by the channel, but no stop loss
 *   can wait on the winning side of the price
 */
export function waitingName(
  order: Pick<PushedOrder, 'triggerPrice' | 'type' | 'reduceOnly' | 'positionTpsl' | 'positionSide'>,
  last: string | null,
): WaitingName {
  const { type, reduceOnly, positionTpsl, positionSide, triggerPrice } = order;
  if (!isPlan(order)) return 'order';
  if (!reduceOnly && !positionTpsl) return 'plan';
  if (type.startsWith('TAKE_PROFIT')) return 'takeProfit';
  const above = last === null ? 0 : Math.sign(Number(triggerPrice) - Number(last));
  return above === (positionSide === 'LONG' ? 1 : -1) && !positionTpsl ? 'takeProfit' : 'stopLoss';
}
