/**
 * Exchange time that passes as fast as it is told to. All that happens by itself is an entry of one heap: the least by
 * moment, rank and number is taken, the clock set to its moment, the entry carried out to its end, then the next. So
 * the same entries happen in the same order at the same moments, however fast time passes.
 *
 * Time stands, passes at a pace of the machine's, or as fast as it goes up to a moment. Too slow for its pace, it goes
 * slower and says so; nothing is left out.
 */
import { turn } from './event-loop.ts';
import { machine, sleepBy } from './machine.ts';
import type { ExchangeTime, Timer, Timers } from './time.ts';

/** The order of entries of one moment. */
export const RANKS = {
  scenario: 0,
  faults: 1,
  reprice: 2,
  flow: 3,
  crowd: 4,
  delayed: 5,
  tick: 6,
  upkeep: 7,
  barrier: 8,
} as const;
/** One of them; between two of them, where entries of one rank have an order of their own. */
export type Rank = number;

/** Virtual milliseconds a millisecond of the machine, or as fast as it goes. */
export type Pace = number | 'max';

/** Others are served after this long. */
const TURN_MS = 10;
/** Nothing is waited for longer than this at once. */
const LONGEST_WAIT_MS = 60_000;

class Entry implements Timer {
  atMs: number;
  readonly rank: Rank;
  number: number;
  readonly everyMs: number | null;
  readonly run: () => unknown;
  isCancelled = false;

  constructor(atMs: number, rank: Rank, number: number, everyMs: number | null, run: () => unknown) {
    this.atMs = atMs;
    this.rank = rank;
    this.number = number;
    this.everyMs = everyMs;
    this.run = run;
  }

  cancel(): void {
    this.isCancelled = true;
  }

  unref(): this {
    return this;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  if (a.atMs !== b.atMs) return a.atMs < b.atMs;
  return a.rank === b.rank ? a.number < b.number : a.rank < b.rank;
}

/** A pace, and the moment at which it began. */
interface Running {
  readonly pace: Pace;
  readonly fromMs: number;
  readonly fromSteadyMs: number;
  /** Time stands again then; infinite: when told to. */
  readonly untilMs: number;
}

export interface TimelineOptions {
  readonly startMs: number;
  /** Gets what an entry throws; time stands from then on. */
  readonly onFault: (error: unknown) => void;
  /** Called each time that time has come to stand. */
  readonly onStand?: () => void;
  /** The machine's clock. */
  readonly steadyMs?: () => number;
}

export class Timeline implements ExchangeTime {
  readonly kind = 'exchange';
  readonly #onFault: (error: unknown) => void;
  readonly #onStand: () => void;
  readonly #steadyMs: () => number;
  readonly #heap: Entry[] = [];
  #numbers = 0;
  #lastMs: number;
  #running: Running | null = null;
  /** Resolves when time stands; null while it does. */
  #driving: Promise<void> | null = null;
  /** An entry is being carried out. */
  #isBusy = false;
  #wake: () => void = () => undefined;

  constructor({ startMs, onFault, onStand = () => undefined, steadyMs = machine.steadyMs }: TimelineOptions) {
    this.#lastMs = startMs;
    this.#onFault = onFault;
    this.#onStand = onStand;
    this.#steadyMs = steadyMs;
  }

