/**
 * How fast the store's thread goes through the journal, or through the state it proves or writes down, measured over
 * the last seconds of a stretch of work without a pause. A few commands now and then say nothing about how long many
 * would take, so there is no pace then.
 */
import type { Proving } from './progress.ts';
import { machine } from '../time/machine.ts';

export interface Pace {
  /** Commands, or records, a second; null while there is nothing to measure. */
  readonly perSecond: number | null;
  /** Work goes on, and this much is done. True now and then: when it is worth reporting. */
  mark(done: number): boolean;
  /** Nothing is left to do. True when there was a pace until now. */
  rest(): boolean;
}

const EVERY_MS = 250;
/** A thread that is new, or gets no core for a moment, would seem a hundred times slower than it is. */
const LEAST_MS = 1_000;
/** The window is this many marks. */
const MARKS = 12;

export function createPace(nowMs: () => number = machine.steadyMs): Pace {
  let marks: { readonly atMs: number; readonly done: number }[] = [];
  return {
    get perSecond() {
      const first = marks[0];
      const last = marks.at(-1);
      if (first === undefined || last === undefined || last.atMs - first.atMs < LEAST_MS) return null;
      return ((last.done - first.done) * 1000) / (last.atMs - first.atMs);
    },
    mark(done) {
      const atMs = nowMs();
      const last = marks.at(-1);
      if (last !== undefined && atMs - last.atMs < EVERY_MS) return false;
      marks.push({ atMs, done });
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

/**
 * Tells a few times a second how far work on `total()` records is, and how much longer it will take: at the pace of the
 * last seconds, since the first of many records tell nothing: their time includes the start of the work itself.
 */
export function createTeller(
  what: Proving['what'],
  total: () => number,
  tell: (proving: Proving) => void,
  nowMs?: () => number,
): (done: number) => void {
  const pace = createPace(nowMs);
  return (done) => {
    if (!pace.mark(done)) return;
    const all = total();
    const { perSecond } = pace;
    const seconds = perSecond === null || perSecond === 0 ? null : Math.max(0, all - done) / perSecond;
    tell({ what, part: Math.min(0.99, done / all), seconds });
  };
}
