/**
 * Gives rows their numbers in the lists of their accounts (`nth` and `nth_of_symbol`, tables.ts), right before they are
 * written: each list continues where its stored rows end. A fill's number within its order is the engine's.
 *
 * The last numbers of lists that were written to are kept in memory; those of any other are read first. Rows of the
 * house's accounts get none.
 */
import { FIRST_HOUSE, LAST_HOUSE } from '../../core/language/accounts.ts';
import type { Database } from '../database/db.ts';
import { lastNumber, type NumberedTable } from '../database/numbered-list.ts';
import type { FillTable, OrderRecordTable } from '../schema/tables.ts';

/** Rows to be numbered, in the order of their lists. */
export interface RowsToNumber {
  readonly fill: readonly FillTable[];
  readonly order_record: readonly OrderRecordTable[];
}

/** Numbers rows that come after all that were numbered before. When it rejects, none has a number. */
export type GiveNumbers = (rows: RowsToNumber) => Promise<void>;

const TABLES: readonly NumberedTable[] = ['fill', 'order_record'];

/** The last numbers of an account's lists: of all its rows, and of those in each contract seen so far. */
interface Lasts {
  all: number;
  readonly of: Map<string, number>;
}

export function createNumbering(database: Database): GiveNumbers {
  const lasts = { fill: new Map<number, Lasts>(), order_record: new Map<number, Lasts>() };

  const learn = async (table: NumberedTable, { uid, symbol }: FillTable | OrderRecordTable): Promise<void> => {
    const last = (ofSymbol: string | null) => lastNumber(database, { table, uid, symbol: ofSymbol, orderId: null });
    let known = lasts[table].get(uid);
    if (known === undefined) lasts[table].set(uid, (known = { all: await last(null), of: new Map() }));
    if (!known.of.has(symbol)) known.of.set(symbol, await last(symbol));
  };
  return async (rows) => {
    const listed = TABLES.map((table) => [table, rows[table].filter(isListed)] as const);
    for (const [table, ours] of listed)
      for (const row of ours) if (lasts[table].get(row.uid)?.of.has(row.symbol) !== true) await learn(table, row);
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
