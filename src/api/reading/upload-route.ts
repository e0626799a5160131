/**
 * An upload of an AI log (docs/ai-log.md 6 to 9), whichever path it comes by: keeps a model's own account of a
 * decision, in one sequence with the orders.
 *
 * The steps are those of docs/ai-log.md 6, and the first failure is the answer: volume, strict JSON, fields, repeats,
 * body stored durably under its commitment, command journaled. A stored body without a reference is harmless, a leaf
 * without its body is not: hence that order. Copies that arrive together wait for the first of them, and store nothing.
 */
import { sealHeader } from '../../core/log/entry.ts';
import { aiLogHeader } from '../../core/log/header.ts';
import { answerWarnings, sortedWarnings, type Upload } from '../../core/log/upload.ts';
import { repeatedUpload } from '../../core/ailog/repeats.ts';
import type { Said } from '../../core/verification/log-facts.ts';
import type { AiLogRecorded } from '../../core/turn/outcome.ts';
import { toHex } from '../../core/text/bytes.ts';
import { NotExecuted } from '../../sequencer/refusals.ts';
import { StoreAway } from '../../store/errors.ts';
import type { Payload } from '../../store/evidence/payloads.ts';
import { sha256 } from '../../store/sha256.ts';
import { type Call, callerOf } from '../call/call.ts';
import { resultOf, submitIdempotent } from '../front/answer/execute.ts';
import { MAX_UPLOAD_BODY } from '../front/limits/http-limits.ts';
import { defineRoute, type Route } from '../call/route.ts';
import { type UploadSignature, uploadSignatureOf } from './upload-signature.ts';
import { explainedUploadParameters, readSentUpload, uploadError, uploadParameters } from './upload.ts';
import { type AiUploadedView, aiUploadedShape, aiUploadedView } from '../shapes/ai-uploaded.ts';
import { ApiError, malformed, missing, unavailable } from '../words/errors.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,64}$/;
const AWAY_RETRY_SECONDS = 5;

interface UploadRoute {
  readonly operation: string;
  readonly path: string;
  /** Whether a log must say why. */
  readonly mustExplain: boolean;
}

/** An operation that keeps logs; all of them share one store. */
export function uploadRoute({ operation, path, mustExplain }: UploadRoute): Route {
  return defineRoute({
    operation,
    summary: 'Upload an AI log',
    method: 'POST',
    path,
    access: 'private',
    permission: 'trade',
    weight: { ip: 1, uid: 1 },
    needsAllowlist: true,
    bodyLimit: MAX_UPLOAD_BODY,
    ownScanner: true,
    parameters: mustExplain ? explainedUploadParameters : uploadParameters,
    sample:
      '{"orderId":700000000000010,"stage":"Decision Making","model":"demo-model-1","input":{"symbol":"cmt_btcusdt","last":"90000.0"},"output":{"decision":"OPEN_LONG","size":"0.01"},"explanation":"Momentum up, funding low."}',
    answer: aiUploadedShape,
    errors: ['40022', '40019', '40020', '40017', '413', '503'],
    handle: (_, call) => uploaded(call, mustExplain),
  });
}

async function uploaded(call: Call, mustExplain: boolean): Promise<AiUploadedView> {
  const release = await call.deps.volume.reserve(callerOf(call).account, call.body.length, call.requestTimeMs);
  try {
    const { upload, said } = await readSentUpload(call);
    if (said === null) throw uploadError(upload, call.body);
    if (mustExplain && (upload.explanation === null || upload.explanation.points === 0)) throw missing('explanation');
    const signature = uploadSignatureOf(call);
    const recorded = await record(call, upload, said, signature.sig);
    if (recorded.duplicate) release();
    pushHeaders(call, { upload, said, recorded, signature });
  } catch (error) {
    release();
    throw error;
  }
  return aiUploadedView(call.requestTimeMs);
}

