/**
 * Rows of ended orders: the eight words of a row side by side, so that reading or writing one touches one or two lines
 * of memory, and its flags: 33 bytes a row, and 4 more where one of the block has a leaf in the AI log. When written,
 * each field is its own column.
 */
import { Fault } from '../num/invariant.ts';
import type { AccountId, Id, TimeMs } from '../num/units.ts';
import { Column, fill, highOf, textOf, TWO_32, type WrittenColumn } from './column.ts';

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
/** For a plan order: whether it was of a long position; its kind, two bits. */
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

/** The words of a row: low halves of the first four, counted from a base, then high word and low word twice. */
const ID = 0;
const ACCOUNT = 1;
const CREATED_MS = 2;
const ENDED_MS = 3;
const NAME = 4;
const CONTENT = 6;
const WORDS = 8;
/** This many of them, from the first on, may need more than a word. */
const NEAR = 4;

export class EndedBlock {
  readonly length: number;
  readonly #words: Int32Array;
  readonly #flags: Uint8Array;
  readonly #bases = new Float64Array(NEAR);
  /** High halves of values that are near no base; null while all are zero. */
  #highs: Int32Array | null = null;
  /** One more than the index, 0 for none; null while no row of the block has one. */
  #leaves: Column | null = null;
  /** One more than the index, 0 for none; null while there is no plan order among them. */
  #instruments: Column | null = null;

  constructor(length: number) {
    this.length = length;
    this.#words = new Int32Array(WORDS * length);
    this.#flags = new Uint8Array(length);
  }

  /** Slots are written in order, the first one before all others: what is close to its values is short. */
  write(slot: number, row: EndedRow): void {
    if (slot === 0) this.#begin(row);
    this.#set(slot, ID, row.id);
    this.#set(slot, ACCOUNT, row.account);
    this.#set(slot, CREATED_MS, row.createdMs);
    this.#set(slot, ENDED_MS, row.endedMs);
    const words = this.#words;
    const at = slot * WORDS;
    words[at + NAME] = row.nameHigh;
    words[at + NAME + 1] = row.nameLow;
    words[at + CONTENT] = row.contentHigh;
    words[at + CONTENT + 1] = row.contentLow;
    this.#flags[slot] = row.flags;
    if (row.leafIndex >= 0) {
      this.#leaves ??= new Column(this.length);
      this.#leaves.set(slot, row.leafIndex + 1);
    } else this.#leaves?.set(slot, 0);
    if (row.instrument >= 0) {
      this.#instruments ??= new Column(this.length);
      this.#instruments.set(slot, row.instrument + 1);
    } else this.#instruments?.set(slot, 0);
  }

