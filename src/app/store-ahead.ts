/**
 * Starts the store's thread while it is not known yet what it is to serve: loading its modules takes as long as judging
 * a data folder does, and a start waits for both.
 */
import { MessageChannel, Worker } from 'node:worker_threads';
import type { StoreOptions } from '../store/store.ts';

export interface StoreAhead {
  /** Gives the thread to the first who asks; threads that take its place are started then. */
  readonly open: NonNullable<StoreOptions['openThread']>;
  /** Ends it, unless it was given away. */
  stop(): Promise<void>;
}

const THREAD = new URL('./store-thread.ts', import.meta.url);

export function startStoreAhead(): StoreAhead {
  const { port1: begin, port2: begun } = new MessageChannel();
  let ahead: Worker | null = new Worker(THREAD, { name: 'store', workerData: begun, transferList: [begun] });
  // One that dies before anybody asks for it says so to nobody: whoever does is given another.
  const forget = (): void => void (ahead = null);
  ahead.once('error', forget);
  ahead.once('exit', forget);
  return {
    open(data) {
      const worker = ahead;
      ahead = null;
      if (worker === null) return new Worker(THREAD, { name: 'store', workerData: data });
      begin.postMessage(data);
      begin.close();
      return worker;
    },
    async stop() {
      const worker = ahead;
      ahead = null;
      begin.close();
      await worker?.terminate();
    },
  };
}
