/**
 * The history of funding rates: a projected table, one row per settlement of a contract (FUND-004). Read newest first
 * by contract, in the order of the primary key.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { runAll } from './portable.ts';

export async function createFundingTable(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE funding_rate (symbol TEXT NOT NULL, funding_ms BIGINT NOT NULL, sequence BIGINT NOT NULL, rate BIGINT NOT NULL,
      match_sequence BIGINT NOT NULL, paid BIGINT NOT NULL, received BIGINT NOT NULL, dust BIGINT NOT NULL,
      PRIMARY KEY (symbol, funding_ms, sequence))`,
  ]);
}

export async function dropFundingTable(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP TABLE funding_rate']);
}
