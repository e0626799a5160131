/**
 * Looks after the clock of the exchange (time/wall-clock.ts): a start waits until it can be believed, the log says
 * when that ends and when it is well again, and first commands that it or a full disk kept back are sent once more
 * instead of ending the start. Decides nothing about time.
 */
import type { Logger } from 'pino';
import type { Submit } from '../../market/submit.ts';
import type { Clock, ClockTrouble } from '../../time/time.ts';
import { NotExecuted, type WhyNotExecuted } from '../../sequencer/refusals.ts';
import { machine } from '../../time/machine.ts';

const LOOK_EVERY_MS = 250;

/** Says in the log when the clock begins and ceases to be in trouble. Returns the function that ends it. */
export function watchClock(clock: Clock, log: Pick<Logger, 'warn' | 'info'>): () => void {
  let known: ClockTrouble['kind'] | null = null;
  const look = (): void => {
    const trouble = clock.trouble();
    const kind = trouble?.kind ?? null;
    if (kind === known) return;
    known = kind;
    if (trouble === null) log.info("the machine's clock is believed again: commands are taken");
    else log.warn({ clock: trouble.kind, byMs: Math.round(trouble.byMs) }, trouble.text);
  };
  look();
  const timer = machine.every(LOOK_EVERY_MS, look);
  timer.unref();
  return () => timer.cancel();
}

/**
 * Resolves when there is no obstacle.
 * @param say is told what it is, again and again
 * @throws what aborted `signal`
 */
export async function noObstacle(
  obstacleOf: () => { readonly text: string } | null,
  say: (why: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let obstacle = obstacleOf(); obstacle !== null; obstacle = obstacleOf()) {
    say(obstacle.text);
    await machine.sleep(LOOK_EVERY_MS, signal);
  }
}

const PASSES: readonly WhyNotExecuted[] = ['clock', 'disk'];

/** `submit` for commands that have to be taken: those that clock or disk kept from being executed are sent again. */
export function patientSubmit(submit: Submit, ready: () => Promise<void>): Submit {
  return async (command) => {
    for (;;) {
      await ready();
      try {
        return await submit(command);
      } catch (error) {
        if (!(error instanceof NotExecuted && PASSES.includes(error.why))) throw error;
      }
    }
  };
}
