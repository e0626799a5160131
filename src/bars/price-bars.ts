/**
 * Bars of all prices of all contracts, from what the engine announces: trades make those of the last price, each new
 * mark and index theirs.
 *
 * Internal offsets and deleveraging have no price and aren't trades (BOOK-008). A mark that isn't valid doesn't count.
 */
import { priceAtEnd } from './past.ts';
import { mul } from '../core/num/mul-div.ts';
import type { Sequenced } from '../core/language/commands.ts';
import type { Event, FillMade } from '../core/turn/events.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { isBuy } from '../core/state/order.ts';
import type { Instrument } from '../core/state/records.ts';
import type { Bar, PriceKind } from './bar.ts';
import type { Granularity } from './granularity.ts';
import { createSeries, type Series, type SeriesState } from './series.ts';

/** Called for each bar that is over. */
export type ReportPriceBar = (symbol: string, price: PriceKind, granularity: Granularity, bar: Bar) => void;

export interface PriceBars {
  apply(sequenced: Sequenced, outcome: Outcome): void;
  /** Every series there is: its contract, its price, what it knows. */
  save(): Iterable<readonly [string, PriceKind, SeriesState]>;
  /** Knows one series more. */
  restore(symbol: string, price: PriceKind, known: SeriesState): void;
  /** Null while the price has not been there. */
  series(symbol: string, price: PriceKind): Series | null;
}

const PRICE_KINDS = ['last', 'mark', 'index'] as const satisfies readonly PriceKind[];

type PricesOf = Readonly<Record<PriceKind, Series>>;

export function createPriceBars(report: ReportPriceBar): PriceBars {
  const contracts = new Map<string, PricesOf>();

  function pricesOf(symbol: string): PricesOf {
    const known = contracts.get(symbol);
    if (known !== undefined) return known;
    const series = (price: PriceKind): Series =>
      createSeries((granularity, bar) => report(symbol, price, granularity, bar));
    const prices = { last: series('last'), mark: series('mark'), index: series('index') };
    contracts.set(symbol, prices);
    return prices;
  }

  function takeTrade({ instrument: { contract }, price, size, value, taker }: FillMade, timeMs: number): void {
    if (price === 0) return;
    const { symbol, tickE8, stepE8 } = contract;
    pricesOf(symbol).last.trade(
      timeMs,
      mul(price, tickE8),
      mul(size, stepE8),
      value,
      isBuy(taker.order.side, taker.order.effect),
    );
  }

  function takeMark({ contract, markValid, mark, indexPrice }: Instrument, timeMs: number): void {
    const { symbol, tickE8 } = contract;
    if (indexPrice === 0) return;
    const prices = pricesOf(symbol);
    prices.index.level(timeMs, indexPrice);
    if (markValid) prices.mark.level(timeMs, mul(mark, tickE8));
  }

  function take(event: Event, timeMs: number): void {
    if (event.name === 'fillMade') takeTrade(event, timeMs);
    else if (event.name === 'markChanged') takeMark(event.instrument, timeMs);
    else if (event.name === 'pastFixed') pricesOf(event.symbol).last.begin(priceAtEnd(event));
  }

  return {
    apply({ timeMs }, { events }) {
      for (const event of events) take(event, timeMs);
    },
    *save() {
      for (const [symbol, prices] of contracts)
        for (const price of PRICE_KINDS) yield [symbol, price, prices[price].save()];
    },
    restore: (symbol, price, known) => pricesOf(symbol)[price].restore(known),
    series: (symbol, price) => contracts.get(symbol)?.[price] ?? null,
  };
}
