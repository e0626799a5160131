/**
 * Takes steps of work that nobody waits for, one at a time, with pauses so that questions and rows go first: while
 * there is more, one step of a few milliseconds in every fortieth of a second; otherwise it looks again after a while.
 * A database that is away is waited for.
 */
import { machine } from '../../time/machine.ts';

/** Does a little. True: there is more. */
export type Step = () => Promise<boolean>;

export interface Upkeep {
  /** Takes no further step; resolves when the one under way is done. */
  stop(): Promise<void>;
}

export interface UpkeepOptions {
  /** Resolves when the database is back; rejects when it is a different error. */
  readonly lost: (error: unknown) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

const PAUSE_MS = 25;
const REST_MS = 10_000;

export function startUpkeep(steps: readonly Step[], { lost, onFault }: UpkeepOptions): Upkeep {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number): Promise<void> => machine.sleep(ms, signal).catch(() => undefined);

  const turn = async (): Promise<boolean> => {
    let hasMore = false;
    for (const step of steps) {
      if (signal.aborted) return false;
      const again = await step().catch(async (error: unknown) => {
        if (!signal.aborted) await lost(error);
        return true;
      });
      hasMore ||= again;
      if (again) await pause(PAUSE_MS);
    }
    return hasMore;
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) if (!(await turn())) await pause(REST_MS);
  };
  const running = run().catch((error: unknown) => {
    if (!signal.aborted) onFault(error);
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
