/**
 * How the rows of the longest lists are stored in the database: words of a few kinds as numbers, names of contracts by
 * the table `symbol`. A view beside each table, named after the list, shows every row in words again, to anyone who
 * looks with SQL. Indexes hold the numbers, so a query that filters by a word reads `rowsIn` and names the number
 * (`symbolCode`, `wordCode`).
 *
 * A word's number is its place in its list, for ever: a new word goes to the end.
 */
import { type RawBuilder, sql } from 'kysely';
import { BUSINESS_TYPES } from '../../core/language/bills.ts';
import { EXECUTION_NAMES } from '../../core/language/execution.ts';
import { FIRST_ID } from '../../core/num/units.ts';
import type { Tables } from './tables.ts';

/** The lists that are kept small, by the names of their views. */
export type SmallList = 'bill' | 'fill' | 'order_record';

/** All tables that are kept small. */
export type SmallTable = SmallList | 'ai_order';

type Words<Table extends SmallTable> = {
  readonly [Column in keyof Tables[Table] & string]?: readonly NonNullable<Tables[Table][Column]>[];
};

export interface RowForm<Table extends SmallTable = SmallTable> {
  /** The table the rows are stored in. */
  readonly table: `${Table}_row`;
  /** The columns that tell rows apart, in the order of the primary key. */
  readonly keys: readonly (keyof Tables[Table] & string)[];
  /** The columns, in the order of the view. */
  readonly columns: readonly (keyof Tables[Table] & string)[];
  readonly words: Words<Table>;
  /** Columns that hold ids of the exchange's one counter; 0 means none. */
  readonly ids: readonly (keyof Tables[Table] & string)[];
}

const MODES = {
  side: ['long', 'short'],
  effect: ['open', 'close'],
  cause: ['wanted', 'reduce', 'deleverage', 'liquidation'],
  margin_mode: ['cross', 'isolated'],
  position_mode: ['combined', 'separated'],
} as const;

const columns = <Table extends SmallTable>(text: string) =>
  text.trim().split(/\s+/) as (keyof Tables[Table] & string)[];

export const ROW_FORMS: { readonly [Table in SmallTable]: RowForm<Table> } = {
  bill: {
    table: 'bill_row',
    keys: ['id'],
    columns: columns<'bill'>(`id uid position_id symbol business_type amount balance legacy_balance fill_fee
      transfer_reason time_ms order_id match_sequence`),
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
    table: 'fill_row',
    keys: ['order_id', 'nth_of_order'],
    columns: columns<'fill'>(`id nth_of_order role uid order_id position_id symbol side effect cause margin_mode
      position_mode price size value fee liquidate_fee realised match_sequence time_ms nth nth_of_symbol`),
    words: { ...MODES, role: ['taker', 'maker'] },
    ids: ['id', 'order_id', 'position_id'],
  },
  order_record: {
    table: 'order_record_row',
    keys: ['id'],
    columns: columns<'order_record'>(`id uid symbol client_order_id side effect cause execution price size leverage
      margin_mode position_mode position_id take_profit stop_loss from_plan trigger_price created_ms ended_ms status
      filled value fee profit cancel_reason cancel_detail life_span nth nth_of_symbol`),
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
    table: 'ai_order_row',
    keys: ['leaf_index'],
    columns: columns<'ai_order'>(`leaf_index order_id uid symbol type placed_at counted waits_for_fill grade
      deciding_log deciding_how mark late_ms name`),
    words: {
      type: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
      grade: ['U', 'A', 'B', 'C', 'D', 'X'],
      deciding_how: ['hash', 'named', 'orderId'],
    },
    ids: ['order_id'],
  },
};

/** Ids begin high; what is stored is how far they are from here. */
const BEFORE_IDS = FIRST_ID - 1;

/** An id as it is stored. */
export function idCode(id: number): number {
  return id === 0 ? 0 : id - BEFORE_IDS;
}

/** The id that is stored as this number. */
export function idOfCode(code: number): number {
  return code === 0 ? 0 : code + BEFORE_IDS;
}

function isId(form: RowForm, column: string): boolean {
  return (form.ids as readonly string[]).includes(column);
}

/** The form of a table that has one. */
export function formOf(table: string): RowForm | null {
  return table in ROW_FORMS ? (ROW_FORMS[table as SmallTable] as RowForm) : null;
}

