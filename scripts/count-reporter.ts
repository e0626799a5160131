// Counts what a test run did. A file that could not be loaded, a failed hook and an error outside any test are failures
// as well: without them a run whose files don't even start would count as clean. The count is printed by
// scripts/test.ts, as the run's last line.
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export type Counts = { passed: number; failed: number; skipped: number };

// The reporter may be loaded by vitest's own module runner, so the two files meet on the process, not through an
// import.
const place = Symbol.for('outcry.test.counts');
const shared = globalThis as { [place]?: Counts };

/** What the run that ended in this process counted; undefined when none ended. */
export function countsOfRun(): Counts | undefined {
  return shared[place];
}

export const countReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    const counts: Counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
      }
      for (const suite of [module, ...module.children.allSuites()]) counts.failed += suite.errors().length;
    }
    shared[place] = counts;
  },
};
