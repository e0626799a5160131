// `npm test -- FOLDER` where nothing is to be run says so, and calls nothing failed.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from './source.ts';

function tested(...words: string[]): { readonly status: number | null; readonly stdout: string } {
  const run = [...process.execArgv.filter((word) => word.startsWith('--no')), 'scripts/test.ts', 'run', ...words];
  return spawnSync(process.execPath, run, { cwd: root, encoding: 'utf8' });
}

describe('npm test', () => {
  it.each([
    ['src/core/matching', 'src/core/matching has no test of its own'],
    ['./src/core/matching', './src/core/matching has no test of its own'],
    ['src/core/matchng', 'there is no src/core/matchng'],
  ])('of %s says that there is none', (folder, said) => {
    const { status, stdout } = tested(folder);
    expect([status, stdout]).toEqual([1, `${said}; test/README.md says what is tested where\n0 passed, 0 failed\n`]);
  });
});
