// How the tests run: unit tests beside their files, everything that crosses modules under test/. Most files share
// their worker's modules, so that the exchange is loaded once a worker and not once a file. Those that end processes,
// count what a process loaded or hold its clock have a worker of their own.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { countReporter } from './scripts/count-reporter.ts';
import { LongFilesFirst } from './scripts/long-files-first.ts';
import { v8Flags } from './scripts/v8-flags.mjs';

const longRun = process.env['FC_RUNS'] !== undefined;
/**
 * Real processes mostly wait: for a disk, a kill, a time-out. Half as many workers again as cores keep them busy; with
 * twice as many all of it takes a sixth more of the processors, for they get in each other's way.
 */
const workersPerCore = 1.5;

const everything = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const apart = [
  'src/sequencer/disk/lock.test.ts',
  'src/store/thread/announce.test.ts',
  'test/hostile/attack.test.ts',
  'test/api/{hostile-uploads-apart,timeouts}.test.ts',
  'test/push/{faults,hostile,reconnect}.test.ts',
  'test/{client-package,docs-page,tlog-browser,foreign-page}.test.ts',
];

/** Of the page, whose modules only a build can read. */
const page = ['src/web/**/*.test.ts'];
/** Modules are loaded by the runtime itself, as in the exchange: nothing is transformed on the way. */
const asTheyAre = { viteModuleRunner: false, nodeLoader: false };

const common = {
  setupFiles: ['test/setup.ts'],
  pool: 'forks' as const,
  // As the launcher runs the exchange. Threads of one that a test starts in its own process come from the packed
  // server, as everywhere. Much dies young here: V8 need not look through the rest for it from the first megabytes on.
  execArgv: [
    ...v8Flags,
    '--initial-old-space-size=512',
    '--import',
    new URL('scripts/resolve-near.mjs', import.meta.url).href,
  ],
  testTimeout: longRun ? 600_000 : 180_000,
  hookTimeout: 180_000,
  teardownTimeout: 5_000,
};

export default defineConfig({
  test: {
    reporters: ['verbose', countReporter],
    maxWorkers: Math.min(8, Math.ceil(workersPerCore * availableParallelism())),
    sequence: { sequencer: LongFilesFirst },
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      { test: { ...common, name: 'apart', include: apart, experimental: asTheyAre } },
      {
        test: {
          ...common,
          name: 'shared',
          include: everything,
          exclude: [...apart, ...page],
          isolate: false,
          experimental: asTheyAre,
        },
      },
      { test: { ...common, name: 'page', include: page, isolate: false } },
    ],
  },
});
