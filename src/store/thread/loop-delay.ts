/**
 * How long a thread's event loop is held up: measured by a timer's lateness, told as quantiles. The store's thread
 * tells it once a second, because a thread that is held up can't be asked; the side that shows it keeps the worst it
 * was told.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { machine } from '../../time/machine.ts';

/** In seconds. */
export interface LoopDelays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export const NO_DELAYS: LoopDelays = { p50: 0, p99: 0, max: 0 };

/** A timer's own lateness; each sample contains it. */
const RESOLUTION_MS = 20;
const TOLD_EVERY_MS = 1_000;

export interface LoopWatch {
  /** The delays since it was last read. */
  read(): LoopDelays;
  stop(): void;
}

export function watchLoop(): LoopWatch {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const seconds = (nanoseconds: number): number =>
    delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
  return {
    read() {
      const delays = {
        p50: seconds(delay.percentile(50)),
        p99: seconds(delay.percentile(99)),
        max: seconds(delay.max),
      };
      delay.reset();
      return delays;
    },
    stop: () => delay.disable(),
  };
}

/** Tells the delays of each second. Returns a function that ends it. */
export function tellDelays(tell: (delays: LoopDelays) => void): () => void {
  const watch = watchLoop();
  const timer = machine.every(TOLD_EVERY_MS, () => tell(watch.read())).unref();
  return () => {
    timer.cancel();
    watch.stop();
  };
}

/** The worse of each. */
export function worseOf(one: LoopDelays, other: LoopDelays): LoopDelays {
  return {
    p50: Math.max(one.p50, other.p50),
    p99: Math.max(one.p99, other.p99),
    max: Math.max(one.max, other.max),
  };
}
