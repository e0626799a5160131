/**
 * The one writer where time passes faster than disks sync: a command is stamped, applied and answered, and its record
 * is written later. The journal has the same form, order and segments; a process that is killed loses the tail of it
 * and never the order. Only for an exchange that nobody's money depends on.
 *
 * - Written at 128 KiB, so that what follows the journal works beside it, after 50 ms, and when somebody asks; synced
 *   only when somebody asks, and at the end.
 * - What follows the journal is told of what is written.
 * - There is nothing to gather for, so a command is taken the moment it is submitted. One that is submitted while
 *   another is being applied waits until that is.
 */
import { crossFieldMismatch, mismatchOf } from '../core/language/check-command.ts';
import type { Command } from '../core/language/commands.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { machine } from '../time/machine.ts';
import type { Timer } from '../time/time.ts';
import type { ApplyOptions } from './apply.ts';
import { type GatherOptions, Submitted } from './gather.ts';
import type { Journal } from './journal/journal-file.ts';
import type { Entry } from './journal/record.ts';
import { CommandMalformed, NotExecuted, OutcomeUnknown, type WhyNotExecuted } from './refusals.ts';
import { Listeners, type Sequencer } from './sequencer.ts';

export interface BufferedSequencer extends Sequencer {
  /**
   * Carries commands out, one after the other, and gives their outcomes: for whoever drives the clock, and nobody
   * else.
   * @throws Error while commands of others wait; NotExecuted, CommandMalformed before any is carried out;
   * OutcomeUnknown when the engine threw
   */
  carryOut(commands: readonly Command[]): Outcome[];
  /** Resolves when all that was applied up to now is in the file. @throws OutcomeUnknown */
  write(): Promise<void>;
  /** Resolves when it is durable. @throws OutcomeUnknown */
  sync(): Promise<void>;
}

export interface BufferedOptions extends ApplyOptions, Pick<GatherOptions, 'clock' | 'obstacle' | 'maxQueue'> {
  /** Its end is what the engine has applied. */
  readonly journal: Pick<Journal, 'end' | 'write' | 'sync'>;
}

const BUFFER_CHARACTERS = 128 * 1024;
const BUFFER_MS = 50;

export function createBufferedSequencer(options: BufferedOptions): BufferedSequencer {
  return new Buffered(options);
}

