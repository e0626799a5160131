/**
 * The one writer. Gives each command its sequence and time (FLOW-001), groups what waits into one batch, makes it
 * durable, applies it and answers: in that order, always. Decides nothing about commands.
 *
 * - Commands that arrive in one turn of the event loop, or while a batch is being written, are the next batch; it waits
 *   for more while each further turn brings some, a millisecond at most. A sync costs as much for one command as for
 *   fifty, and while callers are busy sending, this thread is busy receiving: waiting makes no answer later. A full
 *   batch waits for nothing, and goes to disk while the last one is applied.
 * - Input that isn't a command is refused before it is written, whoever sends it (FLOW-009).
 * - The queue is bounded: beyond it a command is refused and nothing is executed. So is all that waits when a batch
 *   would be stamped with a time that can't be believed (wall-clock.ts).
 * - No answer before the command is durable and applied. NotExecuted only when it is certain that no later start finds
 *   the command in the journal; OutcomeUnknown otherwise:
 *     a batch the journal could not write        as the journal says (journal-file.ts)
 *     the command at which the engine threw      unknown: it is in the journal
 *     those after it in its batch, and the
 *     batch being written meanwhile              unknown: they are in the journal, or may be
 *     all that still waits                       not executed
 * - After a failed write or a fault it takes no command again. The process must end; the next start replays the
 *   journal.
 */
import { misfitOf, unsoundIn } from '../core/language/check-command.ts';
import type { Command, CommandName, CommandOf, Sequenced } from '../core/language/commands.ts';
import type { Outcome, ResultOf } from '../core/turn/outcome.ts';
import type { Clock } from '../time/time.ts';
import { JournalWriteFailed } from './journal-errors.ts';
import type { Journal } from './journal-file.ts';
import { commandText } from './record.ts';
import { CommandMalformed, NotExecuted, OutcomeUnknown, type WhyNotExecuted } from './refusals.ts';
import type { Applies } from './replay.ts';
import { machine } from '../time/machine.ts';
import { soon } from '../time/event-loop.ts';

export interface Sequencer {
  /** The last sequence applied. */
  readonly sequence: number;
  /** Commands that wait, those being written not counted. */
  readonly waiting: number;
  /** How many may. */
  readonly mostWaiting: number;
  /**
   * Resolves when the command is durable and applied. The records inside `outcome.events` have moved on by then: only
   * `onApplied` may read them.
   *
   * @throws NotExecuted, OutcomeUnknown; CommandMalformed when it isn't a command, RangeError when it is too long for a
   * record (nothing was executed).
   */
  submit<Name extends CommandName>(
    command: CommandOf<Name> & { readonly name: Name },
  ): Promise<Outcome<ResultOf<Name>>>;
  /** Called when all up to `sequence` is durable, with the journal's end; before it is applied. */
  onDurable(listener: (sequence: number, offset: number) => void): void;
  /** Called once, when the engine, `onApplied` or a listener threw. */
  onFault(listener: (error: unknown) => void): void;
  /** Called once, when the journal could not be written. */
  onJournalFailure(listener: (error: unknown) => void): void;
  /** False for good after a fault or a failed write. */
  healthy(): boolean;
  /** Takes no more commands, finishes those it has. The journal is the caller's to close after. */
  stop(): Promise<void>;
}

export interface SequencerOptions {
  /** Has applied the journal to its end. */
  readonly engine: Applies;
  readonly journal: Pick<Journal, 'end' | 'append'>;
  readonly clock: Clock;
  /** Called right after each apply, before the answer. What it throws is a fault. */
  readonly onApplied?: (sequenced: Sequenced, outcome: Outcome) => void;
  /** Why no command may be taken now; null when one may. */
  readonly obstacle?: () => NotExecuted | null;
  /** Commands that may wait, those being written not counted. */
  readonly maxQueue?: number;
  /** Commands in one batch at most. */
  readonly maxBatch?: number;
  /** How long a batch waits for more commands at most. */
  readonly gatherMs?: number;
}

