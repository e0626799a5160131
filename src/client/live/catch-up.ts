/**
 * A channel of things that happen one after the other (trades, bars), without a hole and without one twice. When some
 * may be missing, what comes meanwhile is kept until they have been read over HTTP, and then told in turn.
 */
import { machine } from '../../time/machine.ts';
export interface Series<Item> {
  /** Rises from one to the next; equal for two versions of the same. */
  readonly placeOf: (item: Item) => number;
  /** Those from `place` on, oldest first, and whether there may be older ones that are missing all the same. */
  readonly readFrom: (place: number) => Promise<{ readonly items: readonly Item[]; readonly isShort: boolean }>;
  readonly tell: (items: readonly Item[], isGap: boolean) => void;
  /** The same place again is news: a bar that changed. */
  readonly repeats: boolean;
}

const TRY_AGAIN_MS = 2_000;

export class CatchUp<Item> {
  readonly #series: Series<Item>;
  /** The last place told; null before the first. */
  #last: number | null = null;
  /** Items that came while the missing are read; null: nothing is missing. */
  #kept: Item[] | null = null;
  #isOver = false;

  constructor(series: Series<Item>) {
    this.#series = series;
  }

  /** Nothing up to `place` is told. It matters only before the first is told. */
  begin(place: number): void {
    this.#last ??= place;
  }

  /** Takes items the channel sent. `mayMiss`: there may be others before them that it didn't. */
  take(items: readonly Item[], mayMiss: boolean): void {
    if (this.#kept !== null) {
      this.#kept.push(...items);
      return;
    }
    if (!mayMiss || this.#last === null) return this.#tell(items, false);
    this.#kept = [...items];
    void this.#read(this.#last);
  }

  end(): void {
    this.#isOver = true;
  }

  async #read(from: number): Promise<void> {
    let read: Awaited<ReturnType<Series<Item>['readFrom']>> | null = null;
    while (read === null) {
      if (this.#isOver) return;
      read = await this.#series.readFrom(from).catch(() => null);
      if (read === null) await machine.sleep(TRY_AGAIN_MS);
    }
    const kept = this.#kept ?? [];
    this.#kept = null;
    if (this.#isOver) return;
    this.#tell(read.items, read.isShort);
    this.#tell(kept, false);
  }

  #tell(items: readonly Item[], isGap: boolean): void {
    const { placeOf, repeats, tell } = this.#series;
    const fresh: Item[] = [];
    for (const item of items) {
      const place = placeOf(item);
      if (this.#last !== null && (repeats ? place < this.#last : place <= this.#last)) continue;
      this.#last = place;
      fresh.push(item);
    }
    if (fresh.length > 0) tell(fresh, isGap);
  }
}
