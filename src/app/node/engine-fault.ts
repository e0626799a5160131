/**
 * The command at which the engine of a node throws. All nodes meet it at the same sequence and stop there; each leaves
 * word of it in the order before it ends, so that an operator finds what it was while no node runs.
 */
import { createHash } from 'node:crypto';
import { CoreUnknown } from '../../core/language/core-version.ts';
import type { Sequenced } from '../../core/language/commands.ts';
import { commandText } from '../../sequencer/journal/record.ts';
import type { EngineFault } from '../../sequencer/nodes/shared-order.ts';
import { type Applies, ReplayFailed } from '../../sequencer/replay.ts';

export class EngineThrew extends Error {
  readonly fault: EngineFault;

  constructor(fault: EngineFault, cause: unknown) {
    const { sequence, command, hash, why } = fault;
    super(
      `the engine threw at sequence ${sequence} (${command}, hash ${hash}): ${why}. Every node stops there, until all ` +
        `have a program that can apply it; or \`outcry cluster void ${sequence} --hash ${hash}\` passes it over, for good`,
      { cause },
    );
    this.name = 'EngineThrew';
    this.fault = fault;
  }
}

/** @param node that has met it */
function threw(node: string, { sequence, command }: Omit<Sequenced, 'timeMs'>, cause: unknown): EngineThrew {
  const why = cause instanceof Error ? cause.message : String(cause);
  const hash = createHash('sha256').update(commandText(command)).digest('hex');
  return new EngineThrew({ sequence, command: command.name, hash, why, node }, cause);
}

/** The engine of a node while it follows: what it throws says at which command, and is told. */
export function toldOf(engine: Applies, node: string, tell: (fault: EngineFault) => void): Applies {
  return {
    apply(sequenced, isChecked) {
      try {
        return engine.apply(sequenced, isChecked);
      } catch (error) {
        if (error instanceof CoreUnknown) throw error;
        const found = threw(node, sequenced, error);
        tell(found.fault);
        throw found;
      }
    },
  };
}

/** The error that ends a node's replay, as its operator needs it. */
export function ofReplay(error: unknown, node: string): unknown {
  return error instanceof ReplayFailed ? threw(node, error, error.cause) : error;
}
