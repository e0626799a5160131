/**
 * The read store inside this process: the thread's own code (`store/serve.ts`) behind a message channel instead of a
 * worker, so that a simulation can make it slow, let it die, and take it away with everything it had in memory. Decides
 * nothing about what is stored.
 */
import { type MessagePort, MessageChannel } from 'node:worker_threads';
import { createEngine } from '../../../src/core/engine.ts';
import type { OpenJournalFile } from '../../../src/sequencer/disk.ts';
import { followJournal } from '../../../src/sequencer/follow-journal.ts';
import { identifyJournal } from '../../../src/sequencer/identify-journal.ts';
import { applyRecord } from '../../../src/sequencer/replay.ts';
import { type Database, openDatabase } from '../../../src/store/db.ts';
import type { TakeCommands } from '../../../src/store/follow.ts';
import type { ThreadData, ToThread } from '../../../src/store/protocol.ts';
import { type Replica, serveStore } from '../../../src/store/serve.ts';
import { sha256 } from '../../../src/store/sha256.ts';
import type { StoreThread } from '../../../src/store/store.ts';

export interface NearStore {
  /** For `startStore`: opens the store's side in this process. */
  open(data: ThreadData): StoreThread;
  /** Nothing reaches the store until `resume`. */
  pause(): void;
  resume(): void;
  /** The store fails, as with a full disk: the service hears of it. */
  die(): void;
  /** Takes it away: what it had not written is lost. */
  drop(): Promise<void>;
}

/** @param openFile the disk the journal is followed on */
export function nearStore(openFile: OpenJournalFile): NearStore {
  let database: Database | null = null;
  let thread: NearThread | null = null;
  return {
    open(data) {
      const channel = new MessageChannel();
      const near = new NearThread(channel.port1);
      thread = near;
      const open = (url: string): Database => (database = openDatabase(url));
      serveStore(channel.port2, data, replicaOf(data.journalPath, openFile), open).catch((error: unknown) =>
        near.fail(error),
      );
      return near;
    },
    pause: () => thread?.pause(),
    resume: () => thread?.resume(),
    die: () => thread?.fail(new Error('the disk of the read store is full')),
    async drop() {
      thread?.terminate();
      await database?.close();
    },
  };
}

function replicaOf(path: string, openFile: OpenJournalFile): Replica {
  const engine = createEngine(sha256);
  let journal: ReturnType<typeof followJournal> | null = null;
  const take: TakeCommands = function* (sequence) {
    journal ??= followJournal(path, undefined, openFile);
    for (const record of journal.read(sequence))
      yield { sequenced: record, outcome: applyRecord(engine, record, path) };
  };
  return { take, state: engine.state, identify: (sequence) => identifyJournal(path, sequence, openFile) };
}

type Listeners = Readonly<Record<'message' | 'error' | 'exit', ((value: never) => void)[]>>;

/** The caller's end of the channel, which can hold messages back. */
class NearThread implements StoreThread {
  readonly #port: MessagePort;
  readonly #listeners: Listeners = { message: [], error: [], exit: [] };
  #held: ToThread[] | null = null;
  #ended = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: unknown) => this.#tell('message', message));
    port.on('close', () => this.#end(0));
  }

  on(event: keyof Listeners, listener: never): void {
    this.#listeners[event].push(listener);
  }

  postMessage(message: ToThread): void {
    if (this.#ended) return;
    if (this.#held === null) this.#port.postMessage(message);
    else this.#held.push(message);
  }

  pause(): void {
    this.#held ??= [];
  }

  resume(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of held) this.postMessage(message);
  }

  fail(error: unknown): void {
    this.#tell('error', error);
  }

  terminate(): void {
    this.#end(1);
    this.#port.close();
  }

  #end(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#tell('exit', code);
  }

  #tell(event: keyof Listeners, value: unknown): void {
    for (const listener of this.#listeners[event]) listener(value as never);
  }
}
