/**
 * What judges work with. The files of answers in cases, by their SHA-256: the log has their hashes, and nothing else
 * has the bytes. And for each report, what is looked at for every team: it follows from the log, but finding it again
 * takes as long as the report. Both are primary.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { bytesColumn, refuseChanges, runAll } from './portable.ts';

export async function createJudgingTables(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE case_file (sha256 TEXT NOT NULL PRIMARY KEY, bytes ${bytesColumn(kind)} NOT NULL, stored_at BIGINT NOT NULL)`,
    `CREATE TABLE report_dossier (contest TEXT NOT NULL, sha256 TEXT NOT NULL, team TEXT NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (contest, sha256, team))`,
    ...refuseChanges(kind, 'report_dossier'),
  ]);
}
