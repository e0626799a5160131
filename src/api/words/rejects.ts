/**
 * Every reason the exchange says no, as callers are told: one table over `core/language/rejects.ts`, which does not
 * compile until it is complete. The words are beside it.
 *
 * `msg = TOKEN: CLASS: sentence` (docs/errors.md, Reasons of the engine); the Chinese message is the same line, `｜` and
 * the Chinese sentence, so that fragments clients look for are in both. Values print in their wire format. "invalid"
 * appears in no FAILED_PRECONDITION but E23, and "order" followed by a blank and digits in none but E32, hints
 * included.
 */
import type { CommandName } from '../../core/language/commands.ts';
import type { Contract } from '../../core/language/contract.ts';
import type { Reject, RejectReason } from '../../core/language/rejects.ts';
import type { State } from '../../core/state/state.ts';
import type { Dialect } from './dialect.ts';
import { ApiError, messageOf } from './errors.ts';
import { fieldName } from './field-names.ts';
import { ORDER_REJECTS } from './order-rejects.ts';
import { OTHER_REJECTS } from './other-rejects.ts';
import { POSITION_REJECTS } from './position-rejects.ts';
import type { Face, Faces, Naming } from './reject-face.ts';

const FACES: Faces = { ...ORDER_REJECTS, ...POSITION_REJECTS, ...OTHER_REJECTS };

/** When a reason applies, in the words of the reference. */
export function appliesWhen(reason: RejectReason): string {
  return FACES[reason].when;
}

/** An example of a reject, of the default contracts. */
export function exampleOf(reason: RejectReason): Reject {
  return { reason, ...FACES[reason].sample } as Reject;
}

/**
 * The error a reject becomes. Its contract, when it names one, is looked up in the state for tick and step.
 * @param command what was refused, for the names of its fields
 * @param named the names of fields in the dialect of whoever is told
 */
export function rejectError(
  reject: Reject,
  state: State,
  command?: CommandName,
  named: Dialect['fieldName'] = fieldName,
): ApiError {
  const nameOf: Naming = (field) => named(field, command);
  const face = FACES[reject.reason] as Face<RejectReason>;
  if ('error' in face) return face.error(reject, nameOf);
  const symbol = 'symbol' in reject ? reject.symbol : undefined;
  const contract = symbol === undefined ? undefined : state.bySymbol.get(symbol)?.contract;
  const [className, en, zh, help] = face.say(reject, contract as Contract, nameOf);
  const line = `${reject.reason}: ${className}: ${en}`;
  return new ApiError(40015, {
    fill: { detail: { en: line, zh: `${line}｜${zh}` } },
    token: reject.reason,
    hint: help,
  });
}

/** The line of a reject inside an answer that is HTTP 200: `error_message` and `err_msg` of rows. */
export function rejectLine(reject: Reject, state: State, locale: 'en' | 'zh'): string {
  return messageOf(rejectError(reject, state), locale);
}
