/**
 * Bars that are over: a projected table, one row per contract, price, granularity and opening time (candles). Read by
 * ranges of the primary key, which is also the order of the rows. A journal that is older than this table is gone
 * through once more for it, see projector.ts.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { runAll } from './portable.ts';

export async function createBarTable(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE bar (symbol TEXT NOT NULL, price_kind TEXT NOT NULL, granularity TEXT NOT NULL, open_ms BIGINT NOT NULL,
      open TEXT NOT NULL, high TEXT NOT NULL, low TEXT NOT NULL, close TEXT NOT NULL, size TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (symbol, price_kind, granularity, open_ms))${kind === 'sqlite' ? ' WITHOUT ROWID' : ''}`,
  ]);
}

export async function dropBarTable(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP TABLE bar']);
}
