// `outcry/env` as a package: the program of docs/env.md runs from the pack and its types, and is the same each time.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEnvTypes } from '../scripts/env-types.ts';
import { packServer } from '../scripts/pack.ts';
import { PATIENCE_MS } from './patience.ts';

const [, program = ''] = /```js\n([^]*?)```/.exec(readFileSync('docs/env.md', 'utf8')) ?? [];

const TYPED = `
import { backtest, makeEnv, openHistory, type Policy, reportText, type Step } from 'outcry/env';

const env = makeEnv({ balance: 5 });
const step: Step = env.step([{ name: 'placeOrder', side: 'long', size: 1 }]);
const policy: Policy = ({ contracts }) => (contracts[0]!.position === 0 ? null : [{ name: 'closePositions' }]);
const report = await backtest({ policy: () => policy, history: await openHistory('x.csv') });
export const text: string = reportText(report) + step.reward;
// @ts-expect-error there is no such side
env.step([{ name: 'placeOrder', side: 'up', size: 1 }]);
`;

const THREADED = `
import { backtest } from 'outcry/env';

const policy = new URL('./policy.mjs', import.meta.url);
const report = await backtest({ policy, seeds: 2, seed: 'packed', parallel: 2, episodeSeconds: 60, coins: 2 });
console.log(report.runs, report.figures.fills.mean > 0);
`;
const POLICY = `
export default () => ({ contracts: [{ position }] }) =>
  position === 0 ? [{ name: 'placeOrder', side: 'long', size: 0.05 }] : null;
`;

const folder = mkdtempSync(join(tmpdir(), 'outcry-env-'));

function run(...args: string[]) {
  const options = { cwd: folder, encoding: 'utf8', timeout: PATIENCE_MS } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, stdout, stderr };
}

beforeAll(async () => {
  const installed = join(folder, 'node_modules', 'outcry');
  mkdirSync(installed, { recursive: true });
  cpSync('package.json', join(installed, 'package.json'));
  await packServer();
  cpSync('dist/server', join(installed, 'dist/server'), { recursive: true });
  buildEnvTypes(join(installed, 'dist/env'));
}, 2 * PATIENCE_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the environment as a package', () => {
  it('runs the program of the page, which prints the same each time', () => {
    writeFileSync(join(folder, 'program.mjs'), program);
    const first = run('program.mjs');
    expect(first).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d\d [0-9a-f]{16}\n$/), stderr: '' });
    expect(run('program.mjs')).toEqual(first);
  });

  it('has types that hold for a program of somebody else', () => {
    writeFileSync(join(folder, 'program.mts'), TYPED);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', ''];
    const compiler = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
    expect(run(compiler, ...options, 'program.mts')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('is what its example trains on', () => {
    const trained = run(join(process.cwd(), 'examples/train-in-process.ts'));
    expect(trained).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('learned: ') });
    expect(trained.stdout).toContain('6 runs in 6 worlds');
  });

  it('begins threads of its own', () => {
    writeFileSync(join(folder, 'threaded.mjs'), THREADED);
    writeFileSync(join(folder, 'policy.mjs'), POLICY);
    expect(run('threaded.mjs')).toEqual({ status: 0, stdout: '2 true\n', stderr: '' });
  });
});
