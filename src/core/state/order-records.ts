/**
 * Orders by id: the record of each that works, and the row of each that has ended; of plan orders only the rows
 * (ORDR-003, ORDR-004, ORDR-005).
 *
 * A fired plan order answers for its order, which isn't here.
 */
import type { PlanRequest } from '../language/vocabulary.ts';
import { invariant } from '../num/invariant.ts';
import type { AccountId, Id, TimeMs } from '../num/units.ts';
import { Fingerprints } from './fingerprints.ts';
import { byId } from './ids.ts';
import { isClientOrderId } from '../text/client-order-id.ts';
import type { AnyOrder, EndedOrder, EndedPlan, OrderContent } from './order.ts';
import { type EndedRow, FILLED, KEYED, KIND_AT, LONG, OrderRows } from './order-rows.ts';
import type { Account, Instrument, Order, PlanOrder } from './records.ts';
import { NOWHERE } from './row-index.ts';

const KINDS = ['normal', 'takeProfit', 'stopLoss'] as const;

export class OrderRecords {
  readonly #rows = new OrderRows();
  /** By row: what works or waits, null for what has ended. */
  readonly #records: (Order | PlanOrder | null)[] = [];
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

  /** How many work, wait or have ended. */
  get size(): number {
    return this.#rows.size;
  }

  /** From now on fingerprints can't be predicted without the secret. */
  seed(secret: Uint8Array): void {
    this.#fingerprints.seed(secret);
    for (const { row, account, clientOrderId } of this.live()) {
      const name = this.#fingerprints.ofName(account.id, clientOrderId, true);
      this.#rows.rename(row, name[0]!, name[1]!);
    }
  }

  /** It answers for its id and for its name from now on, until its client order id is free again. */
  add(record: Order | PlanOrder): void {
    const { id, account, clientOrderId } = record;
    const name = this.#fingerprints.ofName(account.id, clientOrderId, this.#fingerprints.isKeyed);
    const row = this.#rows.enter(id, account.id, name[0]!, name[1]!);
    record.row = row;
    this.#records[row] = record;
  }

  get(id: Id): AnyOrder | undefined {
    const row = this.#rows.find(id);
    return row === NOWHERE ? undefined : this.#at(row);
  }

  /** The order's record while it works. */
  working(id: Id): Order | undefined {
    const row = this.#rows.find(id);
    const record = row === NOWHERE ? null : this.#records[row];
    return record?.record === 'order' ? record : undefined;
  }

  /** The records of all orders that work and plan orders that wait or whose order works, in no particular order. */
  *live(): Generator<Order | PlanOrder> {
    for (const record of this.#records) if (record !== null) yield record;
  }

  /** The records of all orders that work, by ascending id. */
  allWorking(): Order[] {
    return [...this.live()].filter((record) => record.record === 'order').sort(byId);
  }

  /** The order that has the account's name, or undefined; any text may be asked for. */
  named(account: Account, name: string): AnyOrder | undefined {
    const { isKeyed } = this.#fingerprints;
    const row = this.#findName(account, name, isKeyed);
    if (row === NOWHERE) return isKeyed && this.#rows.hasUnkeyed ? this.#endedNamed(account, name, false) : undefined;
    const record = this.#records[row]!;
    if (record === null) return this.#endedNamed(account, name, isKeyed);
    return record.clientOrderId === name ? record : undefined;
  }

  /** The row of the ended order that had this name. */
  endedNamed(account: Account, name: string): EndedOrder | undefined {
    const { isKeyed } = this.#fingerprints;
    const keyed = isKeyed ? this.#endedNamed(account, name, true) : undefined;
    return keyed ?? this.#endedNamed(account, name, false);
  }

  /** Fingerprints tell texts of the alphabet apart, and no other text was ever a name. */
  #endedNamed(account: Account, name: string, isKeyed: boolean): EndedOrder | undefined {
    const row = isClientOrderId(name) ? this.#findName(account, name, isKeyed) : NOWHERE;
    return row === NOWHERE || this.#records[row] !== null ? undefined : this.#told(this.#rows.read(row));
  }

  #findName(account: Account, name: string, isKeyed: boolean): number {
    const words = this.#fingerprints.ofName(account.id, name, isKeyed);
    return this.#rows.findName(account.id, words[0]!, words[1]!);
  }

  /** All rows of what has ended, in the order of their end. */
  rows(): Generator<EndedRow> {
    return this.#rows.allEnded();
  }

  /** Whether the kept row is found by its id and by its name. */
  isFound({ id, account, nameHigh, nameLow }: EndedRow): boolean {
    const row = this.#rows.find(id);
    return row !== NOWHERE && this.#rows.findName(account, nameHigh, nameLow) === row;
  }

  /** Takes up a row that was written. */
  take(row: EndedRow): void {
    const number = this.#rows.enter(row.id, row.account, row.nameHigh, row.nameLow);
    this.#records[number] = null;
    this.#rows.end(number, row);
  }

  /**
   * The order has ended: its record is dropped.
   * @param most how many ended ones are kept, this one among them
   */
  end(order: Order, timeMs: TimeMs, most: number): void {
    const content = this.#fingerprints.ofOrder(order, this.#fingerprints.isKeyed);
    this.#end(order, timeMs, order.status === 'filled' ? FILLED : 0, -1, content);
    this.#rows.keepLast(most);
  }

  /** A plan order has ended, or its order has. */
  endPlan(plan: PlanOrder, timeMs: TimeMs, most: number): void {
    const side = plan.side === 'long' ? LONG : 0;
    const flags = (plan.order?.status === 'filled' ? FILLED : 0) | side | (KINDS.indexOf(plan.kind) << KIND_AT);
    const content = this.#fingerprints.ofPlan(plan.request, this.#fingerprints.isKeyed);
    this.#end(plan, timeMs, flags, plan.instrument.index, content);
    this.#rows.keepLast(most);
  }

  #end(record: Order | PlanOrder, endedMs: TimeMs, flags: number, instrument: number, content: Int32Array): void {
    const row = this.#row;
    row.createdMs = record.createdMs;
    row.endedMs = endedMs;
    row.leafIndex = record.leafIndex;
    row.instrument = instrument;
    row.flags = flags | (this.#fingerprints.isKeyed ? KEYED : 0);
    row.contentHigh = content[0]!;
    row.contentLow = content[1]!;
    invariant(this.#records[record.row] === record, 'INV-016: what ends has answered for itself', record, record.row);
    this.#records[record.row] = null;
    this.#rows.end(record.row, row);
  }

  /** Forgets everything that ended up to then. */
  forgetUntil(untilMs: TimeMs): void {
    this.#rows.forgetUntil(untilMs);
  }

  /** Whether the ended order was asked for in these words. */
  isRepeated({ row }: EndedOrder, content: OrderContent): boolean {
    return row.instrument < 0 && isEqual(row, this.#fingerprints.ofOrder(content, (row.flags & KEYED) !== 0));
  }

  /** Whether the ended plan order was asked for in these words. */
  isRepeatedPlan({ row }: EndedOrder, request: PlanRequest): boolean {
    return row.instrument >= 0 && isEqual(row, this.#fingerprints.ofPlan(request, (row.flags & KEYED) !== 0));
  }

  #at(row: number): AnyOrder {
    return this.#records[row] ?? this.#told(this.#rows.read(row));
  }

  #told(row: EndedRow): EndedOrder {
    const account = this.#accounts.get(row.account);
    invariant(account !== undefined, 'ORDR-004: what has ended is of an account', row.id, row.account);
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
