/**
 * The read store inside this process: the thread's own code (`store/thread/serve.ts`) behind a message channel
 * instead of a worker, so that a simulation can make it slow, let it die, and take it away with everything it had in
 * memory. Decides nothing about what is stored.
 */
import { type MessagePort, MessageChannel } from 'node:worker_threads';
import { AheadReplica } from '../../../src/app/replica/replica.ts';
import { guardedDisk, type JournalDisk } from '../../../src/sequencer/disk/disk.ts';
import type { Database } from '../../../src/store/database/db.ts';
import { openDatabase } from '../../../src/store/database/open-database.ts';
import type { FromThread, ThreadData, ToThread } from '../../../src/store/thread/protocol.ts';
import { serveStore } from '../../../src/store/thread/serve.ts';
import type { StoreThread } from '../../../src/store/store.ts';

export interface NearStore {
  /** For `startStore`: opens the store's side in this process. */
  open(data: ThreadData): StoreThread;
  /** Nothing reaches the store until `resume`. */
  pause(): void;
  resume(): void;
  /** The store fails, as with a full disk: the service hears of it. */
  die(): void;
  /** Takes it away, for good: what it had not written is lost, and what is opened after does nothing. */
  drop(): Promise<void>;
}

/** @param disk holds the journal that is followed, and the snapshots */
export function nearStore(disk: JournalDisk, nowMs: () => number = Date.now): NearStore {
  let database: Database | null = null;
  let thread: NearThread | null = null;
  let isGone = false;
  return {
    open(data) {
      const channel = new MessageChannel();
      const near = new NearThread(channel.port1);
      // Its process has ended, and starts no other.
      if (isGone) return near;
      thread = near;
      const open = (url: string): Database => (database = openDatabase(url));
      const { journalPath } = data;
      const passOver = (name: string, why: string): void =>
        channel.port2.postMessage({ kind: 'passedOver', name, why } satisfies FromThread);
      const place = data.snapshots;
      const snapshots =
        place === null ? null : { folder: place.folder, words: () => place.words, disk: whileIn(near, disk), passOver };
      const replica = new AheadReplica({ journalPath, snapshots, disk, nowMs });
      serveStore(channel.port2, data, replica, open).catch((error: unknown) => near.fail(error));
      return near;
    },
    pause: () => thread?.pause(),
    resume: () => thread?.resume(),
    die: () => thread?.fail(new Error('the disk of the read store is full')),
    async drop() {
      isGone = true;
      thread?.terminate();
      await database?.close();
    },
  };
}

/** The disk as a thread has it: once it has ended, what it had under way changes nothing any more. */
function whileIn(thread: NearThread, disk: JournalDisk): JournalDisk {
  const check = (): void => {
    if (thread.hasEnded) throw new Error('the thread has ended');
  };
  const guarded = guardedDisk(check, disk);
  const checked =
    <Args extends readonly string[]>(change: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      check();
      await change(...args);
    };
  return {
    ...guarded,
    open(path, readonly) {
      if (!readonly) check();
      return guarded.open(path, readonly);
    },
    makeFolder: checked(disk.makeFolder),
    rename: checked(disk.rename),
    remove: checked(disk.remove),
    syncFolder: checked(disk.syncFolder),
  };
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

  get hasEnded(): boolean {
    return this.#ended;
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
