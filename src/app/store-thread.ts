/**
 * The composition of the store's thread: the journal, its own engine, the snapshots of it, and the store that projects
 * what that engine does.
 *
 * Started by `store/store.ts`, or ahead of it by `store-ahead.ts`, which says later what it is to serve. The engine is
 * a replica: it applies what the main thread's engine has applied, and its events become rows. Nothing here decides or
 * orders anything.
 */
import { once } from 'node:events';
import { MessagePort, parentPort, workerData } from 'node:worker_threads';
import { realDisk } from '../sequencer/disk.ts';
import type { FromThread, ThreadData } from '../store/protocol.ts';
import { serveStore } from '../store/serve.ts';
import { giveWay } from './give-way.ts';
import { createReplica } from './replica.ts';

const port = parentPort;
if (port === null) throw new Error('store-thread.ts runs as a thread of store/store.ts');

const given = workerData as ThreadData | MessagePort;
const data = given instanceof MessagePort ? ((await once(given, 'message'))[0] as ThreadData) : given;
if (given instanceof MessagePort) given.close();
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
// Until then whoever starts the exchange waits for it.
giveWay();