  #begin(row: EndedRow): void {
    this.#bases[ID] = row.id;
    this.#bases[ACCOUNT] = row.account;
    this.#bases[CREATED_MS] = row.createdMs;
    this.#bases[ENDED_MS] = row.endedMs;
    this.#highs = null;
    this.#leaves = null;
    this.#instruments = null;
  }

  #set(slot: number, field: number, value: number): void {
    const offset = value - this.#bases[field]!;
    const low = offset | 0;
    this.#words[slot * WORDS + field] = low;
    if (low === offset && this.#highs === null) return;
    this.#highs ??= new Int32Array(NEAR * this.length);
    this.#highs[slot * NEAR + field] = highOf(offset);
  }

  #get(slot: number, field: number): number {
    const near = this.#bases[field]! + this.#words[slot * WORDS + field]!;
    return this.#highs === null ? near : near + this.#highs[slot * NEAR + field]! * TWO_32;
  }

  read(slot: number): EndedRow {
    const words = this.#words;
    const at = slot * WORDS;
    return {
      id: this.#get(slot, ID),
      account: this.#get(slot, ACCOUNT),
      createdMs: this.#get(slot, CREATED_MS),
      endedMs: this.#get(slot, ENDED_MS),
      leafIndex: (this.#leaves?.get(slot) ?? 0) - 1,
      instrument: (this.#instruments?.get(slot) ?? 0) - 1,
      flags: this.#flags[slot]!,
      nameHigh: words[at + NAME]!,
      nameLow: words[at + NAME + 1]!,
      contentHigh: words[at + CONTENT]!,
      contentLow: words[at + CONTENT + 1]!,
    };
  }

  idAt(slot: number): Id {
    return this.#get(slot, ID);
  }

  endedMsAt(slot: number): TimeMs {
    return this.#get(slot, ENDED_MS);
  }

  nameHighAt(slot: number): number {
    return this.#words[slot * WORDS + NAME]!;
  }

  nameLowAt(slot: number): number {
    return this.#words[slot * WORDS + NAME + 1]!;
  }

  /** Whether the row is of this account and name. */
  isNamed(slot: number, account: AccountId, high: number, low: number): boolean {
    const at = slot * WORDS + NAME;
    return this.#words[at] === high && this.#words[at + 1] === low && this.#get(slot, ACCOUNT) === account;
  }

  /** The whole block as values in the order of `BLOCK_FIELDS`. */
  toJson(): (number | string | WrittenColumn | null)[] {
    return [
      this.length,
      ...[ID, ACCOUNT, CREATED_MS, ENDED_MS].map((field) => this.#columnOf(field).write()),
      this.#leaves?.write() ?? null,
      this.#instruments?.write() ?? null,
      textOf(this.#flags),
      ...[NAME, CONTENT].map((field) => textOf(this.#pairsOf(field))),
    ];
  }

  #columnOf(field: number): Column {
    const column = new Column(this.length);
    column.begin(this.#bases[field]!);
    for (let slot = 0; slot < this.length; slot++) column.set(slot, this.#get(slot, field));
    return column;
  }

  #pairsOf(field: number): Int32Array {
    const pairs = new Int32Array(2 * this.length);
    for (let at = 0; at < pairs.length; at++) pairs[at] = this.#words[(at >> 1) * WORDS + field + (at & 1)]!;
    return pairs;
  }

  /** @throws Fault when the values are not those of a block of at most `most` rows */
  static fromJson(values: readonly unknown[], most: number): EndedBlock {
    const [length, ids, accounts, created, ended, leaves = null, instruments = null, flags, names, contents] = values;
    if (typeof length !== 'number' || !(length > 0 && length <= most))
      throw new Fault(`state: found ${JSON.stringify(length)} rows of ended orders, needed 1 to ${most}`);
    const block = new EndedBlock(length);
    for (const [field, column] of [ids, accounts, created, ended].entries())
      block.#takeColumn(field, Column.read(column, length));
    block.#leaves = leaves === null ? null : Column.read(leaves, length);
    block.#instruments = instruments === null ? null : Column.read(instruments, length);
    fill(block.#flags, flags);
    block.#takePairs(NAME, names);
    block.#takePairs(CONTENT, contents);
    return block;
  }

  #takeColumn(field: number, column: Column): void {
    this.#bases[field] = column.get(0);
    for (let slot = 0; slot < this.length; slot++) this.#set(slot, field, column.get(slot));
  }

  #takePairs(field: number, text: unknown): void {
    const pairs = new Int32Array(2 * this.length);
    fill(pairs, text);
    for (let at = 0; at < pairs.length; at++) this.#words[(at >> 1) * WORDS + field + (at & 1)] = pairs[at]!;
  }
}

/** The fault of a row by itself, or null. */
export function faultOf(row: EndedRow): string | null {
  const numbers = [row.id, row.account, row.createdMs, row.endedMs, row.leafIndex, row.instrument];
  if (!numbers.every((number) => Number.isSafeInteger(number))) return 'a number that is not whole';
  if (row.createdMs > row.endedMs) return 'endedMs';
  return row.flags < FLAGS ? null : 'flags';
}
