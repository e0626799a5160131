/**
 * Syncs the journal in a thread of its own: one file, one sync at a time. Not in the system's threads, where it would
 * wait behind the hashing of passphrases and the packing of answers.
 */
import { fdatasyncSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { SyncAside } from './sync-way.ts';

const NAME = 'sync';

/** The disk's error; null when it was synced. */
type Failure = { readonly message: string; readonly code: unknown } | null;

export interface SyncThread {
  /** No other sync may be under way. Throws, too, when the thread has ended. */
  readonly sync: SyncAside;
  /** No sync may be under way. */
  stop(): Promise<void>;
}

/** @param execArgv flags of the thread; those of this process when not given */
export function startSyncThread(execArgv?: readonly string[]): SyncThread {
  const flags = execArgv === undefined ? {} : { execArgv: [...execArgv] };
  const worker = new Worker(new URL(import.meta.url), { name: 'sync', workerData: NAME, ...flags });
  const ended = Promise.withResolvers<void>();
  let waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void } | null = null;
  let gone: Error | null = null;
  const end = (error: Error): void => {
    gone ??= error;
    waiting?.reject(gone);
  };
  worker.unref();
  worker.on('error', end);
  worker.on('exit', () => {
    end(new Error('the thread that syncs the journal has ended'));
    ended.resolve();
  });
  worker.on('message', (failure: Failure) => {
    if (failure === null) waiting?.resolve();
    else waiting?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
  });
  return {
    sync: (fd) =>
      new Promise((resolve, reject) => {
        if (gone !== null) return reject(gone);
        waiting = { resolve, reject };
        worker.postMessage(fd);
      }),
    async stop() {
      worker.postMessage(null);
      await ended.promise;
    },
  };
}

/** The thread: syncs what it is asked, and ends when it is asked for nothing more. */
if (!isMainThread && workerData === NAME)
  parentPort!.on('message', (fd: number | null) => {
    if (fd === null) return parentPort!.close();
    parentPort!.postMessage(failureOf(fd));
  });

function failureOf(fd: number): Failure {
  try {
    fdatasyncSync(fd);
    return null;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { message, code };
  }
}
