/**
 * How long one kind of thing took lately: the median, the slowest in a hundred and the longest of the last minute, or
 * of the newest 4,096 where there were more. Adding is two writes into arrays; sorting waits until the figures are
 * read.
 */
import { machine } from '../../time/machine.ts';

export interface Durations {
  add(milliseconds: number): void;
  /** Null when it didn't happen. */
  lately(): Lately | null;
}

export interface Lately {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

const KEPT = 4_096;
const LATELY_MS = 60_000;

/** @param steadyMs a clock that never runs backwards */
export function createDurations(steadyMs: () => number = machine.steadyMs): Durations {
  const took = new Float64Array(KEPT);
  const endedMs = new Float64Array(KEPT).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return {
    add(milliseconds) {
      took[next] = milliseconds;
      endedMs[next] = steadyMs();
      next = (next + 1) % KEPT;
    },
    lately() {
      const sinceMs = steadyMs() - LATELY_MS;
      const those = took.filter((_, at) => (endedMs[at] as number) >= sinceMs).sort();
      const at = (part: number): number => those[Math.ceil(those.length * part) - 1] as number;
      return those.length === 0 ? null : { count: those.length, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
    },
  };
}
