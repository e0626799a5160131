// Work in steps: for callers who have something else to do between two of them. What is yielded means nothing.
export type Steps<Result> = Generator<undefined, Result>;

/** Takes all steps at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
