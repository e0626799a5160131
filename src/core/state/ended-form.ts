/**
 * The written form of rows of ended orders, many to a line: each field is a column, numbers that are close to each
 * other as 32 bits counted from a base.
 */
import { Fault } from '../num/invariant.ts';
import { type EndedRow, MOST_FLAGS } from './order-rows.ts';

/** Base, low halves and high halves, null when all are zero. */
type Column = readonly [base: number, low: string, high: string | null];

/** The names of a line's values. */
export const ENDED_FIELDS = [
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

const TWO_32 = 0x1_0000_0000;
const HALF = 0x8000_0000;

/** The rows, of which there is at least one, as values in the order of `ENDED_FIELDS`. */
export function writeRows(rows: readonly EndedRow[]): (number | string | Column | null)[] {
  const near = (field: keyof EndedRow): Column => writeColumn(rows, field, 0, rows[0]![field]);
  /** One more than each index, 0 for none; null while all are none. */
  const indexes = (field: keyof EndedRow): Column | null =>
    rows.every((row) => row[field] < 0) ? null : writeColumn(rows, field, 1, 0);
  return [
    rows.length,
    near('id'),
    near('account'),
    near('createdMs'),
    near('endedMs'),
    indexes('leafIndex'),
    indexes('instrument'),
    textOf(Uint8Array.from(rows, (row) => row.flags)),
    writePairs(rows, 'nameHigh', 'nameLow'),
    writePairs(rows, 'contentHigh', 'contentLow'),
  ];
}

/** @throws Fault when the values are not those of at least one row and at most `most` */
export function readRows(values: readonly unknown[], most: number): EndedRow[] {
  const [length, ids, accounts, created, ended, leaves = null, instruments = null, flags, names, contents] = values;
  if (typeof length !== 'number' || !(length > 0 && length <= most))
    throw new Fault(`state: found ${JSON.stringify(length)} rows of ended orders, needed 1 to ${most}`);
  const column = (json: unknown): number[] => readColumn(json, length);
  const indexes = (json: unknown): number[] => (json === null ? Array.from({ length }, () => 0) : column(json));
  const [id, account, createdMs, endedMs] = [column(ids), column(accounts), column(created), column(ended)];
  const [leaf, instrument] = [indexes(leaves), indexes(instruments)];
  const flag = fill(new Uint8Array(length), flags);
  const name = fill(new Int32Array(2 * length), names);
  const content = fill(new Int32Array(2 * length), contents);
  return id.map((one, at) => ({
    id: one,
    account: account[at]!,
    createdMs: createdMs[at]!,
    endedMs: endedMs[at]!,
    leafIndex: leaf[at]! - 1,
    instrument: instrument[at]! - 1,
    flags: flag[at]!,
    nameHigh: name[2 * at]!,
    nameLow: name[2 * at + 1]!,
    contentHigh: content[2 * at]!,
    contentLow: content[2 * at + 1]!,
  }));
}

/** The fault of a row by itself, or null. */
export function faultOf(row: EndedRow): string | null {
  const numbers = [row.id, row.account, row.createdMs, row.endedMs, row.leafIndex, row.instrument];
  if (!numbers.every((number) => Number.isSafeInteger(number))) return 'a number that is not whole';
  if (row.createdMs > row.endedMs) return 'endedMs';
  return row.flags <= MOST_FLAGS ? null : 'flags';
}

/** @param more is added to each number */
function writeColumn(rows: readonly EndedRow[], field: keyof EndedRow, more: number, base: number): Column {
  const low = new Int32Array(rows.length);
  const high = new Int32Array(rows.length);
  let isNear = true;
  for (const [at, row] of rows.entries()) {
    const offset = row[field] + more - base;
    low[at] = offset;
    high[at] = Math.floor((offset + HALF) / TWO_32);
    isNear &&= high[at] === 0;
  }
  return [base, textOf(low), isNear ? null : textOf(high)];
}

function readColumn(json: unknown, length: number): number[] {
  const [base, lows, highs] = Array.isArray(json) ? (json as readonly unknown[]) : [];
  if (typeof base !== 'number' || !Number.isSafeInteger(base)) throw new Fault('state: found a column without a base');
  const low = fill(new Int32Array(length), lows);
  const high = highs === null ? null : fill(new Int32Array(length), highs);
  const numbers: number[] = [];
  for (const [at, word] of low.entries()) numbers.push(base + word + (high === null ? 0 : high[at]! * TWO_32));
  return numbers;
}

function writePairs(rows: readonly EndedRow[], first: keyof EndedRow, second: keyof EndedRow): string {
  const pairs = new Int32Array(2 * rows.length);
  for (const [at, row] of rows.entries()) {
    pairs[2 * at] = row[first];
    pairs[2 * at + 1] = row[second];
  }
  return textOf(pairs);
}

/** Their bytes in base64: the lowest byte of each first, as on every machine that Node runs on here. */
function textOf(numbers: Int32Array | Uint8Array): string {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).toBase64();
}

/** Fills the numbers from such text. @throws Fault when it isn't the text of as many */
function fill<T extends Int32Array | Uint8Array>(numbers: T, text: unknown): T {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const { written } = typeof text === 'string' ? bytes.setFromBase64(text) : { written: -1 };
  if (written !== bytes.length) throw new Fault(`state: found ${written} bytes of a column, needed ${bytes.length}`);
  return numbers;
}
