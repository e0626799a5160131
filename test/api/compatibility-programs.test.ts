// The compatibility checklist (decision 0029), line C-45: programs of the family, written from the interface alone, do
// the usual first exercise against a running exchange, over /capi/v3 too; and the other examples, which anybody copies.
// Each is a process of its own. One whose tool isn't installed is shown as skipped.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExample, runnerOf } from '../../examples/tools.mjs';
import { PATIENCE_MS } from '../patience.ts';
import { root } from '../source.ts';
import { type Kit, startMarket } from './kit.ts';

const folder = join(root, 'examples');
const examples = readdirSync(folder).filter(isExample);
const STEPS = [
  'assets',
  'leverage',
  'ticker',
  'post-only limit at 95 %',
  'market long',
  'market short',
  'history',
  'fills',
  'cancel',
  'close all',
  'complete',
];
const WORDS_OF_V3 = new Map([
  ['assets', 'balance'],
  ['fills', 'userTrades'],
]);
const STEPS_OF_V3 = STEPS.map((step) => WORDS_OF_V3.get(step) ?? step).toSpliced(-1, 0, 'AI log');

/** What a program prints, line by line; null for an example that only has to run. */
function stepsOf(file: string): readonly string[] | null {
  if (file.startsWith('acceptance')) return STEPS;
  return /^v3[-_]acceptance/.test(file) ? STEPS_OF_V3 : null;
}

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
const states = mkdtempSync(join(tmpdir(), 'outcry-programs-'));
afterAll(async () => {
  await kit.stop();
  rmSync(states, { recursive: true });
});

/** Runs an example with an account of its own; what it said, and its exit code. */
async function run(file: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const { apiKey, secret, passphrase } = await kit.newAccount({ allowed: true });
  const [command = '', ...first] = runnerOf(file).command;
  const child = spawn(command, [...first, join(folder, file)], {
    env: {
      ...process.env,
      OUTCRY_URL: kit.url,
      OUTCRY_KEY: apiKey,
      OUTCRY_SECRET: secret,
      OUTCRY_PASSPHRASE: passphrase,
      AGENT_STATE: join(states, file),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In place of a test that hangs; a busy machine takes its time to start a compiler.
    timeout: 3 * PATIENCE_MS,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  return { code, said };
}

describe('programs in four languages and a shell', () => {
  it('are there', () => {
    const programs = examples.filter((file) => file.startsWith('acceptance'));
    expect(programs.map((file) => file.slice('acceptance'.length)).toSorted()).toEqual([
      '.go',
      '.py',
      '.sh',
      '.ts',
      '_async.py',
    ]);
    expect(examples.filter((file) => file.startsWith('v3')).toSorted()).toEqual([
      'v3-acceptance.ts',
      'v3_acceptance.py',
    ]);
  });

  for (const file of examples) {
    const { missing } = runnerOf(file);
    const steps = stepsOf(file);
    const why = missing.length > 0 ? ` (skipped: no ${missing.join(', no ')} here)` : '';
    it.skipIf(missing.length > 0)(
      `${steps === STEPS ? 'C-45 ' : ''}examples/${file} ${steps ? 'completes its exercise' : 'runs'}${why}`,
      async () => {
        const { code, said } = await run(file);
        expect({ code, said }).toMatchObject({ code: 0 });
        if (steps === null) return;
        const lines = said.trim().split('\n');
        expect(lines.map((line, at) => line.startsWith(steps[at] ?? 'nothing'))).toEqual(steps.map(() => true));
      },
      4 * PATIENCE_MS,
    );
  }
});
