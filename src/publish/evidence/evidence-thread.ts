/**
 * A thread that judges a contest, looks through its words or writes its bundle, with its own connection to the read
 * store, and ends: each goes through the whole log, for seconds or minutes. Started by run-job.ts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from '../../store/database/db.ts';
import { openDatabase } from '../../store/database/open-database.ts';
import { lowerPriority } from '../../time/thread-priority.ts';
import { EvidenceBroken } from '../../store/errors.ts';
import { makeBundle } from './make-bundle.ts';
import { makePublicTexts, makeReport } from './make-report.ts';
import type { Asked, Done } from './run-job.ts';

lowerPriority();
void carryOut(workerData as Asked).then((done) => parentPort?.postMessage(done));

async function carryOut({ databaseUrl, asked }: Asked): Promise<Done> {
  const database = openDatabase(databaseUrl);
  try {
    return { ok: true, result: await resultOf(database, asked) };
  } catch (error) {
    if (error instanceof EvidenceBroken) return { ok: false, why: error.message };
    throw error;
  } finally {
    await database.close();
  }
}

function resultOf(database: Database, asked: Asked['asked']): Promise<unknown> {
  if (asked.kind === 'bundle') return makeBundle(database, asked.job);
  return asked.kind === 'report' ? makeReport(database, asked.job) : makePublicTexts(database, asked.job);
}