/** Takes steps 5 to 7. */
async function record(call: Call, upload: Upload, said: Said, sig: string | null): Promise<AiLogRecorded> {
  const { uploads, clock, engine } = call.deps;
  const { state } = engine;
  const { account } = callerOf(call);
  const idempotencyKey = idempotencyKeyOf(call);
  const bodySha256 = toHex(sha256(call.body));
  const names = [`${account} body ${bodySha256}`];
  if (idempotencyKey !== null) names.push(`${account} key ${idempotencyKey}`);
  for (;;) {
    const repeat = repeatedUpload(state.ailog, { account, bodySha256, idempotencyKey }, clock.nowMs());
    if (repeat !== null) return resultOf(repeat, state, 'recordAiLog');
    const another = uploads.another(names);
    if (another === undefined) return keep(call, upload, said, { bodySha256, idempotencyKey, names, sig });
    await another;
  }
}

interface Marks {
  readonly bodySha256: string;
  readonly idempotencyKey: string | null;
  readonly names: readonly string[];
  readonly sig: string | null;
}

/** Takes steps 6 and 7: the body, then its leaf. A body that gets no leaf is removed immediately. */
async function keep(
  call: Call,
  upload: Upload,
  said: Said,
  { bodySha256, idempotencyKey, names, sig }: Marks,
): Promise<AiLogRecorded> {
  const { body, deps } = call;
  requireTaken(call);
  const caller = callerOf(call);
  const { orderId, stage, model } = upload;
  const salt = call.deps.nextSalt();
  const facts = { uid: String(caller.account), keyId: caller.keyId, orderId, stage, model, sig };
  const { h, header } = sealHeader(sha256, salt, aiLogHeader(sha256, salt, body, upload.slices, facts));
  const underWay = deps.uploads.begin(names, h);
  try {
    await storeBody(call, { h, salt, log: { said, header } });
    const outcome = await submitIdempotent<'recordAiLog'>(call, {
      name: 'recordAiLog',
      ...caller,
      orderId,
      stage,
      model,
      bodySha256,
      idempotencyKey,
      h,
      ...(sig === null ? {} : { sig }),
      size: body.length,
    });
    const recorded = resultOf(outcome, deps.engine.state, 'recordAiLog');
    underWay.settled();
    if (recorded.duplicate) dropBody(call, h);
    return recorded;
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NotExecuted)) {
      underWay.unknown();
      throw error;
    }
    underWay.settled();
    dropBody(call, h);
    throw error;
  }
}

/**
 * Without this check, bodies would be written whose leaves are refused.
 * @throws ApiError while no command is taken
 */
function requireTaken({ deps }: Call): void {
  const halt = deps.halted();
  if (halt === null) return;
  throw unavailable(
    { en: `nothing was executed: ${halt.text}`, zh: '服务暂停接受命令，请求未执行' },
    halt.retryAfterSeconds,
  );
}

function storeBody({ body, deps }: Call, sealed: Pick<Payload, 'h' | 'salt' | 'log'>): Promise<void> {
  const payload = { ...sealed, body, storedAtMs: deps.clock.nowMs() };
  return deps.bodies.put(payload).catch((error: unknown) => {
    const isAway = error instanceof StoreAway;
    if (!isAway) deps.log.error({ err: error }, 'an AI log could not be stored');
    throw unavailable({ en: 'the log could not be stored', zh: '日志未能保存' }, isAway ? AWAY_RETRY_SECONDS : 1);
  });
}

/** Not waited for: if it fails, the sweep finds the body a day later. */
function dropBody({ deps }: Call, h: string): void {
  deps.store
    .ask('payloadDrop', { hs: [h] }, 0)
    .catch((error: unknown) => deps.log.warn({ err: error }, 'a body without a log could not be removed yet'));
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

interface Uploaded {
  readonly upload: Upload;
  readonly said: Said;
  readonly recorded: AiLogRecorded;
  readonly signature: UploadSignature;
}

function pushHeaders(call: Call, { upload, said, recorded, signature }: Uploaded): void {
  const index = String(recorded.index);
  call.headers.push('AI-LOG-ID', index, 'AI-LOG-INDEX', index, 'AI-LOG-LEAF', recorded.leafHash);
  if (recorded.duplicate) call.headers.push('AI-LOG-DUPLICATE', '1');
  const decisions = said.decisions.length;
  const { orderFound } = recorded;
  const { warning: ofSignature } = signature;
  const warnings = sortedWarnings([
    ...answerWarnings(upload, { decisions, orderFound, modelRegistered: true }),
    ...(ofSignature === null ? [] : [ofSignature]),
  ]);
  if (warnings.length > 0) call.headers.push('AI-LOG-WARNINGS', warnings.join(','));
}
