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
  /** Each carries out at once what waits for its moment. */
  readonly #waiting = new Set<() => void>();
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

  /** Time has come to stand, who knows until when: what waits is carried out. */
  stand(): void {
    for (const cutShort of this.#waiting) cutShort();
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
    const fromMs = timeline.nowMs();
    const done = Promise.withResolvers<Done>();
    const begin = (passedMs: number): Promise<unknown> => {
      this.#waiting.delete(cutShort);
      const running = (async () => run(passedMs))();
      running.then(done.resolve, done.reject);
      return running.catch(() => undefined);
    };
    const entry = timeline.at(fromMs + ms, RANKS.delayed + account / ACCOUNTS, async () => {
      const over = new AbortController();
      await Promise.race([begin(ms), machine.sleep(PATIENCE_MS, over.signal).catch(() => undefined)]);
      over.abort();
    });
    const cutShort = (): void => {
      entry.cancel();
      void begin(timeline.nowMs() - fromMs);
    };
    this.#underWay += 1;
    this.#waiting.add(cutShort);
    try {
      return await done.promise;
    } finally {
      this.#underWay -= 1;
    }
  }
}
