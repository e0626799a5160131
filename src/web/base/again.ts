/**
 * Requests that are sent again by themselves: those that got no answer, or one that says nothing about what was asked.
 * On a machine that is busy a single one is lost now and then, and nobody is there to press "try again".
 */
import { NoAnswer, OutcryError } from '../../client/errors.ts';
import { machine } from '../../time/machine.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const TOO_MANY = 429;
const FAULT = 500;

/** How long to wait after so many attempts that failed, ms. */
export function waitMs(failed: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** failed);
}

/** The same, and no sooner than the exchange says; null: the same request would be refused again. */
export function againAfterMs(error: unknown, failed: number): number | null {
  if (error instanceof OutcryError && error.status !== TOO_MANY && error.status < FAULT) return null;
  if (!(error instanceof OutcryError || error instanceof NoAnswer)) return null;
  const told = error instanceof OutcryError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(told, waitMs(failed));
}

/** Does something until it is done. */
export async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  for (let failed = 0; !(await attempt()); failed++) await machine.sleep(waitMs(failed));
}
