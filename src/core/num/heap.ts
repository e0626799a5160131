/**
 * A binary heap: the first item is known immediately, adding and taking cost the logarithm of the size.
 *
 * Entries that no longer count are not searched for; the caller that takes the first decides whether it still counts.
 * Triggers (`matching/trigger-book.ts`) and guards (`state/guard-book.ts`), looked at with every price and every order,
 * have their own heaps: the former of numbers, the latter of items that know their place and are taken out anywhere.
 */

/**
 * Items in the order of `before`; equal items in no particular order, so an order that decides anything must be total.
 */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #before: (a: T, b: T) => boolean;

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(item, items[parent]!)) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = item;
  }

  /** Takes the first item; `null` when there is none. */
  pop(): T | null {
    const items = this.#items;
    if (items.length === 0) return null;
    const first = items[0]!;
    const last = items.pop()!;
    if (items.length > 0) this.#sink(last);
    return first;
  }

  #sink(item: T): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#before(items[child + 1]!, items[child]!)) child++;
      if (!this.#before(items[child]!, item)) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = item;
  }
}
