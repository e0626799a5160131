/**
 * The composition of the store's thread: the journal, its own engine, the snapshots of it, and the store that projects
 * what that engine does.
 *
 * Started by `store/store.ts`, or ahead of it by `store-ahead.ts`, which says later what it is to serve. The engine is
 * a replica: it applies what the main thread's engine has applied, and its events become rows. Nothing here decides or
 * orders anything.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { realDisk } from '../../sequencer/disk/disk.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import type { FromThread, ThreadData } from '../../store/thread/protocol.ts';
import { serveStore } from '../../store/thread/serve.ts';
import { lowerPriority } from '../../time/thread-priority.ts';
import { AheadReplica } from './replica.ts';
import type { AheadData } from './store-ahead.ts';

const port = parentPort;
if (port === null) throw new Error('store-thread.ts runs as a thread of store/store.ts');

const given = workerData as ThreadData | AheadData;
const { journalPath } = given;
const folder = 'begun' in given ? given.snapshots : (given.snapshots?.folder ?? null);
const passOver = (name: string, why: string): void =>
  port.postMessage({ kind: 'passedOver', name, why } satisfies FromThread);
const words = (): JournalWords => data.snapshots?.words ?? { exchange: '', beginning: '' };
const snapshots = folder === null ? null : { folder, disk: realDisk, passOver, words };
const replica = new AheadReplica({ journalPath, snapshots });
let data: ThreadData;
void serve();

async function serve(): Promise<void> {
  data = 'begun' in given ? await told(given) : given;
  await serveStore(port!, data, replica);
  // Until then the start of the exchange waits for it.
  lowerPriority();
}

async function told({ begun }: AheadData): Promise<ThreadData> {
  const message = once(begun, 'message');
  replica.readAhead();
  const [data] = (await message) as [ThreadData];
  begun.close();
  return data;
}
