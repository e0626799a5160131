/**
 * Orders by id: the record of each that works, and the row of each that has ended; of plan orders only the rows
 * (ORDR-003, ORDR-004, ORDR-005).
 *
 * A fired plan order answers for its order, which isn't here.
 */
import type { PlanRequest } from '../language/vocabulary.ts';
import { Fault } from '../num/invariant.ts';
import type { AccountId, Id, TimeMs } from '../num/units.ts';
import { type EndedRow, FILLED, KEYED, KIND_AT, LONG } from './ended-block.ts';
import { EndedOrders } from './ended-orders.ts';
import { Fingerprints } from './fingerprints.ts';
import { IdMap } from './id-map.ts';
import { isClientOrderId } from '../text/client-order-id.ts';
import type { AnyOrder, EndedOrder, EndedPlan, OrderContent } from './order.ts';
import { ABSENT, OrderNames } from './order-names.ts';
import type { Account, Instrument, Order, PlanOrder } from './records.ts';

const KINDS = ['normal', 'takeProfit', 'stopLoss'] as const;

export class OrderRecords {
  readonly #working = new IdMap<Order>();
  readonly #names = new OrderNames();
  readonly #ended = new EndedOrders(this.#names);
  readonly #fingerprints = new Fingerprints();
  /** The row that is written down next; one object for all, so that no garbage is left. */
  readonly #row = emptyRow();
  readonly #instruments: readonly Instrument[];
  readonly #accounts: ReadonlyMap<AccountId, Account>;

  /** Both are the state's, and may grow. */
  constructor(instruments: readonly Instrument[], accounts: ReadonlyMap<AccountId, Account>) {
    this.#instruments = instruments;
    this.#accounts = accounts;
  }

  get size(): number {
    return this.#working.size + this.#ended.size;
  }

  /** From now on fingerprints can't be predicted without the secret. */
  seed(secret: Uint8Array): void {
    const records = [...this.#names.records()];
    for (const record of records) this.#names.delete(record);
    this.#fingerprints.seed(secret);
    for (const record of records) this.addName(record);
  }

  get(id: Id): Order | EndedOrder | undefined {
    return this.#working.get(id) ?? this.ended(id);
  }

  add(order: Order): void {
    this.#working.set(order.id, order);
  }

  /** The order's record while it works. */
  working(id: Id): Order | undefined {
    return this.#working.get(id);
  }

  /** The records of all that work, by ascending id. */
  allWorking(): Generator<Order> {
    return this.#working.values();
  }

  /** The row of an order or plan order that has ended. */
  ended(id: Id): EndedOrder | undefined {
    const row = this.#ended.find(id);
    return row === null ? undefined : this.#told(row);
  }

  /** The order that has the account's name, or undefined; any text may be asked for. */
  named(account: Account, name: string): AnyOrder | undefined {
    const { isKeyed } = this.#fingerprints;
    const words = this.#fingerprints.ofName(account.id, name, isKeyed);
    const found = this.#names.find(account, name, words[0]!, words[1]!, this.#ended);
    if (found === ABSENT) return isKeyed && this.#ended.hasUnkeyed ? this.#endedNamed(account, name, false) : undefined;
    const record = this.#names.recordOf(found);
    if (record !== null) return record;
    // Fingerprints tell texts of the alphabet apart, and no other text was ever a name.
    return isClientOrderId(name) ? this.#told(this.#ended.at(found)) : undefined;
  }

  /** The row of the ended order that had this name. */
  endedNamed(account: Account, name: string): EndedOrder | undefined {
    const { isKeyed } = this.#fingerprints;
    const keyed = isKeyed ? this.#endedNamed(account, name, true) : undefined;
    return keyed ?? this.#endedNamed(account, name, false);
  }

  #endedNamed(account: Account, name: string, isKeyed: boolean): EndedOrder | undefined {
    if (!isClientOrderId(name)) return undefined;
    const words = this.#fingerprints.ofName(account.id, name, isKeyed);
    const row = this.#ended.findName(account.id, words[0]!, words[1]!);
    return row === null ? undefined : this.#told(row);
  }

  /** The record answers for its name from now on, until it ends. */
  addName(record: Order | PlanOrder): void {
    const { account, clientOrderId } = record;
    const { isKeyed } = this.#fingerprints;
    const name = this.#fingerprints.ofName(account.id, clientOrderId, isKeyed);
    record.nameHigh = name[0]!;
    record.nameLow = name[1]!;
    const content =
      record.record === 'order'
        ? this.#fingerprints.ofOrder(record, isKeyed)
        : this.#fingerprints.ofPlan(record.request, isKeyed);
    record.contentHigh = content[0]!;
    record.contentLow = content[1]!;
    this.#names.add(record);
  }

