/**
 * Bars of a contract for a chart: five hundred from the past, then the one that is forming, at most four times a
 * second. The numbers are doubles, for pixels only; figures put into words are text.
 */
import type { BarInterval, BarPrice, PushedBar } from '../../client/index.ts';
import { publicClient } from '../base/rest.ts';
import { market } from './connection.ts';
import { textOf, unitsOf } from '../format/number.ts';
import { type Bar, type BarLineListener, createBarLine } from './bar-line.ts';
import { addView, removeView, type View } from '../base/frame.ts';

export const GRANULARITIES = ['1m', '5m', '15m', '30m', '1h', '4h', '12h', '1d', '1w'] as const;
export type Granularity = (typeof GRANULARITIES)[number];
export type PriceType = 'LAST' | 'MARK' | 'INDEX';

/** Of bars that are seen, as exact text. */
export interface BarSummary {
  readonly first: string;
  readonly last: string;
  readonly high: string;
  readonly low: string;
  /** When the first and the last of them begin, epoch ms. */
  readonly from: number;
  readonly until: number;
}

/** The bars that are seen, summed up; null when none is. */
export function summaryOf(bars: readonly Bar[], seen: { readonly from: number; readonly until: number }) {
  const [first, ...others] = bars.filter(({ t }) => t >= seen.from && t <= seen.until);
  if (first === undefined) return null;
  let [last, highest, lowest] = [first, first, first];
  for (const bar of others) {
    last = bar;
    if (bar.high > highest.high) highest = bar;
    if (bar.low < lowest.low) lowest = bar;
  }
  const ends = { first: first.exact.open, last: last.exact.close, from: first.t, until: last.t };
  return { ...ends, high: highest.exact.high, low: lowest.exact.low } satisfies BarSummary;
}

/** From the first price to the last, as a fraction; null where there is no first. */
export function changeOf({ first, last }: Pick<BarSummary, 'first' | 'last'>): string | null {
  const [from, until] = [unitsOf(first, EXACT), unitsOf(last, EXACT)];
  if (from === null || until === null || from === 0n) return null;
  return textOf(((until - from) * 10n ** BigInt(EXACT)) / from, EXACT);
}

export interface BarListener extends BarLineListener {
  /** Puts into words what is seen of all there are. */
  readonly say: (bars: readonly Bar[]) => void;
  /** Draws the marks beside the bars along with them. */
  readonly marks: () => void;
}

export interface FollowedBars {
  /** Something beside the bars, or what is seen of them, has changed: it waits for the next draw. */
  readonly mark: () => void;
  readonly stop: () => void;
}

const EXACT = 8;
const FIRST_BARS = 500;
const UPDATE_EVERY_MS = 250;
const INTERVALS: Readonly<Record<Granularity, BarInterval>> = {
  '1m': 'MINUTE_1',
  '5m': 'MINUTE_5',
  '15m': 'MINUTE_15',
  '30m': 'MINUTE_30',
  '1h': 'HOUR_1',
  '4h': 'HOUR_4',
  '12h': 'HOUR_12',
  '1d': 'DAY_1',
  '1w': 'WEEK_1',
};
const PRICES: Readonly<Record<PriceType, BarPrice>> = {
  LAST: 'LAST_PRICE',
  MARK: 'MARK_PRICE',
  INDEX: 'INDEX_PRICE',
};

export function followBars(
  symbol: string,
  granularity: Granularity,
  priceType: PriceType,
  listener: BarListener,
): FollowedBars {
  const line = createBarLine(listener);
  let isOver = false;
  const draw = (): void => {
    if (!line.draw()) return;
    listener.marks();
    listener.say(line.bars());
  };
  const view: View = { everyMs: UPDATE_EVERY_MS, draw };
  const mark = addView(view);
  const take = ({ klineTime, open, high, low, close, size }: PushedBar): void => {
    if (line.push(barOf(klineTime, open, high, low, close, size))) mark();
  };
  const stop = market.kline(symbol, INTERVALS[granularity], take, PRICES[priceType]);
  publicClient.candles({ symbol, granularity, limit: FIRST_BARS, priceType, sort: 'asc' }).then(
    (rows) => {
      if (isOver) return;
      line.begin(rows.map(([t, open, high, low, close, size]) => barOf(t, open, high, low, close, size)));
      mark();
    },
    () => undefined,
  );
  return {
    mark,
    stop() {
      isOver = true;
      stop();
      removeView(view);
    },
  };
}

function barOf(t: string, open: string, high: string, low: string, close: string, size: string): Bar {
  return {
    t: Number(t),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    size: Number(size),
    exact: { open, high, low, close },
  };
}
