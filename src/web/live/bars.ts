/**
 * Bars of a contract for a chart: five hundred from the past, then the one that is forming, at most four times a
 * second. The numbers are doubles, for pixels only; figures put into words are text.
 */
import type { BarInterval, BarPrice, PushedBar } from '../../client/index.ts';
import { market, publicClient } from './connection.ts';
import { textOf, unitsOf } from '../format/number.ts';
import { type Bar, type BarLineListener, createBarLine } from './bar-line.ts';
import { addView, removeView, type View } from './frame.ts';

export const GRANULARITIES = ['1m', '5m', '15m', '30m', '1h', '4h', '12h', '1d', '1w'] as const;
export type Granularity = (typeof GRANULARITIES)[number];
export type PriceType = 'LAST' | 'MARK' | 'INDEX';

/** Of all bars shown, as exact text. */
export interface BarSummary {
  readonly first: string;
  readonly last: string;
  readonly high: string;
  readonly low: string;
}

/** From the first price to the last, as a fraction; null where there is no first. */
export function changeOf({ first, last }: BarSummary): string | null {
  const [from, until] = [unitsOf(first, EXACT), unitsOf(last, EXACT)];
  if (from === null || until === null || from === 0n) return null;
  return textOf(((until - from) * 10n ** BigInt(EXACT)) / from, EXACT);
}

export interface BarListener extends BarLineListener {
  readonly say: (summary: BarSummary) => void;
  /** Draws the marks beside the bars along with them. */
  readonly marks: () => void;
}

export interface FollowedBars {
  /** Something beside the bars has changed: it waits for the next draw. */
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
  let summary: BarSummary | null = null;
  let isOver = false;
  const draw = (): void => {
    if (!line.draw()) return;
    listener.marks();
    if (summary !== null) listener.say(summary);
  };
  const view: View = { everyMs: UPDATE_EVERY_MS, draw };
  const mark = addView(view);
  const take = (pushed: PushedBar): void => {
    if (!line.push(barOf(pushed))) return;
    summary = withBar(summary, pushed);
    mark();
  };
  const stop = market.kline(symbol, INTERVALS[granularity], take, PRICES[priceType]);
  publicClient.candles({ symbol, granularity, limit: FIRST_BARS, priceType, sort: 'asc' }).then(
    (rows) => {
      if (isOver) return;
      const past = rows.map(([klineTime, open, high, low, close, size]) =>
        barOf({ klineTime, open, high, low, close, size }),
      );
      line.begin(past);
      const since = summary;
      summary = rows.reduce<BarSummary | null>(
        (sum, [, open, high, low, close]) => withBar(sum, { open, high, low, close }),
        null,
      );
      if (since !== null) summary = withBar(summary, { ...since, open: since.first, close: since.last });
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

type Prices = Pick<PushedBar, 'open' | 'high' | 'low' | 'close'>;

function withBar(sum: BarSummary | null, { open, high, low, close }: Prices): BarSummary {
  if (sum === null) return { first: open, last: close, high, low };
  return {
    first: sum.first,
    last: close,
    high: Number(high) > Number(sum.high) ? high : sum.high,
    low: Number(low) < Number(sum.low) ? low : sum.low,
  };
}

function barOf(bar: Pick<PushedBar, 'klineTime' | 'open' | 'high' | 'low' | 'close' | 'size'>): Bar {
  const { klineTime, open, high, low, close, size } = bar;
  return {
    t: Number(klineTime),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    size: Number(size),
  };
}