  /** Between two entries time passes with its pace, and never beyond the next. */
  readonly nowMs = (): number => {
    if (this.#running === null || this.#running.pace === 'max' || this.#isBusy) return this.#lastMs;
    const next = this.#peek();
    this.#lastMs = Math.max(this.#lastMs, Math.min(this.#reachMs(this.#running), next?.atMs ?? Infinity));
    return this.#lastMs;
  };

  readonly trouble = (): null => null;

  readonly after: Timers['after'] = (ms, run) => this.at(this.nowMs() + spanOf(ms), RANKS.upkeep, run);

  readonly every: Timers['every'] = (ms, run) => this.each(this.nowMs() + spanOf(ms), spanOf(ms), RANKS.upkeep, run);

  readonly sleep: Timers['sleep'] = (ms, signal) => sleepBy(this.after, ms, signal);

  /** Goes on from a journal that ends later; before time passes. */
  skipTo(nowMs: number): void {
    this.#lastMs = Math.max(this.#lastMs, nowMs);
  }

  /** The pace, while time passes; null while it stands. */
  get pace(): Pace | null {
    return this.#running?.pace ?? null;
  }

  /** Time stands, and no entry is under way. */
  get isStanding(): boolean {
    return this.#driving === null;
  }

  /** How far time is behind its pace, ms. */
  get behindMs(): number {
    const running = this.#running;
    if (running === null || running.pace === 'max') return 0;
    return Math.max(0, this.#reachMs(running) - this.nowMs());
  }

  /** Runs once, at a moment; at once, when that has passed. */
  at(atMs: number, rank: Rank, run: () => unknown): Timer {
    return this.#add(new Entry(atMs, rank, this.#numbers++, null, run));
  }

  /** Runs each `everyMs` from a moment on. */
  each(atMs: number, everyMs: number, rank: Rank, run: () => unknown): Timer {
    return this.#add(new Entry(atMs, rank, this.#numbers++, everyMs, run));
  }

  /**
   * Lets time pass, to `untilMs` or until it is told to stand; changes the pace of time that passes.
   * @throws RangeError for a moment that has passed
   */
  run(pace: Pace, untilMs = Infinity): void {
    const nowMs = this.nowMs();
    if (untilMs < nowMs) throw new RangeError(`it is ${nowMs}, and time goes to ${untilMs} only forward`);
    this.#running = { pace, fromMs: nowMs, fromSteadyMs: this.#steadyMs(), untilMs };
    this.#wake();
    this.#driving ??= this.#drive();
  }

  /** Time stands; resolves when the entry that is under way is carried out. Never awaited by an entry. */
  async pause(): Promise<void> {
    this.nowMs();
    this.#running = null;
    this.#wake();
    await this.#driving;
  }

  /** Time passes as fast as it goes; resolves when it stands. */
  async advanceTo(untilMs: number): Promise<void> {
    this.run('max', untilMs);
    await this.#driving;
  }

  async #drive(): Promise<void> {
    // It has to be known as under way before it ends, or the next would never begin.
    await Promise.resolve();
    let servedMs = this.#steadyMs();
    try {
      for (let running = this.#running; running !== null; running = this.#running) {
        const reachMs = this.#reachMs(running);
        const next = this.#peek();
        if (next !== null && next.atMs <= reachMs) await this.#carryOut(next);
        else {
          if (reachMs !== Infinity) this.#lastMs = Math.max(this.#lastMs, reachMs);
          // Nothing is left to happen, or it has come to where it was sent.
          if (reachMs >= running.untilMs) this.#running = null;
          else await this.#waitFor(next, running);
        }
        if (this.#steadyMs() - servedMs < TURN_MS) continue;
        await turn();
        servedMs = this.#steadyMs();
      }
    } catch (error) {
      this.#running = null;
      this.#onFault(error);
    } finally {
      this.#driving = null;
      this.#onStand();
    }
  }

  async #carryOut(entry: Entry): Promise<void> {
    this.#take();
    this.#lastMs = Math.max(this.#lastMs, entry.atMs);
    this.#isBusy = true;
    try {
      const done = entry.run();
      if (done instanceof Promise) await done;
    } finally {
      this.#isBusy = false;
    }
    if (entry.everyMs === null || entry.isCancelled) return;
    entry.atMs += entry.everyMs;
    // Behind those of its moment that were there before.
    entry.number = this.#numbers++;
    this.#push(entry);
  }

  /** The moment time may have come to by now. */
  #reachMs({ pace, fromMs, fromSteadyMs, untilMs }: Running): number {
    if (pace === 'max') return untilMs;
    return Math.min(untilMs, fromMs + Math.floor((this.#steadyMs() - fromSteadyMs) * pace));
  }

  #waitFor(next: Entry | null, { pace, fromMs, fromSteadyMs, untilMs }: Running): Promise<void> {
    const goalMs = Math.min(untilMs, next?.atMs ?? Infinity);
    const leftMs = fromSteadyMs + (goalMs - fromMs) / (pace as number) - this.#steadyMs();
    return new Promise((resolve) => {
      const timer = machine.after(Math.min(LONGEST_WAIT_MS, Math.max(0, leftMs)), resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  #add(entry: Entry): Entry {
    this.#push(entry);
    if (this.#heap[0] === entry) this.#wake();
    return entry;
  }

  /** The least entry that was not cancelled. */
  #peek(): Entry | null {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (!first.isCancelled) return first;
      this.#take();
    }
    return null;
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(entry, heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = entry;
  }

  /** Removes the first. */
  #take(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1;
      if (!isBefore(heap[below]!, last)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
  }
}

/** The shortest time between two turns of a timer, as of the machine's. */
function spanOf(ms: number): number {
  return Math.max(1, Math.ceil(ms));
}
