/**
 * Where time comes from: the sequencer stamps it on commands, and the rules know no other (FLOW-001). Nothing else in the sequencer
 * reads a clock that decides.
 */

export interface Clock {
  /** Milliseconds since the epoch, whole; never less than the time before. */
  nowMs(): number;
}

/** The machine's time. When that is set back, this one stands still until it has caught up. */
export function wallClock(readMs: () => number = Date.now): Clock {
  let lastMs = 0;
  return {
    nowMs: () => {
      lastMs = Math.max(lastMs, Math.floor(readMs()));
      return lastMs;
    },
  };
}

export interface ManualClock extends Clock {
  /** Moves time on by `ms`, a whole number not below zero. */
  advance(ms: number): void;
}

/** A clock for tests and simulations: it moves when told to. */
export function manualClock(startMs = 0): ManualClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`time moves on by whole milliseconds, found ${ms}`);
      nowMs += ms;
    },
  };
}
