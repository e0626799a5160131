/**
 * Where time comes from: the sequencer stamps it on commands, and the rules know no other (FLOW-001). Nothing else in
 * the sequencer reads a clock that decides.
 *
 * Here are a clock as others see it, the machine's clocks it is made from, and the clock of tests and simulations. The
 * one of a running exchange, which doubts what the machine says, is in `wall-clock.ts`.
 */
import { uptime } from 'node:os';

export interface Clock {
  /** The stamp of a command taken now: milliseconds since the epoch, whole, never less than the time before. */
  nowMs(): number;
  /** Why no command may be stamped now; null while all is well. */
  trouble(): ClockTrouble | null;
}

/**
 * `jumped`: the machine's clock is not where the time that passed would have taken it. `behind`: it is earlier than
 * what the journal ends with.
 */
export interface ClockTrouble {
  readonly kind: 'jumped' | 'behind';
  /** How far: ahead of where it should be (or behind it, below 0); behind the journal. */
  readonly byMs: number;
  /** The whole sentence, for `readyz`, the log and refusals. */
  readonly text: string;
  /** When it may be over by itself. */
  readonly retryAfterSeconds: number;
}

/** The machine's three clocks, in milliseconds. Only the first tells what time it is; the others, how much passed. */
export interface MachineTime {
  /** May be set to anything at any moment. */
  wallMs(): number;
  /** Never set, costs nothing to read, and may stop while the machine sleeps. */
  steadyMs(): number;
  /** Never set, and goes on while the machine sleeps; coarse, and costs a system call. */
  bootMs(): number;
}

const steadyMs = (): number => performance.now();

export const MACHINE: MachineTime = {
  wallMs: Date.now,
  steadyMs,
  bootMs: tellsUptime() ? () => uptime() * 1000 : steadyMs,
};

/** Some sandboxes don't say since when they run. */
function tellsUptime(): boolean {
  try {
    return uptime() > 0;
  } catch {
    return false;
  }
}

/** A machine whose clocks are one, which therefore never disagree: for tests that set the time as they like. */
export function oneClock(readMs: () => number): MachineTime {
  return { wallMs: readMs, steadyMs: readMs, bootMs: readMs };
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
    trouble: () => null,
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`time moves on by whole milliseconds, found ${ms}`);
      nowMs += ms;
    },
  };
}
