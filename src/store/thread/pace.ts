/**
 * How fast the store's thread goes through the journal, measured over the last seconds of a stretch of work without a
 * pause. A few commands now and then say nothing about how long many would take, so there is no pace then.
 */

export interface Pace {
  /** Commands a second; null while there is nothing to measure. */
  readonly perSecond: number | null;
  /** Work goes on, at this sequence. True now and then: when it is worth telling. */
  mark(applied: number): boolean;
  /** Nothing is left to do. True when there was a pace until now. */
  rest(): boolean;
}

const EVERY_MS = 250;
/** A thread that is new, or gets no core for a moment, would seem a hundred times slower than it is. */
const LEAST_MS = 1_000;
/** So many marks make the window. */
const MARKS = 12;

export function createPace(nowMs: () => number = () => performance.now()): Pace {
  let marks: { readonly atMs: number; readonly applied: number }[] = [];
  return {
    get perSecond() {
      const first = marks[0];
      const last = marks.at(-1);
      if (first === undefined || last === undefined || last.atMs - first.atMs < LEAST_MS) return null;
      return ((last.applied - first.applied) * 1000) / (last.atMs - first.atMs);
    },
    mark(applied) {
      const atMs = nowMs();
      const last = marks.at(-1);
      if (last !== undefined && atMs - last.atMs < EVERY_MS) return false;
      marks.push({ atMs, applied });
      if (marks.length > MARKS) marks.shift();
      return marks.length > 1;
    },
    rest() {
      const had = marks.length > 1;
      marks = [];
      return had;
    },
  };
}
