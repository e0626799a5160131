/**
 * The real command started on a folder: how long until it is ready, and until it has answered a first read of history.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { v8Flags } from '../scripts/v8-flags.mjs';
import { DEMO_ACCOUNTS } from '../src/app/demo/demo-accounts.ts';
import { CONTRACTS } from './http-server.ts';
import { requestBytes } from './http-requests.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const PRELOAD = new URL('../scripts/preload.mjs', import.meta.url).href;

export interface TimedStart {
  /** From the command to the line that says it trades. */
  readonly readySeconds: number;
  /** From the command to the answer. */
  readonly historySeconds: number;
  /** What all its threads had of the processors until then; null where that can't be looked up. */
  readonly processorSeconds: number | null;
  /** Rows in it. */
  readonly rows: number;
  /** What the start said of its parts, and when. */
  readonly said: readonly string[];
}

/** Starts on a folder of a demo, reads its first account's past orders, and stops it again. */
export async function timeStart(folder: string, flags: readonly string[] = []): Promise<TimedStart> {
  const beganMs = performance.now();
  const secondsNow = (): number => (performance.now() - beganMs) / 1_000;
  const child = spawn(
    process.execPath,
    ['--import', PRELOAD, ...v8Flags, ...flags, MAIN, 'start', '--json', '--port', '0', '--data', folder],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, OUTCRY_PARENT_PID: String(process.pid) } },
  );
  const said: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    said.push(`${secondsNow().toFixed(2)} s: ${wordsOf(line)}`);
  });
  try {
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error(`the start failed:\n${said.join('\n')}`))),
    ])) as [string];
    const readySeconds = secondsNow();
    const rows = await readHistory((JSON.parse(line) as { url: string }).url);
    return { readySeconds, historySeconds: secondsNow(), processorSeconds: processorSecondsOf(child.pid), rows, said };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await ended;
  }
}

/** Linux counts in hundredths of a second. */
function processorSecondsOf(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}

/** What is worth showing of a line of the log. */
function wordsOf(line: string): string {
  try {
    const { msg, milliseconds, sequence } = JSON.parse(line) as Readonly<Record<string, string | number>>;
    const more = [sequence, milliseconds === undefined ? undefined : `${milliseconds} ms`].filter((one) => one);
    return `${msg}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
  } catch {
    return line;
  }
}

/** Asks as often as it is told to come back. Gives how many rows there are. */
async function readHistory(url: string): Promise<number> {
  const [account] = DEMO_ACCOUNTS;
  const [contract] = CONTRACTS;
  for (;;) {
    const asked = requestBytes(
      'history',
      { account: account!, contract: contract!, takes: false },
      '',
      String(Date.now()),
    );
    const [head = '', ...lines] = asked.toString('latin1').split('\r\n');
    const headers = lines.filter((line) => line.includes(': ')).map((line) => line.split(': ') as [string, string]);
    const response = await fetch(`${url}${head.split(' ')[1]}`, { headers: new Headers(headers) });
    const text = await response.text();
    if (response.ok) return (JSON.parse(text) as unknown[]).length;
    if (response.status !== 503 && response.status !== 429)
      throw new Error(`history answered ${response.status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
