/**
 * The public channels over one socket: tickers, bars, books, trades. After a broken connection it continues where it
 * was: books begin again with a snapshot, trades and bars that were missed are read over HTTP, and none is told twice.
 */
import { OutcryError } from '../errors.ts';
import type { Operations } from '../operations.ts';
import type { BarInterval, BarPrice, CandlesRequest, PushedBar, PushedTicker, PushedTrade } from '../wire/index.ts';
import { Bars, type Channel, Depth, Latest, type Stop, Trades } from './channel-kinds.ts';
import type { Connection, Message } from './connection.ts';
import type { DepthBook } from './depth-book.ts';
import { Listeners } from './listeners.ts';

/** Lengths of bars by their names, in minutes; a month has none. */
const BAR_MINUTES: Readonly<Record<BarInterval, number>> = {
  MINUTE_1: 1,
  MINUTE_5: 5,
  MINUTE_15: 15,
  MINUTE_30: 30,
  HOUR_1: 60,
  HOUR_2: 120,
  HOUR_4: 240,
  HOUR_6: 360,
  HOUR_8: 480,
  HOUR_12: 720,
  DAY_1: 1_440,
  WEEK_1: 10_080,
  MONTH_1: 0,
};

/** The lengths `candles` has, too, so that missed bars can be read. */
const GRANULARITIES: Readonly<Partial<Record<BarInterval, CandlesRequest['granularity']>>> = {
  MINUTE_1: '1m',
  MINUTE_5: '5m',
  MINUTE_15: '15m',
  MINUTE_30: '30m',
  HOUR_1: '1h',
  HOUR_4: '4h',
  HOUR_12: '12h',
  DAY_1: '1d',
  WEEK_1: '1w',
};

/** A bar's price in the words of `candles`. */
const PRICE_TYPES = { LAST_PRICE: 'LAST', MARK_PRICE: 'MARK', INDEX_PRICE: 'INDEX' } as const;

const MOST_ROWS = 1_000;
/** A connection may be used for 240 changes of its subscriptions an hour; before that a new one takes its place. */
const SUBSCRIPTIONS_PER_CONNECTION = 200;

interface Subscribed {
  readonly channel: Channel;
  count: number;
}

export class MarketStream {
  /** A channel the exchange does not have, or has no room for. */
  readonly refused = new Listeners<[error: OutcryError, channel: string]>();
  readonly #connection: Connection;
  readonly #client: Pick<Operations, 'trades' | 'candles' | 'marketTime'>;
  readonly #channels = new Map<string, Subscribed>();
  #sent = 0;

  constructor(connection: Connection, client: Pick<Operations, 'trades' | 'candles' | 'marketTime'>) {
    this.#connection = connection;
    this.#client = client;
    connection.state.add((state) => {
      if (state === 'open') this.#opened();
      else if (state === 'waiting' || state === 'connecting') this.#broken();
    });
    connection.messages.add((message) => this.#heard(message));
  }

  ticker(symbol: string, listener: (ticker: PushedTicker) => void): Stop {
    return this.#listen(
      `ticker.${symbol}`,
      () => new Latest<PushedTicker>(),
      (latest) => latest.listen(listener),
    );
  }

