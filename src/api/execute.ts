/**
 * Sends a caller's command through the sequencer and takes its answer: the result, or the reject as the error it becomes.
 */
import type { CommandName, CommandOf } from '../core/commands.ts';
import type { Outcome, ResultOf } from '../core/outcome.ts';
import type { Call } from './call.ts';
import { rejectError } from './rejects.ts';

/**
 * The outcome of a command that is durable and applied.
 * @throws NotExecuted and OutcomeUnknown of the sequencer
 */
export async function submit<Name extends CommandName>(
  call: Call,
  command: CommandOf<Name> & { readonly name: Name },
): Promise<Outcome<ResultOf<Name>>> {
  const { sequencer, metrics } = call.deps;
  const submittedMs = performance.now();
  const outcome = await sequencer.submit<Name>(command);
  metrics.observeCommand(performance.now() - submittedMs);
  return outcome;
}

/**
 * The result of a command.
 * @throws ApiError for a reject; NotExecuted and OutcomeUnknown of the sequencer
 */
export async function execute<Name extends CommandName>(
  call: Call,
  command: CommandOf<Name> & { readonly name: Name },
): Promise<ResultOf<Name>> {
  const outcome = await submit<Name>(call, command);
  if (!outcome.ok) throw rejectError(outcome.reject, call.deps.engine.state);
  return outcome.result;
}
