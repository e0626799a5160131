/**
 * Brings a database's tables up to date, and rebuilds the projected ones when asked.
 *
 * Migrations are modules by their name (names.ts), in that order for ever; a released one is never edited. Projected
 * tables refuse changes of what was written (`tlog_leaf`, `tlog_node`, `ailog`), so rebuilding them does not delete
 * rows: it drops the tables and makes them empty, and the projector reads the journal from its start. Primary tables
 * (payloads, checkpoints, keys, accounts, the owner) are never dropped.
 */
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database, DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { createPrimaryTables } from './0001-primary.ts';
import { createProjectedTables, dropProjectedTables } from './0002-projected.ts';
import { createFundingTable, dropFundingTable } from './0003-funding.ts';
import { addCauses } from './0004-causes.ts';
import { createCopyTables, dropCopyTables } from './0005-copy.ts';
import { createOwnerTable } from './0006-owner.ts';
import { numberRows } from './0007-numbered.ts';
import { createBarTable, dropBarTable } from './0008-bars.ts';
import { dropSmallRows, keepRowsSmall } from './0009-small-rows.ts';
import { addGrades, gradeAnew } from './0010-grades.ts';
import { createCheckpointTable, createNodeTable, dropNodeTable } from './0011-tlog.ts';
import { createRetentionTables, dropRetentionTables } from './0012-retention.ts';
import { addContests, createContestTables, dropContestTables } from './0013-contest.ts';
import { addTraces, createTraceTable, dropTraceTable } from './0014-traces.ts';
import { createReportTable } from './0015-report.ts';
import { createJudgingTables } from './0016-judging.ts';
import { dropLeafHashes, findLeavesByRuns } from './0019-leaf-hashes.ts';
import { dropSmallLeaves, keepLeavesSmall } from './0020-small-leaves.ts';
import type { MigrationName } from './names.ts';

type Step = (kind: DatabaseKind, on: Kysely<Tables>) => Promise<void>;

/** The migrations; they run in the order of their names, each once. */
const MIGRATIONS: Readonly<Record<MigrationName, Step>> = {
  '0001-primary': createPrimaryTables,
  '0002-projected': createProjectedTables,
  '0003-funding': createFundingTable,
  '0004-causes': addCauses,
  '0005-copy': createCopyTables,
  '0006-owner': createOwnerTable,
  '0007-numbered': rebuiltWithNumbers,
  '0008-bars': createBarTable,
  '0009-small-rows': keepRowsSmall,
  '0010-grades': gradeAnew,
  '0011-tlog': createLogTables,
  '0012-retention': createRetentionTables,
  '0013-contest': addContests,
  '0014-traces': addTraces,
  '0015-report': createReportTable,
  '0016-judging': createJudgingTables,
  '0019-leaf-hashes': findLeavesByRuns,
  '0020-small-leaves': keepLeavesSmall,
};

/** The migrations that make and drop the projected tables; one that changes a table belongs with it. */
const PROJECTED: readonly { readonly create: Step; readonly drop: Step | null }[] = [
  { create: createProjectedTables, drop: dropProjectedTables },
  { create: createFundingTable, drop: dropFundingTable },
  { create: addCauses, drop: null },
  { create: createCopyTables, drop: dropCopyTables },
  { create: numberRows, drop: null },
  { create: createBarTable, drop: dropBarTable },
  { create: keepRowsSmall, drop: dropSmallRows },
  { create: addGrades, drop: null },
  { create: createNodeTable, drop: dropNodeTable },
  { create: createRetentionTables, drop: dropRetentionTables },
  { create: createContestTables, drop: dropContestTables },
  { create: createTraceTable, drop: dropTraceTable },
  { create: findLeavesByRuns, drop: dropLeafHashes },
  { create: keepLeavesSmall, drop: dropSmallLeaves },
];

/**
 * Runs the migrations that have not run yet, up to the latest or the one named, all in one transaction.
 * @throws when the database refuses one, or holds one this program does not know (it is newer than the program)
 */
export async function migrate(database: Database, until?: MigrationName): Promise<void> {
  await checkSchema(database);
  const migrator = new Migrator({
    db: database.sql,
    provider: { getMigrations: () => Promise.resolve(asKyselyMigrations(database.kind)) },
  });
  const { error, results } = await (until === undefined ? migrator.migrateToLatest() : migrator.migrateTo(until));
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(failed ? `store: migration ${failed} failed` : 'store: the migrations could not run', {
    cause: error,
  });
}

function asKyselyMigrations(kind: DatabaseKind) {
  return Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, step]) => [name, { up: (on: Kysely<Tables>) => step(kind, on) }] as const),
  );
}

async function checkSchema(database: Database): Promise<void> {
  if (database.kind === 'sqlite') return;
  const { rows } = await sql<{ name: string | null }>`SELECT current_schema() AS name`.execute(database.sql);
  if (!rows[0]?.name)
    throw new Error('store: the schema named in the URL does not exist in this database; create it first');
}

/**
 * Rows of an older version have no numbers and are let go: the projector reads them from the journal again, and
 * questions wait for it.
 */
async function rebuiltWithNumbers(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  const before = PROJECTED.slice(
    0,
    PROJECTED.findIndex(({ create }) => create === numberRows),
  );
  const { rows } = await sql`SELECT 1 FROM projection_state`.execute(on);
  if (rows.length > 0) await makeAnew(kind, on, before);
  await numberRows(kind, on);
}

async function createLogTables(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await createNodeTable(kind, on);
  await createCheckpointTable(kind, on);
}

async function makeAnew(kind: DatabaseKind, on: Kysely<Tables>, steps: typeof PROJECTED): Promise<void> {
  for (const { drop } of steps.toReversed()) await drop?.(kind, on);
  for (const { create } of steps) await create(kind, on);
}

/**
 * Makes every projected table empty and its last sequence 0, so that the projector builds them from the journal's
 * start.
 */
export async function resetProjection(database: Database): Promise<void> {
  await database.transaction('durable', (transaction) => makeAnew(database.kind, transaction, PROJECTED));
}
