/**
 * A rule of the checkup (REH-12): a number, why it matters, what to do about it, and one function of the facts. The
 * kinds of requests are here too, because most rules begin with them.
 */
import type { Both, Facts } from '../facts/facts.ts';
import type { Request } from '../facts/request-log.ts';

export type Severity = 'fail' | 'warn' | 'note';

export interface Found {
  readonly severity: Severity;
  readonly count: number;
  readonly what: Both;
  /** Numbers of requests, the first ones. */
  readonly evidence: readonly number[];
  /** Instead of the rule's own. */
  readonly fix?: Both;
}

export interface Rule {
  readonly id: string;
  readonly why: Both;
  readonly fix: Both;
  /** Null: nothing to say. */
  readonly find: (facts: Facts) => Found | null;
}

const kind =
  (pattern: RegExp) =>
  (row: Request): boolean =>
    pattern.test(row.op.replace('v3.', ''));

/** Places an order, or several; ends one; asks for the account's own; asks for the market. */
export const isOrder = kind(/^(simPlaceOrder|placeOrders?|placeAlgoOrder|batchOrders|plan_order|placeTpSlOrder)$/);
const isClose = kind(/^closePositions$/);
export const isCancel = kind(/cancel/i);
export const isOwnRead = kind(
  /^(detail|current|currentPlan|history|historyPlan|fills|userTrades|getOrder|openOrders|allOpenOrders|orderHistory|openAlgoOrders|allAlgoOrders|algoOpenOrders|simOrderHistory|singlePosition|allPosition|simAllPosition|assets|balance|simBalance|accounts|getAccounts?|bills|income)$/,
);
export const isMarketRead = kind(
  /^(depth|tickers?|trades|candles|historyCandles|index|open_?[iI]nterest|bookTicker|ticker24hr|klines|historyKlines|markPriceKlines|indexPriceKlines|premiumIndex|symbolPrice)$/,
);
/** Changes something in trading. */
export const isTrade = (row: Request): boolean => isOrder(row) || isClose(row) || isCancel(row);

/** Whether its outcome was unknown to the caller. 503 says that nothing was done. */
export const isUnknown = (row: Request): boolean =>
  [0, 500, 502, 504].includes(row.status) && isTrade(row) && row.fault !== 'errorBefore' && row.fault !== 'dropBefore';

export const isRefused = ({ code }: Request): boolean => code !== null;

/** A finding with the rows as its evidence; null: there are none. */
export function found(severity: Severity, rows: readonly Request[], what: Both, fix?: Both): Found | null {
  if (rows.length === 0) return null;
  const evidence = rows.map(({ n }) => n);
  return { severity, count: rows.length, what, evidence, ...(fix === undefined ? {} : { fix }) };
}

/** How often each text comes, the most often first: `a (3), b (1)`. */
export function tally(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([text, count]) => `${text} (${count})`)
    .join(', ');
}

/** Per cent with one decimal. */
export const percent = (part: number): string => `${Math.round(part * 1_000) / 10} %`;
export const utc = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
/** With two decimals at most. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);
