/**
 * The order of all commands, whoever keeps it: on one machine the journal (`local/`), between machines something that
 * agrees. What gathers commands publishes them into it; what applies them follows it, those of others and its own
 * alike. So a command is applied because it has its place in the order, and not because it was sent.
 */
import type { Command } from '../core/language/commands.ts';

declare const PLACE: unique symbol;

/** A place between two commands. Only the order that gave it knows what it says. */
export interface Place {
  readonly [PLACE]: never;
}

/** A command on its way into the order: `text` is its JSON (`commandText`). */
export interface Unordered {
  readonly command: Command;
  readonly text: string;
  readonly timeMs: number;
  /** 0 until the order has given it its own. */
  sequence: number;
}

/** A command that has its place. */
export type Ordered = Readonly<Pick<Unordered, 'sequence' | 'timeMs' | 'command'>>;

/** Commands that came to their places together, in that order; after it. */
export interface Batch {
  readonly commands: readonly Ordered[];
  readonly end: Place;
}

export interface Order {
  /** After the last command that is durable. */
  end(): Place;
  /**
   * Gives a batch the places after the end, and each command its sequence. Resolves when all of it is durable. One
   * call at a time.
   * @throws PublishFailed, which says whether it may be found in the order later; then and ever after
   */
  publish(batch: readonly Unordered[]): Promise<void>;
  /** The batches after a place and those that come, each once it is durable; what was published here comes as it is. */
  follow(after: Place): AsyncIterable<Batch>;
}