function wordsOf(form: RowForm, column: string): readonly string[] | null {
  return (form.words as Readonly<Record<string, readonly string[]>>)[column] ?? null;
}

/** The numbers of contracts' names. */
type Symbols = ReadonlyMap<string, number>;

/** The stored form of a value; undefined when it is a word that has no number. */
type Code = (value: unknown, symbols: Symbols) => unknown;

/** For each column of a form, in order; null where a value is stored as it is. */
const COLUMN_CODES = new Map<RowForm, readonly (readonly [column: string, code: Code | null])[]>();

function codesOf(form: RowForm) {
  let codes = COLUMN_CODES.get(form);
  if (codes === undefined)
    COLUMN_CODES.set(form, (codes = form.columns.map((column) => [column, codeOf(form, column)] as const)));
  return codes;
}

function codeOf(form: RowForm, column: string): Code | null {
  if (column === 'symbol') return (name, symbols) => symbols.get(name as string);
  if (isId(form, column)) return (id) => idCode(id as number);
  const words = wordsOf(form, column);
  if (words === null) return null;
  return (word) => (word === null ? null : codeIn(words, word as string));
}

/**
 * Adds the values of a row as they are stored in its table, in the order of the form's columns. They are not made into
 * an object: a store that follows a busy exchange would make hundreds of thousands a second.
 *
 * @throws Error for a word that has no number
 */
export function addSmallRow(
  values: unknown[],
  form: RowForm,
  row: Readonly<Record<string, unknown>>,
  symbols: Symbols,
): void {
  for (const [column, code] of codesOf(form)) {
    const value = row[column];
    const kept = code === null ? value : code(value, symbols);
    if (kept === undefined) throw new Error(`${form.table}: ${column} ${String(value)} has no number`);
    values.push(kept);
  }
}

function codeIn(words: readonly string[], word: string): number | undefined {
  const code = words.indexOf(word);
  return code < 0 ? undefined : code;
}

/** The number of a contract's name, as part of a query; null for a name no row has. */
export function symbolCode(symbol: string): RawBuilder<number> {
  return sql<number>`(SELECT code FROM symbol WHERE name = ${symbol})`;
}

/** The number of a word. */
export function wordCode(table: SmallTable, column: string, word: string): number {
  return codeIn(wordsOf(ROW_FORMS[table] as RowForm, column) ?? [], word) ?? -1;
}

/** The columns of a row in words, as a list to select from its table. */
function shownColumns(form: RowForm): string[] {
  return form.columns.map((column) => {
    const words = wordsOf(form, column);
    if (column === 'symbol') return `(SELECT name FROM symbol WHERE code = ${form.table}.symbol) AS symbol`;
    if (isId(form, column))
      return `${form.table}.${column} + CASE ${form.table}.${column} WHEN 0 THEN 0 ELSE ${BEFORE_IDS} END AS ${column}`;
    if (words === null) return column;
    return `CASE ${form.table}.${column} ${words.map((word, code) => `WHEN ${code} THEN '${word}'`).join(' ')} END AS ${column}`;
  });
}

/** Makes the view that shows a table's rows in words. */
export function viewText(view: SmallTable): string {
  const form = ROW_FORMS[view] as RowForm;
  return `CREATE VIEW ${view} AS SELECT ${shownColumns(form).join(', ')} FROM ${form.table}`;
}

/** The columns by whose numbers rows are found. */
const CODES = {
  bill: ['id', 'symbol', 'business_type'],
  fill: ['order_id', 'symbol'],
  order_record: ['id', 'symbol'],
  ai_order: ['order_id', 'symbol', 'grade'],
} as const;
type Codes<Table extends SmallTable> = {
  readonly [Column in (typeof CODES)[Table][number] as `${Column}_code`]: number;
};

/** The SELECT of a table's rows in words, and beside them the numbers by which they are found. */
export function selectText(view: SmallTable): string {
  const form = ROW_FORMS[view] as RowForm;
  const codes = CODES[view].map((column) => `${form.table}.${column} AS ${column}_code`);
  return `SELECT ${[...shownColumns(form), ...codes].join(', ')} FROM ${form.table}`;
}

/** The same, for a query to read from. */
export function rowsIn<Table extends SmallTable>(view: Table) {
  return sql.raw<Tables[Table] & Codes<Table>>(`(${selectText(view)})`).as(view);
}
