/**
 * Work that takes long, done in steps between which everybody else is served: the reading of large bodies. In a turn of
 * the event loop one step of one account's is taken, the accounts by turns, and an account's jobs one after the other:
 * whoever sends many waits for themselves. Knows nothing of what a step does, but that it is short.
 */
import type { Steps } from '../../../core/text/steps.ts';
import { soon } from '../../../time/event-loop.ts';

export interface Slices {
  /** Takes the steps of a job and resolves with its result, or rejects with what it throws. */
  run<Result>(account: number, steps: Steps<Result>): Promise<Result>;
  /** Steps taken since the start. */
  readonly taken: number;
}

export function createSlices(): Slices {
  /** The jobs of each account as functions that take a step and say whether it was the last; first whose turn it is. */
  const lines = new Map<number, (() => boolean)[]>();
  let taken = 0;

  function turn(): void {
    const [account, line] = lines.entries().next().value as [number, (() => boolean)[]];
    taken++;
    if ((line[0] as () => boolean)()) line.shift();
    lines.delete(account);
    if (line.length > 0) lines.set(account, line);
    if (lines.size > 0) soon(turn);
  }

  return {
    get taken() {
      return taken;
    },
    run: (account, steps) =>
      new Promise((resolve, reject) => {
        const step = (): boolean => {
          try {
            const { done, value } = steps.next();
            if (done === true) resolve(value);
            return done === true;
          } catch (error) {
            reject(error);
            return true;
          }
        };
        if (lines.size === 0) soon(turn);
        const line = lines.get(account);
        if (line === undefined) lines.set(account, [step]);
        else line.push(step);
      }),
  };
}
