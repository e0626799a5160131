/**
 * A thread that inspects the read store and ends: the database blocks the thread that asks it, and the start reads the
 * journal meanwhile. `inspectBeside` starts it; the module run as a thread answers.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { isPostgres } from '../../store/database/address.ts';
import { nothingAt } from '../../store/inspect/absent.ts';
import type { StoreFacts } from '../../store/inspect/facts.ts';
import { inspectStore } from '../../store/inspect/inspect-store.ts';

interface Asked {
  readonly inspect: string;
  readonly checkMs: number;
}

/** The facts of the read store at `url`, found out in a thread of its own, where there is something to find out. */
export function inspectBeside(url: string, checkMs: number): Promise<StoreFacts> {
  const nothing = isPostgres(url) ? null : nothingAt(url);
  if (nothing !== null) return Promise.resolve(nothing);
  const { promise, resolve, reject } = Promise.withResolvers<StoreFacts>();
  const asked: Asked = { inspect: url, checkMs };
  const worker = new Worker(new URL(import.meta.url), { name: 'inspect', workerData: asked });
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise.finally(() => void worker.terminate());
}

const asked = workerData as Partial<Asked> | null;
if (!isMainThread && asked?.inspect !== undefined)
  void inspectStore(asked.inspect, { checkMs: asked.checkMs ?? 0 }).then((facts) => parentPort?.postMessage(facts));
