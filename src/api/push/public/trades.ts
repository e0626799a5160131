/** trades.{symbol}: every trade on the book from now on, oldest first. */
import type { Event, FillMade } from '../../../core/turn/events.ts';
import { pushedTrade, pushedTradeShape } from '../../shapes/pushed-trade.ts';
import { type Change, defineMarketChannel, type MarketSource } from './channel.ts';

/** Trades kept while the receiver doesn't keep up. */
const MOST_KEPT = 1_000;

/** When they are looked at, in every dialect. */
export const TRADES_RHYTHM = { everyMs: 50, changedBy: ['fillMade'] } as const;

export const trades = defineMarketChannel({
  name: 'trades.{symbol}',
  shape: pushedTradeShape,
  item: 'trade',
  carries: { kind: 'trades' },
  ...TRADES_RHYTHM,
  open: () => new Trades(pushedTrade),
});

export class Trades implements MarketSource {
  #rows: string[] = [];
  #dropped = 0;
  readonly #show: (fill: FillMade, timeMs: number) => unknown;

  /** @param show a trade as the channel shows it */
  constructor(show: (fill: FillMade, timeMs: number) => unknown) {
    this.#show = show;
  }

  note(event: Event, timeMs: number): void {
    // Internal offsets and deleveraging have no price.
    if (event.name !== 'fillMade' || event.price === 0) return;
    this.#rows.push(JSON.stringify(this.#show(event, timeMs)));
    if (this.#rows.length <= MOST_KEPT) return;
    this.#rows.shift();
    this.#dropped++;
  }

  changes(): readonly Change[] {
    if (this.#rows.length === 0) return [];
    const change = { kind: 'trades', rows: this.#rows, dropped: this.#dropped } as const;
    this.#rows = [];
    this.#dropped = 0;
    return [change];
  }

  restart(): void {}
}
