/**
 * One span of time for many: whoever is not done when it is over is called. One timer serves them all, because most are
 * done at once, and a timer each would cost more than the work it watches.
 */

/** Who waits, and until when. */
export interface Waiting {
  /** Null once it is done: see `done`. */
  late: (() => void) | null;
  readonly dueMs: number;
}

export interface Deadline {
  /** From now on `late` has the span; it is called after it, unless `done` was. */
  begin(late: () => void): Waiting;
  done(waiting: Waiting): void;
}

/** @param nowMs monotonic milliseconds */
export function createDeadline(spanMs: number, nowMs: () => number = () => performance.now()): Deadline {
  /** In the order in which they are due. */
  const all = new Set<Waiting>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  function look(): void {
    timer = null;
    const now = nowMs();
    for (const waiting of all) {
      if (waiting.dueMs > now) return watch(waiting.dueMs - now);
      all.delete(waiting);
      waiting.late?.();
    }
  }

  function watch(ms: number): void {
    timer ??= setTimeout(look, Math.ceil(ms)).unref();
  }

  return {
    begin(late) {
      const waiting = { late, dueMs: nowMs() + spanMs };
      all.add(waiting);
      if (timer === null) watch(spanMs);
      return waiting;
    },
    /**
     * A set that has been outgrown still points at who was in it, and at the next one: once such a one is old, those
     * after it live until the next full collection. So whoever leaves lets go of the request.
     */
    done(waiting) {
      all.delete(waiting);
      waiting.late = null;
    },
  };
}
