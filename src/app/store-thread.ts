/**
 * The composition of the store's thread: the journal, its own engine, the snapshots of it, and the store that projects
 * what that engine does.
 *
 * Started by `store/store.ts`. The engine here is a replica: it applies what the main thread's engine has applied, and
 * its events become rows. Nothing here decides or orders anything.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { realDisk } from '../sequencer/disk.ts';
import type { FromThread, ThreadData } from '../store/protocol.ts';
import { serveStore } from '../store/serve.ts';
import { giveWay } from './give-way.ts';
import { createReplica } from './replica.ts';

const port = parentPort;
if (port === null) throw new Error('store-thread.ts runs as a thread of store/store.ts');
giveWay();

const data = workerData as ThreadData;
const { journalPath, snapshots } = data;
const passOver = (name: string, why: string): void =>
  port.postMessage({ kind: 'passedOver', name, why } satisfies FromThread);

await serveStore(
  port,
  data,
  createReplica({
    journalPath,
    snapshots: snapshots === null ? null : { ...snapshots, disk: realDisk, passOver },
  }),
);
