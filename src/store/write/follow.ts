/**
 * Keeps the projection up with the journal: takes commands as they become durable, and writes rows in batches by size
 * and time.
 *
 * A batch is written when it is large, when a question waits for one of its sequences (W-30), or a quarter of a second
 * after its first row; a second after it where little goes on, since each write, however small, copies a few dozen
 * pages. So what is asked for is readable in a few milliseconds, and a flood costs few transactions. While the database
 * is away nothing is taken beyond one batch: the journal keeps the rest. Between pieces of work the event loop runs, so
 * that questions are answered while the thread catches up with the journal.
 *
 * Where nodes share the database one of them writes first and the others look what it has written; each of them writes
 * when a question waits, and when nobody has written what it had two seconds ago.
 */
import type { Sequenced } from '../../core/language/commands.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import { StoreFault } from '../errors.ts';
import { createPace } from '../pace.ts';
import type { Presence } from '../database/presence.ts';
import type { Progress } from '../progress.ts';
import type { Projector } from './projector.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';
import { turn } from '../../time/event-loop.ts';

export interface TakenCommand {
  readonly sequenced: Sequenced;
  readonly outcome: Outcome;
}

/**
 * The commands after the last one given, up to `sequence`, each applied to the store's own engine; null where there is
 * none yet, and something else may be done.
 */
export type TakeCommands = (sequence: number) => Iterable<TakenCommand | null>;

export interface FollowerOptions {
  readonly projector: Projector;
  readonly presence: Pick<Presence, 'lost'>;
  readonly take: TakeCommands;
  /** Called after each write, and now and then while there is a backlog to work off. */
  readonly onProgress: (progress: Omit<Progress, 'proving'>) => void;
  /**
   * Called once, when following failed and can't go on. Final: the journal can't be read or applied, or does not belong
   * to the store; else the database refused a write.
   */
  readonly onFault: (error: unknown, isFinal: boolean) => void;
  /** Whether this node writes before the others; not given where no other shares the database. */
  readonly writesFirst?: () => boolean;
  /** Called after each command whose sequence is divisible by `every`, when all up to it is stored. */
  readonly pauses?: { readonly every: number; readonly work: () => Promise<void> };
}

const BATCH_ROWS = 12_000;
/**
 * Under load a larger batch is a cheaper one: each page it touches is written once. A row is never late for a question.
 */
const FLUSH_AFTER_MS = 250;
/**
 * Fewer commands than this wait longer, for this many looks in total. A row costs half as much in a batch of 500
 * commands as in one of 150, and a fifth less in one of 2 500; a lag of twice as many would look like one that grows
 * (progress.ts).
 */