/** A batch takes no further command once it has this much text: bounds the memory and the time of one write. */
const BATCH_CHARACTERS = 1024 * 1024;

interface Waiting {
  readonly command: Command;
  readonly text: string;
  /** 0 until its batch is formed. */
  sequence: number;
  timeMs: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export function createSequencer(options: SequencerOptions): Sequencer {
  const line = new Line(options);
  return {
    get sequence() {
      return line.applied;
    },
    get waiting() {
      return line.waiting;
    },
    mostWaiting: line.mostWaiting,
    submit: line.submit.bind(line) as Sequencer['submit'],
    onDurable: (listener) => void line.durableListeners.push(listener),
    onFault: (listener) => void line.faultListeners.push(listener),
    onJournalFailure: (listener) => void line.failureListeners.push(listener),
    healthy: () => line.closed === null,
    stop: () => line.stop(),
  };
}

/** The commands on their way: waiting, then being written, then applied. */
class Line {
  /** The last sequence applied. */
  applied: number;
  readonly mostWaiting: number;
  /** Why nothing is executed any more; null while all is well. */
  closed: { readonly why: WhyNotExecuted; readonly cause: unknown } | null = null;
  readonly durableListeners: ((sequence: number, offset: number) => void)[] = [];
  readonly faultListeners: ((error: unknown) => void)[] = [];
  readonly failureListeners: ((error: unknown) => void)[] = [];

  readonly #engine: Applies;
  readonly #journal: Pick<Journal, 'end' | 'append'>;
  readonly #clock: Clock;
  readonly #onApplied: (sequenced: Sequenced, outcome: Outcome) => void;
  readonly #obstacle: () => NotExecuted | null;
  readonly #maxBatch: number;
  readonly #gatherMs: number;
  #queue: Waiting[] = [];
  #writing: Waiting[] | null = null;
  #isScheduled = false;
  #isStopping = false;
  #lastTimeMs: number;
  readonly #idleListeners: (() => void)[] = [];

  constructor(options: SequencerOptions) {
    const { engine, journal, clock, onApplied, obstacle } = options;
    const { maxQueue = 10_000, maxBatch = 1_024, gatherMs = 1 } = options;
    this.#engine = engine;
    this.#journal = journal;
    this.#clock = clock;
    this.#onApplied = onApplied ?? (() => undefined);
    this.#obstacle = obstacle ?? (() => null);
    this.mostWaiting = maxQueue;
    this.#maxBatch = maxBatch;
    this.#gatherMs = gatherMs;
    this.applied = journal.end.sequence;
    this.#lastTimeMs = journal.end.timeMs;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  submit(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.closed !== null) throw new NotExecuted(this.closed.why, this.closed.cause);
      if (this.#isStopping) throw new NotExecuted('stopping');
      const refusal = this.#obstacle();
      if (refusal !== null) throw refusal;
      if (this.#queue.length >= this.mostWaiting) throw new NotExecuted('busy');
      const misfit = misfitOf(command) ?? unsoundIn(command);
      if (misfit !== null) throw new CommandMalformed(command, misfit);
      this.#queue.push({ command, text: commandText(command), sequence: 0, timeMs: 0, resolve, reject });
      this.#schedule();
    });
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#isIdle() ? Promise.resolve() : new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  /** Sees to it that what waits is written, unless that is under way. */
  #schedule(): void {
    if (this.#writing !== null || this.#isScheduled || this.#queue.length === 0) return;
    this.#isScheduled = true;
    this.#gather(0, machine.steadyMs() + this.#gatherMs);
  }

  /** Starts the batch when a turn of the event loop has brought nothing to the `known` commands, or at `untilMs`. */
  #gather(known: number, untilMs: number): void {
    soon(() => {
      const { length } = this.#queue;
      if (length > known && length < this.#maxBatch && machine.steadyMs() < untilMs)
        return this.#gather(length, untilMs);
      this.#isScheduled = false;
      this.#startBatch();
    });
  }

  /** Sends what waits to the journal. */
  #startBatch(): void {
    if (this.#writing !== null || this.#queue.length === 0) return;
    const trouble = this.#clock.trouble();
    if (trouble !== null) return this.#refuseAll(new NotExecuted('clock', undefined, trouble));
    const batch = this.#takeBatch();
    this.#writing = batch;
    this.#journal.append(batch).then(
      () => this.#batchWritten(batch),
      (error: unknown) => this.#batchFailed(batch, error),
    );
  }

