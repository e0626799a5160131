/**
 * One kline channel: what it was told last of the bar that is forming, and what to tell next. A bar that ended between
 * two tellings is told once more as it ended, before the next one.
 */
import { type Granularity, openOf } from '../../bars/granularity.ts';
import type { PriceKind } from '../../bars/bar.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { LiveBars } from '../../live/bars.ts';
import { pushedBar } from '../shapes/pushed-bar.ts';
import type { BarInterval, BarPrice, MarketChannel } from './channels.ts';
import type { Opened } from './crowd-messages.ts';

export interface BarChannel {
  readonly opened: Opened;
  /** Its price may have changed, by a command of that time. */
  note(timeMs: number): void;
  /** Changes since it was told last, as JSON; empty when nothing changed. */
  told(nowMs: number): string[];
  /** The next message is a full one again. */
  restart(): void;
}

const PRICES: Readonly<Record<BarPrice, PriceKind>> = { LAST_PRICE: 'last', MARK_PRICE: 'mark', INDEX_PRICE: 'index' };
const GRANULARITY: Readonly<Record<BarInterval, Granularity>> = {
  MINUTE_1: '1m',
  MINUTE_5: '5m',
  MINUTE_15: '15m',
  MINUTE_30: '30m',
  HOUR_1: '1h',
  HOUR_2: '2h',
  HOUR_4: '4h',
  HOUR_6: '6h',
  HOUR_8: '8h',
  HOUR_12: '12h',
  DAY_1: '1d',
  WEEK_1: '1w',
  MONTH_1: '1M',
};
/** So long before its end a bar is read at each change: twice as long as between two tellings. */
const LAST_MS = 500;

export function createBarChannel(
  opened: Opened,
  { price, interval }: MarketChannel & { readonly kind: 'kline' },
  instrument: Instrument,
  bars: Pick<LiveBars, 'forming'>,
): BarChannel {
  const granularity = GRANULARITY[interval];
  let sent = '';
  /** Of the bar that was told last; its last state, where it was read near its end. */
  let openMs = 0;
  let ending = '';

  function readAt(timeMs: number): string | null {
    const bar = bars.forming(instrument.contract.symbol, PRICES[price], granularity, timeMs);
    return bar === null ? null : JSON.stringify(pushedBar(instrument.contract, bar));
  }

  return {
    opened,
    note(timeMs) {
      const isNearEnd = openOf(granularity, timeMs + LAST_MS) !== openMs;
      if (isNearEnd && openOf(granularity, timeMs) === openMs) ending = readAt(timeMs) ?? '';
    },
    told(nowMs) {
      const now = readAt(nowMs);
      if (now === null || now === sent) return [];
      const isNext = openOf(granularity, nowMs) !== openMs;
      const told = isNext && ending !== '' && ending !== sent ? [ending, now] : [now];
      if (isNext) {
        openMs = openOf(granularity, nowMs);
        ending = '';
      }
      sent = now;
      return told;
    },
    restart() {
      sent = '';
    },
  };
}
