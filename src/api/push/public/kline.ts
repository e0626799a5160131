/**
 * kline.{price}.{symbol}.{interval}: the bar that is forming. A bar that ended between two messages is published once
 * more as it ended, before the next one.
 */
import { type Granularity, openOf } from '../../../bars/granularity.ts';
import type { Bar, PriceKind } from '../../../bars/bar.ts';
import type { Contract } from '../../../core/language/contract.ts';
import { pushedBar, pushedBarShape } from '../../shapes/pushed-bar.ts';
import { type Change, defineMarketChannel, type MarketDeps, type MarketSource } from './channel.ts';

export const BAR_PRICES = ['LAST_PRICE', 'MARK_PRICE', 'INDEX_PRICE'] as const;
export const BAR_INTERVALS = [
  'MINUTE_1',
  'MINUTE_5',
  'MINUTE_15',
  'MINUTE_30',
  'HOUR_1',
  'HOUR_2',
  'HOUR_4',
  'HOUR_6',
  'HOUR_8',
  'HOUR_12',
  'DAY_1',
  'WEEK_1',
  'MONTH_1',
] as const;

type BarPrice = (typeof BAR_PRICES)[number];
type BarInterval = (typeof BAR_INTERVALS)[number];

/** The prices of a contract by the words of its channels. */
export const PRICE_KINDS: Readonly<Record<BarPrice, PriceKind>> = {
  LAST_PRICE: 'last',
  MARK_PRICE: 'mark',
  INDEX_PRICE: 'index',
};
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
const EVERY_MS = 250;
/** So long before its end a bar is read at each change. */
const NEAR_END_MS = 2 * EVERY_MS;

/** When it is looked at, in every dialect; a bar begins without an event. */
export const KLINE_RHYTHM = { everyMs: EVERY_MS, quietMs: EVERY_MS, changedBy: ['fillMade', 'markChanged'] } as const;

export const kline = defineMarketChannel({
  name: 'kline.{price}.{symbol}.{interval}',
  words: { price: BAR_PRICES, interval: BAR_INTERVALS },
  shape: pushedBarShape,
  item: 'bar',
  carries: { kind: 'latest', hasType: true },
  ...KLINE_RHYTHM,
  open: ({ price, interval }, deps) => new FormingBar(PRICE_KINDS[price], GRANULARITY[interval], deps),
});

type ShowBar = (contract: Contract, bar: Bar) => unknown;

export class FormingBar implements MarketSource {
  readonly #price: PriceKind;
  readonly #granularity: Granularity;
  readonly #instrument: MarketDeps['instrument'];
  readonly #bars: Pick<MarketDeps['bars'], 'forming'>;
  readonly #show: ShowBar;
  #sent = '';
  /** Of the bar that was published last; its last state, where it was read near its end. */
  #openMs = 0;
  #ending = '';

  /** @param show a bar as the channel shows it */
  constructor(
    price: PriceKind,
    granularity: Granularity,
    {
      instrument,
      bars,
    }: { readonly instrument: MarketDeps['instrument']; readonly bars: Pick<MarketDeps['bars'], 'forming'> },
    show: ShowBar = pushedBar,
  ) {
    this.#price = price;
    this.#granularity = granularity;
    this.#instrument = instrument;
    this.#bars = bars;
    this.#show = show;
  }

  note(_: unknown, timeMs: number): void {
    const isNearEnd = openOf(this.#granularity, timeMs + NEAR_END_MS) !== this.#openMs;
    if (isNearEnd && openOf(this.#granularity, timeMs) === this.#openMs) this.#ending = this.#at(timeMs) ?? '';
  }

  changes(nowMs: number): readonly Change[] {
    const now = this.#at(nowMs);
    if (now === null || now === this.#sent) return [];
    const openMs = openOf(this.#granularity, nowMs);
    const isNext = openMs !== this.#openMs;
    const published = isNext && this.#ending !== '' && this.#ending !== this.#sent ? [this.#ending, now] : [now];
    if (isNext) {
      this.#openMs = openMs;
      this.#ending = '';
    }
    this.#sent = now;
    return published.map((data) => ({ kind: 'latest', data }));
  }

  restart(): void {
    this.#sent = '';
  }

  #at(timeMs: number): string | null {
    const { contract } = this.#instrument;
    const bar = this.#bars.forming(contract.symbol, this.#price, this.#granularity, timeMs);
    return bar === null ? null : JSON.stringify(this.#show(contract, bar));
  }
}
