/** The administration's answer to an error: the status, and `{code, msg}` with what is needed. */
import { EvidenceBroken, StoreAway, StoreBehind, StoreRefusal } from '../../store/errors.ts';
import { CommandMalformed, NotExecuted } from '../../sequencer/refusals.ts';
import { ApiError, messageOf } from '../words/errors.ts';
import { AdminRefusal } from './body.ts';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly msg: string;
  readonly retryAfterSeconds?: number;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof AdminRefusal) return { status: 400, code: 'invalid', msg: error.message };
  if (error instanceof EvidenceBroken) return { status: 400, code: 'evidenceBroken', msg: error.message };
  if (error instanceof StoreRefusal) return { status: 400, code: error.reason, msg: error.message };
  if (error instanceof ApiError) {
    const msg = messageOf(error, 'en');
    return {
      status: error.http,
      code: String(error.code),
      msg: error.hint === undefined ? msg : `${msg}: ${error.hint.en}`,
    };
  }
  if (error instanceof CommandMalformed) return { status: 400, code: 'invalid', msg: error.message };
  if (error instanceof StoreBehind)
    return { status: 503, code: 'behind', msg: error.message, retryAfterSeconds: error.retryAfterSeconds };
  if (error instanceof StoreAway)
    return { status: 503, code: 'unavailable', msg: `nothing was done: ${error.message}`, retryAfterSeconds: 5 };
  if (error instanceof NotExecuted)
    return { status: 503, code: 'unavailable', msg: error.message, retryAfterSeconds: error.retryAfterSeconds };
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: 'invalid', msg: message ?? '' };
  return { status: 500, code: 'fault', msg: 'internal error; see the log' };
}
