/**
 * The questions sent to the store's thread and not answered yet. Each is settled once: answered, refused, out of time,
 * or ended with the thread.
 */
import { StoreAway, StoreBehind, StoreFault } from '../errors.ts';
import { isFarBehind, type Progress, secondsUntil } from '../progress.ts';
import type { Question } from '../questions.ts';
import { CHANGING } from './changing.ts';
import { machine } from '../../time/machine.ts';

export interface WaitingAsks {
  /** Enters a question; gives the id its answer will come under. */
  add(question: Question, afterSequence: number, settle: Settle): number;
  /** Takes a question out, to be settled; undefined when it is no longer waiting. */
  take(id: number): Settle | undefined;
  /** Rejects every question: the thread that had them is gone. The changes among them may have been carried out. */
  lose(fault: StoreFault): void;
  /** Rejects every question and ignores time from then on. */
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

/** These take longer the larger the state is, and only the end of the thread ends them. */
const PROOFS: ReadonlySet<Question> = new Set(['stateHash', 'audit', 'snapshot']);

/**
 * @param progress says how far the thread is: a caller that would wait long for it is told so immediately
 * @param away why the store can't be asked, once nobody should wait for it; null while it can be
 */
export function createWaitingAsks(timeoutMs: number, progress: () => Progress, away: () => string | null): WaitingAsks {
  const asks = new Map<number, Ask>();
  let lastId = 0;
  const look = machine.every(LOOK_EVERY_MS, () => {
    const since = machine.steadyMs() - timeoutMs;
    const now = progress();
    const reason = away();
    for (const [id, { askedAt, question, afterSequence, reject }] of asks) {
      const isBehind = now.projected < afterSequence;
      const isLate = askedAt <= since && !PROOFS.has(question);
      // A change must not be called undone when that isn't known; the others change nothing, or the same once more.
      const isLost = reason !== null && !PROOFS.has(question) && !CHANGING.has(question);
      if (!isLate && !isLost && !(isBehind && isFarBehind(now, afterSequence))) continue;
      asks.delete(id);
      if (isLost) reject(new StoreAway(reason));
      else if (isBehind) reject(new StoreBehind(afterSequence, now.projected, secondsUntil(now, afterSequence)));
      else reject(unanswered(question, `it did not answer ${question} within ${timeoutMs} ms`));
    }
  });
  look.unref();
  return {
    add(question, afterSequence, settle) {
      lastId += 1;
      asks.set(lastId, { question, afterSequence, askedAt: machine.steadyMs(), ...settle });
      return lastId;
    },
    take(id) {
      const ask = asks.get(id);
      asks.delete(id);
      return ask;
    },
    lose(fault) {
      for (const { question, reject } of asks.values()) reject(unanswered(question, fault.message, fault));
      asks.clear();
    },
    end(fault) {
      look.cancel();
      for (const { reject } of asks.values()) reject(fault);
      asks.clear();
    },
  };
}

function unanswered(question: Question, reason: string, cause?: StoreFault): StoreAway | StoreFault {
  return CHANGING.has(question)
    ? new StoreFault(`it is not known whether ${question} was carried out: ${reason}`, { cause })
    : new StoreAway(reason);
}
