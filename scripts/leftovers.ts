// What a run of the tests leaves behind. A run has a temporary folder of its own, and whatever it starts inherits a
// mark by which its processes are found (Linux tells): at the end of the run there is none of them, nor anything in the
// folder, or the run has failed and says what was left. A watcher ends and removes it all, also when the run was
// killed.
//   node scripts/node.mjs scripts/leftovers.ts RUN FOLDER     is the watcher: waits until its standard input ends
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MARK = 'OUTCRY_TEST_RUN';
/** Of the tools, which keep it for the next run or remove it as they end. */
const OF_TOOLS =
  /^(node-compile-cache|node-coverage|v8-compile-cache|vitest|stryker|rolldown|playwright|\.?org\.chromium|\.?com\.google)/;
const ENDS_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 50;

export interface Run {
  readonly id: string;
  readonly folder: string;
}

export interface Leftovers {
  /** Process ids, with how each was called. */
  readonly processes: readonly { readonly pid: number; readonly words: string }[];
  /** Names in the run's folder. */
  readonly files: readonly string[];
}

/** Begins a run in this process: its environment is what everything that it starts inherits. */
export function beginRun(): Run {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-run-'));
  // A database that a test starts as another user has its folder in it.
  chmodSync(folder, 0o711);
  const run = { id: basename(folder), folder };
  const environment = { ...process.env };
  const watcher = spawn(process.execPath, [fileURLToPath(import.meta.url), run.id, folder], {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  (watcher.stdin as { unref?: () => void }).unref?.();
  process.env[MARK] = run.id;
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return run;
}

/** What there is of a run but for this process. */
export function leftOf({ id, folder }: Run): Leftovers {
  return { processes: processesOf(id), files: namesIn(folder).filter((name) => !OF_TOOLS.test(name)) };
}

/** Waits for what is ending anyway, then ends the rest and removes all; says what it was. */
export function endRun(run: Run): Leftovers {
  const until = Date.now() + ENDS_WITHIN_MS;
  while (processesOf(run.id).length > 0 && Date.now() < until) pause();
  const left = leftOf(run);
  for (const { pid } of left.processes) end(pid);
  while (processesOf(run.id).length > 0 && Date.now() < until + ENDS_WITHIN_MS) pause();
  rmSync(run.folder, { recursive: true, force: true });
  return left;
}

export function leftoverLines({ processes, files }: Leftovers): string[] {
  return [
    ...processes.map(({ pid, words }) => `left running: process ${pid}: ${words}`),
    ...files.map((name) => `left in the temporary folder: ${name}`),
  ];
}

function processesOf(id: string): { pid: number; words: string }[] {
  const found: { pid: number; words: string }[] = [];
  for (const name of namesIn('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    if (!textOf(`/proc/${name}/environ`).split('\0').includes(`${MARK}=${id}`)) continue;
    // One that has ended and waits to be asked for has no command line.
    const words = textOf(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim();
    if (words !== '') found.push({ pid, words });
  }
  return found;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for what has gone, or is another user's. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [id = '', folder = ''] = process.argv.slice(2);
  // The run has ended, however it did: nobody has the other end any more.
  process.stdin.resume().once('close', () => endRun({ id, folder }));
}
