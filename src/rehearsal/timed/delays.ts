/**
 * Delays of requests in the rehearsal's own time (REH-07, REH-11). While time passes a delayed request is an entry of
 * the timeline, which waits until it is carried out. In lockstep's turns the clock moves inside of the turn by the
 * delay. Where time stands there is no delay: nobody would ever be answered.
 */
import { machine } from '../../time/machine.ts';
import { RANKS, type Timeline } from '../../time/timeline.ts';
import type { Lockstep } from './lockstep.ts';

/** The timeline waits no longer for a request that waits for something itself. */
const PATIENCE_MS = 1_000;
/** Entries of one moment come by account, within their rank. */
const ACCOUNTS = 1e10;

export interface DelaysParts {
  readonly timeline: Timeline;
  readonly lockstep: () => Lockstep | null;
  readonly advanceTo: (untilMs: number) => Promise<void>;
}

export class Delays {
  readonly #parts: DelaysParts;
  #underWay = 0;
  #moves: Promise<void> = Promise.resolve();

  constructor(parts: DelaysParts) {
    this.#parts = parts;
  }

  /** None is under way. */
  get isIdle(): boolean {
    return this.#underWay === 0;
  }

  /** Resolves when the clock has come to where the delays of a turn have moved it. */
  get settled(): Promise<void> {
    return this.#moves;
  }

  async later<Done>(account: number, ms: number, run: (passedMs: number) => Done | Promise<Done>): Promise<Done> {
    const { timeline, lockstep } = this.#parts;
    if (ms <= 0) return run(0);
    const steps = lockstep();
    if (steps !== null && !steps.isAdvancing) return steps.mayMove(account) ? this.#moved(ms, run) : run(0);
    return timeline.pace === null ? run(0) : this.#entered(account, ms, run);
  }

  /** Runs so much later, whether time stands now or not. */
  after(account: number, ms: number, run: () => void): void {
    const { timeline } = this.#parts;
    timeline.at(timeline.nowMs() + ms, RANKS.delayed + account / ACCOUNTS, run);
  }

  async #moved<Done>(ms: number, run: (passedMs: number) => Done | Promise<Done>): Promise<Done> {
    const { timeline, advanceTo } = this.#parts;
    const moved = this.#moves.then(() => advanceTo(timeline.nowMs() + ms));
    this.#moves = moved.catch(() => undefined);
    await moved;
    return run(ms);
  }

  async #entered<Done>(account: number, ms: number, run: (passedMs: number) => Done | Promise<Done>): Promise<Done> {
    const { timeline } = this.#parts;
    const done = Promise.withResolvers<Done>();
    this.#underWay += 1;
    timeline.at(timeline.nowMs() + ms, RANKS.delayed + account / ACCOUNTS, async () => {
      const running = (async () => run(ms))();
      running.then(done.resolve, done.reject);
      const over = new AbortController();
      const patience = machine.sleep(PATIENCE_MS, over.signal).catch(() => undefined);
      await Promise.race([running.catch(() => undefined), patience]);
      over.abort();
    });
    try {
      return await done.promise;
    } finally {
      this.#underWay -= 1;
    }
  }
}
