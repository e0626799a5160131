/**
 * Orders by id: the record of each that works, and the row of each that has ended (ORDR-003, ORDR-004, ORDR-005).
 *
 * A fired plan order answers for its order, which isn't here.
 */
import { EndedOrders, type EndedRow } from './ended-orders.ts';
import { IdMap } from './id-map.ts';
import type { Id, TimeMs } from '../num/units.ts';
import type { EndedOrder, OrderContent } from './order.ts';
import type { Order, Instrument } from './records.ts';

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

  /** The order's record while it works. */
  working(id: Id): Order | undefined {
    const record = this.#records.get(id);
    return typeof record === 'number' ? undefined : record;
  }

  /** The records of all that work, by ascending id. */
  *allWorking(): Generator<Order> {
    for (const record of this.#records.values()) if (typeof record !== 'number') yield record;
  }

  /** The rows of all that have ended, in the order of their end. */
  allEnded(): Generator<EndedRow> {
    return this.#ended.rows();
  }

  /** The order has ended: its record is dropped, its row takes the place. */
  end(order: Order | EndedRow, timeMs: TimeMs): void {
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

  /** The order's request, by which a repeat is recognised. */
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
