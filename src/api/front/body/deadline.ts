/**
 * One span of time for many: those not done when it is over are called. One timer serves them all, because most are
 * done right away, and a timer each would cost more than the work it watches.
 */
import { machine } from '../../../time/machine.ts';
import type { Timer } from '../../../time/time.ts';

/** The waiting, and their deadlines. */
export interface Waiting {
  /** Null once it is done: see `done`. */
  late: (() => void) | null;
  readonly dueMs: number;
  /** Its neighbours in the line; null at the ends, and once it is done. */
  before: Waiting | null;
  after: Waiting | null;
}

export interface Deadline {
  /** From now on `late` has the span; it is called after it, unless `done` was. */
  begin(late: () => void): Waiting;
  done(waiting: Waiting): void;
}

/** @param nowMs monotonic milliseconds */
export function createDeadline(spanMs: number, nowMs: () => number = machine.steadyMs): Deadline {
  /** The ends of the line of all who wait, in the order in which they are due. */
  let first: Waiting | null = null;
  let last: Waiting | null = null;
  let timer: Timer | null = null;

  function look(): void {
    timer = null;
    const now = nowMs();
    while (first !== null) {
      if (first.dueMs > now) return watch(first.dueMs - now);
      const { late } = first;
      leave(first);
      late?.();
    }
  }

  function watch(ms: number): void {
    timer ??= machine.after(Math.ceil(ms), look).unref();
  }

  /** One that leaves points at no neighbour and at no request: nothing lives longer for it. */
  function leave(waiting: Waiting): void {
    const { before, after } = waiting;
    waiting.late = null;
    waiting.before = null;
    waiting.after = null;
    if (before !== null) before.after = after;
    else if (first === waiting) first = after;
    if (after !== null) after.before = before;
    else if (last === waiting) last = before;
  }

  return {
    begin(late) {
      const waiting: Waiting = { late, dueMs: nowMs() + spanMs, before: last, after: null };
      if (last === null) first = waiting;
      else last.after = waiting;
      last = waiting;
      if (timer === null) watch(spanMs);
      return waiting;
    },
    done: leave,
  };
}
