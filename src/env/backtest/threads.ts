/** Threads that play pieces of a backtest, each one at a time. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Piece, Played } from './play.ts';

/** A thread's answer: what was played, or why not. */
export type Answer = { readonly played: readonly Played[] } | { readonly failed: unknown };

interface Waiting {
  readonly piece: Piece;
  readonly resolve: (played: Played[]) => void;
  readonly reject: (error: unknown) => void;
}

export class Threads {
  readonly #workers: readonly Worker[];
  readonly #free: Worker[];
  #waiting: Waiting[] = [];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
    this.#free = [...workers];
  }

  /** @param policy the module whose default export makes a policy; null: only agents by coin are played */
  static open(policy: URL | null, count: number): Threads {
    const program = new URL('./backtest-thread.ts', import.meta.url);
    return new Threads(Array.from({ length: count }, () => new Worker(program, { workerData: policy?.href ?? null })));
  }

  play(piece: Piece): Promise<Played[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ piece, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    const worker = this.#free[0];
    const waiting = this.#waiting[0];
    if (worker === undefined || waiting === undefined) return;
    this.#free.shift();
    this.#waiting.shift();
    void this.#carryOut(worker, waiting);
  }

  async #carryOut(worker: Worker, { piece, resolve, reject }: Waiting): Promise<void> {
    try {
      worker.postMessage(piece);
      const [answer] = (await once(worker, 'message')) as [Answer];
      if ('failed' in answer) throw answer.failed;
      resolve([...answer.played]);
      this.#free.push(worker);
      this.#next();
    } catch (error) {
      // The whole backtest fails with it.
      reject(error);
    }
  }
}
