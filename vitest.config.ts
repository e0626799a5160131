// How the tests run: unit tests beside their files, everything that crosses modules under test/. One run, two kinds of worker limits:
// the usual one, and a long one for the property run (npm run property), which sets FC_RUNS.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { countReporter } from './scripts/count-reporter.ts';
import { LongFilesFirst } from './scripts/long-files-first.ts';

const longRun = process.env['FC_RUNS'] !== undefined;

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    reporters: ['verbose', countReporter],
    pool: 'forks',
    maxWorkers: Math.min(8, availableParallelism()),
    sequence: { sequencer: LongFilesFirst },
    testTimeout: longRun ? 300_000 : 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 5_000,
    passWithNoTests: false,
    allowOnly: false,
  },
});
