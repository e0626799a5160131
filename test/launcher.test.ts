// The launcher that starts everything (scripts/node.mjs): it must be invisible. Exit codes and signals pass through, and nothing is left
// running when either end is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from './source.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts the launcher on a line of JavaScript; npm's variables are left out, so that only the launcher's own parent counts. */
function launch(script: string): ChildProcess {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts/node.mjs'), '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  started.push(child);
  return child;
}

const says = async (child: ChildProcess): Promise<string> => {
  const [data] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return data.toString().trim();
};

/** Whether everybody who holds the pipe has gone; a process that waits for its parent to collect it counts as gone. */
async function goneWithin(child: ChildProcess, limitMs: number): Promise<boolean> {
  const ended = once(child.stdout?.resume() as NodeJS.ReadableStream, 'end').then(() => true);
  return Promise.race([ended, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), limitMs))]);
}

const stayAlive = "console.log('ready'); setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(0));";

describe('the launcher', () => {
  it('starts the pinned Node', async () => {
    expect(await says(launch('console.log(process.version)'))).toBe('v26.10.0');
  });

  it('hands back the exit code', async () => {
    expect(await once(launch('process.exit(7)'), 'exit')).toEqual([7, null]);
  });

  it('dies of the signal its child died of', async () => {
    expect(await once(launch("process.kill(process.pid, 'SIGKILL')"), 'exit')).toEqual([null, 'SIGKILL']);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'passes %s on, once, and lets the child stop in its own way',
    async (signal) => {
      const child = launch(`let n = 0; process.on('${signal}', () => { n += 1; setTimeout(() => process.exit(40 + n), 50); });
      setInterval(() => {}, 1000); console.log('ready');`);
      await says(child);
      child.kill(signal);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([41, null]);
    },
  );

  it('leaves no child behind when it is killed itself', async () => {
    const child = launch(stayAlive);
    await says(child);
    child.kill('SIGKILL');
    expect(await goneWithin(child, 2_000)).toBe(true);
  });

  it('stops its child when its own parent is killed', async () => {
    const launcher = JSON.stringify([join(root, 'scripts/node.mjs'), '-e', stayAlive]);
    const script = `require('node:child_process').spawn(process.execPath, ${launcher}, { stdio: 'inherit' })`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(parent);
    await says(parent);
    parent.kill('SIGKILL');
    expect(await goneWithin(parent, 2_000)).toBe(true);
  });
});
