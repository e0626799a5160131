/**
 * Client order ids of all accounts, each leading to the record that answers for it (ORDR-004): one open-addressing
 * table.
 *
 * Every order looks its id up once and enters it once, among as many as were placed in a day. So the table is two
 * arrays of numbers, a hash and the id of the record: a look-up of a new id is one read of memory, and nothing here is
 * the garbage collector's business. The hash is seeded from the AI log's secret (`seed`), so that no caller can aim
 * their ids at one place of the table. Order in the table means nothing and is never shown.
 */
import type { Id } from '../num/units.ts';
import type { AnyOrder } from './order.ts';
import type { Account } from './records.ts';

/** The record that answers to an id. */
export type Resolve = (id: Id) => AnyOrder | undefined;

const FIRST_CAPACITY = 1024;
/** Hash of an empty place; no id hashes to it. */
const EMPTY = 0;
/** Hash of a place whose id was forgotten: looked past, and reused when the table grows. */
const FORGOTTEN = 1;

export class ClientOrderIds {
  #hashes = new Int32Array(FIRST_CAPACITY);
  #ids = new Float64Array(FIRST_CAPACITY);
  readonly #resolve: Resolve;
  /** Places in use, forgotten ones too. */
  #used = 0;
  #size = 0;
  #seed = 0;
  /** The name hashed last: an order's id is looked up, and entered right after. */
  #lastName: string | null = null;
  #lastAccount = 0;
  #lastHash = 0;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  get size(): number {
    return this.#size;
  }

  /** Makes places unpredictable without the secret; entered ids move to their new places. */
  seed(secret: Uint8Array): void {
    this.#seed = new DataView(secret.buffer, secret.byteOffset).getInt32(0);
    this.#lastName = null;
    const records = [...this.values()];
    this.#clear(this.#hashes.length);
    for (const record of records) this.#enter(this.#hash(record.account.id, record.clientOrderId), record.id);
  }

  /** The record that answers for the account's id, or undefined. */
  get(account: Account, clientOrderId: string): AnyOrder | undefined {
    const at = this.#find(account, clientOrderId, this.#hash(account.id, clientOrderId));
    return at < 0 ? undefined : this.#resolve(this.#ids[at]!);
  }

  /** The record is from now on the youngest with its client order id. */
  set(record: AnyOrder): void {
    // Two thirds full at most: so small a table stays near, and places that follow each other are one read.
    if (this.#used * 3 >= this.#hashes.length * 2)
      this.#rebuild(this.#size * 3 > this.#hashes.length ? this.#hashes.length * 2 : this.#hashes.length);
    const hash = this.#hash(record.account.id, record.clientOrderId);
    const found = this.#find(record.account, record.clientOrderId, hash);
    if (found >= 0) {
      this.#ids[found] = record.id;
      return;
    }
    this.#enter(hash, record.id);
    this.#size++;
  }

  /** Frees the record's client order id, if it is still the one that answers for it. */
  delete(record: AnyOrder): void {
    const at = this.#find(record.account, record.clientOrderId, this.#hash(record.account.id, record.clientOrderId));
    if (at < 0 || this.#ids[at] !== record.id) return;
    this.#hashes[at] = FORGOTTEN;
    this.#ids[at] = 0;
    this.#size--;
  }

  /** All records, in no order. */
  *values(): Generator<AnyOrder> {
    for (const id of this.#ids) {
      const record = id === 0 ? undefined : this.#resolve(id);
      if (record !== undefined) yield record;
    }
  }

  #enter(hash: number, id: Id): void {
    const mask = this.#hashes.length - 1;
    let at = hash & mask;
    while (this.#hashes[at] !== EMPTY) at = (at + 1) & mask;
    this.#hashes[at] = hash;
    this.#ids[at] = id;
    this.#used++;
  }

  #find(account: Account, clientOrderId: string, hash: number): number {
    const mask = this.#hashes.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const found = this.#hashes[at];
      if (found === EMPTY) return -1;
      if (found !== hash) continue;
      const record = this.#resolve(this.#ids[at]!);
      if (record !== undefined && record.account === account && record.clientOrderId === clientOrderId) return at;
    }
  }

  #hash(account: number, clientOrderId: string): number {
    if (clientOrderId === this.#lastName && account === this.#lastAccount) return this.#lastHash;
    this.#lastName = clientOrderId;
    this.#lastAccount = account;
    this.#lastHash = this.#mix(account, clientOrderId);
    return this.#lastHash;
  }

  /** Every character mixed with the seed; never `EMPTY` or `FORGOTTEN`. */
  #mix(account: number, clientOrderId: string): number {
    let hash = Math.imul(account ^ this.#seed, 0x9e3779b1);
    for (let at = 0; at < clientOrderId.length; at++) {
      hash = Math.imul(hash ^ clientOrderId.charCodeAt(at), 0x85ebca6b);
      hash = (hash << 13) | (hash >>> 19);
    }
    hash = Math.imul(hash ^ (hash >>> 16) ^ this.#seed, 0xc2b2ae35);
    hash ^= hash >>> 15;
    return hash === EMPTY || hash === FORGOTTEN ? 2 : hash;
  }

  /** The same ids in a table of another size, without the forgotten ones. */
  #rebuild(capacity: number): void {
    const hashes = this.#hashes;
    const ids = this.#ids;
    this.#clear(capacity);
    for (let at = 0; at < ids.length; at++) if (ids[at] !== 0) this.#enter(hashes[at]!, ids[at]!);
  }

  #clear(capacity: number): void {
    this.#hashes = new Int32Array(capacity);
    this.#ids = new Float64Array(capacity);
    this.#used = 0;
  }
}
