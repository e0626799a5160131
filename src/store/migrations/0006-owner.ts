/**
 * Whose database this is: primary data, one row, never dropped. `exchange` is the verifier key of the AI log, which
 * names the log and its public key and which no two exchanges share; '' until the log is opened. `changes` counts what
 * was done to keys and accounts, so that a database that lost some of it is noticed (owner.ts). And an index of the
 * bodies that are known to be gone, which are few.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { runAll } from './portable.ts';

export async function createOwnerTable(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    'CREATE TABLE owner (exchange TEXT NOT NULL, changes BIGINT NOT NULL)',
    "INSERT INTO owner (exchange, changes) VALUES ('', 0)",
    'CREATE INDEX payload_erased ON payload (h) WHERE erased_at IS NOT NULL',
  ]);
}
