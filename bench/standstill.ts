/**
 * Whether a processor stood still: a witness a processor, which no program can hold up, since it runs in real time and
 * only there, and which looks at the clock every few milliseconds. Where it comes too late and the processor's timer
 * did not even interrupt meanwhile, nothing at all went on there: a virtual processor was not given its core, or the
 * kernel had its interrupts off. Such time looks like work to the thread that it hit. (A call to the kernel that takes
 * long holds the witness up too, but not the timer; that is the caller's own.) Linux only, with `chrt` and `taskset`
 * and the right to use them; elsewhere there are no witnesses, and every pause counts.
 *
 * Started as a program, this file is the witness: a line of JSON for each standstill.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readSync, writeSync } from 'node:fs';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A processor ran nothing from one time to the other; milliseconds of the system's monotonic clock. */
export interface Standstill {
  readonly processor: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Witnesses {
  /** False where a witness could not be started: then nothing is known. */
  readonly watch: boolean;
  /** Ends them and says what they saw. */
  stop(): readonly Standstill[];
}

const LOOK_EVERY_MS = 4;
/** Shorter ones are not told: a timer of 250 interrupts a second would not tell them from a long call. */
const STANDSTILL_MS = 12;
/** One may come as it begins and one ends it. */
const MOST_INTERRUPTS = 2;
const PRIORITY = '50';

/** The system's monotonic clock in ms, which all processes share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Starts a witness for each processor and waits until each has looked once. */
export async function watchProcessors(): Promise<Witnesses> {
  const seen: Standstill[] = [];
  const children = cpus().map((_, processor) =>
    spawn('chrt', ['-f', PRIORITY, 'taskset', '-c', String(processor), process.execPath, PROGRAM, String(processor)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const watch = await Promise.all(children.map((child) => firstLook(child, seen)));
  return {
    watch: watch.every(Boolean),
    stop() {
      for (const child of children) child.kill('SIGKILL');
      return seen;
    },
  };
}

/** Hears a witness; resolves to whether it began to look. */
function firstLook(child: ChildProcess, seen: Standstill[]): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', () => resolve(false));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line === BEGUN) resolve(true);
      else seen.push(JSON.parse(line) as Standstill);
    });
  });
}

const PROGRAM = fileURLToPath(import.meta.url);
const BEGUN = 'begun';

if (process.argv[1] === PROGRAM) witness(Number(process.argv[2]));

/** Looks until whoever started it is gone. */
function witness(processor: number): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const parent = process.ppid;
  const interrupts = timerInterrupts(processor);
  let last = { atMs: monotonicMs(), interrupts: interrupts() };
  writeSync(1, `${BEGUN}\n`);
  while (process.ppid === parent) {
    Atomics.wait(sleeper, 0, 0, LOOK_EVERY_MS);
    const now = { atMs: monotonicMs(), interrupts: interrupts() };
    const found: Standstill = { processor, fromMs: last.atMs + LOOK_EVERY_MS, untilMs: now.atMs };
    if (found.untilMs - found.fromMs >= STANDSTILL_MS && now.interrupts - last.interrupts <= MOST_INTERRUPTS)
      writeSync(1, `${JSON.stringify(found)}\n`);
    last = now;
  }
}

/** Reads how often a processor's timer has interrupted it so far. Throws where the kernel doesn't count that. */
function timerInterrupts(processor: number): () => number {
  const fd = openSync('/proc/interrupts', 'r');
  const text = Buffer.alloc(64 * 1024);
  const read = (): number => {
    const length = readSync(fd, text, 0, text.length, 0);
    const line = text.toString('latin1', text.indexOf('LOC:') + 4, length).trimStart();
    return Number(line.split(/ +/, processor + 1)[processor]);
  };
  if (!Number.isInteger(read())) throw new Error('no count of timer interrupts of this processor in /proc/interrupts');
  return read;
}
