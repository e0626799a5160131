/**
 * Bars in chronological order, whatever order the past and the pushed ones arrive in. A chart only takes a bar that is
 * its last one or later, and throws on an older one.
 */
export interface Prices {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

export interface Bar {
  /** Epoch ms of its beginning. */
  readonly t: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly size: number;
  /** The prices to their last digit. */
  readonly exact: Prices;
}

export interface BarLineListener {
  readonly all: (bars: readonly Bar[]) => void;
  readonly last: (bar: Bar) => void;
}

export interface BarLine {
  /** Takes the bar that is forming or a later one; returns false for an older one, which is not taken. */
  readonly push: (bar: Bar) => boolean;
  /** Takes the past, however late it comes. */
  readonly begin: (past: readonly Bar[]) => void;
  /** All there are, oldest first. */
  readonly bars: () => readonly Bar[];
  /** Tells the listener what is new since the last call; false before there is a past. */
  readonly draw: () => boolean;
}

export const MOST_BARS = 2_500;
const CUT_TO = 2_000;

export function createBarLine(listener: BarLineListener): BarLine {
  let bars: Bar[] = [];
  let isBegun = false;
  let areOthers = false;
  let waiting: Bar[] = [];
  return {
    push(bar) {
      const last = bars.at(-1);
      if (last !== undefined && bar.t < last.t) return false;
      if (last?.t === bar.t) bars[bars.length - 1] = bar;
      else bars.push(bar);
      if (waiting.at(-1)?.t === bar.t) waiting.pop();
      waiting.push(bar);
      return true;
    },
    begin(past) {
      bars = joined(past, bars);
      isBegun = true;
      areOthers = true;
    },
    bars: () => bars,
    draw() {
      if (!isBegun) return false;
      if (bars.length > MOST_BARS) {
        bars = bars.slice(-CUT_TO);
        areOthers = true;
      }
      if (areOthers) listener.all(bars);
      else for (const bar of waiting) listener.last(bar);
      areOthers = false;
      waiting = [];
      return true;
    },
  };
}

/** The past, and what was pushed since; of the bar that both have, the one that saw more trades. */
function joined(past: readonly Bar[], pushed: readonly Bar[]): Bar[] {
  const end = past.at(-1);
  if (end === undefined) return [...pushed];
  const same = pushed.find(({ t }) => t === end.t);
  const last = same !== undefined && same.size >= end.size ? same : end;
  return [...past.slice(0, -1), last, ...pushed.filter(({ t }) => t > end.t)];
}
