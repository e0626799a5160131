/**
 * A list of whole numbers that are close to each other: 32 bits each, counted from a base, and 32 more only in a column
 * in which one is further away.
 */
import { Fault } from '../num/invariant.ts';

/** Base, low halves and high halves, null when all are zero. */
export type WrittenColumn = readonly [base: number, low: string, high: string | null];

export const TWO_32 = 0x1_0000_0000;
const HALF = 0x8000_0000;

export class Column {
  readonly #low: Int32Array;
  #high: Int32Array | null = null;
  #base = 0;

  constructor(length: number) {
    this.#low = new Int32Array(length);
  }

  /** Starts over at a base; what was there is gone. */
  begin(base: number): void {
    this.#base = base;
    this.#high = null;
  }

  set(slot: number, value: number): void {
    const offset = value - this.#base;
    const low = offset | 0;
    this.#low[slot] = low;
    if (low === offset && this.#high === null) return;
    this.#high ??= new Int32Array(this.#low.length);
    this.#high[slot] = highOf(offset);
  }

  get(slot: number): number {
    const near = this.#base + this.#low[slot]!;
    return this.#high === null ? near : near + this.#high[slot]! * TWO_32;
  }

  write(): WrittenColumn {
    return [this.#base, textOf(this.#low), this.#high === null ? null : textOf(this.#high)];
  }

  /** The column that was written, of this length. @throws Fault when it isn't one */
  static read(json: unknown, length: number): Column {
    const [base, low, high] = Array.isArray(json) ? (json as readonly unknown[]) : [];
    if (typeof base !== 'number' || !Number.isSafeInteger(base))
      throw new Fault('state: found a column without a base');
    const column = new Column(length);
    column.#base = base;
    fill(column.#low, low);
    if (high !== null) fill((column.#high = new Int32Array(length)), high);
    return column;
  }
}

/** What must be added to the lowest 32 bits of a whole number, read as signed, in units of 2^32. */
export function highOf(offset: number): number {
  return Math.floor((offset + HALF) / TWO_32);
}

/** Their bytes in base64: the lowest byte of each first, as on every machine that Node runs on here. */
export function textOf(numbers: Int32Array | Uint8Array): string {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).toBase64();
}

/** Fills the numbers from such text. @throws Fault when it isn't the text of as many */
export function fill(numbers: Int32Array | Uint8Array, text: unknown): void {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const { written } = typeof text === 'string' ? bytes.setFromBase64(text) : { written: -1 };
  if (written !== bytes.length) throw new Fault(`state: found ${written} bytes of a column, needed ${bytes.length}`);
}
