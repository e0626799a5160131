/**
 * Syncs the journal in its own thread, so that a disk that is slow for once holds no one up.
 *
 * The caller waits on the spot for as long as a good disk takes, and then has it without a turn of the event loop. A
 * sync that takes longer is waited for in the background. Either way it is one sync, and one at a time.
 */
import { fdatasyncSync } from 'node:fs';
import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import type { SyncHelper } from './sync-way.ts';
import { machine } from '../time/machine.ts';

/** Cells of the memory that both threads see: numbers of syncs, and the file. */
const ASKED = 0;
const DONE = 1;
const FAILED = 2;
/** The sync whose end is to be told, because no one waits for it on the spot any more. */
const TELL = 3;
const FILE = 4;
const CELLS = 5;
const NO_MORE = -1;
/** A start is wary, too: nothing is known of the disk yet. */
const WARY_MS = 300_000;

interface Given {
  readonly name: 'sync';
  readonly cells: Int32Array<SharedArrayBuffer>;
  readonly port: MessagePort;
}

interface Told {
  readonly number: number;
  /** The error the disk threw; null when it was synced. */
  readonly failure: { readonly message: string; readonly code: unknown } | null;
}

export interface SyncThread extends SyncHelper {
  /** No sync may be under way. */
  stop(): Promise<void>;
}

/**
 * @param isWanted whether this thread has something else to do while the disk works
 * @param execArgv flags of the thread; those of this process when not given
 */
export function startSyncThread(isWanted: () => boolean, execArgv?: readonly string[]): SyncThread {
  const cells = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
  const { port1: port, port2 } = new MessageChannel();
  const given: Given = { name: 'sync', cells, port: port2 };
  const worker = new Worker(new URL(import.meta.url), {
    name: 'sync',
    workerData: given,
    transferList: [port2],
    ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
  });
  const ended = Promise.withResolvers<void>();
  let waiting: { readonly number: number; readonly end: (failure: Error | null) => void } | null = null;
  let gone: Error | null = null;
  let last = 0;
  let waryUntilMs = machine.steadyMs() + WARY_MS;

  function end(error: Error): void {
    gone ??= error;
    waiting?.end(gone);
    waiting = null;
  }

  worker.unref();
  worker.on('error', end);
  worker.on('exit', () => {
    end(new Error('the thread that syncs the journal has ended'));
    port.close();
    ended.resolve();
  });
  port.on('message', ({ number, failure }: Told) => {
    if (waiting?.number !== number) return;
    const { end: tell } = waiting;
    waiting = null;
    tell(failure === null ? null : errorOf(failure));
  });
  port.unref();

  function ask(fd: number): number {
    last = (last + 1) | 0;
    Atomics.store(cells, FILE, fd);
    Atomics.store(cells, ASKED, last);
    Atomics.notify(cells, ASKED);
    return last;
  }

  /** @throws what the disk threw */
  function finish(number: number): void {
    if (Atomics.load(cells, FAILED) !== number) return;
    for (let said = receiveMessageOnPort(port); said !== undefined; said = receiveMessageOnPort(port)) {
      const told = said.message as Told;
      if (told.number === number && told.failure !== null) throw errorOf(told.failure);
    }
  }

  return {
    sync(fd, spotMs) {
      if (gone !== null) throw gone;
      const before = last;
      const number = ask(fd);
      if (spotMs > 0) Atomics.wait(cells, DONE, before, spotMs);
      Atomics.store(cells, TELL, number);
      if (Atomics.load(cells, DONE) === number) return finish(number);
      return new Promise((resolve, reject) => {
        waiting = { number, end: (failure) => (failure === null ? resolve() : reject(failure)) };
      });
    },
    isWanted,
    isWary: () => machine.steadyMs() < waryUntilMs,
    beWary: () => void (waryUntilMs = machine.steadyMs() + WARY_MS),
    async stop() {
      if (gone === null) ask(NO_MORE);
      await ended.promise;
    },
  };
}

function errorOf({ message, code }: { readonly message: string; readonly code: unknown }): Error {
  return Object.assign(new Error(message), { code });
}

/** The thread: waits until it is asked. */
function serve({ cells, port }: Given): void {
  for (let number = 0; ; ) {
    Atomics.wait(cells, ASKED, number);
    number = Atomics.load(cells, ASKED);
    const fd = Atomics.load(cells, FILE);
    if (fd === NO_MORE) return port.close();
    const failure = failureOf(fd);
    if (failure !== null) {
      port.postMessage({ number, failure } satisfies Told);
      Atomics.store(cells, FAILED, number);
    }
    Atomics.store(cells, DONE, number);
    Atomics.notify(cells, DONE);
    if (failure === null && Atomics.load(cells, TELL) === number) port.postMessage({ number, failure } satisfies Told);
  }
}

function failureOf(fd: number): Told['failure'] {
  try {
    fdatasyncSync(fd);
    return null;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { message, code };
  }
}

if (!isMainThread && (workerData as Partial<Given> | null)?.name === 'sync') serve(workerData as Given);
