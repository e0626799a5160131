/** Time that passes when told to: of tests, rehearsals and simulations. */
import { sleepBy } from './machine.ts';
import type { Clock, ExchangeTime, Timer } from './time.ts';

export interface ManualClock extends Clock {
  /** Moves time on by `ms`, a whole number not below zero. */
  advance(ms: number): void;
}

export function manualClock(startMs = 0): ManualClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    trouble: () => null,
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`time moves on by whole milliseconds, found ${ms}`);
      nowMs += ms;
    },
  };
}

export interface ManualTime extends ExchangeTime {
  /**
   * Moves time on by `ms`, a whole number not below zero, and runs what falls due on the way, in the order in which it
   * does and at its own moment; what was set first goes first. Waits for each before the next.
   */
  advance(ms: number): Promise<void>;
}

class Due implements Timer {
  atMs: number;
  /** Milliseconds between two runs; null: once. */
  readonly everyMs: number | null;
  readonly run: () => unknown;
  readonly #list: Set<Due>;

  constructor(list: Set<Due>, atMs: number, everyMs: number | null, run: () => unknown) {
    this.atMs = atMs;
    this.everyMs = everyMs;
    this.run = run;
    this.#list = list;
    list.add(this);
  }

  cancel(): void {
    this.#list.delete(this);
  }

  unref(): this {
    return this;
  }
}

export function manualTime(startMs = 0): ManualTime {
  const clock = manualClock(startMs);
  const waiting = new Set<Due>();
  /** The shortest time between two turns of a timer, as of the machine's. */
  const spanOf = (ms: number): number => Math.max(1, Math.ceil(ms));
  const after = (ms: number, run: () => unknown): Timer => new Due(waiting, clock.nowMs() + spanOf(ms), null, run);
  const nextUntil = (untilMs: number): Due | null => {
    let next: Due | null = null;
    for (const due of waiting) if (due.atMs <= untilMs && (next === null || due.atMs < next.atMs)) next = due;
    return next;
  };
  return {
    kind: 'exchange',
    nowMs: clock.nowMs,
    trouble: clock.trouble,
    after,
    every: (ms, run) => new Due(waiting, clock.nowMs() + spanOf(ms), spanOf(ms), run),
    sleep: (ms, signal) => sleepBy(after, ms, signal),
    async advance(ms) {
      const untilMs = clock.nowMs() + ms;
      for (let due = nextUntil(untilMs); due !== null; due = nextUntil(untilMs)) {
        clock.advance(Math.max(0, due.atMs - clock.nowMs()));
        // Behind those that are due at the same moment.
        waiting.delete(due);
        if (due.everyMs !== null) {
          due.atMs += due.everyMs;
          waiting.add(due);
        }
        await due.run();
      }
      clock.advance(untilMs - clock.nowMs());
    },
  };
}
