/**
 * POST /order/uploadAiLog (wire 5.7, ailog 1.1 to 1.5): keeps a model's own account of a decision, in one sequence with the orders.
 *
 * The steps are those of ailog 1.2, the first failure answers: volume, strict JSON, fields, repeats, body stored durably under its
 * commitment, command journaled. A stored body nobody refers to is harmless, a leaf without its body is not: hence that order.
 */
import { createHash, randomBytes } from 'node:crypto';
import { toHex } from '../../core/ailog/bytes.ts';
import { decisionsOf } from '../../core/ailog/decision.ts';
import { sealHeader } from '../../core/ailog/entry.ts';
import { aiLogHeader } from '../../core/ailog/header.ts';
import { answerWarnings, parseUpload, type Upload, type UploadFailure } from '../../core/ailog/upload.ts';
import type { AiLogRecorded } from '../../core/outcome.ts';
import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { callerOf } from '../call.ts';
import { type ApiError, invalid, malformed, missing, same, unavailable } from '../errors.ts';
import { execute } from '../execute.ts';
import { MAX_UPLOAD_BODY } from '../http-limits.ts';
import { rejectError } from '../rejects.ts';
import { defineRoute } from '../route.ts';
import { answer, number, string, text } from '../schemas.ts';

export interface UploadAiLogAnswer {
  code: '00000';
  msg: 'success';
  requestTime: number;
  data: 'upload success';
}

export interface UploadAiLogRequest {
  orderId?: number | string | null;
  stage: string;
  model: string;
  input: Readonly<Record<string, unknown>>;
  output: Readonly<Record<string, unknown>>;
  explanation?: string | null;
}

/** Fields of an upload, for this operation and the dry run. */
export const uploadFields = Type.Object({
  orderId: Type.Optional(text('The order the log belongs to, 1 to 2^63−1; null or absent for none')),
  stage: Type.String({ description: 'Stage of the decision, 1 to 256 characters', minLength: 1 }),
  model: Type.String({ description: 'Model name and version, 1 to 128 characters', minLength: 1 }),
  input: Type.Object({}, { description: 'What the model was given', additionalProperties: true }),
  output: Type.Object({}, { description: 'What it answered', additionalProperties: true }),
  explanation: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'At most 10 000 characters' })),
});

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,64}$/;
const BODY_MEMORY_MS = 600_000;
const KEY_MEMORY_MS = 86_400_000;
const SALT_BYTES = 32;

export const uploadAiLog = defineRoute<null, UploadAiLogAnswer>({
  operation: 'uploadAiLog',
  summary: 'Upload an AI log',
  method: 'POST',
  path: '/capi/v2/order/uploadAiLog',
  access: 'private',
  permission: 'trade',
  weight: { ip: 1, uid: 1 },
  needsAllowlist: true,
  bodyLimit: MAX_UPLOAD_BODY,
  ownScanner: true,
  parameters: uploadFields,
  answer: answer({ code: string(), msg: string(), requestTime: number('Epoch ms'), data: string() }),
  sample: {
    request:
      '{"orderId":700000000000010,"stage":"Decision Making","model":"demo-model-1","input":{"symbol":"cmt_btcusdt","last":"90000.0"},"output":{"decision":"OPEN_LONG","size":"0.01"},"explanation":"Momentum up, funding low."}',
    answer: { code: '00000', msg: 'success', requestTime: 1767251702000, data: 'upload success' },
  },
  errors: ['40022', '40019', '40020', '40017', '413', '503'],
  parse: () => null,
  handle: async (_, call) => {
    const release = await call.deps.volume.reserve(callerOf(call).account, call.body.length, call.requestTimeMs);
    try {
      const upload = acceptableUpload(call.body);
      const recorded = await record(call, upload);
      if (recorded.duplicate) release();
      pushHeaders(call, upload, recorded);
    } catch (error) {
      release();
      throw error;
    }
    return { code: '00000', msg: 'success', requestTime: call.requestTimeMs, data: 'upload success' };
  },
});

