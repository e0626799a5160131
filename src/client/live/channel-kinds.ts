/**
 * The kinds of public channels, each with what it keeps between two messages and what it does after a broken
 * connection.
 */
import { CatchUp } from './catch-up.ts';
import type { PushedBar, PushedDepth, PushedTrade } from '../wire/index.ts';
import type { Message } from './connection.ts';
import { DepthBook } from './depth-book.ts';
import { Listeners } from './listeners.ts';

/** Ends what it was given for. */
export type Stop = () => void;

/** One channel and those who listen to it. */
export interface Channel {
  take(message: Message): void;
  /** The exchange has begun to tell of it. */
  subscribed(): void;
  /** The connection is gone; what comes next is from another one. */
  broken(): void;
  end(): void;
}

/** Each message takes the place of the one before it. */
export class Latest<Item> implements Channel {
  readonly #listeners = new Listeners<[item: Item]>();
  #latest: Item | null = null;

  listen(listener: (item: Item) => void): Stop {
    if (this.#latest !== null) listener(this.#latest);
    return this.#listeners.add(listener);
  }

  take({ data }: Message): void {
    this.#latest = (data as readonly Item[]).at(-1) ?? null;
    if (this.#latest !== null) this.#listeners.tell(this.#latest);
  }

  subscribed(): void {}
  broken(): void {}
  end(): void {}
}

export class Bars implements Channel {
  readonly #listeners = new Listeners<[bar: PushedBar]>();
  readonly #series: CatchUp<PushedBar>;

  constructor(readFrom: (place: number) => Promise<{ items: readonly PushedBar[]; isShort: boolean }>) {
    this.#series = new CatchUp<PushedBar>({
      placeOf: ({ klineTime }) => Number(klineTime),
      readFrom,
      tell: (bars) => bars.forEach((bar) => this.#listeners.tell(bar)),
      repeats: true,
    });
  }

  listen(listener: (bar: PushedBar) => void): Stop {
    return this.#listeners.add(listener);
  }

  take({ data, type }: Message): void {
    this.#series.take(data as readonly PushedBar[], type === 'snapshot');
  }

  subscribed(): void {}
  broken(): void {}
  end(): void {
    this.#series.end();
  }
}

export class Trades implements Channel {
  readonly #listeners = new Listeners<[trades: readonly PushedTrade[], isGap: boolean]>();
  readonly #series: CatchUp<PushedTrade>;
  #isNew = false;

  constructor(readFrom: (place: number) => Promise<{ items: readonly PushedTrade[]; isShort: boolean }>) {
    this.#series = new CatchUp<PushedTrade>({
      placeOf: ({ ticketId }) => Number(ticketId),
      readFrom,
      tell: (trades, isGap) => this.#listeners.tell(trades, isGap),
      repeats: false,
    });
  }

  listen(listener: (trades: readonly PushedTrade[], isGap: boolean) => void): Stop {
    return this.#listeners.add(listener);
  }

  take(message: Message): void {
    const mayMiss = this.#isNew || Number(message['dropped'] ?? 0) > 0;
    this.#isNew = false;
    this.#series.take(message['data'] as readonly PushedTrade[], mayMiss);
  }

  /** Nothing says what was missed: it is read now, and once more with the next trade, should one have come between. */
  subscribed(): void {
    if (this.#isNew) this.#series.take([], true);
  }

  broken(): void {
    this.#isNew = true;
  }
  end(): void {
    this.#series.end();
  }
}

export class Depth implements Channel {
  readonly #listeners = new Listeners<[book: DepthBook]>();
  readonly #book: DepthBook;
  readonly #again: () => void;
  /** A snapshot is on its way, asked for once. */
  #isAwaited = true;

  constructor(symbol: string, again: () => void) {
    this.#book = new DepthBook(symbol);
    this.#again = again;
  }

  listen(listener: (book: DepthBook) => void): Stop {
    if (this.#book.isComplete) listener(this.#book);
    return this.#listeners.add(listener);
  }

  take({ data }: Message): void {
    for (const change of data as readonly PushedDepth[]) {
      if (this.#isAwaited && change.depthType !== 'SNAPSHOT') continue;
      this.#isAwaited = !this.#book.apply(change);
      this.#listeners.tell(this.#book);
      if (this.#isAwaited) this.#again();
    }
  }

  subscribed(): void {}
  broken(): void {
    this.#isAwaited = true;
    if (!this.#book.isComplete) return;
    this.#book.clear();
    this.#listeners.tell(this.#book);
  }
  end(): void {}
}
