/** A strategy's account on the engine: 2 M USDT, the contracts' fees, and orders like anyone's. */
import type { OrderFields } from '../../../../src/core/language/commands.ts';
import { BUY, bestLevel, levelPrice, levelVolume, NONE, SELL, worseLevel } from '../../../../src/core/matching/book.ts';
import { type AccountId, E8, type Ticks } from '../../../../src/core/num/units.ts';
import { equityOf } from '../../../../src/core/risk/margin.ts';
import type { Holding, Instrument, Order } from '../../../../src/core/state/records.ts';
import type { Event } from '../../../../src/core/turn/events.ts';
import { callerOf, freeOf, isBuy, netOf } from '../../../../src/market/house/accounts.ts';
import { PLAIN, priceText, sizeText } from '../../../../src/market/house/texts.ts';
import type { MadeUpMarket } from '../../../../src/env/made-up-market.ts';
import type { Result } from './paper.ts';

const FUNDS = 2_000_000;
const FIRST = 1_000_001;
/** Enough for the largest push, and allowed to it in its contract. */
const LEVERAGE = 4;

/** What is wanted on one side of a contract: steps that close what is held against it, or else open. */
export interface Wanted {
  readonly effect: 'open' | 'close';
  readonly steps: number;
}

export class Account {
  readonly #market: MadeUpMarket;
  readonly #id: AccountId;
  readonly #funds: number;
  #made = 0;
  #turnover = 0;
  #fees = 0;
  #fills = 0;

  /** @param place 0, 1, 2 …: which of the market's users it is */
  constructor(market: MadeUpMarket, place: number, funds = FUNDS) {
    this.#market = market;
    this.#id = FIRST + place;
    this.#funds = funds;
    market.submit<'deposit'>({ name: 'deposit', account: this.#id, amount: String(funds) });
    const leverage = { marginMode: 'cross', long: LEVERAGE, short: LEVERAGE } as const;
    for (const { contract } of market.engine.state.instruments)
      market.submit<'setLeverage'>({
        name: 'setLeverage',
        ...callerOf(this.#id),
        symbol: contract.symbol,
        ...leverage,
      });
  }

  /** Sees all that happens, and counts its own fills. */
  see(events: readonly Event[]): void {
    for (const event of events) {
      if (event.name !== 'fillMade') continue;
      for (const { order, fee } of [event.taker, event.maker]) {
        if (order.account.id !== this.#id) continue;
        this.#turnover += Number(event.value) / E8;
        this.#fees += Number(fee) / E8;
        this.#fills += 1;
      }
    }
  }

  /** Long less short, steps. */
  held(instrument: Instrument): number {
    return netOf(this.#holding(instrument));
  }

  /** Its working orders in a contract. */
  orders(instrument: Instrument): Order[] {
    const orders = this.#market.engine.state.accounts.get(this.#id)?.orders.values() ?? [];
    return [...orders].filter((order) => order.instrument === instrument);
  }

  /** Closes what is held against that side first, at most that much of it. */
  wanted(instrument: Instrument, buys: boolean, steps: number): Wanted {
    const against = this.held(instrument) * (buys ? -1 : 1);
    return against > 0 ? { effect: 'close', steps: Math.min(against, steps) } : { effect: 'open', steps };
  }

  /** At market. */
  take(instrument: Instrument, buys: boolean, steps: number): void {
    const free = freeOf(this.#holding(instrument), buys ? 'short' : 'long');
    const size = free > 0 ? Math.min(free, steps) : steps;
    this.#place(
      instrument,
      buys,
      { effect: free > 0 ? 'close' : 'open', steps: size },
      { execution: 'ioc', price: null },
    );
  }

  /** Rests at a price, or not at all where that would take. */
  rest(instrument: Instrument, buys: boolean, price: Ticks, wanted: Wanted): number {
    return this.#place(instrument, buys, wanted, { execution: 'postOnly', price: priceText(instrument, price) });
  }

  /** Like `rest`, but takes what crosses. */
  limit(instrument: Instrument, buys: boolean, price: Ticks, wanted: Wanted): number {
    return this.#place(instrument, buys, wanted, { execution: 'normal', price: priceText(instrument, price) });
  }

  cancel({ id }: Order): void {
    const ids = { orderId: id, clientOrderId: null };
    this.#market.submit<'cancelOrder'>({ name: 'cancelOrder', ...callerOf(this.#id), ...ids });
  }

  /** Cancels all orders of a contract and closes what it holds in it. */
  leave(instrument: Instrument): void {
    for (const order of this.orders(instrument)) this.cancel(order);
    const held = this.held(instrument);
    if (held !== 0) this.take(instrument, held < 0, Math.abs(held));
  }

  result(name: string): Result {
    const { shared } = this.#market.engine.state.accounts.get(this.#id)!;
    const net = Number(equityOf(shared)) / E8 - this.#funds;
    return { name, turnover: this.#turnover, gross: net + this.#fees, fees: this.#fees, fills: this.#fills };
  }

  #holding(instrument: Instrument): Holding | undefined {
    return this.#market.engine.state.accounts.get(this.#id)?.holdings[instrument.index];
  }

  /** @returns the order's id; 0: it was refused */
  #place(
    instrument: Instrument,
    buys: boolean,
    { effect, steps }: Wanted,
    how: Pick<OrderFields, 'execution' | 'price'>,
  ): number {
    if (steps < 1) return 0;
    const outcome = this.#market.submit<'placeOrder'>({
      name: 'placeOrder',
      ...callerOf(this.#id),
      symbol: instrument.contract.symbol,
      clientOrderId: `u${(this.#made++).toString(36)}`,
      side: buys === (effect === 'open') ? 'long' : 'short',
      effect,
      size: sizeText(instrument, steps),
      ...how,
      ...PLAIN,
    });
    return outcome.ok ? outcome.result.orderId : 0;
  }
}

/** The best price of a side but for one's own orders, 0 when there is none. */
export function bestOfOthers({ book }: Instrument, buys: boolean, own: readonly Order[]): Ticks {
  for (let level = bestLevel(book, buys ? BUY : SELL); level !== NONE; level = worseLevel(book, level)) {
    const price = levelPrice(book, level);
    let volume = levelVolume(book, level);
    for (const order of own) if (order.price === price && isBuy(order) === buys) volume -= order.remaining;
    if (volume > 0) return price;
  }
  return 0;
}
