/**
 * Reports of contests, by the hash in their leaf. Primary: a report follows from the log, but finding it again takes
 * minutes, and what only a team is told exists nowhere else.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { refuseChanges, runAll } from './portable.ts';

export async function createReportTable(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE report (contest TEXT NOT NULL, log_size BIGINT NOT NULL, sha256 TEXT NOT NULL, body TEXT NOT NULL,
      teams TEXT NOT NULL, to_teams TEXT NOT NULL, at_ms BIGINT NOT NULL, PRIMARY KEY (contest, log_size, sha256))`,
    ...refuseChanges(kind, 'report'),
  ]);
}