  /** Takes from the front of the queue what one write may hold, and stamps it. */
  #takeBatch(): Waiting[] {
    let { sequence } = this.#journal.end;
    const timeMs = Math.max(this.#lastTimeMs, this.#clock.nowMs());
    this.#lastTimeMs = timeMs;
    const batch: Waiting[] = [];
    for (let characters = 0; batch.length < this.#maxBatch && characters < BATCH_CHARACTERS; ) {
      const waiting = this.#queue[batch.length];
      if (waiting === undefined) break;
      waiting.sequence = ++sequence;
      waiting.timeMs = timeMs;
      characters += waiting.text.length;
      batch.push(waiting);
    }
    this.#queue = this.#queue.slice(batch.length);
    return batch;
  }

  #batchWritten(batch: Waiting[]): void {
    this.#writing = null;
    if (this.closed === null) {
      // A full batch starts immediately: disk and core work at the same time.
      if (this.#queue.length >= this.#maxBatch) this.#startBatch();
      this.#applyBatch(batch);
      this.#schedule();
    } else {
      for (const waiting of batch) waiting.reject(new OutcomeUnknown(this.closed.cause));
    }
    this.#settleIfIdle();
  }

  /** Applies the batch; at the first fault the rest of it is in the journal with an unknown outcome. */
  #applyBatch(batch: Waiting[]): void {
    let next = 0;
    try {
      const { sequence, endOffset } = this.#journal.end;
      for (const listener of this.durableListeners) listener(sequence, endOffset);
      for (; next < batch.length; next++) this.#applyOne(batch[next]!);
    } catch (error) {
      for (const waiting of batch.slice(next)) waiting.reject(new OutcomeUnknown(error));
      this.#close('stopping', error);
      for (const listener of this.faultListeners) listener(error);
    }
  }

  #applyOne({ sequence, timeMs, command, resolve }: Waiting): void {
    const sequenced = { sequence, timeMs, command };
    const outcome = this.#engine.apply(sequenced, true);
    this.applied = sequence;
    // Resolved first, so that a fault of a projection can't take back an executed command; no waiting caller runs
    // before this returns.
    resolve(outcome);
    this.#onApplied(sequenced, outcome);
  }

  #batchFailed(batch: Waiting[], error: unknown): void {
    this.#writing = null;
    const isCertain = error instanceof JournalWriteFailed && !error.mayReplay;
    for (const waiting of batch)
      waiting.reject(isCertain ? new NotExecuted('journal', error) : new OutcomeUnknown(error));
    this.#close('journal', error);
    for (const listener of this.failureListeners) listener(error);
    this.#settleIfIdle();
  }

  /** Refuses all that waits, and all that comes. The first reason stays. */
  #close(why: WhyNotExecuted, cause: unknown): void {
    this.closed ??= { why, cause };
    this.#refuseAll(new NotExecuted(this.closed.why, this.closed.cause));
  }

  #refuseAll(refusal: NotExecuted): void {
    const refused = this.#queue;
    this.#queue = [];
    for (const waiting of refused) waiting.reject(refusal);
    this.#settleIfIdle();
  }

  #isIdle(): boolean {
    return this.#queue.length === 0 && this.#writing === null;
  }

  #settleIfIdle(): void {
    if (this.#isIdle()) for (const listener of this.#idleListeners.splice(0)) listener();
  }
}
