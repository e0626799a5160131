/**
 * POST /ai/validate (docs/ai-log.md 11): a dry run of an upload. Says what the upload would answer and what it would be
 * linked to; stores and journals nothing, and needs no place on the allowlist. Its bytes count in the account's volume
 * of the day like those of an upload, whatever it answers: reading them is the same work.
 */
import { fromHex, toHex } from '../../core/text/bytes.ts';
import { aiClientOid, bindingClientOids } from '../../core/text/client-oid.ts';
import { answerWarnings, sortedWarnings, type Upload, type UploadFailure } from '../../core/log/upload.ts';
import type { AnyOrder } from '../../core/state/order.ts';
import { findRecord } from '../../core/orders/working.ts';
import { sha256 } from '../../store/sha256.ts';
import type { LinkKind } from '../../core/verification/grade.ts';
import type { Said } from '../../core/verification/log-facts.ts';
import type { Call } from '../call/call.ts';
import { accountOf } from '../call/call.ts';
import { ApiError, messageOf } from '../words/errors.ts';
import { MAX_UPLOAD_BODY } from '../front/limits/http-limits.ts';
import { defineRoute } from '../call/route.ts';
import { readSentUpload, uploadError, uploadParameters } from '../reading/upload.ts';
import { type UploadSignature, uploadSignatureOf } from '../reading/upload-signature.ts';
import { type AiValidationView, aiValidationShape, type UploadRefusal } from '../shapes/ai-validation.ts';

export const aiValidate = defineRoute({
  operation: 'aiValidate',
  summary: 'Try an AI log without storing it',
  method: 'POST',
  path: '/capi/v2/ai/validate',
  access: 'private',
  permission: 'read',
  weight: { ip: 1, uid: 1 },
  isAddition: true,
  bodyLimit: MAX_UPLOAD_BODY,
  ownScanner: true,
  parameters: uploadParameters,
  sample: '{"stage":"Decision Making","model":"m","input":{"a":1},"output":{"decision":"HOLD"}}',
  answer: aiValidationShape,
  errors: ['413'],
  handle: async (_, call) => {
    await call.deps.volume.reserve(accountOf(call), call.body.length, call.requestTimeMs);
    const digest = toHex(sha256(call.body));
    const clientOid = aiClientOid(fromHex(digest) as Uint8Array);
    const { upload, said } = await readSentUpload(call);
    const refused = (error: UploadRefusal): AiValidationView => ({
      ok: false,
      error,
      warnings: [],
      decisions: [],
      bodySha256: digest,
      clientOid,
      link: null,
      grade: null,
    });
    if (said === null) return refused(errorOf(call, upload));
    const signature = signatureOf(call);
    if ('code' in signature) return refused(signature);
    const { decisions } = said;
    const found = await linkedOrder(call, upload, digest, said);
    const warnings = sortedWarnings([
      ...answerWarnings(upload, {
        decisions: decisions.length,
        orderFound: namedOrder(call, upload) !== null,
        modelRegistered: true,
      }),
      ...(signature.warning === null ? [] : [signature.warning]),
    ]);
    return { ok: true, error: null, warnings, decisions, bodySha256: digest, clientOid, ...found };
  },
});

function errorOf(call: Call, failure: UploadFailure): UploadRefusal {
  const place =
    failure.cause === 'missing' ? { path: null, offset: null } : { path: failure.path, offset: failure.offset };
  const reason = failure.cause === 'malformed' ? failure.reason : null;
  return { ...told(call, uploadError(failure, call.body)), reason, ...place };
}

function told({ locale }: Call, error: ApiError) {
  return { code: String(error.code), msg: messageOf(error, locale), hint: error.hint?.[locale] ?? null };
}

/** The outcome of looking at the team's signature, or why an upload with it is refused. */
function signatureOf(call: Call): UploadSignature | UploadRefusal {
  try {
    return uploadSignatureOf(call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...told(call, error), reason: null, path: null, offset: null };
  }
}

/** The caller's order that the log names by `orderId`; null when there is none. */
function namedOrder(call: Call, { orderId }: Upload): AnyOrder | null {
  const { state } = call.deps.engine;
  const account = state.accounts.get(accountOf(call));
  if (orderId === null || account === undefined) return null;
  const record = findRecord(state, account, Number(orderId));
  return record !== null && String(record.id) === orderId ? record : null;
}

/** The strongest link to an order with a leaf, and the grade its time would give it now. */
async function linkedOrder(
  call: Call,
  upload: Upload,
  digest: string,
  { decisions, clientOids }: Said,
): Promise<Pick<AiValidationView, 'link' | 'grade'>> {
  const { engine, store, sequencer, clock } = call.deps;
  const { state } = engine;
  const account = state.accounts.get(accountOf(call));
  const answering = (names: readonly string[]): AnyOrder | undefined =>
    account && names.map((name) => state.orders.named(account, name)).find((one) => one !== undefined);
  const byHash = answering(bindingClientOids(digest));
  const byName = answering(clientOids);
  const candidates: [LinkKind, AnyOrder | null | undefined][] = [
    ['hash', byHash],
    ['named', byName],
    ['orderId', namedOrder(call, upload)],
  ];
  for (const [how, record] of candidates) {
    if (!record || record.leafIndex < 0) continue;
    const orderId = String(record.id);
    const args = { orderId, how, logIndex: state.ailog.nextIndex, receivedAt: clock.nowMs(), decisions };
    return { link: { orderId, how }, grade: await store.ask('aiGrade', args, sequencer.sequence) };
  }
  return { link: null, grade: null };
}
