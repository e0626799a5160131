/** The headlines of the exchange's own market, as reads and the channel show them. */
import type { CallDeps } from '../call/deps.ts';
import type { Headline } from '../shapes/headline.ts';

/** Rows of an answer. */
export const HEADLINES = { usual: 20, most: 100 };

/** Newest first; of a contract those about it and about all. */
export function latestHeadlines(
  { headlines }: Pick<CallDeps, 'headlines'>,
  symbol: string | null,
  limit: number,
): Headline[] {
  return headlines()
    .filter((one) => symbol === null || one.symbol === null || one.symbol === symbol)
    .slice(-limit)
    .reverse();
}