  /** All that answer for their names before they end. */
  allNamed(): Generator<Order | PlanOrder> {
    return this.#names.records();
  }

  /** All rows, in the order of their end. */
  rows(): Generator<EndedRow> {
    return this.#ended.rows();
  }

  /** Whether the kept row is found by its id and by its name. */
  isFound({ id, account, nameHigh, nameLow }: EndedRow): boolean {
    return this.#ended.find(id) !== null && this.#ended.findName(account, nameHigh, nameLow)?.id === id;
  }

  /** Takes up a row that was written; it is not found by its name until `enterNames`. */
  take(row: EndedRow): void {
    this.#ended.take(row);
  }

  /** Enters the names of the rows that were taken up. */
  enterNames(): void {
    this.#ended.enterNames();
  }

  /** The order has ended: its record is dropped, and its row takes its place. */
  end(order: Order, timeMs: TimeMs): void {
    this.#working.delete(order.id);
    this.#write(order, timeMs, order.status === 'filled' ? FILLED : 0, -1);
  }

  /** A plan order has ended, or its order has. */
  endPlan(plan: PlanOrder, timeMs: TimeMs): void {
    const side = plan.side === 'long' ? LONG : 0;
    const flags = (plan.order?.status === 'filled' ? FILLED : 0) | side | (KINDS.indexOf(plan.kind) << KIND_AT);
    this.#write(plan, timeMs, flags, plan.instrument.index);
  }

  #write(record: Order | PlanOrder, endedMs: TimeMs, flags: number, instrument: number): void {
    const row = this.#row;
    row.id = record.id;
    row.account = record.account.id;
    row.createdMs = record.createdMs;
    row.endedMs = endedMs;
    row.leafIndex = record.leafIndex;
    row.instrument = instrument;
    row.flags = flags | (this.#fingerprints.isKeyed ? KEYED : 0);
    row.nameHigh = record.nameHigh;
    row.nameLow = record.nameLow;
    row.contentHigh = record.contentHigh;
    row.contentLow = record.contentLow;
    this.#ended.end(record, row);
  }

  /** Forgets everything that ended up to then. */
  forgetUntil(untilMs: TimeMs): void {
    this.#ended.forgetUntil(untilMs);
  }

  /** Whether the ended order was asked for in these words. */
  isRepeated({ row }: EndedOrder, content: OrderContent): boolean {
    return row.instrument < 0 && isEqual(row, this.#fingerprints.ofOrder(content, (row.flags & KEYED) !== 0));
  }

  /** Whether the ended plan order was asked for in these words. */
  isRepeatedPlan({ row }: EndedOrder, request: PlanRequest): boolean {
    return row.instrument >= 0 && isEqual(row, this.#fingerprints.ofPlan(request, (row.flags & KEYED) !== 0));
  }

  /** All of them: those that work by ascending id, then those that have ended by their end. */
  *values(): Generator<Order | EndedOrder> {
    yield* this.#working.values();
    for (const row of this.#ended.rows()) yield this.#told(row);
  }

  #told(row: EndedRow): EndedOrder {
    const account = this.#accounts.get(row.account);
    if (account === undefined) throw new Fault(`ended order ${row.id} is of account ${row.account}, which isn't there`);
    const { id, createdMs, leafIndex, flags } = row;
    const status = (flags & FILLED) === 0 ? 'canceled' : 'filled';
    return { record: 'ended', id, account, createdMs, leafIndex, status, plan: this.#planOf(row), row };
  }

  #planOf({ instrument, flags }: EndedRow): EndedPlan | null {
    if (instrument < 0) return null;
    return {
      instrument: this.#instruments[instrument]!,
      side: (flags & LONG) === 0 ? 'short' : 'long',
      kind: KINDS[flags >> KIND_AT]!,
    };
  }
}

function emptyRow(): { -readonly [Field in keyof EndedRow]: EndedRow[Field] } {
  const words = { nameHigh: 0, nameLow: 0, contentHigh: 0, contentLow: 0 };
  return { id: 0, account: 0, createdMs: 0, endedMs: 0, leafIndex: -1, instrument: -1, flags: 0, ...words };
}

function isEqual(row: EndedRow, content: Int32Array): boolean {
  return row.contentHigh === content[0] && row.contentLow === content[1];
}
