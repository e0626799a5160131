// docs/use-the-engine.md is followed: its program runs from the package alone and prints what the page says, and the
// package's types hold for a program in TypeScript.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCore } from '../scripts/core-package.ts';
import { PATIENCE_MS } from './patience.ts';

const PAGE = readFileSync('docs/use-the-engine.md', 'utf8');
const [, program = ''] = /```js\n([^]*?)```/.exec(PAGE) ?? [];
const [, output = ''] = /```\n([^`]*?)```\n\nWhat it takes/.exec(PAGE) ?? [];

const TYPED = `
import { type CommandOf, createEngine, type Outcome, type State } from 'outcry/core';

const engine = createEngine((bytes) => bytes);
const deposit: CommandOf<'deposit'> & { readonly name: 'deposit' } = { name: 'deposit', account: 1, amount: '5' };
const outcome: Outcome = engine.apply({ sequence: 1, timeMs: 0, command: deposit });
const state: State = engine.state;
for (const event of outcome.events) if (event.name === 'fillMade') console.log(event.taker.order.clientOrderId, state.sequence);
// @ts-expect-error an amount is text
engine.apply({ sequence: 2, timeMs: 0, command: { name: 'deposit', account: 1, amount: 5 } });
`;

const folder = mkdtempSync(join(tmpdir(), 'outcry-core-'));
const installed = join(folder, 'node_modules', 'outcry');

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  cpSync('package.json', join(installed, 'package.json'));
  buildCore(join(installed, 'dist', 'core'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the core as a package', () => {
  it('runs the program of the page, which prints what the page says', () => {
    writeFileSync(join(folder, 'program.mjs'), program);
    expect(run('program.mjs')).toEqual({ status: 0, output });
  });

  it('has types that hold for a program of somebody else', () => {
    writeFileSync(join(folder, 'program.mts'), TYPED);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', ''];
    const compiler = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
    expect(run(compiler, ...options, 'program.mts')).toEqual({ status: 0, output: '' });
  });

  it('has no TypeScript in it, and nothing but the core', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.map(({ name }) => name).filter((name) => !/\.(d\.ts|js|json)$/.test(name))).toEqual([]);
    expect(files.length).toBeGreaterThan(300);
    const texts = files.filter(({ name }) => name.endsWith('.js'));
    const outside = texts.filter(({ parentPath, name }) =>
      /from '(?!\.)/.test(readFileSync(join(parentPath, name), 'utf8')),
    );
    expect(outside.map(({ name }) => name)).toEqual([]);
  });
});
