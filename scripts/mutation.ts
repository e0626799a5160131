// Mutation testing of the part of the core that handles money and risk: Stryker changes one expression at a time and
// runs the tests of scripts/mutation-tests.ts that reach it. What no test notices is printed, with the score of each
// file; docs/mutation.md judges it.
//   npm run mutation                                       all folders (an hour on a quiet core)
//   npm run mutation -- src/core/ledger                    a folder
//   npm run mutation -- src/core/ledger/ledger.ts:52-80    a file, or some lines of one
import { existsSync, statSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

const FOLDERS = ['src/core/ledger', 'src/core/positions', 'src/core/risk', 'src/core/liquidation'];

/** Stryker's patterns for a folder, a file, or lines of a file. */
function patternsOf(place: string): string[] {
  const [path = '', lines] = place.split(':');
  if (!existsSync(path)) throw new Error(`nothing to mutate at ${path}`);
  if (statSync(path).isDirectory()) return [`${path}/**/*.ts`, `!${path}/**/*.test.ts`];
  return [lines === undefined ? path : `${path}:${lines}`];
}

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const wasKilled = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';
const survived = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

function scoreText(mutants: readonly Mutant[]): string {
  const killed = mutants.filter(wasKilled).length;
  const left = mutants.filter(survived).length;
  const share = killed + left === 0 ? 100 : (100 * killed) / (killed + left);
  return `${share.toFixed(1).padStart(5)} %  ${String(killed).padStart(4)} killed  ${String(left).padStart(3)} left`;
}

/** A mutant in one line: where it is, and what stands there instead. */
function mutantText({ fileName, location, mutatorName, replacement, status }: Mutant): string {
  const { start, end } = location;
  const range = `${start.line}:${start.column}-${end.line === start.line ? '' : `${end.line}:`}${end.column}`;
  const reached = status === 'NoCoverage' ? ' (no test reaches it)' : '';
  return `${fileName}:${range} ${mutatorName}${reached} → ${(replacement ?? '').replace(/\s+/g, ' ')}`;
}

const places = process.argv.slice(2);
const stryker = new Stryker({
  mutate: (places.length > 0 ? places : FOLDERS).flatMap(patternsOf),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation-tests.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // A mutant that hangs is a mutant that is noticed; a machine that is busy is not.
  timeoutMS: 20_000,
  disableTypeChecks: false,
  ignorePatterns: ['tsconfig.json', 'data', 'coverage', 'docs', 'examples', 'bench'],
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: 'coverage/mutation.json' },
  allowConsoleColors: false,
});

const mutants = await stryker.runMutationTest();
const cwd = `${process.cwd()}/`;
const found = mutants.map((mutant) => ({ ...mutant, fileName: mutant.fileName.replace(cwd, '') }));
console.log();
for (const mutant of found.filter(survived)) console.log(mutantText(mutant));
console.log();
for (const file of [...new Set(found.map(({ fileName }) => fileName))].toSorted())
  console.log(`${scoreText(found.filter(({ fileName }) => fileName === file))}  ${file}`);
console.log(`${scoreText(found)}  all`);
