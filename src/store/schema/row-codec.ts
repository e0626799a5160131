/**
 * How the rows of the longest lists lie in the database: words of a few kinds as numbers, names of contracts by the
 * table `symbol`, ids as their distance from the first one. Rows are written and read in words; a query that filters by
 * one of these columns names the number (`symbolCode`, `wordCode`, `idCode`).
 *
 * A word's number is its place in its list, for ever: a new word goes to the end.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BUSINESS_TYPES } from '../../core/language/bills.ts';
import { EXECUTION_NAMES } from '../../core/language/execution.ts';
import { FIRST_ID } from '../../core/num/units.ts';
import type { CodedRows, Tables } from './tables.ts';

export type CodedTable = keyof CodedRows;

/** The lists from which rows are let go. */
export type LongList = Exclude<CodedTable, 'ai_order'>;

type Words<Row> = { readonly [Column in keyof Row & string]?: readonly NonNullable<Row[Column]>[] };

interface Form<Row> {
  /** All of its columns. */
  readonly columns: readonly string[];
  readonly words: Words<Row>;
  /** Columns that hold ids of the exchange's one counter; 0 means none. */
  readonly ids: readonly (keyof Row & string)[];
}

const MODES = {
  side: ['long', 'short'],
  effect: ['open', 'close'],
  cause: ['wanted', 'reduce', 'deleverage', 'liquidation', 'settlement'],
  margin_mode: ['cross', 'isolated'],
  position_mode: ['combined', 'separated'],
} as const;

const columns = (text: string): string[] => text.trim().split(/\s+/);

const FORMS: { readonly [Table in CodedTable]: Form<CodedRows[Table]> } = {
  bill: {
    columns: columns(`id uid position_id symbol business_type amount balance legacy_balance fill_fee transfer_reason
      time_ms order_id match_sequence`),
    words: {
      business_type: BUSINESS_TYPES,
      transfer_reason: [
        'UNKNOWN_TRANSFER_REASON',
        'USER_TRANSFER',
        'INCREASE_CONTRACT_CASH_GIFT',
        'REDUCE_CONTRACT_CASH_GIFT',
        'REFUND_TOKEN_DISCOUNT_FEE',
      ],
    },
    ids: ['id', 'position_id', 'order_id'],
  },
  fill: {
    columns: columns(`id nth_of_order role uid order_id position_id symbol side effect cause margin_mode position_mode
      price size value fee liquidate_fee realised match_sequence time_ms nth nth_of_symbol`),
    words: { ...MODES, role: ['taker', 'maker'] },
    ids: ['id', 'order_id', 'position_id'],
  },
  order_record: {
    columns: columns(`id uid symbol client_order_id side effect cause execution price size leverage margin_mode
      position_mode position_id take_profit stop_loss from_plan trigger_price created_ms ended_ms status filled value
      fee profit cancel_reason cancel_detail life_span nth nth_of_symbol`),
    words: {
      ...MODES,
      execution: EXECUTION_NAMES,
      status: ['filled', 'canceled'],
      cancel_reason: [
        'COULD_NOT_FILL',
        'MARGIN_NOT_ENOUGH',
        'REDUCE_ONLY_CANCELED',
        'LIQUIDATE_CANCELED',
        'USER_CANCELED',
        'ADMIN_CANCELED',
      ],
    },
    ids: ['id', 'position_id'],
  },
  ai_order: {
    columns: columns(`leaf_index order_id uid symbol type placed_at counted waits_for_fill grade deciding_log
      deciding_how mark late_ms name`),
    words: {
      type: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
      grade: ['U', 'A', 'B', 'C', 'D', 'X'],
      deciding_how: ['hash', 'named', 'orderId'],
    },
    ids: ['order_id'],
  },
};

/** The names of contracts by their numbers, and the other way round. */
interface Symbols {
  readonly names: ReadonlyMap<number, string>;
  readonly codes: ReadonlyMap<string, number>;
}

export async function readSymbols(on: Kysely<Tables>): Promise<Symbols> {
  return symbolsOf(await on.selectFrom('symbol').selectAll().execute());
}

export function symbolsOf(rows: readonly { readonly code: number; readonly name: string }[]): Symbols {
  return {
    names: new Map(rows.map(({ code, name }) => [code, name])),
    codes: new Map(rows.map(({ code, name }) => [name, code])),
  };
}

/** A column whose values are stored as numbers for something else. */
interface ColumnCode {
  /** Undefined for a word that has no number. */
  readonly encode: (value: unknown, symbols: Symbols) => number | undefined;
  readonly decode: (code: number, symbols: Symbols) => unknown;
}

