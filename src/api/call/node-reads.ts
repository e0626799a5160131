/** How a node among several answers, and what it hears of the others; a single machine has no such part. */
import type { Command } from '../../core/language/commands.ts';

export interface NodeReads {
  /** Of the last command that is applied here: said with every answer. */
  readonly sequence: () => number;
  /**
   * Resolves when a read may be answered from what is here: a private one of all that was answered anywhere before it,
   * or as recent as the operator wants; a public one unless what is here is too old.
   * @param sequence the command that must be in it, as the caller has it from an earlier answer; null: none
   * @throws NotExecuted
   */
  readonly mayBeRead: (isPrivate: boolean, sequence: number | null) => Promise<void>;
  /** Whether what is here is too old to be shown to anybody: streams go on at another node. */
  readonly isBehind: () => boolean;
  /** Has `take` told of every command that came in at another node, right after it was applied here. Once. */
  readonly onOthers: (take: (command: Command) => void) => void;
}
