// Runs vitest with the given arguments and ends with one plain line, `N passed, N failed`, whatever happened: when
// vitest stopped before it could count, that is one failure; when no test ran, so is that, and so is anything that the
// tests left behind. Where there is none to run, that is said, and nothing failed. The exit code agrees with the line.
import { existsSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { countsOfRun } from './count-reporter.ts';
import { beginRun, endRun, leftoverLines } from './leftovers.ts';
import { packServer } from './pack.ts';
import { freshPack } from './packed.mjs';
import { buildWeb } from './web.ts';

/** What was asked for alone, when no test of it is there: a folder, or a part of a path, as vitest takes it. */
function withoutTests(): readonly string[] {
  const words = process.argv.slice(3);
  // Behind an option stands its value.
  const names = words.filter((word, at) => !word.startsWith('-') && words[at - 1]?.startsWith('-') !== true);
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path).replaceAll('\\', '/'),
    ),
  );
  const has = (name: string): boolean =>
    files.some((path) => path.endsWith('.test.ts') && path.includes(name.replace(/^\.?\//, '')));
  return names.some(has) ? [] : names;
}

const missing = withoutTests();
if (missing.length > 0) {
  const said = missing.map((name) => (existsSync(name) ? `${name} has no test of its own` : `there is no ${name}`));
  writeSync(1, `${said.join('; ')}; test/README.md says what is tested where\n0 passed, 0 failed\n`);
  process.exit(1);
}

const run = beginRun();
process.on('exit', (code) => {
  const counts = countsOfRun() ?? { passed: 0, failed: 1, skipped: 0 };
  const left = leftoverLines(endRun(run));
  if (left.length > 0) {
    counts.failed += 1;
    writeSync(1, `The tests left something behind:\n${left.join('\n')}\n`);
  }
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1;
  if (counts.failed > 0 && code === 0) process.exitCode = 1;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  writeSync(1, `${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
});

try {
  // The journeys want the page as it is written, and whole exchanges the server: what can't be built is a failure.
  await buildWeb();
  await packServer();
  process.env['OUTCRY_PACK'] = freshPack();
  await import(new URL('../node_modules/vitest/vitest.mjs', import.meta.url).href);
} catch (error) {
  console.error(error);
  process.exit(1);
}
