/**
 * Rows of ended orders, each field a column of its own: 33 bytes a row, and 4 more where one of the block has a leaf
 * in the AI log. Blocks are how rows are kept and, in lines of fewer, how they are written.
 */
import { Fault } from '../num/invariant.ts';
import type { AccountId, Id, TimeMs } from '../num/units.ts';
import { Column, fill, textOf, type WrittenColumn } from './column.ts';

/** All that is kept of an ended order, or of a plan order that ended or whose order did. */
export interface EndedRow {
  readonly id: Id;
  readonly account: AccountId;
  readonly createdMs: TimeMs;
  readonly endedMs: TimeMs;
  /** −1: none. */
  readonly leafIndex: number;
  /** Index of a plan order's contract, −1 for an order. */
  readonly instrument: number;
  /** See `FILLED` and those below it. */
  readonly flags: number;
  /** The fingerprints of its name and of its request, each as high word and low word, whole numbers of 32 bits. */
  readonly nameHigh: number;
  readonly nameLow: number;
  readonly contentHigh: number;
  readonly contentLow: number;
}

export const FILLED = 1;
/** Its fingerprints are made with the secret. */
export const KEYED = 2;
/** Of a plan order: it was of a long position; its kind, two bits. */
export const LONG = 4;
export const KIND_AT = 3;
const FLAGS = 32;

/** The names of a written block's values. */
export const BLOCK_FIELDS = [
  'rows',
  'id',
  'account',
  'createdMs',
  'endedMs',
  'leafIndex',
  'instrument',
  'flags',
  'names',
  'contents',
] as const;

export class EndedBlock {
  readonly length: number;
  #ids: Column;
  #accounts: Column;
  #createdMs: Column;
  #endedMs: Column;
  /** One more than the index, 0 for none; null while none of the block has any. */
  #leaves: Column | null = null;
  /** One more than the index, 0 for none; null while there is no plan order among them. */
  #instruments: Column | null = null;
  readonly #flags: Uint8Array;
  readonly #names: Int32Array;
  readonly #contents: Int32Array;

  constructor(length: number) {
    this.length = length;
    this.#ids = new Column(length);
    this.#accounts = new Column(length);
    this.#createdMs = new Column(length);
    this.#endedMs = new Column(length);
    this.#flags = new Uint8Array(length);
    this.#names = new Int32Array(2 * length);
    this.#contents = new Int32Array(2 * length);
  }

  /** Slots are written in their order, the first one before all others: what is near to it is short. */
  write(slot: number, row: EndedRow): void {
    if (slot === 0) this.#begin(row);
    this.#ids.set(slot, row.id);
    this.#accounts.set(slot, row.account);
    this.#createdMs.set(slot, row.createdMs);
    this.#endedMs.set(slot, row.endedMs);
    if (row.leafIndex >= 0) {
      this.#leaves ??= new Column(this.length);
      this.#leaves.set(slot, row.leafIndex + 1);
    } else this.#leaves?.set(slot, 0);
    if (row.instrument >= 0) {
      this.#instruments ??= new Column(this.length);
      this.#instruments.set(slot, row.instrument + 1);
    } else this.#instruments?.set(slot, 0);
    this.#flags[slot] = row.flags;
    this.#names[2 * slot] = row.nameHigh;
    this.#names[2 * slot + 1] = row.nameLow;
    this.#contents[2 * slot] = row.contentHigh;
    this.#contents[2 * slot + 1] = row.contentLow;
  }

  #begin(row: EndedRow): void {
    this.#ids.begin(row.id);
    this.#accounts.begin(row.account);
    this.#createdMs.begin(row.createdMs);
    this.#endedMs.begin(row.endedMs);
    this.#leaves = null;
    this.#instruments = null;
  }

  read(slot: number): EndedRow {
    return {
      id: this.#ids.get(slot),
      account: this.#accounts.get(slot),
      createdMs: this.#createdMs.get(slot),
      endedMs: this.#endedMs.get(slot),
      leafIndex: (this.#leaves?.get(slot) ?? 0) - 1,
      instrument: (this.#instruments?.get(slot) ?? 0) - 1,
      flags: this.#flags[slot]!,
      nameHigh: this.#names[2 * slot]!,
      nameLow: this.#names[2 * slot + 1]!,
      contentHigh: this.#contents[2 * slot]!,
      contentLow: this.#contents[2 * slot + 1]!,
    };
  }

  idAt(slot: number): Id {
    return this.#ids.get(slot);
  }

  endedMsAt(slot: number): TimeMs {
    return this.#endedMs.get(slot);
  }

  nameHighAt(slot: number): number {
    return this.#names[2 * slot]!;
  }

  nameLowAt(slot: number): number {
    return this.#names[2 * slot + 1]!;
  }

  /** Whether the row is of this account and name. */
  isNamed(slot: number, account: AccountId, high: number, low: number): boolean {
    return this.#names[2 * slot] === high && this.#names[2 * slot + 1] === low && this.#accounts.get(slot) === account;
  }

  /** The whole block as values in the order of `BLOCK_FIELDS`. */
  toJson(): (number | string | WrittenColumn | null)[] {
    return [
      this.length,
      ...[this.#ids, this.#accounts, this.#createdMs, this.#endedMs].map((column) => column.write()),
      this.#leaves?.write() ?? null,
      this.#instruments?.write() ?? null,
      ...[this.#flags, this.#names, this.#contents].map(textOf),
    ];
  }

  /** @throws Fault when the values are not a block's of at most `most` rows */
  static fromJson(values: readonly unknown[], most: number): EndedBlock {
    const [length, ids, accounts, created, ended, leaves = null, instruments = null, flags, names, contents] = values;
    if (typeof length !== 'number' || !(length > 0 && length <= most))
      throw new Fault(`state: found ${JSON.stringify(length)} rows of ended orders, needed 1 to ${most}`);
    const block = new EndedBlock(length);
    block.#ids = Column.read(ids, length);
    block.#accounts = Column.read(accounts, length);
    block.#createdMs = Column.read(created, length);
    block.#endedMs = Column.read(ended, length);
    block.#leaves = leaves === null ? null : Column.read(leaves, length);
    block.#instruments = instruments === null ? null : Column.read(instruments, length);
    fill(block.#flags, flags);
    fill(block.#names, names);
    fill(block.#contents, contents);
    return block;
  }
}

/** The fault of a row by itself, or null. */
export function faultOf(row: EndedRow): string | null {
  const numbers = [row.id, row.account, row.createdMs, row.endedMs, row.leafIndex, row.instrument];
  if (!numbers.every((number) => Number.isSafeInteger(number))) return 'a number that is not whole';
  if (row.createdMs > row.endedMs) return 'endedMs';
  return row.flags < FLAGS ? null : 'flags';
}
