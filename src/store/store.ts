/**
 * The store as the rest of the process sees it: questions to a thread of its own, answered once the projection has reached the
 * caller's sequence (W-30), so that a caller always sees its own writes.
 *
 * No event crosses the threads: the thread reads the journal file up to what is announced here, so recovery and live running are one
 * path. When the thread ends unasked, every question waiting is rejected and `onFault` is called: the process has to end.
 */
import { Worker } from 'node:worker_threads';
import { type ErrorData, errorFromData, StoreBehind, StoreFault, wholeMessage } from './errors.ts';
import type { FromThread, ThreadData, ToThread } from './protocol.ts';
import type { Question, Questions } from './questions.ts';

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

export interface StoreOptions extends Omit<ThreadData, 'rebuild'> {
  readonly rebuild?: boolean;
  /** Called once when the thread failed. */
  readonly onFault: (error: StoreFault) => void;
  /** How long a question may wait, the projection included. */
  readonly askTimeoutMs?: number;
}

interface Waiting {
  readonly question: Question;
  readonly afterSequence: number;
  readonly askedAt: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const ASK_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 1_500;

/**
 * Starts the store's thread. Resolves when the database is open and its tables are up to date.
 * @throws StoreFault when the thread could not start: the database, the key file, or a migration
 */
export async function startStore(options: StoreOptions): Promise<Store> {
  const { onFault, askTimeoutMs = ASK_TIMEOUT_MS, rebuild = false, ...data } = options;
  const workerData: ThreadData = { ...data, rebuild };
  const worker = new Worker(new URL('../store-thread.ts', import.meta.url), { name: 'store', workerData });
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let projected = 0;
  let ended: StoreFault | null = null;
  let stopping = false;
  let isReady = false;
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();

  const end = (fault: StoreFault): void => {
    if (ended !== null) return;
    ended = fault;
    clearInterval(sweep);
    ready.reject(fault);
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
    if (!stopping && isReady) onFault(fault);
    void worker.terminate();
  };
  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };

  worker.on('message', (message: FromThread) => {
    switch (message.kind) {
      case 'ready':
        projected = message.sequence;
        isReady = true;
        return ready.resolve();
      case 'projected':
        projected = message.sequence;
        return;
      case 'answer':
        return settle(message.id)?.resolve(message.answer);
      case 'failed':
        return settle(message.id)?.reject(errorFromData(message.error));
      case 'fault':
        return end(faultOf(message.error));
    }
  });
  worker.on('error', (error) => end(new StoreFault(`the read store's thread failed: ${wholeMessage(error)}`, { cause: error })));
  worker.on('exit', (code) => {
    end(new StoreFault(stopping ? 'the read store was stopped' : `the read store's thread ended with code ${code}`));
    gone.resolve();
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [id, one] of waiting) {
      if (now - one.askedAt < askTimeoutMs) continue;
      waiting.delete(id);
      const isBehind = projected < one.afterSequence;
      one.reject(
        isBehind
          ? new StoreBehind(one.afterSequence, projected, askTimeoutMs)
          : new StoreFault(`the read store did not answer ${one.question} within ${askTimeoutMs} ms`),
      );
    }
  }, 100);
  sweep.unref();

  const send = (message: ToThread): void => worker.postMessage(message);
  await ready.promise;
  return {
    ask<Q extends Question>(question: Q, args: Questions[Q]['args'], afterSequence: number) {
      if (ended !== null) return Promise.reject(ended);
      return new Promise<Questions[Q]['answer']>((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, {
          question,
          afterSequence,
          askedAt: performance.now(),
          resolve: resolve as (answer: unknown) => void,
          reject,
        });
        send({ kind: 'ask', id, question, args, afterSequence });
      });
    },
    announceDurable(sequence) {
      if (ended === null) send({ kind: 'durable', sequence });
    },
    projected: () => projected,
    async stop() {
      stopping = true;
      if (ended === null) send({ kind: 'stop' });
      const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
      await gone.promise;
      clearTimeout(timer);
    },
  };
}

function faultOf(data: ErrorData): StoreFault {
  return data.kind === 'fault' ? new StoreFault(data.message, { cause: data.stack }) : new StoreFault(data.message);
}
