/**
 * The past of copy trading: relations, ended ones too, and copies that were skipped, newest first (COPY-001, COPY-002).
 * The present, and the figures of the present period, are asked of the engine.
 */
import type { Database } from '../database/db.ts';
import type { CopyRelationTable, CopySkipTable } from '../schema/tables.ts';

export interface CopyHistoryArgs {
  /** Of this follower or lead; null: all of them. */
  readonly uid: number | null;
  readonly limit: number;
}

export async function copyRelations(database: Database, { uid, limit }: CopyHistoryArgs): Promise<CopyRelationTable[]> {
  let query = database.sql.selectFrom('copy_relation').selectAll();
  if (uid !== null) query = query.where((eb) => eb.or([eb('follower', '=', uid), eb('lead', '=', uid)]));
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function copySkips(database: Database, { uid, limit }: CopyHistoryArgs): Promise<CopySkipTable[]> {
  let query = database.sql.selectFrom('copy_skip').selectAll();
  if (uid !== null) query = query.where((eb) => eb.or([eb('follower', '=', uid), eb('lead', '=', uid)]));
  return query.orderBy('sequence', 'desc').orderBy('place', 'desc').limit(limit).execute();
}
