// Runs vitest with the given arguments and ends with one plain line, `N passed, N failed`, whatever happened: when
// vitest stopped before it could count, that is one failure; when no test ran, so is that. The exit code agrees with
// the line.
import { writeSync } from 'node:fs';
import { countsOfRun } from './count-reporter.ts';
import { packServer } from './pack.ts';
import { freshPack } from './packed.mjs';
import { buildWeb } from './web.ts';

process.on('exit', (code) => {
  const counts = countsOfRun() ?? { passed: 0, failed: 1, skipped: 0 };
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