  /** Every change of the current bar; bars that ended while the connection was down come first. */
  kline(
    symbol: string,
    interval: BarInterval,
    listener: (bar: PushedBar) => void,
    price: BarPrice = 'LAST_PRICE',
  ): Stop {
    const make = (): Bars => new Bars((from) => this.#barsFrom(symbol, interval, price, from));
    return this.#listen(`kline.${price}.${symbol}.${interval}`, make, (bars) => bars.listen(listener));
  }

  /** Trades, oldest first. `isGap`: more were missed than can be read, and some are missing before these. */
  trades(symbol: string, listener: (trades: readonly PushedTrade[], isGap: boolean) => void): Stop {
    const make = (): Trades => new Trades((from) => this.#tradesFrom(symbol, from));
    return this.#listen(`trades.${symbol}`, make, (trades) => trades.listen(listener));
  }

  /** The book after each change; not complete while changes are missing. */
  depth(symbol: string, levels: 15 | 200, listener: (book: DepthBook) => void): Stop {
    const name = `depth.${symbol}.${levels}`;
    return this.#listen(
      name,
      () => new Depth(symbol, () => this.#again(name)),
      (depth) => depth.listen(listener),
    );
  }

  /** Ends the connection for good. */
  close(): void {
    for (const { channel } of this.#channels.values()) channel.end();
    this.#channels.clear();
    this.#connection.close();
  }

  #listen<Kind extends Channel>(name: string, make: () => Kind, join: (channel: Kind) => Stop): Stop {
    const known = this.#channels.get(name);
    const subscribed = known ?? { channel: make(), count: 0 };
    this.#channels.set(name, subscribed);
    subscribed.count++;
    const leave = join(subscribed.channel as Kind);
    this.#connection.start();
    if (known === undefined) this.#say('subscribe', name);
    let isOver = false;
    return () => {
      leave();
      if (isOver || this.#channels.get(name) !== subscribed) return;
      isOver = true;
      if (--subscribed.count > 0) return;
      subscribed.channel.end();
      this.#channels.delete(name);
      this.#say('unsubscribe', name);
    };
  }

  #say(event: 'subscribe' | 'unsubscribe', channel: string): void {
    if (this.#sent >= SUBSCRIPTIONS_PER_CONNECTION) {
      this.#sent = 0;
      this.#connection.restart('many subscriptions');
    } else if (this.#connection.send({ event, channel })) this.#sent++;
  }

  #again(name: string): void {
    this.#say('unsubscribe', name);
    this.#say('subscribe', name);
  }

  #opened(): void {
    this.#sent = 0;
    for (const name of this.#channels.keys()) this.#say('subscribe', name);
  }

  #broken(): void {
    for (const { channel } of this.#channels.values()) channel.broken();
  }

  #heard(message: Message): void {
    const { event, channel } = message;
    const subscribed = this.#channels.get(String(channel));
    if (event === 'payload') subscribed?.channel.take(message);
    else if (event === 'subscribed') subscribed?.channel.subscribed();
    else if (event === 'error') this.refused.tell(OutcryError.of(message), typeof channel === 'string' ? channel : '');
  }

  async #tradesFrom(symbol: string, from: number) {
    const answer = await this.#client.trades({ symbol, limit: MOST_ROWS });
    const rows = answer.toSorted((a, b) => Number(a.ticketId) - Number(b.ticketId));
    const items = rows.map(({ ticketId, time, price, size, value, isBuyerMaker }) => ({
      ticketId,
      time: String(time),
      price,
      size,
      value,
      buyerMaker: isBuyerMaker,
    }));
    return { items, isShort: items.length === MOST_ROWS && Number(items[0]?.ticketId) > from };
  }

  async #barsFrom(symbol: string, interval: BarInterval, price: BarPrice, from: number) {
    const granularity = GRANULARITIES[interval];
    if (granularity === undefined) return { items: [], isShort: true };
    const { timestamp } = await this.#client.marketTime();
    const missed = Math.ceil((timestamp - from) / (BAR_MINUTES[interval] * 60_000)) + 2;
    const limit = Math.min(MOST_ROWS, Math.max(1, missed));
    const answer = await this.#client.candles({ symbol, granularity, limit, priceType: PRICE_TYPES[price] });
    const rows = answer.toSorted(([a], [b]) => Number(a) - Number(b));
    const items = rows.map(([klineTime, open, high, low, close, size, value]) => ({
      symbol,
      klineTime,
      size,
      value,
      high,
      low,
      open,
      close,
    }));
    return { items, isShort: Number(rows[0]?.[0] ?? 0) > from };
  }
}
