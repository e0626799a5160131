/**
 * An AI log as callers send it, for the upload and its dry run: the fields the reference shows, and the error of one
 * that is refused. The body itself is read by the core's strict parser, because its bytes are what is kept.
 */
import { Type } from 'typebox';
import type { UploadFailure } from '../../core/ailog/log/upload.ts';
import { UPLOAD_LIMITS } from '../../core/text/scan.ts';
import { type ApiError, invalid, missing } from '../words/errors.ts';
import { notJson } from '../words/json-hints.ts';
import { bodyFields, missingHint } from './fields.ts';
import { text } from './schemas.ts';

const content = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({}, { description, additionalProperties: true }));

export const uploadFields = Type.Object({
  orderId: Type.Optional(
    Type.Unsafe<string | number | null>(text('The order the log belongs to, 1 to 2^63−1; null or absent for none')),
  ),
  stage: Type.String({ description: 'Stage of the decision, 1 to 256 characters', minLength: 1 }),
  model: Type.String({ description: 'Model name and version, 1 to 128 characters', minLength: 1 }),
  input: content('What the model was given'),
  output: content('What it answered'),
  explanation: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'At most 10 000 characters' }),
  ),
});

/** The error of an upload whose body is refused. */
export function uploadError(failure: UploadFailure, body: Uint8Array): ApiError {
  if (failure.cause === 'malformed') return notJson(body, failure, UPLOAD_LIMITS);
  if (failure.cause === 'missing') {
    const fields = bodyFields(body, false, UPLOAD_LIMITS);
    return missing(failure.parameter, missingHint(fields, failure.parameter));
  }
  const where = `${failure.path}, byte ${failure.offset}`;
  return invalid(failure.parameter, { en: `${where}: needs ${failure.needed}`, zh: `${where}：需要${failure.needed}` });
}
