/**
 * Sends a caller's command through the sequencer and takes its answer: the result, or the reject as the error it becomes.
 */
import type { CommandName, CommandOf } from '../core/commands.ts';
import type { Outcome, ResultOf } from '../core/outcome.ts';
import type { Call } from './call.ts';
import { rejectError } from './rejects.ts';

/**
 * The result of a command that is durable and applied.
 * @throws ApiError for a reject; NotExecuted and OutcomeUnknown of the sequencer
 */
export async function execute<Name extends CommandName>(
  call: Call,
  command: CommandOf<Name> & { readonly name: Name },
): Promise<ResultOf<Name>> {
  const outcome: Outcome<ResultOf<Name>> = await call.deps.sequencer.submit<Name>(command);
  if (!outcome.ok) throw rejectError(outcome.reject, call.deps.engine.state);
  return outcome.result;
}
