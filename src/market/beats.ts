/** Work that is sent to the sequencer again and again: never twice at a time, and late beats are not made up for. */
import type { ExchangeTime } from '../time/time.ts';
import { isRefusal } from './submit.ts';

export interface Beats {
  /** Nothing further is sent; resolves when what is under way is answered. */
  stop(): Promise<void>;
}

/** `onFault` gets whatever is not an ordinary "not now" of the sequencer; no beat comes after it. */
export function beatEvery(
  time: ExchangeTime,
  everyMs: number,
  beat: () => Promise<unknown>,
  onFault: (error: unknown) => void,
): Beats {
  let underWay: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      await beat();
    } catch (error) {
      if (!isRefusal(error)) {
        timer.cancel();
        onFault(error);
      }
    }
    underWay = null;
  };
  const timer = time.every(everyMs, () => (underWay ??= run()));
  return {
    async stop() {
      timer.cancel();
      await underWay;
    },
  };
}
