/** Starts the thread that judges or exports, and hands over what it made. */
import { Worker } from 'node:worker_threads';
import { EvidenceBroken } from '../../store/errors.ts';
import type { BundleJob } from './make-bundle.ts';
import type { PublicText } from '../../core/verification/copies.ts';
import type { ReportJob, ReportMade } from './make-report.ts';

export interface Asked {
  readonly databaseUrl: string;
  readonly asked:
    | { readonly kind: 'report' | 'publicTexts'; readonly job: ReportJob }
    | { readonly kind: 'bundle'; readonly job: BundleJob };
}

export type Done = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly why: string };

/** The job of a thread, and how it is ended early. */
export interface Running<Result> {
  readonly result: Promise<Result>;
  readonly stop: () => Promise<void>;
}

export function runReport(databaseUrl: string, job: ReportJob): Running<ReportMade> {
  return run<ReportMade>({ databaseUrl, asked: { kind: 'report', job } });
}

export function runPublicTexts(databaseUrl: string, job: ReportJob): Running<readonly PublicText[]> {
  return run<readonly PublicText[]>({ databaseUrl, asked: { kind: 'publicTexts', job } });
}

/** Results in the size of the bundle. */
export function runBundle(databaseUrl: string, job: BundleJob): Running<number> {
  return run<number>({ databaseUrl, asked: { kind: 'bundle', job } });
}

/** Rejects with EvidenceBroken when what is stored is not what the log says. */
function run<Result>(workerData: Asked): Running<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const worker = new Worker(new URL('evidence-thread.ts', import.meta.url), { name: 'evidence', workerData });
  worker.once('message', (done: Done) => {
    if (done.ok) resolve(done.result as Result);
    else reject(new EvidenceBroken(done.why));
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new EvidenceBroken('it was stopped before its end')));
  const stop = async (): Promise<void> => {
    await worker.terminate();
  };
  return { result: promise.finally(() => void stop()), stop };
}
