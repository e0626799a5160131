/**
 * The one writer. Gives each command its sequence and time (FLOW-001), groups what waits into one batch, makes it durable, applies it and
 * answers: in that order, always. Decides nothing about commands.
 *
 * - What arrived in one turn of the event loop, or while a batch was being written, is the next batch. The next batch goes to
 *   disk while the last one is applied: disk and core work at once.
 * - The queue is bounded: beyond it a command is refused and nothing is executed.
 * - No answer before the command is durable and applied. NotExecuted only when it is certain that no later start finds the
 *   command in the journal; OutcomeUnknown otherwise:
 *     a batch the journal could not write        as the journal says (journal-file.ts)
 *     the command at which the engine threw      unknown: it is in the journal
 *     those behind it in its batch, and the
 *     batch being written meanwhile              unknown: they are in the journal, or may be
 *     all that still waits                       not executed
 * - After a failed write or a fault it takes no command again. The process must end; the next start replays the journal.
 */
import type { Command, CommandName, CommandOf, Sequenced } from '../core/commands.ts';
import type { Outcome, ResultOf } from '../core/outcome.ts';
import type { Clock } from './clock.ts';
import { JournalWriteFailed } from './journal-errors.ts';
import type { Journal } from './journal-file.ts';
import { commandText } from './record.ts';
import { NotExecuted, OutcomeUnknown, type WhyNotExecuted } from './refusals.ts';
import type { Applies } from './replay.ts';

export interface Sequencer {
  /** The last sequence applied. */
  readonly sequence: number;
  /**
   * Resolves when the command is durable and applied. The records inside `outcome.events` have moved on by then: only an `onApplied`
   * listener may read them.
   *
   * @throws NotExecuted, OutcomeUnknown; TypeError or RangeError when it can't be written as a record (nothing was executed).
   */
  submit<Name extends CommandName>(command: CommandOf<Name> & { readonly name: Name }): Promise<Outcome<ResultOf<Name>>>;
  /** Called right after each apply, before the answer. A listener that throws is a fault. */
  onApplied(listener: (sequenced: Sequenced, outcome: Outcome) => void): void;
  /** Called when all up to `sequence` is durable, with the journal's end; before it is applied. */
  onDurable(listener: (sequence: number, offset: number) => void): void;
  /** Called once, when the engine or a listener threw. */
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
  /** Commands that may wait, those being written not counted. */
  readonly maxQueue?: number;
  /** Commands in one batch at most. */
  readonly maxBatch?: number;
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

export function createSequencer({ engine, journal, clock, maxQueue = 10_000, maxBatch = 1_024 }: SequencerOptions): Sequencer {
  let queue: Waiting[] = [];
  let writing: Waiting[] | null = null;
  let isScheduled = false;
  let stopping = false;
  /** Why nothing is executed any more; null while all is well. */
  let closed: { readonly why: WhyNotExecuted; readonly cause: unknown } | null = null;
  let applied = journal.end.sequence;
  let lastTimeMs = journal.end.timeMs;
  const appliedListeners: ((sequenced: Sequenced, outcome: Outcome) => void)[] = [];
  const durableListeners: ((sequence: number, offset: number) => void)[] = [];
  const faultListeners: ((error: unknown) => void)[] = [];
  const failureListeners: ((error: unknown) => void)[] = [];
  const idleListeners: (() => void)[] = [];

  function submit(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (closed !== null) throw new NotExecuted(closed.why, closed.cause);
      if (stopping) throw new NotExecuted('stopping');
      if (queue.length >= maxQueue) throw new NotExecuted('busy');
      queue.push({ command, text: commandText(command), sequence: 0, timeMs: 0, resolve, reject });
      if (writing === null && !isScheduled) {
        isScheduled = true;
        setImmediate(startScheduled);
      }
    });
  }

  function startScheduled(): void {
    isScheduled = false;
    startBatch();
  }

  /** Sends what waits to the journal, unless a batch is on its way: then its end calls this again. */
  function startBatch(): void {
    if (writing !== null || queue.length === 0) return;
    const batch = takeBatch();
    let { sequence } = journal.end;
    lastTimeMs = Math.max(lastTimeMs, clock.nowMs());
    for (const waiting of batch) {
      waiting.sequence = ++sequence;
      waiting.timeMs = lastTimeMs;
    }
    writing = batch;
    journal.append(batch).then(
      () => batchWritten(batch),
      (error: unknown) => batchFailed(batch, error),
    );
  }

  function takeBatch(): Waiting[] {
    let count = 0;
    for (let characters = 0; count < queue.length && count < maxBatch && characters < BATCH_CHARACTERS; count++)
      characters += queue[count]!.text.length;
    const batch = queue;
    queue = queue.slice(count);
    batch.length = count;
    return batch;
  }

  function batchWritten(batch: Waiting[]): void {
    writing = null;
    if (closed !== null) {
      for (const waiting of batch) waiting.reject(new OutcomeUnknown(closed.cause));
    } else {
      startBatch();
      applyBatch(batch);
    }
    settleIfIdle();
  }

  /** Applies the batch; at the first fault the rest of it is in the journal with an unknown outcome. */
  function applyBatch(batch: Waiting[]): void {
    let next = 0;
    try {
      const last = batch.at(-1)!.sequence;
      for (const listener of durableListeners) listener(last, journal.end.endOffset);
      for (; next < batch.length; next++) applyOne(batch[next]!);
    } catch (error) {
      for (const waiting of batch.slice(next)) waiting.reject(new OutcomeUnknown(error));
      close('stopping', error);
      for (const listener of faultListeners) listener(error);
    }
  }

  function applyOne({ sequence, timeMs, command, resolve }: Waiting): void {
    const sequenced = { sequence, timeMs, command };
    const outcome = engine.apply(sequenced);
    applied = sequence;
    // Resolved first, so that a listener's fault can't take back what was executed; nobody waiting runs before this returns.
    resolve(outcome);
    for (const listener of appliedListeners) listener(sequenced, outcome);
  }

  function batchFailed(batch: Waiting[], error: unknown): void {
    writing = null;
    const isCertain = error instanceof JournalWriteFailed && !error.mayReplay;
    for (const waiting of batch) waiting.reject(isCertain ? new NotExecuted('journal', error) : new OutcomeUnknown(error));
    const isFirst = closed === null;
    close('journal', error);
    if (isFirst) for (const listener of failureListeners) listener(error);
    settleIfIdle();
  }

  /** Refuses all that waits, and all that comes. The first reason stays. */
  function close(why: WhyNotExecuted, cause: unknown): void {
    closed ??= { why, cause };
    const refused = queue;
    queue = [];
    for (const waiting of refused) waiting.reject(new NotExecuted(closed.why, closed.cause));
  }

  function isIdle(): boolean {
    return queue.length === 0 && writing === null;
  }

  function settleIfIdle(): void {
    if (isIdle()) for (const listener of idleListeners.splice(0)) listener();
  }

  function stop(): Promise<void> {
    stopping = true;
    return isIdle() ? Promise.resolve() : new Promise((resolve) => idleListeners.push(resolve));
  }

  return {
    get sequence() {
      return applied;
    },
    submit: submit as Sequencer['submit'],
    onApplied: (listener) => void appliedListeners.push(listener),
    onDurable: (listener) => void durableListeners.push(listener),
    onFault: (listener) => void faultListeners.push(listener),
    onJournalFailure: (listener) => void failureListeners.push(listener),
    healthy: () => closed === null,
    stop,
  };
}
