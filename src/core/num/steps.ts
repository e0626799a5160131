/**
 * Long work in steps: a generator that gives how far it is and returns the result. Where nothing else waits it is run
 * at once, here; a thread that has something else to do takes a few steps at a time.
 */
export function runSteps<T>(steps: Generator<number, T, undefined>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
