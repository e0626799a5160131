/**
 * Sends a caller's command through the sequencer and takes its answer: the result, or the reject as the error it
 * becomes.
 */
import type { CommandName, CommandOf, RequestName } from '../../core/language/commands.ts';
import type { Decision, OrderCanceled, Outcome, ResultOf } from '../../core/turn/outcome.ts';
import type { State } from '../../core/state/state.ts';
import { type Call, requestOf } from './call.ts';
import { type CanceledView, canceledView } from '../shapes/canceled.ts';
import { tellReplay } from '../shapes/placed.ts';
import { rejectError, rejectLine } from '../words/rejects.ts';

/**
 * The decision on a caller's command, which is durable and applied; of a request that was sent before, what was decided
 * then (FLOW-010).
 * @throws NotExecuted and OutcomeUnknown of the sequencer
 */
export async function submitOnce<Name extends RequestName>(
  call: Call,
  command: CommandOf<Name> & { readonly name: Name },
): Promise<Decision<ResultOf<Name>>> {
  // Over a socket a message comes once; only what is signed can be sent again by anybody.
  if (call.signature === null) return submitIdempotent<Name>(call, command);
  const { account, digest } = requestOf(call);
  const { once } = call.deps;
  const earlier = once.earlier(account, digest);
  if (earlier !== null) {
    tellReplay(call.headers);
    return earlier as Decision<ResultOf<Name>> | Promise<Decision<ResultOf<Name>>>;
  }
  const outcome = submitIdempotent<Name>(call, { ...command, digest });
  once.begin(account, digest, outcome);
  return outcome;
}

/**
 * The outcome of a command that is durable and applied, and that answers for its own repeats.
 * @throws NotExecuted and OutcomeUnknown of the sequencer
 */
export async function submitIdempotent<Name extends CommandName>(
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
export async function execute<Name extends RequestName>(
  call: Call,
  command: CommandOf<Name> & { readonly name: Name },
): Promise<ResultOf<Name>> {
  return resultOf(await submitOnce<Name>(call, command), call.deps.engine.state, command.name);
}

/**
 * The decision.
 * @throws ApiError for a reject
 */
export function resultOf<Result>(decision: Decision<Result>, state: State, command: CommandName): Result {
  if (!decision.ok) throw rejectError(decision.reject, state, command);
  return decision.result;
}

/**
 * The answer to a cancel: done, or that the order has ended, which isn't an error.
 * @throws ApiError for any other reject
 */
export function canceled(call: Call, decision: Decision<OrderCanceled>): CanceledView {
  if (decision.ok) return canceledView(decision.result, null);
  const { reject } = decision;
  const { state } = call.deps.engine;
  if (reject.reason !== 'ORDER_NOT_CANCELABLE') throw rejectError(reject, state);
  return canceledView(reject, rejectLine(reject, state, call.locale));
}
