/**
 * The questions sent to the store's thread and not answered yet. Each is settled once: answered, refused, out of time, or ended with
 * the thread.
 */
import { StoreBehind, StoreFault } from './errors.ts';
import type { Question } from './questions.ts';

export interface WaitingAsks {
  /** Enters a question; gives the id its answer will come under. */
  add(question: Question, afterSequence: number, settle: Settle): number;
  /** Takes a question out, to be settled; undefined when it is no longer waiting. */
  take(id: number): Settle | undefined;
  /** Rejects every question and takes no further notice of time. */
  end(fault: StoreFault): void;
}

export interface Settle {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Ask extends Settle {
  readonly question: Question;
  readonly afterSequence: number;
  readonly askedAt: number;
}

const LOOK_EVERY_MS = 100;

/** @param projected gives the last sequence known to be projected, to say what a question was waiting for */
export function createWaitingAsks(timeoutMs: number, projected: () => number): WaitingAsks {
  const asks = new Map<number, Ask>();
  let lastId = 0;
  const look = setInterval(() => {
    const since = performance.now() - timeoutMs;
    for (const [id, { askedAt, question, afterSequence, reject }] of asks) {
      // They are in the order in which they were asked.
      if (askedAt > since) return;
      asks.delete(id);
      const isBehind = projected() < afterSequence;
      reject(
        isBehind
          ? new StoreBehind(afterSequence, projected(), timeoutMs)
          : new StoreFault(`the read store did not answer ${question} within ${timeoutMs} ms`),
      );
    }
  }, LOOK_EVERY_MS);
  look.unref();
  return {
    add(question, afterSequence, settle) {
      lastId += 1;
      asks.set(lastId, { question, afterSequence, askedAt: performance.now(), ...settle });
      return lastId;
    },
    take(id) {
      const ask = asks.get(id);
      asks.delete(id);
      return ask;
    },
    end(fault) {
      clearInterval(look);
      for (const { reject } of asks.values()) reject(fault);
      asks.clear();
    },
  };
}
