/**
 * Primary tables: data that exists nowhere else. Bodies of AI logs, API keys, the names of accounts. Never dropped,
 * always written durably.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { bytesColumn, runAll } from './portable.ts';

export async function createPrimaryTables(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  const bytes = bytesColumn(kind);
  await runAll(on, [
    `CREATE TABLE payload (h TEXT NOT NULL PRIMARY KEY, salt ${bytes}, body ${bytes}, stored_at BIGINT NOT NULL, erased_at BIGINT)`,
    'CREATE INDEX payload_stored_at ON payload (stored_at)',
    'CREATE TABLE account (uid BIGINT NOT NULL PRIMARY KEY, label TEXT NOT NULL, created_at BIGINT NOT NULL)',
    `CREATE TABLE api_key (id TEXT NOT NULL PRIMARY KEY, api_key TEXT NOT NULL UNIQUE, uid BIGINT NOT NULL, label TEXT NOT NULL,
      secret ${bytes} NOT NULL, passphrase_hash TEXT NOT NULL, permission TEXT NOT NULL, ips TEXT NOT NULL, enabled BIGINT NOT NULL,
      created_at BIGINT NOT NULL, expires_at BIGINT, revoked_at BIGINT)`,
    'CREATE INDEX api_key_uid ON api_key (uid)',
  ]);
}
