/**
 * Orders by id: the record of each that works, and what is kept of each that has ended (ORDR-003, ORDR-004, ORDR-005).
 *
 * A fired plan order answers for its order, which does not stand here.
 */
import { EndedOrders } from './ended-orders.ts';
import { IdMap } from './id-map.ts';
import type { Id, TimeMs } from './num/units.ts';
import type { EndedOrder, Order, OrderContent } from './order.ts';
import type { Instrument } from './state.ts';

export class OrderRecords {
  /** The record of a working order, the row of an ended one. */
  readonly #records = new IdMap<Order | number>();
  readonly #ended: EndedOrders;

  /** @param instruments the state's list, which may grow */
  constructor(instruments: readonly Instrument[]) {
    this.#ended = new EndedOrders(instruments);
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: Id): Order | EndedOrder | undefined {
    const record = this.#records.get(id);
    return typeof record === 'number' ? this.#ended.read(record) : record;
  }

  add(order: Order): void {
    this.#records.set(order.id, order);
  }

  /** The order has ended: its record is dropped, its row takes the place. */
  end(order: Order, timeMs: TimeMs): void {
    this.#records.set(order.id, this.#ended.push(order, timeMs));
  }

  /** The order that ended first, if that was not after `untilMs`. */
  firstEnded(untilMs: TimeMs): EndedOrder | null {
    return this.#ended.first(untilMs);
  }

  /** Forgets the order that ended first. */
  forget(first: EndedOrder): void {
    this.#records.delete(first.id);
    this.#ended.dropFirst();
  }

  /** What the order said, by which a repeat is recognised. */
  contentOf(record: Order | EndedOrder): OrderContent {
    return record.record === 'ended' ? this.#ended.contentOf(record.row) : record;
  }

  endedMsOf(ended: EndedOrder): TimeMs {
    return this.#ended.endedMsOf(ended.row);
  }

  /** All of them, by ascending id. */
  *values(): Generator<Order | EndedOrder> {
    for (const record of this.#records.values()) yield typeof record === 'number' ? this.#ended.read(record) : record;
  }
}
