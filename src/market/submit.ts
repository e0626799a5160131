/**
 * The one way in for the market: the sequencer's `submit`, as anyone's. The engine's state is read, never changed;
 * commands are how the market acts.
 */
import type { CommandName, CommandOf } from '../core/language/commands.ts';
import type { Outcome, ResultOf } from '../core/turn/outcome.ts';
import { NotExecuted, OutcomeUnknown } from '../sequencer/refusals.ts';

/** Hands a command to the sequencer; rejects with `NotExecuted` when it takes none. */
export type Submit = <N extends CommandName>(command: CommandOf<N>) => Promise<Outcome<ResultOf<N>>>;

/**
 * Whether the sequencer took no command, or stopped under it. Whoever runs it hears of faults and full disks from the
 * sequencer itself.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof NotExecuted || error instanceof OutcomeUnknown;
}
