/**
 * Leaves of the log without an index over their hashes: hashes are spread evenly, so each leaf changed a separate page,
 * and ten million leaves wrote a hundred times their size. They are found by runs instead, which are written once
 * (`evidence/leaf-hashes.ts`). The index over kind and account goes too: public leaves and those of the allowlist are
 * few, and found by kind. In SQLite a leaf's index becomes its row's number, so that a tile is one piece of the table.
 *
 * What is stored is copied once: ten million leaves take about a minute, and as much free room as they occupy.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import { hashRuns } from '../evidence/leaf-hashes.ts';
import type { Tables } from '../tables/tables.ts';
import { bytesColumn, idColumn, refuseChanges, runAll } from './portable.ts';

const COLUMNS = 'idx, kind, t, uid, header, entry, hash';

export async function findLeavesByRuns(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    ...(kind === 'sqlite' ? leavesByNumber() : ['DROP INDEX tlog_leaf_kind', 'DROP INDEX tlog_leaf_hash']),
    `CREATE TABLE leaf_hash (place ${idColumn(kind)}, hashes ${bytesColumn(kind)} NOT NULL)`,
  ]);
  for await (const rows of hashRuns(on, 0)) await on.insertInto('leaf_hash').values(rows).execute();
}

function leavesByNumber(): string[] {
  return [
    'ALTER TABLE tlog_leaf RENAME TO tlog_leaf_before',
    `CREATE TABLE tlog_leaf (idx INTEGER PRIMARY KEY, kind TEXT NOT NULL, t BIGINT NOT NULL, uid BIGINT, header TEXT,
      entry TEXT NOT NULL, hash BLOB NOT NULL)`,
    `INSERT INTO tlog_leaf (${COLUMNS}) SELECT ${COLUMNS} FROM tlog_leaf_before ORDER BY idx`,
    'DROP TABLE tlog_leaf_before',
    'CREATE INDEX tlog_leaf_of_kind ON tlog_leaf (kind)',
    ...refuseChanges('sqlite', 'tlog_leaf'),
  ];
}

export async function dropLeafHashes(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP TABLE leaf_hash']);
}
