/**
 * Sends one `tick` a second (MARK-005): basis samples, marks, and whatever the rules let fall due with time.
 *
 * Late or missing ticks only mean fewer samples, so a tick that can't be taken now is left out and never made up for.
 * The next one is sent only when the one before is answered. It runs in every exchange, with or without a market.
 */
import { isRefusal, type Submit } from './submit.ts';

export interface Scheduler {
  /** Sends no further tick; resolves when the one under way is answered. */
  stop(): Promise<void>;
}

const TICK_EVERY_MS = 1000;

/** Starts ticking. `onFault` gets whatever is not an ordinary "not now" of the sequencer. */
export function startScheduler(submit: Submit, onFault: (error: unknown) => void, everyMs = TICK_EVERY_MS): Scheduler {
  let underWay: Promise<void> | null = null;
  const tick = async (): Promise<void> => {
    try {
      await submit<'tick'>({ name: 'tick' });
    } catch (error) {
      if (!isRefusal(error)) onFault(error);
    }
    underWay = null;
  };
  const timer = setInterval(() => {
    underWay ??= tick();
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
