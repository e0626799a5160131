/**
 * The composition of the store's thread: the journal file, its own engine, and the store that projects what that engine
 * does.
 *
 * Started by `store/store.ts`. The engine here is a replica: it applies what the main thread's engine has applied, and
 * its events become rows. Nothing here decides or orders anything.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine } from '../core/engine.ts';
import { followJournal } from '../sequencer/follow-journal.ts';
import { identifyJournal } from '../sequencer/identify-journal.ts';
import { applyRecord } from '../sequencer/replay.ts';
import type { TakeCommands } from '../store/follow.ts';
import type { Identify } from '../store/owner.ts';
import type { ThreadData } from '../store/protocol.ts';
import { serveStore } from '../store/serve.ts';
import { sha256 } from '../store/sha256.ts';

/** Of 19; a thread of usual priority gets nine times as much of a core they share. */
const LOW_PRIORITY = 10;

if (parentPort === null) throw new Error('store-thread.ts runs as a thread of store/store.ts');
giveWay();

const data = workerData as ThreadData;
const engine = createEngine(sha256);
let journal: ReturnType<typeof followJournal> | null = null;

const take: TakeCommands = function* (sequence) {
  journal ??= followJournal(data.journalPath);
  for (const record of journal.read(sequence))
    yield { sequenced: record, outcome: applyRecord(engine, record, data.journalPath) };
};

const identify: Identify = (sequence) => identifyJournal(data.journalPath, sequence);

await serveStore(parentPort, data, { take, state: engine.state, identify });

/**
 * Where cores are few, orders go before their history: questions to it wait, and orders don't. Linux gives each thread
 * its own priority; elsewhere this would slow the whole process, so it stays as it is.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(LOW_PRIORITY);
  } catch {
    // Not allowed here: then history and orders share equally.
  }
}
