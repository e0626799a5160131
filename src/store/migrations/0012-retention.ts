/**
 * How far rows were let go (retention.ts). `kept_from`: by kind of row, the last id that was looked at and the time up
 * to which rows may be gone. `kept_list`: for each numbered list, the highest number that is gone, from which it goes
 * on when all of its rows are; `symbol` is -1 for the list of an account.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { runAll } from './portable.ts';

export async function createRetentionTables(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    'CREATE TABLE kept_from (name TEXT NOT NULL PRIMARY KEY, place BIGINT NOT NULL, time_ms BIGINT NOT NULL)',
    `CREATE TABLE kept_list (list TEXT NOT NULL, uid BIGINT NOT NULL, symbol BIGINT NOT NULL, gone BIGINT NOT NULL,
      PRIMARY KEY (list, uid, symbol))`,
  ]);
}

export async function dropRetentionTables(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP TABLE kept_from', 'DROP TABLE kept_list']);
}
