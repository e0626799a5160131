import { availableParallelism, loadavg } from 'node:os';

// How long a test waits for what always comes. It is no measure of speed: it ends a wait that would never end, and is
// so long that a machine busy with something else doesn't make a test fail.
export const PATIENCE_MS = 120_000;

/** Asks until it is as wanted, and answers what was found last: whoever asks says what is wrong with that. */
export async function asked<T>(ask: () => T | Promise<T>, isWanted: (found: T) => boolean): Promise<T> {
  for (const untilMs = performance.now() + PATIENCE_MS; ; ) {
    const found = await ask();
    if (isWanted(found) || performance.now() > untilMs) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Asks again while the answer is that history has yet to catch up, as that answer says: nothing was done by then. */
export function askedOfHistory<Reply extends { readonly status: number }>(
  ask: () => Promise<Reply>,
  saidBy: (reply: Reply) => { readonly hint?: unknown } | undefined,
): Promise<Reply> {
  return asked(
    ask,
    (reply) => reply.status !== 503 || !String(saidBy(reply)?.hint).startsWith('history is stored up to'),
  );
}

/**
 * What is promised of a machine that has nothing else to do, as it is where others want its cores as well: as many
 * times longer as more want to run than there are cores.
 */
export function amongOthers(milliseconds: number): number {
  return milliseconds * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
