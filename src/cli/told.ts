/**
 * How a verb ends: its exit codes, and the errors that are said in one line. Anything else that is thrown is a fault of
 * the program and is shown with its stack.
 */
import { refusedBySystem } from '../folder/disk/refused-by-system.ts';

/** One table for all verbs (docs/operating.md, Exit codes). */
export const EXIT = {
  /** Done; of a check: it agrees. */
  done: 0,
  /** Refused, or something was found. */
  refused: 1,
  /** Asked wrongly; of a check of evidence: it is broken. */
  misused: 2,
  /** Nobody was reached, so nothing was asked and nothing was done. */
  unreachable: 3,
  /** The request may have been carried out, its answer is lost. */
  unanswered: 4,
  /** Evidence agrees as far as it is shown, and some team can't be judged from it. */
  unjudged: 5,
} as const;

/** An error whose message is the whole of what a person needs. */
export abstract class Told extends Error {
  abstract readonly exitCode: number;
}

/** The command line was used wrongly. */
export class UsageError extends Told {
  readonly exitCode = EXIT.misused;
}

/** The exchange, or the data folder, said no. */
export class VerbFailed extends Told {
  readonly exitCode: number = EXIT.refused;
}

/** Nothing was asked: an exchange that can't be reached is not a broken one. */
export class Unreachable extends Told {
  readonly exitCode = EXIT.unreachable;

  constructor(why: string, options?: ErrorOptions) {
    super(`UNREACHABLE: ${why}`, options);
  }
}

/** It was asked, and what became of it is not known here. */
export class Unanswered extends Told {
  readonly exitCode = EXIT.unanswered;

  constructor(why: string, options?: ErrorOptions) {
    super(`UNANSWERED: ${why}`, options);
  }
}

/** An obstacle to work on a folder or a file is told in one line, and so is any error that such work throws. */
export async function failing<T>(work: () => T | Promise<T>, what = ''): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Told || !(error instanceof Error)) throw error;
    throw new VerbFailed(`${what}${refusedBySystem(error) ?? error.message}`, { cause: error });
  }
}
