// Work in steps, for callers who have something else to do between two of them. What is yielded means nothing, or how
// far they are.
export type Steps<Result> = Generator<undefined, Result>;

/** Takes all steps at once. */
export function finished<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
