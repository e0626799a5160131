/**
 * A thread that looks at the read store and ends: the database blocks the thread that asks it, and the start reads the
 * journal meanwhile. `lookBeside` starts it; the module run as a thread answers.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { isPostgres } from '../../store/database/address.ts';
import { nothingAt } from '../../store/look/absent.ts';
import type { StoreFacts } from '../../store/look/facts.ts';
import { type LookOptions, lookAtStore } from '../../store/look/look.ts';

interface Asked {
  readonly lookAt: string;
  readonly options: LookOptions;
}

/** The facts of the read store at `url`, found out in its own thread, where there is something to find out. */
export function lookBeside(url: string, options: LookOptions): Promise<StoreFacts> {
  const nothing = isPostgres(url) ? null : nothingAt(url);
  if (nothing !== null) return Promise.resolve(nothing);
  const { promise, resolve, reject } = Promise.withResolvers<StoreFacts>();
  const workerData: Asked = { lookAt: url, options };
  const worker = new Worker(new URL(import.meta.url), { name: 'look', workerData });
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise.finally(() => void worker.terminate());
}

const asked = workerData as Partial<Asked> | null;
if (!isMainThread && asked?.lookAt !== undefined)
  void lookAtStore(asked.lookAt, asked.options ?? {}).then((facts) => parentPort?.postMessage(facts));
