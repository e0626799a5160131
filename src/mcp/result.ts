/**
 * Results as tools give them: one line of JSON with the id of the call's trace. A refusal says what was refused, what
 * helps, and whether anything may have happened; nothing else of a fault leaves.
 */
import { DecisionFailed } from '../client/decide.ts';
import { NoAnswer, OutcryError } from '../client/errors.ts';
import { ToolRefusal } from './tool.ts';

export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: boolean;
  readonly [key: string]: unknown;
}

export function answered(value: object, traceId: string): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify({ ...value, trace_id: traceId }) }] };
}

export function refused(error: unknown, traceId: string): ToolResult {
  const value = { refused: refusalOf(error), trace_id: traceId };
  return { content: [{ type: 'text', text: JSON.stringify(value) }], isError: true };
}

interface Refusal {
  readonly message: string;
  readonly hint: string;
  readonly [field: string]: unknown;
}

const LOOK_UP = 'exchange_explain_error with the code or token says when it comes and what helps';
const LOOK_FIRST = 'look with account_get_state before you ask again: it may have been carried out';

function refusalOf(error: unknown): Refusal {
  if (error instanceof ToolRefusal) return { message: error.message, hint: error.hint, executed: false };
  if (error instanceof OutcryError) return ofExchange(error);
  if (error instanceof DecisionFailed) {
    const { logIndex, clientOid } = error.decision;
    const log = error.at === 'log' ? {} : { log_index: logIndex, client_oid: clientOid, log: 'is stored and stays' };
    if (error.mayHaveHappened) return { message: error.message, hint: LOOK_FIRST, executed: 'unknown', ...log };
    return { ...refusalOf(error.cause), order: 'was not placed', ...log };
  }
  if (error instanceof NoAnswer) {
    const { message, mayHaveHappened } = error;
    return mayHaveHappened
      ? { message, hint: LOOK_FIRST, executed: 'unknown' }
      : { message, hint: 'nothing was done: wait a few seconds and ask again', executed: false };
  }
  return {
    message: 'a fault of the tool',
    hint: 'ask again; tell the operator the trace id if it stays',
    executed: 'unknown',
  };
}

function ofExchange({ code, token, hint, status, message, requestId, retryAfterSeconds }: OutcryError): Refusal {
  const wait = retryAfterSeconds === null ? null : `wait ${retryAfterSeconds} s and ask again`;
  return {
    code,
    ...(token === null ? {} : { token }),
    message,
    hint: hint ?? wait ?? LOOK_UP,
    ...(retryAfterSeconds === null ? {} : { retry_after_s: retryAfterSeconds }),
    executed: status === 500 ? 'unknown' : false,
    request_id: requestId,
  };
}