const FEW_COMMANDS = 1_500;
const MOST_LOOKS = 4;
const TURN_MS = 10;
/** By then somebody else has written what was collected here, or it is written here. */
const OTHERS_MS = 2_000;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #projector: Projector;
  readonly #pace = createPace();
  #announced = 0;
  /** The last sequence reported as stored. */
  #reported: number;
  /** The database's error when it refused a write. */
  #refused: unknown = null;
  #isFirst = true;
  #isStopped = false;
  #running: Promise<void> | null = null;
  #timer: Timer | null = null;
  /** How often the collected rows were looked at and left for later. */
  #looks = 0;
  /** Work during which no command may be taken, and the latest of it. */
  #holds = 0;
  #lastHold: Promise<unknown> = Promise.resolve();
  #waiting: { readonly sequence: number; readonly resolve: () => void }[] = [];
  /** The last command collected at a time, which nobody had stored when that was last looked at. */
  #behind = { sequence: 0, sinceMs: 0 };

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#projector = options.projector;
    this.#reported = options.projector.sequence;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Everything that was announced is applied. */
  get hasCaughtUp(): boolean {
    return this.#projector.collected >= this.#announced;
  }

  /** Everything up to `sequence` is in the journal for good. */
  durable(sequence: number): void {
    const stored = this.#projector.sequence;
    if (this.#isFirst && sequence < stored && this.#options.writesFirst === undefined) {
      return this.#fail(
        new StoreFault(
          `the read store holds rows up to sequence ${stored}, the journal ends at ${sequence}: commands were lost. ` +
            'Restore the newest journal.',
        ),
      );
    }
    this.#isFirst = false;
    this.#announced = Math.max(this.#announced, sequence);
    this.#kick();
  }

  /** Resolves when the rows of `sequence` are stored. */
  reached(sequence: number): Promise<void> {
    if (sequence <= this.#projector.sequence) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push({ sequence, resolve });
      this.#kick();
    });
  }

  /** Runs `work` while no command is taken; commands announced meanwhile are taken afterwards. One at a time. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    const done = this.#lastHold.then(async () => {
      await this.#running;
      return work();
    });
    this.#lastHold = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#holds -= 1;
      if (this.#hasMore()) this.#kick();
    }
  }

  /** Writes what is collected, now; rejects as the database does. */
  async flush(): Promise<void> {
    const projector = this.#projector;
    this.#looks = 0;
    await projector.flush();
    this.#settle();
  }

  /** Tells what is stored now to those who wait for it. */
  #settle(): void {
    const projector = this.#projector;
    if (projector.sequence === this.#reported) return;
    this.#reported = projector.sequence;
    this.#report();
    for (const { sequence, resolve } of this.#waiting) if (sequence <= projector.sequence) resolve();
    this.#waiting = this.#waiting.filter(({ sequence }) => sequence > projector.sequence);
  }

  /** Stops taking commands and writes what is collected. */
  async stop(): Promise<void> {
    const wasStopped = this.#isStopped;
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#running;
    if (!wasStopped) await this.#projector.flush();
  }

  #report(): void {
    const { sequence: projected, collected: applied } = this.#projector;
    this.#options.onProgress({ projected, applied, perSecond: this.#pace.perSecond });
  }

  async #write(): Promise<void> {
    try {
      await this.flush().catch((error: unknown) => this.#options.presence.lost(error));
    } catch (error) {
      this.#refused = error;
      throw error;
    }
  }

  #hasMore(): boolean {
    return !this.#isStopped && this.#holds === 0 && this.#projector.collected < this.#announced;
  }

  #isWaitedFor(): boolean {
    return !this.#isStopped && this.#waiting.some(({ sequence }) => sequence <= this.#projector.collected);
  }

  async #takeUpTo(sequence: number): Promise<void> {
    const projector = this.#projector;
    let turnedAt = machine.steadyMs();
    for (const taken of this.#options.take(sequence)) {
      if (taken !== null) projector.project(taken.sequenced, taken.outcome);
      if (taken !== null && this.#isPause(taken.sequenced.sequence)) await this.#pause();
      else if (projector.pending >= BATCH_ROWS) await this.#write();
      else if (machine.steadyMs() - turnedAt <= TURN_MS) continue;
      if (this.#pace.mark(projector.collected)) this.#report();
      await turn();
      if (!this.#hasMore()) return;
      turnedAt = machine.steadyMs();
    }
  }

  /** Whoever is farther behind has the next one before it. */
  #isPause(sequence: number): boolean {
    const every = this.#options.pauses?.every ?? 0;
    return every > 0 && sequence % every === 0 && this.#announced - sequence < every;
  }

  async #pause(): Promise<void> {
    await this.#write();
    if (!this.#isStopped) await this.#options.pauses?.work();
  }

  async #run(): Promise<void> {
    while (this.#hasMore()) await this.#takeUpTo(this.#announced);
    if (this.#pace.rest()) this.#report();
    if (this.#isWaitedFor()) await this.#write();
    else if (this.#projector.collected > this.#projector.sequence) this.#timer ??= this.#flushSoon();
  }

  #kick(): void {
    if (this.#isStopped || this.#running !== null) return;
    this.#running = this.#run()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#running = null;
        if (this.#hasMore() || this.#isWaitedFor()) this.#kick();
      });
  }

  #flushSoon(): Timer {
    return machine.after(FLUSH_AFTER_MS, () => this.#flushLater());
  }

  #flushLater(): void {
    this.#timer = null;
    const { collected, sequence } = this.#projector;
    if (collected <= sequence) return;
    if (this.#options.writesFirst?.() === false) return void this.#lookAtOthers().catch((error) => this.#fail(error));
    this.#looks += 1;
    if (collected - sequence < FEW_COMMANDS && this.#looks < MOST_LOOKS && !this.#isStopped)
      this.#timer = this.#flushSoon();
    else this.#write().catch((error: unknown) => this.#fail(error));
  }

  /** Leaves the writing to others, for as long as they do it. */
  async #lookAtOthers(): Promise<void> {
    const projector = this.#projector;
    try {
      await projector.check();
    } catch (error) {
      this.#refused = error;
      await this.#options.presence.lost(error);
    }
    this.#settle();
    if (this.#isStopped || projector.collected <= projector.sequence) return;
    const nowMs = machine.steadyMs();
    if (projector.sequence >= this.#behind.sequence) this.#behind = { sequence: projector.collected, sinceMs: nowMs };
    else if (nowMs - this.#behind.sinceMs >= OTHERS_MS) await this.#write();
    if (projector.collected > projector.sequence) this.#timer ??= this.#flushSoon();
  }

  #fail(error: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#options.onFault(error, error !== this.#refused);
  }
}
