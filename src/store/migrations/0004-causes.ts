/**
 * Why there was an order (ORDR-013): on every order that ended and on each side of a fill, because its type (1 to 10)
 * and what a fill shows of a liquidation (BOOK-008) follow from it. Orders stored before were all wanted by a trader:
 * nothing else made orders.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { runAll } from './portable.ts';

const TABLES = ['order_record', 'fill'];

export async function addCauses(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(
    on,
    TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN cause TEXT NOT NULL DEFAULT 'wanted'`),
  );
}
