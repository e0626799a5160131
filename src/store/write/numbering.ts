/**
 * Gives rows their numbers in the lists of their accounts (`nth` and `nth_of_symbol`, tables.ts), in the transaction
 * that writes them: each list continues where its stored rows end. A fill's number within its order is the engine's.
 *
 * The last numbers of lists that were written to are kept in memory; those of any other are read first. So a numbering
 * serves for as long as all it numbered is stored, and nobody else has written. Rows of the house's accounts get none.
 */
import type { Kysely } from 'kysely';
import { FIRST_HOUSE, LAST_HOUSE } from '../../core/language/accounts.ts';
import { lastNumber, type NumberedTable } from '../database/numbered-list.ts';
import type { FillTable, OrderRecordTable, Tables } from '../schema/tables.ts';

/** Rows to be numbered, in the order of their lists. */
export interface RowsToNumber {
  readonly fill: readonly FillTable[];
  readonly order_record: readonly OrderRecordTable[];
}

/** Numbers rows that come after all that were numbered before. */
export type GiveNumbers = (on: Kysely<Tables>, rows: RowsToNumber) => Promise<void>;

const TABLES: readonly NumberedTable[] = ['fill', 'order_record'];

/** The last numbers of an account's lists: of all its rows, and of those in each contract seen so far. */
interface Lasts {
  all: number;
  readonly of: Map<string, number>;
}

export function createNumbering(): GiveNumbers {
  const lasts = { fill: new Map<number, Lasts>(), order_record: new Map<number, Lasts>() };

  const learn = async (
    on: Kysely<Tables>,
    table: NumberedTable,
    { uid, symbol }: FillTable | OrderRecordTable,
  ): Promise<void> => {
    const last = (ofSymbol: string | null) => lastNumber({ sql: on }, { table, uid, symbol: ofSymbol, orderId: null });
    let known = lasts[table].get(uid);
    if (known === undefined) lasts[table].set(uid, (known = { all: await last(null), of: new Map() }));
    if (!known.of.has(symbol)) known.of.set(symbol, await last(symbol));
  };
  return async (on, rows) => {
    const listed = TABLES.map((table) => [table, rows[table].filter(isListed)] as const);
    for (const [table, ours] of listed)
      for (const row of ours) if (lasts[table].get(row.uid)?.of.has(row.symbol) !== true) await learn(on, table, row);
    for (const [table, ours] of listed)
      for (const row of ours) {
        const known = lasts[table].get(row.uid)!;
        row.nth = ++known.all;
        row.nth_of_symbol = known.of.get(row.symbol)! + 1;
        known.of.set(row.symbol, row.nth_of_symbol);
      }
  };
}

function isListed({ uid }: FillTable | OrderRecordTable): boolean {
  return uid < FIRST_HOUSE || uid > LAST_HOUSE;
}
