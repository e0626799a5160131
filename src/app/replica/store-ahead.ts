/**
 * Starts the store's thread while it is not known yet what it is to serve: it loads its modules, and reads the newest
 * snapshot there is, while this thread loads its own and judges the data folder. A start waits for all of it. It writes
 * nothing, and what it has read is looked at again once the folder was judged.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { StoreOptions } from '../../store/store.ts';
import type { DataFolder } from '../../folder/disk/data-folder.ts';

export interface StoreAhead {
  /** Gives the thread to the first who asks; threads that take its place are started then. */
  readonly open: NonNullable<StoreOptions['openThread']>;
  /** Ends it, unless it was given away. */
  stop(): Promise<void>;
}

/** The thread's start message. */
export interface AheadData {
  /** Brings what it is to serve. */
  readonly begun: MessagePort;
  readonly journalPath: string;
  /** Folder of the snapshots. */
  readonly snapshots: string;
}

const THREAD = new URL('./store-thread.ts', import.meta.url);

export function startStoreAhead({ journal, snapshots }: Pick<DataFolder, 'journal' | 'snapshots'>): StoreAhead {
  const { port1: begin, port2: begun } = new MessageChannel();
  const workerData: AheadData = { begun, journalPath: journal, snapshots };
  let ahead: Worker | null = new Worker(THREAD, { name: 'store', workerData, transferList: [begun] });
  // One that dies before it is asked for tells no one: a caller that asks is given another.
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
