/**
 * Sends a caller's command through the sequencer and takes its answer: the result, or the reject as the error it
 * becomes.
 */
import type { Caller, CommandName, CommandOf, RequestName } from '../../../core/language/commands.ts';
import type { Decision, OrderCanceled, Outcome, ResultOf } from '../../../core/turn/outcome.ts';
import type { State } from '../../../core/state/state.ts';
import { accountOf, type Call, callerOf, requestOf } from '../../call/call.ts';
import type { UnderWay } from '../../call/once.ts';
import { type CanceledView, canceledView } from '../../shapes/canceled.ts';
import { tellReplay } from '../../shapes/placed.ts';
import { type SettingView, settingView } from '../../shapes/setting.ts';
import type { Dialect } from '../../words/dialect.ts';
import { fieldName } from '../../words/field-names.ts';
import { rejectError, rejectLine } from '../../words/rejects.ts';
import { machine } from '../../../time/machine.ts';

/**
 * The decision on a caller's command, which is durable and applied; of a request that was sent before, what was decided
 * then (FLOW-010).
 * @param nth of the commands that the request becomes
 * @param prepare what has to be done before, only for a command that is carried out
 * @throws NotExecuted and OutcomeUnknown of the sequencer, and what `prepare` throws
 */
export function submitOnce<Name extends RequestName>(
  call: Call,
  command: CommandOf<Name> & { readonly name: Name },
  nth = 0,
  prepare: (() => Promise<void>) | null = null,
): Promise<Decision<ResultOf<Name>>> {
  // Over a socket a message comes once; only what is signed can be sent again by anyone.
  if (call.signature === null) return submitIdempotent<Name>(call, command);
  const { account, digest } = requestOf(call, nth);
  const { once } = call.deps;
  const earlier = once.earlier(account, digest);
  if (earlier !== null) {
    tellReplay(call.headers);
    return Promise.resolve(earlier as Decision<ResultOf<Name>> | Promise<Decision<ResultOf<Name>>>);
  }
  const underWay = once.begin(account, digest);
  const submit = () => submitIdempotent<Name>(call, { ...command, digest }, underWay);
  const outcome = prepare === null ? submit() : afterwards(prepare, submit, () => once.end(underWay));
  underWay.outcome = outcome;
  return outcome;
}

async function afterwards<Done>(prepare: () => Promise<void>, submit: () => Promise<Done>, giveUp: () => void) {
  try {
    await prepare();
  } catch (error) {
    giveUp();
    throw error;
  }
  return submit();
}

/**
 * The outcome of a command that is durable and applied, and that answers for its own repeats.
 * @param underWay what is told apart from others by its signature, and no longer is once this has its outcome
 * @throws NotExecuted and OutcomeUnknown of the sequencer
 */
export async function submitIdempotent<Name extends CommandName>(
  call: Call,
  command: CommandOf<Name> & { readonly name: Name },
  underWay: UnderWay | null = null,
): Promise<Outcome<ResultOf<Name>>> {
  const { sequencer, metrics, once } = call.deps;
  const submittedMs = machine.steadyMs();
  try {
    const outcome = await sequencer.submit<Name>(command);
    metrics.observeCommand(machine.steadyMs() - submittedMs);
    return outcome;
  } finally {
    if (underWay !== null) once.end(underWay);
  }
}

/** Fields of a caller's command besides its account. */
type Wanted<Name extends RequestName> = Omit<CommandOf<Name>, 'name' | 'digest' | keyof Caller>;

function ownCommand<Name extends RequestName>(call: Call, name: Name, wanted: Wanted<Name>) {
  return { name, ...callerOf(call), ...wanted } as unknown as CommandOf<Name> & { readonly name: Name };
}

/** The decision on a command of the caller's; throws like `submitOnce`, and 40020 for an invalid `ORDER-CHANNEL`. */
export function decide<Name extends RequestName>(
  call: Call,
  name: Name,
  wanted: Wanted<Name>,
  nth = 0,
): Promise<Decision<ResultOf<Name>>> {
  return submitOnce<Name>(call, ownCommand(call, name, wanted), nth);
}

/**
 * The result of a command of the caller's.
 * @throws ApiError for a reject, and 40020 for an invalid `ORDER-CHANNEL`; NotExecuted and OutcomeUnknown of the
 *   sequencer
 */
export async function execute<Name extends RequestName>(
  call: Call,
  name: Name,
  wanted: Wanted<Name>,
): Promise<ResultOf<Name>> {
  const decision = await decide<Name>(call, name, wanted);
  return resultOf(decision, call.deps.engine.state, name, call.dialect.fieldName);
}

/** The answer to a command that sets something; throws like `execute`. */
export async function applySetting<Name extends RequestName>(
  call: Call,
  name: Name,
  wanted: Wanted<Name>,
): Promise<SettingView> {
  await execute(call, name, wanted);
  return settingView(call.requestTimeMs);
}

/**
 * The decision.
 * @throws ApiError for a reject
 */
export function resultOf<Result>(
  decision: Decision<Result>,
  state: State,
  command: CommandName,
  nameOf: Dialect['fieldName'] = fieldName,
): Result {
  if (!decision.ok) throw rejectError(decision.reject, state, command, nameOf);
  return decision.result;
}

/**
 * The answer to a cancel: done, or that the order has ended, which isn't an error.
 * @throws ApiError for any other reject
 */
export async function cancel<Name extends 'cancelOrder' | 'cancelPlanOrder'>(
  call: Call,
  name: Name,
  wanted: Wanted<Name>,
): Promise<CanceledView> {
  const decision: Decision<OrderCanceled> = await decide<Name>(call, name, wanted);
  if (decision.ok) return canceledView(decision.result, null);
  const { reject } = decision;
  const { state } = call.deps.engine;
  if (reject.reason !== 'ORDER_NOT_CANCELABLE') throw rejectError(reject, state);
  const clientOrderId = reject.clientOrderId ?? (await nameOfEnded(call, reject.orderId));
  return canceledView({ orderId: reject.orderId, clientOrderId }, rejectLine(reject, state, call.locale));
}

/**
 * The client order id of an order that has ended: the engine keeps a fingerprint alone, so the store is asked. Empty
 * while it can't be: that the order has ended is what the caller must know.
 */
export async function nameOfEnded(call: Call, orderId: number): Promise<string> {
  const { store, sequencer } = call.deps;
  const order = { uid: accountOf(call), orderId, clientOrderId: null };
  const ended = await store.ask('endedOrder', order, sequencer.sequence).catch(() => null);
  return ended?.clientOrderId ?? '';
}

/** The rows of a batch, with their client order ids too where an order has ended and was named by its id. */
export function withNames(
  call: Call,
  rows: readonly Decision<OrderCanceled>[],
): Promise<readonly Decision<OrderCanceled>[]> {
  return Promise.all(
    rows.map(async (row) => {
      if (row.ok || row.reject.reason !== 'ORDER_NOT_CANCELABLE' || row.reject.clientOrderId !== null) return row;
      const clientOrderId = await nameOfEnded(call, row.reject.orderId);
      return { ok: false, reject: { ...row.reject, clientOrderId } };
    }),
  );
}
