/**
 * An order's outcome as a sentence: the exchange's own word for the reason, with what it means beside it.
 */
import { coinOf } from './market.ts';
import type { Outcome } from './outcomes.ts';
import type { Words } from '../words/en.ts';

export function outcomeText(
  { trade }: Words,
  { symbol, isBuy, isFilled, size, filled, reason, detail }: Outcome,
): string {
  const order = `${isBuy ? trade.buy : trade.sell} ${size} ${coinOf(symbol)}`;
  if (isFilled) return trade.wasFilled(order);
  const token = detail ?? reason ?? '';
  const why = trade.cancelWhy[detail ?? ''] ?? trade.cancelWhy[reason ?? ''];
  const said = why === undefined ? token : `${why} (${token})`;
  return trade.wasCancelled(order, filled, said);
}
