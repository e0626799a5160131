/**
 * Gives rows their numbers in the lists of their accounts (`nth` and `nth_of_symbol`, tables.ts), right before they are
 * written: each list goes on where its stored rows end. A fill's number within its order is the engine's.
 *
 * The last numbers of lists that were written to are kept in memory; those of any other are read first. Rows of the
 * house's accounts stay without.
 */
import { FIRST_HOUSE, LAST_HOUSE } from '../core/language/accounts.ts';
import type { Database } from './db.ts';
import { lastNumber, type NumberedTable } from './numbered-list.ts';
import type { FillTable, OrderRecordTable } from './tables.ts';

/** Rows to be numbered, in the order of their lists. */
export interface RowsToNumber {
  readonly fill: readonly FillTable[];
  readonly order_record: readonly OrderRecordTable[];
}

/** Numbers rows that come after all that were numbered before. When it rejects, none has a number. */
export type GiveNumbers = (rows: RowsToNumber) => Promise<void>;

const TABLES: readonly NumberedTable[] = ['fill', 'order_record'];

export function createNumbering(database: Database): GiveNumbers {
  const lasts = { fill: new Map<string, number>(), order_record: new Map<string, number>() };

  const isKnown = (table: NumberedTable, list: string): boolean => lasts[table].has(list);
  const learn = async (table: NumberedTable, list: string, uid: number, symbol: string | null): Promise<void> => {
    lasts[table].set(list, await lastNumber(database, { table, uid, symbol, orderId: null }));
  };
  const next = (table: NumberedTable, list: string): number => {
    const number = lasts[table].get(list)! + 1;
    lasts[table].set(list, number);
    return number;
  };
  return async (rows) => {
    const listed = TABLES.map((table) => [table, rows[table].filter(isListed)] as const);
    for (const [table, ours] of listed)
      for (const { uid, symbol } of ours) {
        if (!isKnown(table, `${uid}`)) await learn(table, `${uid}`, uid, null);
        if (!isKnown(table, `${uid} ${symbol}`)) await learn(table, `${uid} ${symbol}`, uid, symbol);
      }
    for (const [table, ours] of listed)
      for (const row of ours) {
        row.nth = next(table, `${row.uid}`);
        row.nth_of_symbol = next(table, `${row.uid} ${row.symbol}`);
      }
  };
}

function isListed({ uid }: FillTable | OrderRecordTable): boolean {
  return uid < FIRST_HOUSE || uid > LAST_HOUSE;
}
