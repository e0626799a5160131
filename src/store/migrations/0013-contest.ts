/**
 * Contests. Projected: every sample of every team with what its board needs (`contest_point`), and the records each
 * minute's leaf commits to (`contest_minute`). Primary: credentials of judges and auditors as hashes, what was read
 * with them, and the texts of cases by their SHA-256.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { refuseChanges, runAll } from './portable.ts';

export async function createContestTables(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE contest_point (contest TEXT NOT NULL, team TEXT NOT NULL, at_ms BIGINT NOT NULL, equity TEXT NOT NULL,
      flows TEXT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (contest, at_ms, team))`,
    `CREATE TABLE contest_minute (contest TEXT NOT NULL, at_ms BIGINT NOT NULL, leaf_index BIGINT NOT NULL,
      payload TEXT NOT NULL, PRIMARY KEY (contest, at_ms))`,
  ]);
}

export async function dropContestTables(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP TABLE contest_point', 'DROP TABLE contest_minute']);
}

async function createJudgeTables(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE credential (name TEXT PRIMARY KEY, role TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE,
      created_at BIGINT NOT NULL, revoked_at BIGINT)`,
    `CREATE TABLE body_read (id TEXT PRIMARY KEY, at BIGINT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL,
      what TEXT NOT NULL)`,
    'CREATE INDEX body_read_at ON body_read (at)',
    ...refuseChanges(kind, 'body_read'),
    'CREATE TABLE case_text (sha256 TEXT PRIMARY KEY, body TEXT NOT NULL, stored_at BIGINT NOT NULL)',
  ]);
}

/** Makes the tables of contests, which an older exchange does not have. */
export async function addContests(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await createJudgeTables(kind, on);
  await createContestTables(kind, on);
}
