// The launcher that starts everything (scripts/node.mjs): it must be invisible. Exit codes and signals pass through,
// and nothing is left running when either end is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { asked } from './patience.ts';
import { root } from './source.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Without what npm or `nohup` leave there, when one of them runs the tests. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { npm_lifecycle_event: _, ...env } = process.env;
  delete env['_'];
  return env;
}

/**
 * Starts the launcher on a line of JavaScript; only its own parent counts.
 */
function launch(script: string, more: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = plainEnvironment();
  const child = spawn(process.execPath, [join(root, 'scripts/node.mjs'), '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, ...more },
  });
  started.push(child);
  return child;
}

/** The launcher behind a parent of that title, which lives until it is killed. */
function launchBehind(title: string, more: NodeJS.ProcessEnv): ChildProcess {
  const env = plainEnvironment();
  const launcher = JSON.stringify([join(root, 'scripts/node.mjs'), '-e', stayAlive]);
  const script = `process.title = '${title}';
    require('node:child_process').spawn(process.execPath, ${launcher}, { stdio: ['ignore', 'inherit', 1] })`;
  const parent = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, ...more },
  });
  started.push(parent);
  return parent;
}

async function lastLines(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const data of child.stdout as NodeJS.ReadableStream) text += String(data);
  return text;
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

  it('hands all before the file to the runtime, so that a debugger can attach', async () => {
    const words = [join(root, 'scripts/node.mjs'), '--inspect=127.0.0.1:0', '-e', stayAlive];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env: plainEnvironment() });
    started.push(child);
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const address = () => /ws:\/\/([\d.]+:\d+)\//.exec(said)?.[1];
    const found = await (await fetch(`http://${await asked(address, Boolean)}/json/list`)).json();
    expect(found).toMatchObject([{ type: 'node', webSocketDebuggerUrl: expect.stringContaining('ws://') }]);
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
      const child =
        launch(`let n = 0; process.on('${signal}', () => { n += 1; setTimeout(() => process.exit(40 + n), 50); });
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

  it.each([
    ['npm', { npm_lifecycle_event: 'start' }, 'npm start'],
    ['a parent that asks for it', { OUTCRY_FOLLOW_PARENT: '1' }, 'node'],
  ])('stops its child when %s started it and is killed, and says so', async (_, env, title) => {
    const parent = launchBehind(title, env);
    await says(parent);
    parent.kill('SIGKILL');
    expect(await Promise.race([lastLines(parent), sleep(4_000, 'still there')])).toContain(
      'which started this, has ended; stopping',
    );
  });

  it.each([
    ['a script', {}],
    ['a script that npm runs', { npm_lifecycle_event: 'deploy' }],
  ])('lets its child run on when %s ends', async (_, env) => {
    const { npm_lifecycle_event: _event, ...rest } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'outcry-launcher-'));
    const script = join(folder, 'run.sh');
    const says = join(folder, 'says');
    const line = `console.log(process.pid); setInterval(() => console.log('on'), 100)`;
    writeFileSync(
      script,
      `nohup "${process.execPath}" "${join(root, 'scripts/node.mjs')}" -e "${line}" > "${says}" 2>&1 &\n`,
    );
    const shell = spawn('/bin/bash', [script], { stdio: 'ignore', env: { ...rest, ...env } });
    await once(shell, 'exit');
    const said = () => (existsSync(says) ? readFileSync(says, 'utf8').split('\n') : []);
    await asked(said, (lines) => lines.length >= 3);
    const pid = Number(said().find((text) => /^\d+$/.test(text)));
    try {
      const before = said().length;
      // A second of its own time.
      expect((await asked(said, (lines) => lines.length > before + 10)).length).toBeGreaterThan(before + 10);
      expect(said().join('\n')).not.toContain('stopping');
    } finally {
      process.kill(pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('passes SIGHUP on to nobody behind nohup', async () => {
    const child = launch(
      "process.on('SIGHUP', () => process.exit(9)); console.log('ready'); setInterval(() => {}, 1000);",
      {
        _: '/usr/bin/nohup',
      },
    );
    await says(child);
    child.kill('SIGHUP');
    await sleep(500);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });
});
