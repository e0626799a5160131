/**
 * A thread that judges a contest or writes its bundle, with its own connection to the read store, and ends: both go
 * through the whole log, for seconds or minutes. Started by run-job.ts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../store/database/open-database.ts';
import { giveWay } from '../give-way.ts';
import { EvidenceBroken } from '../../store/errors.ts';
import { makeBundle } from './make-bundle.ts';
import { makeReport } from './make-report.ts';
import type { Asked, Done } from './run-job.ts';

giveWay();
void carryOut(workerData as Asked).then((done) => parentPort?.postMessage(done));

async function carryOut({ databaseUrl, asked }: Asked): Promise<Done> {
  const database = openDatabase(databaseUrl);
  try {
    const result =
      asked.kind === 'report' ? await makeReport(database, asked.job) : await makeBundle(database, asked.job);
    return { ok: true, result };
  } catch (error) {
    if (error instanceof EvidenceBroken) return { ok: false, why: error.message };
    throw error;
  } finally {
    await database.close();
  }
}
