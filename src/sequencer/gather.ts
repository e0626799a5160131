/**
 * Gathers commands into batches for the order: the queue, what is refused before it, and the stamp of time.
 *
 * - Commands that arrive in one turn of the event loop, or while a batch is being published, are the next batch; it
 *   waits for more while each further turn brings some, a millisecond at most. A sync costs as much for one command as
 *   for fifty, and while callers are busy sending, this thread is busy receiving: waiting makes no answer later. A full
 *   batch waits for nothing, and goes to disk while the last one is applied.
 * - Input that isn't a command is refused before it is written, whoever sends it (FLOW-009).
 * - The queue is bounded: beyond it a command is refused and nothing is executed. So is all that waits when a batch
 *   would be stamped with a time that can't be believed (wall-clock.ts).
 */
import { mismatchOf, crossFieldMismatch } from '../core/language/check-command.ts';
import type { Command } from '../core/language/commands.ts';
import { invariant } from '../core/num/invariant.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { soon } from '../time/event-loop.ts';
import { machine } from '../time/machine.ts';
import type { Clock } from '../time/time.ts';
import type { Order, Unordered } from './order.ts';
import { commandText } from './journal/record.ts';
import { CommandMalformed, NotExecuted, OutcomeUnknown, type PublishFailed, type WhyNotExecuted } from './refusals.ts';

export interface GatherOptions {
  readonly clock: Clock;
  /** Why no command may be taken now; null when one may. */
  readonly obstacle?: () => NotExecuted | null;
  /** Commands that may wait, those being published not counted. */
  readonly maxQueue?: number;
  /** Commands in one batch at most. */
  readonly maxBatch?: number;
  /** How long a batch waits for more commands at most. */
  readonly gatherMs?: number;
}

/** A batch takes no further command once it has this much text: bounds the memory and the time of one write. */
const BATCH_CHARACTERS = 1024 * 1024;

/** A command that was submitted here, and how its caller is answered. */
export class Submitted implements Unordered {
  readonly command: Command;
  readonly text: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  sequence = 0;
  timeMs = 0;

  constructor(command: Command, resolve: (outcome: Outcome) => void, reject: (error: unknown) => void) {
    this.command = command;
    this.text = commandText(command);
    this.resolve = resolve;
    this.reject = reject;
  }
}

export class Gather {
  readonly mostWaiting: number;
  /** Why nothing is executed any more; null while all is well. */
  closed: { readonly why: WhyNotExecuted; readonly cause: unknown } | null = null;
  readonly #order: Pick<Order, 'publish'>;
  readonly #clock: Clock;
  readonly #obstacle: () => NotExecuted | null;
  readonly #maxBatch: number;
  readonly #gatherMs: number;
  readonly #onFailure: (error: unknown) => void;
  #queue: Submitted[] = [];
  /** Submitted and not answered. */
  #unanswered = 0;
  #isPublishing = false;
  #isScheduled = false;
  #isStopping = false;
  #lastTimeMs: number;
  readonly #idleListeners: (() => void)[] = [];

  /**
   * @param lastTimeMs of the last command in the order
   * @param onFailure called once, when a batch could not be published
   */
  constructor(
    order: Pick<Order, 'publish'>,
    lastTimeMs: number,
    options: GatherOptions,
    onFailure: (error: unknown) => void,
  ) {
    const { clock, obstacle, maxQueue = 10_000, maxBatch = 1_024, gatherMs = 1 } = options;
    this.#order = order;
    this.#lastTimeMs = lastTimeMs;
    this.#onFailure = onFailure;
    this.#clock = clock;
    this.#obstacle = obstacle ?? (() => null);
    this.mostWaiting = maxQueue;
    this.#maxBatch = maxBatch;
    this.#gatherMs = gatherMs;
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
      const mismatch = mismatchOf(command) ?? crossFieldMismatch(command);
      if (mismatch !== null) throw new CommandMalformed(command, mismatch);
      this.#queue.push(new Submitted(command, resolve, reject));
      this.#unanswered += 1;
      this.#schedule();
    });
  }

  /** Resolves when all that was submitted is answered; nothing more is taken. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#unanswered === 0 ? Promise.resolve() : new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  /** Refuses all that waits, and all that comes. The first reason stays. */
  close(why: WhyNotExecuted, cause: unknown): void {
    this.closed ??= { why, cause };
    this.#refuseAll(new NotExecuted(this.closed.why, this.closed.cause));
  }

  /** Refuses all that waits now. */
  refuseWaiting(refusal: NotExecuted): void {
    this.#refuseAll(refusal);
  }

  /** So many were answered. */
  answered(count: number): void {
    this.#unanswered -= count;
    invariant(this.#unanswered >= 0, 'FLOW-001: no more are answered than were submitted', this.#unanswered);
    if (this.#unanswered === 0) for (const listener of this.#idleListeners.splice(0)) listener();
  }

  /** Sees to it that what waits is published, unless that is under way. */
  #schedule(): void {
    if (this.#isPublishing || this.#isScheduled || this.#queue.length === 0) return;
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

  #startBatch(): void {
    if (this.#isPublishing || this.#queue.length === 0) return;
    const trouble = this.#clock.trouble();
    if (trouble !== null) return this.#refuseAll(new NotExecuted('clock', undefined, trouble));
    const batch = this.#takeBatch();
    this.#isPublishing = true;
    this.#order.publish(batch).then(
      () => this.#published(),
      (error: unknown) => this.#failed(batch, error),
    );
  }

  /** Takes from the front of the queue what one batch may hold, and stamps it. */
  #takeBatch(): Submitted[] {
    const timeMs = Math.max(this.#lastTimeMs, this.#clock.nowMs());
    this.#lastTimeMs = timeMs;
    const batch: Submitted[] = [];
    for (let characters = 0; batch.length < this.#maxBatch && characters < BATCH_CHARACTERS; ) {
      const one = this.#queue[batch.length];
      if (one === undefined) break;
      one.timeMs = timeMs;
      characters += one.text.length;
      batch.push(one);
    }
    invariant(batch.length >= 1, 'FLOW-001: a batch holds a command', this.#queue.length);
    this.#queue = this.#queue.slice(batch.length);
    return batch;
  }

  #published(): void {
    this.#isPublishing = false;
    // A full batch starts immediately: disk and core work at the same time.
    if (this.#queue.length >= this.#maxBatch) this.#startBatch();
    else this.#schedule();
  }

  #failed(batch: readonly Submitted[], error: unknown): void {
    this.#isPublishing = false;
    const { mayReplay = true, why = 'journal' } = error as Partial<PublishFailed>;
    for (const one of batch) one.reject(mayReplay ? new OutcomeUnknown(error) : new NotExecuted(why, error));
    this.close(why, error);
    this.#onFailure(error);
    this.answered(batch.length);
  }

  #refuseAll(refusal: NotExecuted): void {
    const refused = this.#queue;
    this.#queue = [];
    for (const one of refused) one.reject(refusal);
    this.answered(refused.length);
  }
}