class Buffered implements BufferedSequencer {
  sequence: number;
  readonly mostWaiting: number;
  readonly #options: BufferedOptions;
  readonly #durable = new Listeners<number>();
  readonly #faults = new Listeners<unknown>();
  readonly #failures = new Listeners<unknown>();
  #lastTimeMs: number;
  #queue: Submitted[] = [];
  #isApplying = false;
  #isStopping = false;
  #closed: { readonly why: WhyNotExecuted; readonly cause: unknown } | null = null;
  /** Applied and not written. */
  #entries: Entry[] = [];
  #characters = 0;
  #timer: Timer | null = null;
  /** Of the last write or sync that was begun; never rejects. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: BufferedOptions) {
    const { sequence, timeMs } = options.journal.end;
    this.#options = options;
    this.sequence = sequence;
    this.mostWaiting = options.maxQueue ?? 10_000;
    this.#lastTimeMs = timeMs;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  readonly submit = ((command: Command) =>
    new Promise<Outcome>((resolve, reject) => {
      this.#mustTake(command);
      if (this.#queue.length >= this.mostWaiting) throw new NotExecuted('busy');
      this.#queue.push(new Submitted(command, resolve, reject));
      this.#takeQueue();
    })) as Sequencer['submit'];

  carryOut(commands: readonly Command[]): Outcome[] {
    if (this.#isApplying || this.#queue.length > 0)
      throw new Error(`commands of others come first: ${this.#queue.length} wait`);
    for (const command of commands) this.#mustTake(command);
    const outcomes: Outcome[] = [];
    const failures: unknown[] = [];
    const [keep, fail] = [(one: Outcome) => void outcomes.push(one), (error: unknown) => void failures.push(error)];
    this.#queue = commands.map((command) => new Submitted(command, keep, fail));
    this.#takeQueue();
    if (failures.length > 0) throw failures[0];
    return outcomes;
  }

  async write(): Promise<void> {
    await this.#settle(false);
  }

  async sync(): Promise<void> {
    await this.#settle(true);
  }

  onDurable(listener: (sequence: number) => void): void {
    this.#durable.add(listener);
  }

  onFault(listener: (error: unknown) => void): void {
    this.#faults.add(listener);
  }

  onJournalFailure(listener: (error: unknown) => void): void {
    this.#failures.add(listener);
  }

  healthy(): boolean {
    return this.#closed === null;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#settle(true).catch(() => undefined);
  }

  #mustTake(command: Command): void {
    if (this.#closed !== null) throw new NotExecuted(this.#closed.why, this.#closed.cause);
    if (this.#isStopping) throw new NotExecuted('stopping');
    const refusal = this.#options.obstacle?.() ?? null;
    if (refusal !== null) throw refusal;
    const trouble = this.#options.clock.trouble();
    if (trouble !== null) throw new NotExecuted('clock', undefined, trouble);
    const mismatch = mismatchOf(command) ?? crossFieldMismatch(command);
    if (mismatch !== null) throw new CommandMalformed(command, mismatch);
  }

  /** Applies what waits, unless that is under way. */
  #takeQueue(): void {
    if (this.#isApplying) return;
    this.#isApplying = true;
    try {
      for (let one = this.#queue.shift(); one !== undefined; one = this.#queue.shift()) this.#apply(one);
    } finally {
      this.#isApplying = false;
    }
  }

  #apply(one: Submitted): void {
    const { engine, clock, onApplied } = this.#options;
    const timeMs = Math.max(this.#lastTimeMs, clock.nowMs());
    const sequenced = { sequence: this.sequence + 1, timeMs, command: one.command };
    // In the journal before it is applied: what a fault leaves behind must be found again.
    this.#buffer({ sequence: sequenced.sequence, timeMs, text: one.text });
    this.#lastTimeMs = timeMs;
    try {
      const outcome = engine.apply(sequenced, true);
      this.sequence = sequenced.sequence;
      one.resolve(outcome);
      onApplied?.(sequenced, outcome);
    } catch (error) {
      one.reject(new OutcomeUnknown(error));
      this.#failed('stopping', error, this.#faults);
    }
  }

  #buffer(entry: Entry): void {
    this.#entries.push(entry);
    this.#characters += entry.text.length;
    if (this.#characters >= BUFFER_CHARACTERS) void this.#settle(false).catch(() => undefined);
    else this.#timer ??= machine.after(BUFFER_MS, () => void this.#settle(false).catch(() => undefined)).unref();
  }

  /** Writes what is buffered, after what is being written. */
  async #settle(syncs: boolean): Promise<void> {
    this.#timer?.cancel();
    this.#timer = null;
    const batch = this.#entries;
    this.#entries = [];
    this.#characters = 0;
    const before = this.#writing;
    const done = before.then(() => this.#put(batch, syncs));
    this.#writing = done.catch(() => undefined);
    await done;
  }

  async #put(batch: readonly Entry[], syncs: boolean): Promise<void> {
    if (this.#closed?.why === 'journal') throw new OutcomeUnknown(this.#closed.cause);
    const { journal } = this.#options;
    try {
      if (batch.length > 0) await journal.write(batch);
      if (syncs) await journal.sync();
    } catch (error) {
      this.#failed('journal', error, this.#failures);
      throw new OutcomeUnknown(error);
    }
    const last = batch.at(-1);
    if (last !== undefined) this.#durable.tell(last.sequence);
  }

  /** Takes nothing any more. The first reason stays. */
  #failed(why: WhyNotExecuted, error: unknown, listeners: Listeners<unknown>): void {
    const isFirst = this.#closed === null;
    this.#closed ??= { why, cause: error };
    const refused = this.#queue;
    this.#queue = [];
    for (const one of refused) one.reject(new NotExecuted(this.#closed.why, this.#closed.cause));
    if (isFirst) listeners.tell(error);
  }
}
