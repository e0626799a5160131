/** The machine's time and timers, of a server and of a browser alike. */
import type { MachineTime, Timer } from './time.ts';

class SystemTimer implements Timer {
  readonly #id: ReturnType<typeof setTimeout>;

  constructor(id: ReturnType<typeof setTimeout>) {
    this.#id = id;
  }

  /** One call ends both kinds. */
  cancel(): void {
    clearTimeout(this.#id);
  }

  unref(): this {
    // A browser's is a number, and keeps nothing alive.
    const id: unknown = this.#id;
    (id as { readonly unref?: () => void }).unref?.();
    return this;
  }
}

const after = (ms: number, run: () => unknown): Timer => new SystemTimer(setTimeout(run, ms));

export const machine: MachineTime = {
  kind: 'machine',
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  after,
  every: (ms, run) => new SystemTimer(setInterval(run, ms)),
  sleep: (ms, signal) => sleepBy(after, ms, signal),
};

/** A sleep made of a timer. */
export function sleepBy(
  timer: (ms: number, run: () => unknown) => Timer,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = (): void => {
      sleeping.cancel();
      reject(signal?.reason);
    };
    const sleeping = timer(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
