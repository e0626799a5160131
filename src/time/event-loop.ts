/**
 * Turns of the event loop, which belong to neither time: long work is done in pieces, and between two of them others
 * are served.
 */

/** Resolves once others were served. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Runs once others were served. */
export function soon(run: () => void): void {
  setImmediate(run);
}
