/**
 * Index prices of a program of the operator's: one price a line on its standard output (price-line.ts), of each
 * contract at least every few seconds, or its mark goes stale (MARK-003) and nothing can be traded in it until it
 * speaks again.
 *
 * The program is run by the shell, in a process group of its own. When it ends it is started again, after a second at
 * first and a minute at most; it is ended with the exchange. Lines that are no price are left out and said in the log,
 * as is what it writes on standard error. Memory is bounded: one price a contract, one line.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from 'pino';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';
import type { SourcedPrice } from '../house/weather.ts';
import type { PriceSource } from '../source.ts';
import { NoPrice, plainName, type PriceLine, readPriceLine } from './price-line.ts';

export interface Feed extends PriceSource {
  /** Ends the program; resolves when it has gone. */
  stop(): Promise<void>;
}

/** Longer lines are none. */
const LONGEST_LINE = 64 * 1024;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A program that ran for so long is started again at once. */
const STEADY_MS = 60_000;
/** Faults of lines are said at most so often. */
const SAY_EVERY_MS = 10_000;
/** Asked to end, it has so long. */
const END_WITHIN_MS = 1_000;

interface Newest extends PriceLine {
  /** When it came, by the exchange's clock. */
  readonly cameMs: number;
}

/** @param nowMs the clock that commands are stamped with */
export function startFeed(command: string, nowMs: () => number, log: Pick<Logger, 'info' | 'warn'>): Feed {
  const newest = new Map<string, Newest>();
  const complain = sayingSeldom(log);
  const program = new Program(command, log, (line) => {
    try {
      const price = readPriceLine(line);
      newest.set(plainName(price.symbol), { ...price, cameMs: nowMs() });
    } catch (error) {
      if (!(error instanceof NoPrice)) throw error;
      complain(error.message);
    }
  });
  program.start();
  return {
    of({ symbol }) {
      let given: Newest | null = null;
      return {
        next(): SourcedPrice | null {
          const found = newest.get(plainName(symbol));
          if (found === undefined || found === given) return null;
          given = found;
          // A time that is still to come is one of a clock that is ahead: it counts as now.
          return { priceE8: found.priceE8, timeMs: Math.min(found.timeMs ?? found.cameMs, found.cameMs) };
        },
      };
    },
    stop: () => program.stop(),
  };
}

function sayingSeldom(log: Pick<Logger, 'warn'>): (what: string) => void {
  let saidMs = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  return (what) => {
    const now = machine.steadyMs();
    unsaid += 1;
    if (now - saidMs < SAY_EVERY_MS) return;
    log.warn({ what, lines: unsaid }, 'the feed wrote a line that is no price');
    saidMs = now;
    unsaid = 0;
  };
}

/** A program that is started again whenever it ends. */
class Program {
  readonly #command: string;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #onLine: (line: string) => void;
  #child: ChildProcess | null = null;
  #again: Timer | null = null;
  #waitMs = FIRST_WAIT_MS;
  #isStopped = false;

  constructor(command: string, log: Pick<Logger, 'info' | 'warn'>, onLine: (line: string) => void) {
    this.#command = command;
    this.#log = log;
    this.#onLine = onLine;
  }

  start(): void {
    const startedMs = machine.steadyMs();
    // Its own group, so that what the shell starts ends with it.
    const child = spawn(this.#command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    eachLine(child.stdout, this.#onLine);
    eachLine(child.stderr, (line) => this.#log.warn({ line }, 'the feed says'));
    child.once('error', (error) => this.#ended(startedMs, error.message));
    child.once('exit', (code, signal) => this.#ended(startedMs, signal ?? `code ${code}`));
  }

  #ended(startedMs: number, how: string): void {
    if (this.#child === null) return;
    this.#child = null;
    if (this.#isStopped) return;
    if (machine.steadyMs() - startedMs >= STEADY_MS) this.#waitMs = FIRST_WAIT_MS;
    this.#log.warn({ how, againInMs: this.#waitMs }, 'the feed ended; no price comes until it runs again');
    this.#again = machine.after(this.#waitMs, () => this.start());
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#again?.cancel();
    const child = this.#child;
    if (child?.pid === undefined) return;
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    child.once('exit', () => resolve());
    const end = (signal: NodeJS.Signals): void => {
      try {
        process.kill(-child.pid!, signal);
      } catch {
        // It has gone by itself.
        resolve();
      }
    };
    end('SIGTERM');
    const timer = machine.after(END_WITHIN_MS, () => end('SIGKILL'));
    await gone;
    timer.cancel();
  }
}

/** Calls for each whole line; one that is too long is left out. */
function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) rest = '';
    for (const line of lines) if (line.trim() !== '' && line.length <= LONGEST_LINE) take(line.trim());
  });
}
