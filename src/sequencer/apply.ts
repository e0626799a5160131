/**
 * Applies what the order gives, batch by batch, and answers those that were submitted here. Decides nothing about
 * commands.
 *
 * - No answer before the command is durable and applied. At the first fault of the engine or of what listens, the rest
 *   of its batch and all batches after it are in the order with an outcome that nobody knows.
 */
import type { Sequenced } from '../core/language/commands.ts';
import { invariant } from '../core/num/invariant.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { Submitted } from './gather.ts';
import type { Batch, Order, Ordered } from './order.ts';
import { OutcomeUnknown } from './refusals.ts';
import type { Applies } from './replay.ts';

export interface ApplyOptions {
  /** Has applied the order up to where it is followed from. */
  readonly engine: Applies;
  /** Called right after each apply, before the answer. What it throws is a fault. */
  readonly onApplied?: (sequenced: Sequenced, outcome: Outcome) => void;
  /** Called after that for each command that was submitted elsewhere. What it throws is a fault. */
  readonly onOthers?: (command: Sequenced['command']) => void;
}

/** Reports of its progress. */
export interface ApplyListener {
  /** All up to `sequence` is durable; not applied yet. What it throws is a fault. */
  durable(sequence: number): void;
  /** The engine, `onApplied` or `durable` threw: nothing is applied any more. */
  fault(error: unknown): void;
  /** So many of those that were submitted here are answered. */
  answered(count: number): void;
}

export class Apply {
  /** The last sequence applied. */
  sequence: number;
  readonly #engine: Applies;
  readonly #onApplied: (sequenced: Sequenced, outcome: Outcome) => void;
  readonly #onOthers: NonNullable<ApplyOptions['onOthers']>;
  readonly #listener: ApplyListener;
  #fault: { readonly error: unknown } | null = null;

  /** @param sequence the last one that is applied */
  constructor({ engine, onApplied, onOthers }: ApplyOptions, sequence: number, listener: ApplyListener) {
    this.#engine = engine;
    this.#onApplied = onApplied ?? (() => undefined);
    this.#onOthers = onOthers ?? (() => undefined);
    this.#listener = listener;
    this.sequence = sequence;
  }

  /** Follows the order from its end on, for good. */
  async follow(order: Pick<Order, 'end' | 'follow'>): Promise<void> {
    for await (const batch of order.follow(order.end())) this.#apply(batch);
  }

  #apply({ commands }: Batch): void {
    let next = 0;
    try {
      if (this.#fault !== null) throw this.#fault.error;
      this.#listener.durable(commands.at(-1)!.sequence);
      for (; next < commands.length; next++) this.#applyOne(commands[next]!);
    } catch (error) {
      const isFirst = this.#fault === null;
      this.#fault ??= { error };
      for (const one of commands.slice(next)) if (one instanceof Submitted) one.reject(new OutcomeUnknown(error));
      if (isFirst) this.#listener.fault(error);
    }
    this.#listener.answered(commands.filter((one) => one instanceof Submitted).length);
  }

  #applyOne(one: Ordered): void {
    const { sequence, timeMs, command } = one;
    invariant(sequence === this.sequence + 1, 'FLOW-001: commands are applied in their order', sequence, this.sequence);
    const sequenced = { sequence, timeMs, command };
    const outcome = this.#engine.apply(sequenced, true);
    invariant(outcome.sequence === sequence, 'FLOW-002: an outcome is of its command', sequence, outcome.sequence);
    this.sequence = sequence;
    // Resolved first, so that a fault of a projection can't take back an executed command; no waiting caller runs
    // before this returns.
    if (one instanceof Submitted) one.resolve(outcome);
    this.#onApplied(sequenced, outcome);
    if (!(one instanceof Submitted)) this.#onOthers(command);
  }
}
