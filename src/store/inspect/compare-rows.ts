/**
 * Compares the projected tables of two stores, row by row in the order of their keys: which rows only one of them has,
 * and which differ. Knows no table: what it needs to know about one, it asks SQLite.
 */
import { type CodedTable, decodeRow, isCoded, symbolsOf } from '../schema/row-codec.ts';
import type { IsExpired, Row } from './expired-rows.ts';
import type { Ask } from '../database/db.ts';
import type { Reader } from './reader.ts';

/** A row that is not what it should be. */
export interface Mismatch {
  readonly table: string;
  /** Its key, in words: `id 17, role maker`. */
  readonly key: string;
  /** `missing`, `too many`, or the first column that differs, with both values. */
  readonly how: string;
}

/** The columns a table is sorted and compared by. */
interface TableForm {
  readonly name: string;
  readonly keys: readonly Column[];
  readonly columns: readonly string[];
}

interface Column {
  readonly name: string;
  readonly isText: boolean;
}

const PAGE = 2_000;

/** A table of a SQLite store, as it is compared. */
export async function formOf(ask: Ask, name: string): Promise<TableForm> {
  const columns = await ask(`SELECT name, type, pk FROM pragma_table_info('${name}') ORDER BY cid`);
  const keys = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a['pk']) - Number(b['pk']));
  return {
    name,
    keys: keys.map((column) => ({ name: String(column['name']), isText: column['type'] === 'TEXT' })),
    columns: columns.map((column) => String(column['name'])),
  };
}

/** The rows of `found` that differ from those of `right`, in the order of their keys. */
export async function* mismatches(
  right: Reader,
  found: Reader,
  form: TableForm,
  isExpired: IsExpired,
): AsyncGenerator<Mismatch | null> {
  const expected = rowsOf(right, form);
  const there = rowsOf(found, form);
  let [one, other] = [await expected.next(), await there.next()];
  while (one.done !== true || other.done !== true) {
    const order = one.done === true ? 1 : other.done === true ? -1 : compareKeys(one.value, other.value, form);
    const unlike = (row: Row, how: string): Mismatch => ({ table: form.name, key: keyText(row, form), how });
    if (order < 0 && !isExpired(form.name, one.value as Row)) yield unlike(one.value as Row, 'missing');
    else if (order > 0) yield unlike(other.value as Row, 'too many');
    else if (order === 0) yield differenceOf(one.value as Row, other.value as Row, form, unlike);
    if (order <= 0) one = await expected.next();
    if (order >= 0) other = await there.next();
  }
}

function differenceOf(
  right: Row,
  found: Row,
  { columns }: TableForm,
  unlike: (row: Row, how: string) => Mismatch,
): Mismatch | null {
  const column = columns.find((name) => textOf(right[name]) !== textOf(found[name]));
  if (column === undefined) return null;
  return unlike(found, `${column} is ${shown(found[column])}, the journal says ${shown(right[column])}`);
}

/**
 * All rows in the order of their keys, a page at a time. Those that hold numbers are compared in words: each store
 * numbers contracts in its own way.
 */
async function* rowsOf({ kind, ask }: Reader, { name, keys, columns }: TableForm): AsyncGenerator<Row> {
  // Text is ordered by its bytes, as SQLite orders it and as keys are compared here.
  const ordered = keys.map((key) => `"${key.name}"${key.isText && kind === 'postgres' ? ' COLLATE "C"' : ''}`);
  const select = `SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM "${name}"`;
  const decode = isCoded(name) ? await decoderOf(ask, name) : (row: Row) => row;
  let after = '';
  for (;;) {
    const rows = await ask(`${select} ${after} ORDER BY ${ordered.join(', ')} LIMIT ${PAGE}`);
    for (const row of rows) yield decode(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = `WHERE (${ordered.join(', ')}) > (${keys.map((key) => literal(last[key.name], key)).join(', ')})`;
  }
}

async function decoderOf(ask: Ask, table: CodedTable): Promise<(row: Row) => Row> {
  const rows = await ask('SELECT code, name FROM symbol');
  const symbols = symbolsOf(rows.map(({ code, name }) => ({ code: Number(code), name: String(name) })));
  return (row) => decodeRow(table, row, symbols);
}

function literal(value: unknown, { isText }: Column): string {
  return isText ? `'${String(value).replaceAll("'", "''")}'` : String(BigInt(value as bigint | number | string));
}

function compareKeys(one: Row, other: Row, { keys }: TableForm): number {
  for (const { name, isText } of keys) {
    const order = isText
      ? Buffer.compare(Buffer.from(String(one[name])), Buffer.from(String(other[name])))
      : signOf(BigInt(one[name] as bigint | number | string) - BigInt(other[name] as bigint | number | string));
    if (order !== 0) return order;
  }
  return 0;
}

function signOf(value: bigint): number {
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

/** A value as text, the same for both databases. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Uint8Array) return `x${Buffer.from(value).toString('hex')}`;
  const plain = value as bigint | number | string;
  return String(plain);
}

const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  const text = textOf(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

function keyText(row: Row, { keys }: TableForm): string {
  return keys.map(({ name }) => `${name} ${shown(row[name])}`).join(', ');
}