/** SHA-256 as the core takes it. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** Steps 3 and 4. */
function acceptableUpload(body: Uint8Array): Upload {
  const upload = parseUpload(body);
  if (!upload.ok) throw uploadError(upload);
  return upload;
}

/** The error of an upload that is refused. */
export function uploadError(failure: UploadFailure): ApiError {
  if (failure.code === '40017') return malformed(same(`${failure.reason} at ${failure.path}, byte ${failure.offset}`));
  if (failure.code === '40019') return missing(failure.parameter);
  const where = `${failure.path}, byte ${failure.offset}`;
  return invalid(failure.parameter, { en: `${where}: needs ${failure.needed}`, zh: `${where}：需要${failure.needed}` });
}

/** Steps 5 to 7. */
async function record(call: Call, upload: Upload): Promise<AiLogRecorded> {
  const { deps, body } = call;
  const caller = callerOf(call);
  const idempotencyKey = idempotencyKeyOf(call);
  const bodySha256 = toHex(sha256(body));
  const repeat = findRepeat(call, caller.account, bodySha256, idempotencyKey);
  if (repeat !== null) return repeat;
  const { orderId, stage, model } = upload;
  const salt = randomBytes(SALT_BYTES);
  const facts = { uid: String(caller.account), keyId: caller.keyId, orderId, stage, model };
  const { h } = sealHeader(sha256, salt, aiLogHeader(sha256, salt, body, upload.slices, facts));
  await deps.store.ask('payloadPut', { h, salt, body, storedAtMs: deps.clock.nowMs() }, 0).catch((error: unknown) => {
    deps.log.error({ err: error }, 'an AI log could not be stored');
    throw unavailable({ en: 'the log could not be stored', zh: '日志未能保存' });
  });
  return execute<'recordAiLog'>(call, {
    name: 'recordAiLog',
    ...caller,
    orderId,
    stage,
    model,
    bodySha256,
    idempotencyKey,
    h,
    size: body.length,
  });
}

function idempotencyKeyOf(call: Call): string | null {
  const key = call.raw.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw malformed({
    en: 'Idempotency-Key must be 1 to 64 visible ASCII characters',
    zh: 'Idempotency-Key须为1到64个可见ASCII字符',
  });
}

/** The first upload a repeat repeats (ailog 1.5), so that nothing is stored twice. The core decides again for copies that race. */
function findRepeat(call: Call, account: number, bodySha256: string, idempotencyKey: string | null): AiLogRecorded | null {
  const { ailog } = call.deps.engine.state;
  const nowMs = call.deps.clock.nowMs();
  const byKey = idempotencyKey === null ? undefined : ailog.idempotencyKeys.get(`${account} ${idempotencyKey}`);
  if (byKey !== undefined && byKey.timeMs > nowMs - KEY_MEMORY_MS) {
    if (byKey.bodySha256 === bodySha256) return { ...byKey, duplicate: true };
    throw rejectError({ reason: 'IDEMPOTENCY_KEY_REUSED', key: idempotencyKey ?? '' }, call.deps.engine.state);
  }
  const byBody = ailog.bodies.get(`${account} ${bodySha256}`);
  return byBody !== undefined && byBody.timeMs > nowMs - BODY_MEMORY_MS ? { ...byBody, duplicate: true } : null;
}

function pushHeaders(call: Call, upload: Upload, recorded: AiLogRecorded): void {
  const index = String(recorded.index);
  call.headers.push('AI-LOG-ID', index, 'AI-LOG-INDEX', index, 'AI-LOG-LEAF', recorded.leafHash);
  if (recorded.duplicate) call.headers.push('AI-LOG-DUPLICATE', '1');
  const decisions = decisionsOf(upload.output).decisions.length;
  const warnings = answerWarnings(upload, { decisions, orderFound: recorded.orderFound, modelRegistered: true });
  if (warnings.length > 0) call.headers.push('AI-LOG-WARNINGS', warnings.join(','));
}
