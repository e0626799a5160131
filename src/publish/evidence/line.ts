/**
 * One job at a time, the next when it ended: those that belong to running and judging a contest go before those of its
 * teams, and each kind in the order it was asked for.
 */
export interface Line {
  /** Starts the work when it is its turn; settles as it does. */
  take<Result>(goesBefore: boolean, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing waits and nothing runs. */
  ended(): Promise<void>;
}

export function createLine(): Line {
  const before: (() => void)[] = [];
  const after: (() => void)[] = [];
  let isBusy = false;
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  const next = (): void => {
    const start = before.shift() ?? after.shift();
    if (start !== undefined) return start();
    isBusy = false;
    idle.resolve();
  };

  return {
    async take(goesBefore, work) {
      if (isBusy) await new Promise<void>((resolve) => (goesBefore ? before : after).push(resolve));
      else idle = Promise.withResolvers();
      isBusy = true;
      try {
        return await work();
      } finally {
        next();
      }
    },
    ended: () => idle.promise,
  };
}