const SYMBOL: ColumnCode = {
  encode: (name, { codes }) => codes.get(name as string),
  decode: (code, { names }) => names.get(code) ?? null,
};
const ID: ColumnCode = { encode: (id) => idCode(id as number), decode: idOfCode };

function codeOf<Row>({ words, ids }: Form<Row>, column: string): ColumnCode | null {
  if (column === 'symbol') return SYMBOL;
  if ((ids as readonly string[]).includes(column)) return ID;
  const list = (words as Readonly<Record<string, readonly string[]>>)[column];
  if (list === undefined) return null;
  const codes = new Map(list.map((word, code) => [word, code]));
  return { encode: (word) => codes.get(word as string), decode: (code) => list[code] ?? null };
}

type Codes = ReadonlyMap<string, ColumnCode | null>;

function codesOf<Row>(form: Form<Row>): Codes {
  return new Map(form.columns.map((column) => [column, codeOf(form, column)]));
}

/** Of each table its columns in order; null where a value is stored as it is. */
const CODES: Readonly<Record<CodedTable, Codes>> = {
  bill: codesOf(FORMS.bill),
  fill: codesOf(FORMS.fill),
  order_record: codesOf(FORMS.order_record),
  ai_order: codesOf(FORMS.ai_order),
};

export function isCoded(table: string): table is CodedTable {
  return table in CODES;
}

export function columnsOf(table: CodedTable): readonly string[] {
  return FORMS[table].columns;
}

/**
 * Adds the values of a row as they are stored, in the order of `columnsOf`. They are not made into an object: a store
 * that follows a busy exchange would make hundreds of thousands a second.
 *
 * @throws Error for a word that has no number
 */
export function addEncoded(
  values: unknown[],
  table: CodedTable,
  row: Readonly<Record<string, unknown>>,
  symbols: Symbols,
): void {
  for (const [column, code] of CODES[table]) {
    const value = row[column];
    const kept = code === null || value === null ? value : code.encode(value, symbols);
    if (kept === undefined) throw new Error(`${table}: ${column} ${String(value)} has no number`);
    values.push(kept);
  }
}

/** A stored row, or a part of one joined with others, with its own columns in words. */
type Decoded<Table extends CodedTable, Row> = {
  [Column in keyof Row]: Column extends keyof CodedRows[Table] ? CodedRows[Table][Column] : Row[Column];
};

/** @param row has whichever columns of the table; a number that no word has becomes null */
export function decodeRow<Table extends CodedTable, Row extends Readonly<Record<string, unknown>>>(
  table: Table,
  row: Row,
  symbols: Symbols,
): Decoded<Table, Row> {
  const decoded: Record<string, unknown> = { ...row };
  for (const [column, code] of CODES[table]) {
    const value = decoded[column];
    if (code !== null && value !== null && value !== undefined) decoded[column] = code.decode(Number(value), symbols);
  }
  return decoded as Decoded<Table, Row>;
}

/** The rows that a query on the table gave, in words. */
export async function decodeRows<Table extends CodedTable, Row extends Readonly<Record<string, unknown>>>(
  on: Kysely<Tables>,
  table: Table,
  rows: readonly Row[],
): Promise<Decoded<Table, Row>[]> {
  const [first] = rows;
  const symbols = first !== undefined && 'symbol' in first ? await readSymbols(on) : symbolsOf([]);
  return rows.map((row) => decodeRow(table, row, symbols));
}

/** Ids begin high: a distance from here takes half of the bytes. */
const BEFORE_IDS = FIRST_ID - 1;

/** An id as it is stored. */
export function idCode(id: number): number {
  return id === 0 ? 0 : id - BEFORE_IDS;
}

/** The id that is stored as this number. */
export function idOfCode(code: number): number {
  return code === 0 ? 0 : code + BEFORE_IDS;
}

/** The number of a contract's name, as part of a query; null for a name no row has. */
export function symbolCode(symbol: string): RawBuilder<number> {
  return sql<number>`(SELECT code FROM symbol WHERE name = ${symbol})`;
}

/** The number of a word. */
export function wordCode<Table extends CodedTable, Column extends keyof CodedRows[Table] & string>(
  table: Table,
  column: Column,
  word: NonNullable<CodedRows[Table][Column]> & string,
): number {
  return CODES[table].get(column)?.encode(word, symbolsOf([])) ?? -1;
}
