/**
 * The one writer: gives each command its place and its time (FLOW-001), makes it durable, applies it and answers, in
 * that order, always. Decides nothing about commands.
 *
 * 1. `gather.ts` takes commands, refuses, stamps, and publishes them in batches.
 * 2. The order (`order.ts`) gives each its place and makes it durable: here the journal (`local/`).
 * 3. `apply.ts` follows the order, applies what comes, and answers.
 *
 * NotExecuted only when it is certain that no later start finds the command in the journal; OutcomeUnknown otherwise:
 *
 *   a batch the journal could not write        as the journal says (journal-file.ts)
 *   the command at which the engine threw      unknown: it is in the journal
 *   those after it in its batch, and the
 *   batch being published meanwhile            unknown: they are in the journal, or may be
 *   all that still waits                       not executed
 *
 * After a failed write or a fault it takes no command again. The process must end; the next start replays the journal.
 */
import type { CommandName, CommandOf } from '../core/language/commands.ts';
import type { Outcome, ResultOf } from '../core/turn/outcome.ts';
import { Apply, type ApplyOptions } from './apply.ts';
import { Gather, type GatherOptions } from './gather.ts';
import type { Journal } from './journal/journal-file.ts';
import { JournalOrder } from './local/journal-order.ts';
import type { Order } from './order.ts';

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
  /** Called when all up to `sequence` is durable, before it is applied. */
  onDurable(listener: (sequence: number) => void): void;
  /** Called once, when the engine, `onApplied` or a listener threw. */
  onFault(listener: (error: unknown) => void): void;
  /** Called once, when the journal could not be written. */
  onJournalFailure(listener: (error: unknown) => void): void;
  /** False for good after a fault or a failed write. */
  healthy(): boolean;
  /** Takes no more commands, finishes those it has. The journal is the caller's to close after. */
  stop(): Promise<void>;
}

/** A sequencer, and its parts for whoever puts something around them. */
export interface SequencerParts {
  readonly sequencer: Sequencer;
  readonly gather: Gather;
  /** Ends when what is followed does. */
  readonly following: Promise<void>;
  /** Tells those who wait for a failure of the journal. */
  readonly fail: (error: unknown) => void;
}

export interface SequencerOptions extends ApplyOptions, GatherOptions {
  /** Its end is what the engine has applied. */
  readonly journal: Pick<Journal, 'end' | 'append'>;
}

export function createSequencer(options: SequencerOptions): Sequencer {
  const { end } = options.journal;
  const order = new JournalOrder(options.journal);
  return sequencerOver(order, order, end, options).sequencer;
}

/**
 * The sequencer over an order: what is submitted is published into `into`, and all that `from` gives is applied.
 * @param end the last command that is applied
 */
export function sequencerOver(
  into: Pick<Order, 'publish'>,
  from: Pick<Order, 'end' | 'follow'>,
  end: { readonly sequence: number; readonly timeMs: number },
  options: ApplyOptions & GatherOptions,
  countsAnswered = true,
): SequencerParts {
  const durable = new Listeners<number>();
  const faults = new Listeners<unknown>();
  const failures = new Listeners<unknown>();
  const gather = new Gather(into, end.timeMs, options, (error) => failures.tell(error));
  const apply = new Apply(options, end.sequence, {
    durable: (sequence) => durable.tell(sequence),
    fault: (error) => {
      gather.close('stopping', error);
      faults.tell(error);
    },
    answered: (count) => {
      if (countsAnswered) gather.answered(count);
    },
  });
  const following = apply.follow(from);
  const sequencer: Sequencer = {
    get sequence() {
      return apply.sequence;
    },
    get waiting() {
      return gather.waiting;
    },
    mostWaiting: gather.mostWaiting,
    submit: gather.submit.bind(gather) as Sequencer['submit'],
    onDurable: (listener) => durable.add(listener),
    onFault: (listener) => faults.add(listener),
    onJournalFailure: (listener) => failures.add(listener),
    healthy: () => gather.closed === null,
    stop: () => gather.stop(),
  };
  return { sequencer, gather, following, fail: (error) => failures.tell(error) };
}

/** The parts that are told of something, in the order in which they asked. */
export class Listeners<News> {
  readonly #all: ((news: News) => void)[] = [];

  add(listener: (news: News) => void): void {
    this.#all.push(listener);
  }

  tell(news: News): void {
    for (const listener of this.#all) listener(news);
  }
}
