/**
 * The store as the rest of the process sees it: questions to a thread of its own, answered once the projection has reached the
 * caller's sequence (W-30), so that a caller always sees its own writes.
 *
 * No event crosses the threads: the thread reads the journal file up to what is announced here, so recovery and live running are one
 * path. When the thread ends unasked, every question waiting is rejected and `onFault` is called: the process has to end.
 */
import { Worker } from 'node:worker_threads';
import { createAnnouncer } from './announce.ts';
import { errorFromData, StoreFault, wholeMessage } from './errors.ts';
import type { FromThread, ThreadData, ToThread } from './protocol.ts';
import type { Question, Questions } from './questions.ts';
import { createWaitingAsks } from './waiting-asks.ts';

export type { Question, Questions } from './questions.ts';

export interface Store {
  /**
   * Asks the thread. The answer holds everything up to `afterSequence`; 0 asks for whatever is projected.
   * @throws StoreRefusal when the question is refused; StoreBehind when the projection is not there in time; StoreFault
   */
  ask<Q extends Question>(question: Q, args: Questions[Q]['args'], afterSequence: number): Promise<Questions[Q]['answer']>;
  /** Says that the journal holds everything up to `sequence`. The first call, after recovery, starts the projection. */
  announceDurable(sequence: number): void;
  /** The last sequence known to be projected. */
  projected(): number;
  /** Writes what is collected and ends the thread. */
  stop(): Promise<void>;
}

/** What carries out the store's side: a worker thread, or in a simulation something in this process that can be slow or die. */
export interface StoreThread {
  postMessage(message: ToThread): void;
  on(event: 'message', listener: (message: FromThread) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): unknown;
}

export interface StoreOptions extends Omit<ThreadData, 'rebuild'> {
  /** Build the projected tables anew from the journal's start. */
  readonly rebuild?: boolean;
  /** Called once when the thread failed after it had started. */
  readonly onFault: (fault: StoreFault) => void;
  /** How long a question may wait, the projection included. */
  readonly askTimeoutMs?: number;
  /** Starts what carries it out; the default is a worker thread. */
  readonly openThread?: (data: ThreadData) => StoreThread;
}

const ASK_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 1_500;

/**
 * Starts the store's thread. Resolves when the database is open and its tables are up to date.
 * @throws StoreFault when the thread could not start: the database, the key file, or a migration
 */
export async function startStore(options: StoreOptions): Promise<Store> {
  const { onFault, askTimeoutMs = ASK_TIMEOUT_MS, rebuild = false, openThread = openWorker, ...paths } = options;
  const worker = openThread({ ...paths, rebuild });
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  let ended: StoreFault | null = null;
  let projected = 0;
  const asks = createWaitingAsks(askTimeoutMs, () => projected);

  const end = (fault: StoreFault): void => {
    if (ended !== null) return;
    ended = fault;
    ready.reject(fault);
    asks.end(fault);
    if (state === 'running') onFault(fault);
    void worker.terminate();
  };
  worker.on('error', (error) => end(new StoreFault(`the read store failed: ${wholeMessage(error)}`, { cause: error })));
  worker.on('exit', (code) => {
    end(new StoreFault(state === 'stopping' ? 'the read store was stopped' : `the read store's thread ended with code ${code}`));
    gone.resolve();
  });
  worker.on('message', (message) => {
    switch (message.kind) {
      case 'ready':
        state = 'running';
        projected = message.sequence;
        return ready.resolve();
      case 'projected':
        projected = message.sequence;
        return;
      case 'answer':
        return asks.take(message.id)?.resolve(message.answer);
      case 'failed':
        return asks.take(message.id)?.reject(errorFromData(message.error));
      case 'fault':
        return end(new StoreFault(`the read store failed: ${message.error.message}`, { cause: message.error }));
    }
  });

  const send = (message: ToThread): void => worker.postMessage(message);
  const announcer = createAnnouncer((sequence) => {
    if (ended === null) send({ kind: 'durable', sequence });
  });
  await ready.promise;
  return {
    ask<Q extends Question>(question: Q, args: Questions[Q]['args'], afterSequence: number) {
      if (ended !== null) return Promise.reject(ended);
      return new Promise<Questions[Q]['answer']>((resolve, reject) => {
        // The thread answers each question with its own kind of answer.
        const id = asks.add(question, afterSequence, { resolve: resolve as (answer: unknown) => void, reject });
        announcer.tell(afterSequence);
        send({ kind: 'ask', id, question, args, afterSequence });
      });
    },
    announceDurable: (sequence) => announcer.durable(sequence),
    projected: () => projected,
    async stop() {
      state = 'stopping';
      announcer.end();
      send({ kind: 'stop' });
      const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
      await gone.promise;
      clearTimeout(timer);
    },
  };
}

function openWorker(workerData: ThreadData): StoreThread {
  return new Worker(new URL('../store-thread.ts', import.meta.url), { name: 'store', workerData });
}
