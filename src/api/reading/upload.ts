/**
 * An AI log as callers send it, for the upload and its dry run: the fields the reference shows, and the error of one
 * that is refused. The body itself is read by the core's strict parser, because its bytes are what is kept.
 */
import { parseUpload, parseUploadInSteps, type Upload, type UploadFailure } from '../../core/log/upload.ts';
import { UPLOAD_LIMITS } from '../../core/text/scan.ts';
import type { Steps } from '../../core/text/steps.ts';
import { type Said, saidIn, saidInSteps } from '../../core/verification/log-facts.ts';
import { RUNTIME_TEXTS } from '../../store/runtime-texts.ts';
import { accountOf, type Call } from '../call/call.ts';
import { weightOfBody } from '../front/limits/limits.ts';
import { type ApiError, invalid, missing } from '../words/errors.ts';
import { notJson } from '../words/json-hints.ts';
import { bodyFields, fieldsOfObject, missingHint } from '../call/fields.ts';
import { object, nullableString } from '../shapes/schema.ts';
import { optional, ownRead, textItem } from '../call/parameter.ts';

const content = (description: string) => ownRead(object({}, { description, additionalProperties: true }));
const label = (description: string) => ownRead({ type: 'string', description, minLength: 1 });

export const uploadParameters = {
  orderId: optional(ownRead(textItem('The order the log belongs to, 1 to 2^63−1; null or absent for none'))),
  stage: label('Stage of the decision, 1 to 256 characters'),
  model: label('Model name and version, 1 to 128 characters'),
  input: content('What the model was given'),
  output: content('What it answered'),
  explanation: optional(ownRead(nullableString('At most 10 000 characters'))),
};

/** The same where the log must say why. */
export const explainedUploadParameters = { ...uploadParameters, explanation: label('1 to 10 000 characters') };

/** A body that was read, and what it says. */
export type ReadUpload =
  | { readonly upload: Upload; readonly said: Said }
  | { readonly upload: UploadFailure; readonly said: null };

/** Reads the body of a call: a small one now, a large one in steps between which others are served. */
export async function readSentUpload(call: Call): Promise<ReadUpload> {
  const { body, deps } = call;
  if (weightOfBody(body.length) === 0) return withSaid(parseUpload(body, RUNTIME_TEXTS));
  return deps.slices.run(accountOf(call), readInSteps(body));
}

function* readInSteps(body: Uint8Array): Steps<ReadUpload> {
  const upload = yield* parseUploadInSteps(body, RUNTIME_TEXTS);
  yield;
  return upload.ok ? { upload, said: yield* saidInSteps(upload) } : { upload, said: null };
}

function withSaid(upload: Upload | UploadFailure): ReadUpload {
  return upload.ok ? { upload, said: saidIn(upload) } : { upload, said: null };
}

/** The error of an upload whose body is refused. */
export function uploadError(failure: UploadFailure, body: Uint8Array): ApiError {
  if (failure.cause === 'malformed') return notJson(body, failure, UPLOAD_LIMITS);
  if (failure.cause === 'missing') {
    const fields = body.length === 0 ? bodyFields(body, false) : fieldsOfObject(failure.root);
    return missing(failure.parameter, missingHint(fields, failure.parameter));
  }
  const where = `${failure.path}, byte ${failure.offset}`;
  return invalid(failure.parameter, { en: `${where}: needs ${failure.needed}`, zh: `${where}：需要${failure.needed}` });
}
