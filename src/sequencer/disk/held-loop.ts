/**
 * How long the event loop was held during a wait. Work in the background may be done long before this thread gets to
 * hear of it; without this, a held loop looks like a slow disk.
 *
 * A turn every 10 ms says that the loop runs. When a gap between two turns is longer than that, the loop was held for
 * the excess, except for the few milliseconds by which timers are late anyway.
 */
import { machine } from '../../time/machine.ts';

const EVERY_MS = 10;
const LATE_MS = 2 * EVERY_MS;

export interface HeldLoop {
  /** Ends watching. Returns how long the loop was held, in milliseconds. */
  end(): number;
}

export function watchHeldLoop(nowMs: () => number = machine.steadyMs): HeldLoop {
  let lastMs = nowMs();
  let heldMs = 0;
  const turn = (): void => {
    const now = nowMs();
    const gapMs = now - lastMs;
    if (gapMs > LATE_MS) heldMs += gapMs - EVERY_MS;
    lastMs = now;
  };
  const timer = machine.every(EVERY_MS, turn);
  return {
    end() {
      timer.cancel();
      turn();
      return heldMs;
    },
  };
}
