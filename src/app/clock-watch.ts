/**
 * Looks after the clock of the exchange (sequencer/wall-clock.ts): a start waits until it can be believed, the log says
 * when that ends and when it is well again, and first commands are sent once more instead of ending the start. Decides
 * nothing about time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Submit } from '../market/submit.ts';
import type { Clock, ClockTrouble } from '../sequencer/clock.ts';
import { NotExecuted } from '../sequencer/refusals.ts';

const LOOK_EVERY_MS = 250;

/** Says in the log when the clock begins and ceases to be in trouble. Returns what ends it. */
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
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Resolves when commands can be stamped.
 * @param say is told why not, again and again
 * @throws what aborted `signal`
 */
export async function clockIsWell(clock: Clock, say: (why: string) => void, signal: AbortSignal): Promise<void> {
  for (let trouble = clock.trouble(); trouble !== null; trouble = clock.trouble()) {
    say(trouble.text);
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** `submit` for commands that have to be taken: those the clock kept from being executed are sent again. */
export function patientSubmit(submit: Submit, clockWell: () => Promise<void>): Submit {
  return async (command) => {
    for (;;) {
      await clockWell();
      try {
        return await submit(command);
      } catch (error) {
        if (!(error instanceof NotExecuted && error.why === 'clock')) throw error;
      }
    }
  };
}
